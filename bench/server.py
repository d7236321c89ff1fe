"""How fast the server is, from click to screens: `python bench/server.py [--quick] [--only NAME]`.

The server runs in a process of its own, pinned to one processor where that can be done; the load
comes from this one.  250 tables of four people play random legal cards, and every play is on the
disk before anybody is told.  Each line says what was measured, what the bar is, and whether it is met.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import secrets
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path

from serving.browser import open_page
from serving.people import Client, Load, Table, measure, quantile, sit_down
from serving.program import SEATS, TABLES, Program, start

PAUSE = 0.49
"""Seconds between seeing that it is one's turn and the click: 500 plays a second at 250 tables."""

misses: list[str] = []


def tell(what: str, value: float, unit: str, bar: float, *, is_least: bool = False) -> None:
    """One line of the result: at most the bar, or at least."""
    is_met = value >= bar if is_least else value <= bar
    if not is_met:
        misses.append(what)
    goal = f"at {'least' if is_least else 'most'} {bar:g}"
    mark = "ok  " if is_met else "MISS"
    print(f"{mark} {what:54} {value:9.1f} {unit:8} ({goal})", flush=True)


def play(
    seconds: float, *, pause: float = PAUSE, thinking: int = 0, stalled: int = 0
) -> Callable[[str, float], Coroutine[None, None, None]]:
    """Everybody plays for a while."""

    async def run(what: str, bar: float) -> None:
        with tempfile.TemporaryDirectory() as folder:
            program = start(Path(folder), thinking=thinking, level="club")
            try:
                load = Load(pause)
                clients = await sit_down(program, load)
                for client in clients[:: len(clients) // stalled] if stalled else ():
                    client.stall()
                served, loaded = await measure(load, seconds, program)
            finally:
                program.end()
        rate = load.plays / seconds
        p50, p99 = (quantile(load.latencies, share) * 1000 for share in (0.5, 0.99))
        if pause:
            tell(what, p99, "ms p99", bar)
        else:
            tell(what, rate, "plays/s", bar, is_least=True)
        print(
            f"     {rate:.0f} plays/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms, {load.refused} refused;"
            f" of a processor the server took {served:.0%} ({served / rate * 1000:.3f} ms a play),"
            f" the load {loaded:.0%}",
            flush=True,
        )

    return run


async def memory(what: str, bar: float) -> None:
    """What 900 sockets weigh that look at nothing, after the first 100."""
    with tempfile.TemporaryDirectory() as folder:
        program = start(Path(folder), tables=1)
        try:
            table = Table(Load(1e9))
            tokens = [secrets.token_urlsafe(32) for _ in range(1000)]
            idle = [Client("x", token, program.port, table, random.Random()) for token in tokens]
            for client in idle[:100]:
                await client.connect()
            await asyncio.sleep(1)
            before = program.memory
            for client in idle[100:]:
                await client.connect()
            await asyncio.sleep(2)
            tell(what, (program.memory - before) / 900 / 1000, "kB", bar)
        finally:
            program.end()


async def play_until(program: Program, rows: int) -> None:
    """Everybody plays until each log has so many rows."""
    clients = await sit_down(program, Load(0.0))
    until = time.perf_counter() + 60
    while min(client.number for client in clients) < rows and time.perf_counter() < until:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def waking(what: str, bar: float) -> None:
    """From asking for a sleeping table to seeing it, near the end of a long game; the slowest of 8."""
    with tempfile.TemporaryDirectory() as folder:
        program = start(Path(folder), tables=8)
        await play_until(program, 560)
        seats = program.seats[::SEATS]
        program.end()
        again = start(Path(folder), tables=0)
        times: list[float] = []
        try:
            for name, token in seats:
                client = Client(name, token, again.port, Table(Load(1e9)), random.Random())
                client.table.clients.append(client)
                await client.connect()
                await asyncio.sleep(0.2)
                begun = time.perf_counter()
                client.enter()
                await client.entered.wait()
                times.append(time.perf_counter() - begun)
        finally:
            again.end()
        tell(what, max(times) * 1000, "ms", bar)


async def coming_back(what: str, bar: float) -> None:
    """The server is killed in the middle of all games and started again; everybody comes at once."""
    with tempfile.TemporaryDirectory() as folder:
        program = start(Path(folder))
        await play_until(program, 60)
        seats = program.seats
        program.end(at_once=True)
        again = start(Path(folder), tables=0, is_limited=True)
        try:
            load = Load(1e9)
            tables = {name: Table(load) for name, _ in seats}
            clients: list[Client] = []
            for name, token in seats:
                client = Client(name, token, again.port, tables[name], random.Random())
                tables[name].clients.append(client)
                clients.append(client)
            begun = time.perf_counter()
            came = asyncio.gather(*(client.come_back() for client in clients))
            await asyncio.wait_for(came, 60)
            took = time.perf_counter() - begun
            faults = load.refused + sum(client.was_cut_off for client in clients)
            tell(what, took, "s", bar)
            tell("errors while they come back", faults, "", 0)
        finally:
            again.end()


def page(first: str, second: str, third: str) -> None:
    """The page in a browser, each time as to somebody who was never here."""
    with tempfile.TemporaryDirectory() as folder:
        program = start(Path(folder), tables=0, pace=0.3, is_pinned=False)
        try:
            found = open_page(f"http://127.0.0.1:{program.port}/")
        finally:
            program.end()
        if found is None:
            print("     no browser here: the page is not measured", flush=True)
            return
        tell(first, found.size / 1000, "kB", 250)
        tell(second, found.begin, "s", 1.0)
        tell(third, found.go_on, "s", 1.0)


def main() -> None:
    """Measure everything, or what is asked for; 1 where a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter, less sure")
    parser.add_argument("--only", default="", help="a part: load, stalled, thinking, saturation, …")
    asked, _ = parser.parse_known_args()
    seconds = 6.0 if asked.quick else 15.0
    at = f"at {TABLES} tables"
    parts = {
        "load": (play(seconds), f"500 plays/s {at}, click to all screens", 60),
        "stalled": (play(seconds, stalled=50), "the same with 50 stalled sockets", 60),
        "thinking": (play(seconds, thinking=20), "the same while 20 tables wait for `club`", 100),
        "saturation": (play(seconds, pause=0.0), f"durable plays/s {at} at saturation", 3000),
        "memory": (memory, "memory of an idle socket", 40),
        "waking": (waking, "waking a table after 560 rows, the slowest of 8", 30),
        "back": (coming_back, f"{TABLES * SEATS} sockets coming back after a kill", 10),
    }
    for name, (run, what, bar) in parts.items():
        if asked.only in name:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                runner.run(run(what, bar))
    if asked.only in "page":
        page(
            "the page with one pack, as it is sent",
            "opening the home page until one can play",
            "opening a table until one can bid or play",
        )
    if misses:
        print(f"{len(misses)} missed: {'; '.join(misses)}", flush=True)
        sys.exit(1)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The load must not be slower than the server: the same quick event loop."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


if __name__ == "__main__":
    main()
