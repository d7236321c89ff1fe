"""Work spread over the machines of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeVar

_Result = TypeVar("_Result")

_AHEAD: Final = 2
"""Calls given to a worker, one of them waiting there, so that it never waits for the network."""


class Cluster:
    """Those who work for a Dask client; `workers` is how many calls they can do at a time."""

    def __init__(self, client: Any, workers: int) -> None:
        self._client = client
        self._most = _AHEAD * workers

    def each(self, calls: Iterable[Callable[[], _Result]]) -> Iterator[tuple[int, _Result]]:
        """The result of every call with its number, from 0, as they come.

        A call is taken from `calls` only when somebody may be free for it soon.  Raises what a
        call raised.
        """
        from distributed import as_completed

        waiting = enumerate(calls)
        numbers: dict[str, int] = {}

        def give(count: int) -> list[Any]:
            given: list[Any] = []
            for number, call in islice(waiting, count):
                future = self._client.submit(call, pure=False)
                numbers[future.key] = number
                given.append(future)
            return given

        done = as_completed(give(self._most), loop=self._client.loop)
        for future in done:
            yield numbers.pop(future.key), future.result()
            for more in give(1):
                done.add(more)
