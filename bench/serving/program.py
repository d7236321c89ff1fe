"""The server that is measured: a process of its own, on one processor where that can be done.

Run as a script it is that process: it opens tables, then prints where it is and who may sit where.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import secrets
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

TABLES = 250
SEATS = 4
RULEBOOK = "common players=4"

PROCESSORS = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else [0]
"""Those this program was begun on."""


def serve(
    folder: Path, *, tables: int, thinking: int, level: str, is_limited: bool, pace: float
) -> None:
    """The server's process: opens the tables, prints where it is and who may sit where."""
    import logging

    from ohhell.rules.rulebook import parse_rulebook
    from ohhell.store.sqlite import open_store
    from ohhell.table.holdings import Holding
    from ohhell.table.settings import Seating, Timing
    from ohhell.web.addresses import addresses_for
    from ohhell.web.app import Parts, Server
    from ohhell.web.identity import holder_of
    from ohhell.web.limits import Limits, Rate
    from ohhell.web.listening import Listening, listen, run

    logging.basicConfig(level=logging.WARNING)
    endless = Rate(burst=1e12, per_second=1e12)
    limits = Limits() if is_limited else Limits(*[endless] * 4, 10**6, 10**6)
    store = open_store(folder)
    listening = Listening("127.0.0.1", 0)
    bound = listen(listening)
    port: int = bound.getsockname()[1]
    seats: list[tuple[str, str]] = []
    is_ready = asyncio.Event()
    tasks: list[asyncio.Task[None]] = []

    def make() -> Server:
        server = Server(
            Parts(
                store,
                addresses_for(None),
                timing=Timing(nonces=0.0, pace=pace),
                limits=limits,
            )
        )
        tasks.append(asyncio.create_task(open_tables(server)))
        return server

    async def open_tables(server: Server) -> None:
        rulebook = parse_rulebook(RULEBOOK)
        people = [Seating(f"Seat {seat}", "person") for seat in range(SEATS)]
        cpus = [Seating("Seat 0", "person"), *(Seating(f"C{n}", level) for n in range(3))]
        for number in range(tables + thinking):
            who = people if number < tables else cpus
            table = await server.hall.open(rulebook, who)
            for seat, seating in enumerate(who):
                if seating.is_person:
                    token = secrets.token_urlsafe(32)
                    await store.hold(Holding(table.name, seat, holder_of(token)))
                    seats.append((table.name, token))
        await is_ready.wait()
        print(json.dumps({"port": port, "seats": seats}), flush=True)

    run(make, listening, bound, ready=is_ready.set)
    store.close()


@dataclass
class Program:
    """The server's process and its seats: table and token."""

    process: subprocess.Popen[str]
    port: int
    seats: list[tuple[str, str]]

    @property
    def memory(self) -> int:
        """Bytes the process holds."""
        status = Path(f"/proc/{self.process.pid}/statm").read_text()
        return int(status.split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def cpu(self) -> float:
        """Seconds of processor time it took."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self, *, at_once: bool = False) -> None:
        """End it in order, so that its CPU players end with it; or `at_once`, as a power cut does."""
        if at_once:
            self.process.kill()
        else:
            self.process.terminate()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def start(
    folder: Path,
    *,
    tables: int = TABLES,
    thinking: int = 0,
    level: str = "",
    is_limited: bool = False,
    pace: float = 0.0,
    is_pinned: bool = True,
) -> Program:
    """Start the server on one processor, and leave the others to whoever asks for it.

    Not `is_pinned`: both may run on all of them.  `is_limited`: its clients are held to what a client may ask for.
    """
    process = subprocess.Popen(
        [
            *(sys.executable, __file__, str(folder), "--tables", str(tables)),
            *("--thinking", str(thinking), "--level", level, "--pace", str(pace)),
            *(("--limited",) if is_limited else ()),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    if hasattr(os, "sched_setaffinity"):
        first, *others = PROCESSORS
        own = {first} if is_pinned and others else PROCESSORS
        os.sched_setaffinity(process.pid, own)
        os.sched_setaffinity(0, others if is_pinned and others else PROCESSORS)
    assert process.stdout is not None
    found = json.loads(process.stdout.readline())
    return Program(process, found["port"], [tuple(seat) for seat in found["seats"]])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--thinking", type=int, default=0)
    parser.add_argument("--level", default="")
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--limited", action="store_true")
    asked = parser.parse_args()
    serve(
        asked.folder,
        tables=asked.tables,
        thinking=asked.thinking,
        level=asked.level,
        is_limited=asked.limited,
        pace=asked.pace,
    )
