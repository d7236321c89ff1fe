"""Running a coroutine up to where it has to wait, without a task for those that never do.

Nearly every message goes out without waiting for its reader; a task each would cost as much as
sending it.  (Python 3.12 has eager tasks; this serves 3.11 as well.)
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Generator
from typing import Any


def run_at_once(work: Coroutine[Any, Any, None]) -> asyncio.Task[None] | None:
    """Run until the work is done (None) or waits: then the task that does the rest."""
    try:
        waited_for: object = work.send(None)
    except StopIteration:
        return None
    return asyncio.get_running_loop().create_task(_finish(_Rest(work, waited_for)))


class _Rest:
    """What is left of a coroutine that began to wait."""

    def __init__(self, work: Coroutine[Any, Any, None], waited_for: object) -> None:
        self._work = work
        self._waited_for = waited_for

    def __await__(self) -> Generator[Any, Any, None]:
        waited_for = self._waited_for
        try:
            while True:
                try:
                    answer = yield waited_for
                except BaseException as error:
                    waited_for = self._work.throw(error)
                else:
                    waited_for = self._work.send(answer)
        except StopIteration:
            return


async def _finish(rest: _Rest) -> None:
    await rest
