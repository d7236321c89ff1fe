"""Kills a server again and again while people play there: `python -m tests.web.kills --kills 50`.

Whatever was acknowledged must be in the log once, whatever was not at most once; everybody comes
back to what they saw or to what followed from it; and every record must be right.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
from websockets.exceptions import ConnectionClosed

from ohhell.rules.record import read_record
from ohhell.rules.verify import verify
from ohhell.store.sqlite import open_store
from ohhell.table.ports import StoredRow
from tests.web.serving import Person, Program, Said, come_back, free_port

RULEBOOK = "common players=3 max_size=8 scoring=exact-only"


async def play(person: Person, dice: random.Random, *, over: asyncio.Event) -> None:
    """Play on, and play again, until the server is gone."""
    with suppress(ConnectionClosed):
        while not over.is_set():
            if await person.act(dice) is None:
                return


def check_back(seen: Said, back: Said) -> None:
    """What a person comes back to follows from what the person saw."""
    assert back["number"] >= seen["number"]
    assert back["boot"] != seen["boot"]
    before, after = seen["view"], back["view"]
    assert after["results"][: len(before["results"])] == before["results"]
    if back["number"] == seen["number"]:
        assert after == before


def check_rows(person: Person, rows: tuple[StoredRow, ...]) -> None:
    """What was acknowledged is there, and nothing is there twice."""
    counts = Counter(row.action_id for row in rows if row.action_id is not None)
    assert set(counts.values()) <= {1}
    assert person.done <= counts.keys(), person.done - counts.keys()


async def kills(folder: Path, *, count: int, persons: int, luck: int) -> int:
    """Kill `count` times while `persons` play; how many rows were stored in the end."""
    dice = random.Random(luck)
    port = str(free_port())
    program = Program(folder, "--port", port)
    people = [Person(program.address) for _ in range(persons)]
    try:
        for person in people:
            await person.connect()
            await person.open(RULEBOOK)
        tables = [str(person.now["table"]) for person in people]
        for _ in range(count):
            over = asyncio.Event()
            playing = [asyncio.create_task(play(person, dice, over=over)) for person in people]
            await asyncio.sleep(dice.uniform(0.05, 1.0))
            program.kill()
            over.set()
            await asyncio.gather(*playing)
            seen = [person.now for person in people]
            program = Program(folder, "--port", port)
            for person, table, before in zip(people, tables, seen, strict=True):
                check_back(before, await come_back(person, table))
        check_records(program.address, people, tables)
    finally:
        for person in people:
            await person.close()
        program.kill()
    store = open_store(folder)
    try:
        logs = [await store.load(table) for table in tables]
    finally:
        store.close()
    for person, rows in zip(people, logs, strict=True):
        check_rows(person, rows)
    return sum(map(len, logs))


def check_records(address: str, people: list[Person], tables: list[str]) -> None:
    """Every record is read without a fault, as far as its game has come."""
    for person, table in zip(people, tables, strict=True):
        answer = httpx.get(
            f"{address}/tables/{table}/record", headers={"Cookie": person.cookie}, trust_env=False
        )
        assert answer.status_code == 200
        record = read_record(answer.text)
        assert not verify(record).faults


def main() -> None:
    """Kill as often as is asked for, and say that nothing was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--persons", type=int, default=8)
    parser.add_argument("--luck", type=int, default=0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = asyncio.run(
            kills(Path(folder), count=asked.kills, persons=asked.persons, luck=asked.luck)
        )
    print(f"{asked.kills} kills, {rows} rows, nothing lost and nothing doubled")


if __name__ == "__main__":
    main()
