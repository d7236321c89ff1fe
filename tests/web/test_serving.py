"""The server as people start it: a program that is killed, stopped, started twice and mistyped."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pexpect
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ohhell.store.folder_lock import FolderLock
from tests.web.kills import kills
from tests.web.serving import PATIENCE, Person, Program, free_port, served


def test_a_killed_server_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    assert asyncio.run(kills(tmp_path, count=3, persons=4, luck=1)) > 20


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_server_that_is_stopped_says_goodbye(tmp_path: Path, name: str) -> None:
    if not hasattr(signal, name):
        pytest.skip("a signal of Unix")
    number = signal.Signals[name]

    async def play(program: Program) -> None:
        person = Person(program.address)
        await person.connect()
        await person.open()
        stopping = asyncio.create_task(asyncio.to_thread(program.stop, number))
        while (message := await person.hear())["type"] != "closed":
            pass
        assert message["code"] == "closing"
        assert message["sentence"]
        assert person.socket is not None
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await person.socket.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        assert await stopping == 0

    with served(tmp_path, "--port", "0") as program:
        asyncio.run(play(program))
        assert "Every game is kept" in program.said


def test_the_log_is_lines_of_json_without_anything_secret(tmp_path: Path) -> None:
    async def play(program: Program) -> str:
        person = Person(program.address)
        await person.connect()
        await person.open()
        assert person.socket is not None
        await person.socket.close()
        return person.cookie

    with served(tmp_path, "--port", "0") as program:
        cookie = asyncio.run(play(program))
        program.stop()
    log = (tmp_path / "server.log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    assert lines[0]["what"].startswith("serving")
    assert all(line.keys() >= {"at", "level", "from", "what"} for line in lines)
    assert cookie.partition("=")[2] not in log
    assert "Ada" not in log
    assert "127.0.0.1" not in log


# ---------------------------------------------------------------------------- starts


def refusal(*options: str) -> str:
    """What a server that cannot start says."""
    done = subprocess.run(
        [sys.executable, "-m", "ohhell", "serve", "--no-open", *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr.strip()


def second_start(*options: str, browser: Path | None = None) -> str:
    """What a server says that finds its games served already, which is no failure."""
    named = {} if browser is None else {"BROWSER": f"{browser} %s"}
    done = subprocess.run(
        [sys.executable, "-m", "ohhell", "serve", *options],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, **named},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


def test_the_same_games_are_served_once(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as program:
        here = ("--data", str(tmp_path))
        assert program.address in second_start(*here, "--no-open")
        assert program.address in second_start(*here, "--no-open", "--port", str(program.port))
        # Who asks for another address is told where it is, and what to do.
        for other in (("--port", str(free_port())), ("--public-url", "https://cards.test")):
            said = second_start(*here, "--no-open", *other)
            assert program.address in said
            assert "stop that one first" in said
    with served(tmp_path, "--port", "0") as program:
        assert program.address


def test_a_second_start_opens_the_browser_at_the_first(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    browser.chmod(0o700)
    with served(tmp_path / "data", "--port", "0") as program:
        second_start("--data", str(tmp_path / "data"), browser=browser)
        assert (tmp_path / "opened").read_text().strip() == program.address


def test_a_browser_that_fails_or_never_returns_holds_up_nobody(tmp_path: Path) -> None:
    browser = tmp_path / "browser"
    browser.write_text("#!/bin/sh\nexec sleep 20 >/dev/null 2>&1\n")
    browser.chmod(0o700)
    with served(tmp_path / "data", "--port", "0") as program:
        for one in (browser, tmp_path / "missing"):
            said = second_start("--data", str(tmp_path / "data"), browser=one)
            assert program.address in said


def test_a_server_that_is_still_being_started_is_waited_for(tmp_path: Path) -> None:
    """Its address is said as soon as it has one; where an earlier one was is forgotten."""
    (tmp_path / "server.lock").write_text("http://127.0.0.1:1\n")
    first = FolderLock.take(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-m", "ohhell", "serve", "--no-open", "--data", str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as second:
        assert second.stdout is not None
        assert "just being started" in second.stdout.readline()
        first.note("http://127.0.0.1:6435")
        assert "http://127.0.0.1:6435" in second.stdout.read()
    assert second.returncode == 0
    first.close()


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert port in refusal("--data", str(tmp_path), "--port", port)


def test_without_a_port_the_next_free_one_is_taken(tmp_path: Path) -> None:
    with (
        served(tmp_path / "one") as one,
        served(tmp_path / "two") as two,
    ):
        assert one.port != two.port


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (("--host", "nowhere.invalid"), "nowhere.invalid"),
        (("--host", "a..b"), '"a..b"'),
        (("--host", ".."), '".."'),
        (("--host", "a" * 70), "0.0.0.0"),
        (("--host", ""), '"" is no address'),
        (("--public-url", "cards.example.org"), "cards.example.org"),
        (("--public-url", "http://a b"), "http://a b"),
        (("--cert", "nothing.pem"), "nothing.pem"),
        (("--key", "nothing.pem"), "--cert"),
        (("--trusted-proxy", "nobody"), "nobody"),
        (("--pace", "61"), "seconds from 0 to 60"),
        (("--data", f"{__file__}/games"), "games"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(
    tmp_path: Path, options: tuple[str, ...], word: str
) -> None:
    assert word in refusal("--data", str(tmp_path), *options)


def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("my diary, not a database at all")
    assert "not a database" in refusal("--data", str(tmp_path))
    assert (tmp_path / "tables.sqlite").read_text().startswith("my diary")


def test_a_start_that_cannot_keep_games_says_that_it_is_none(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").mkdir()
    said = refusal("--data", str(tmp_path))
    assert str(tmp_path) in said
    assert "is not started" in said


def test_a_disk_without_room_ends_the_start_in_a_sentence(tmp_path: Path) -> None:
    """A program that may write no byte to any file finds what a full disk is like."""
    done = subprocess.run(
        [
            *("sh", "-c", 'ulimit -f 0; exec "$@"', "sh"),
            *(sys.executable, "-m", "ohhell", "serve", "--no-open", "--data", str(tmp_path)),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "is not started" in done.stderr


def test_games_without_their_other_half_are_not_started_over(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as program:
        asyncio.run(one_game(program.address))
    (tmp_path / "secrets.sqlite").unlink()
    assert "secrets.sqlite" in refusal("--data", str(tmp_path))
    assert not (tmp_path / "secrets.sqlite").exists()


async def one_game(address: str) -> Person:
    """Somebody opens a game."""
    person = Person(address)
    await person.connect()
    await person.open()
    await person.close()
    return person


class Timed(Person):
    """Somebody who notes when CPU players acted."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.times: list[float] = []

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        message = await super().hear()
        by_cpus = [step for step in message.get("did", ()) if step["by"] == "cpu"]
        self.times += [time.monotonic()] * len(by_cpus)
        return message


def test_cpu_players_keep_to_the_pace(tmp_path: Path) -> None:
    async def four_actions(address: str) -> float:
        person = Timed(address)
        await person.connect()
        await person.open()
        while len(person.times) < 4:
            assert await person.act(random.Random(1)) is not None
        await person.close()
        return person.times[3] - person.times[0]

    with served(tmp_path, "--port", "0", "--pace", "0.5") as program:
        assert asyncio.run(four_actions(program.address)) > 1.0


def test_whoever_served_damage_says_so_in_the_end(tmp_path: Path) -> None:
    port = ("--port", str(free_port()))
    with served(tmp_path, *port) as program:
        person = asyncio.run(one_game(program.address))
        assert program.stop() == 0
        assert "Every game is kept" in program.said
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as tables, tables:
        tables.execute("UPDATE rows SET events = '[{' WHERE number = 1")
    with served(tmp_path, *port) as program:
        page = f"{program.address}/tables/{person.now['table']}/record"
        answer = httpx.get(page, headers={"Cookie": person.cookie}, trust_env=False)
        assert answer.status_code == 503
        assert program.stop() == 0
        assert "Every game is kept" not in program.said
        assert "damaged" in program.said


def test_the_log_is_for_its_owner_and_a_full_disk_makes_no_noise(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    log = tmp_path / "one" / "server.log"
    log.touch(mode=0o644)
    with served(tmp_path / "one", "--port", "0") as program:
        assert program.stop() == 0
    assert log.stat().st_mode & 0o077 == 0
    assert log.read_text()
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "server.log").symlink_to("/dev/full")
    with served(tmp_path / "two", "--port", "0") as program:
        assert program.stop() == 0
        assert "Traceback" not in program.said
        assert "Exception" not in program.said


def test_whoever_is_turned_away_is_no_fault_of_ours(tmp_path: Path) -> None:
    """Nothing of it is in the log, whatever nonsense a client sends."""

    async def speak_nonsense(address: str) -> None:
        here = address.replace("http", "ws", 1) + "/socket"
        with pytest.raises(InvalidStatus, match="401"):
            await connect(here, proxy=None)
        person = Person(address)
        await person.connect()
        assert person.socket is not None
        await person.socket.send(b"\xff", text=True)
        with pytest.raises(ConnectionClosed, match="1007"):
            await person.socket.recv()

    with served(tmp_path, "--port", "0") as program:
        asyncio.run(speak_nonsense(program.address))
        with socket.create_connection(("127.0.0.1", program.port)) as raw:
            raw.sendall(b"nonsense\r\n\r\n")
            assert raw.recv(100).startswith(b"HTTP/1.1 400")
        program.stop()
    lines = (tmp_path / "server.log").read_text().splitlines()
    assert {json.loads(line)["level"] for line in lines} == {"info"}


def test_make_play_starts_the_server_and_passes_options_on() -> None:
    said = subprocess.run(
        ["make", "--dry-run", "--no-print-directory", "play", "ARGS=--port 9000 --no-open"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "ohhell serve --port 9000 --no-open" in said.stdout


def test_ctrl_c_is_obeyed_while_the_cpu_players_are_compiled(tmp_path: Path) -> None:
    """On a terminal one line says what is compiled; nothing is left running or half written."""
    child: pexpect.spawn[str] = pexpect.spawn(
        sys.executable,
        ["-m", "ohhell", "serve", "--no-open", "--data", str(tmp_path / "data")],
        env={**os.environ, "OHHELL_CACHE": str(tmp_path), "COLUMNS": "100", "TERM": "xterm"},
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.expect(r"bidding \(1 of 2\) .*?\d:\d\d:\d\d")
    assert "━" not in str(child.after)
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    FolderLock.take(tmp_path / "data").close()


# ---------------------------------------------------------------------------- names


def test_friends_come_by_the_public_name_and_strangers_by_none(tmp_path: Path) -> None:
    """The name is mapped to this machine as a hosts file would, and never looked up."""
    port = free_port()
    public = f"http://cards.test:{port}"
    with served(tmp_path, "--port", str(port), "--public-url", public) as program:
        assert program.address == public
        here = f"http://127.0.0.1:{port}"
        named = {"Host": f"cards.test:{port}"}
        page = httpx.get(here, headers=named, trust_env=False)
        assert page.status_code == 200
        cookie = page.headers["set-cookie"].partition(";")[0]
        evil = httpx.get(here, headers={"Host": "evil.test"}, trust_env=False)
        assert evil.status_code == 421

        async def status(host: str, origin: str | None) -> int:
            try:
                async with connect(
                    f"ws://cards.test:{port}/socket"
                    if host == "cards.test"
                    else f"ws://{host}:{port}/socket",
                    host="127.0.0.1",
                    port=port,
                    origin=origin,  # pyright: ignore[reportArgumentType]
                    additional_headers={"Cookie": cookie},
                    proxy=None,
                ):
                    return 101
            except InvalidStatus as error:
                return error.response.status_code

        assert asyncio.run(status("cards.test", public)) == 101
        assert asyncio.run(status("cards.test", None)) == 101
        assert asyncio.run(status("cards.test", "http://evil.test")) == 403
        assert asyncio.run(status("cards.test", here)) == 403
        assert asyncio.run(status("evil.test", "http://evil.test")) == 421


@pytest.mark.parametrize("trusted", [True, False])
def test_only_a_trusted_proxy_says_how_people_came(tmp_path: Path, trusted: bool) -> None:
    port = free_port()
    options = ("--trusted-proxy", "127.0.0.1") if trusted else ()
    with served(tmp_path, "--port", str(port), *options):
        forwarded = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        page = httpx.get(f"http://127.0.0.1:{port}/", headers=forwarded, trust_env=False)
        assert ("Secure" in page.headers["set-cookie"]) is trusted


# ---------------------------------------------------------------------------- https


def test_a_certificate_makes_it_https(tmp_path: Path) -> None:
    folder = Path(__file__).parent
    cert, key = folder / "certificate.pem", folder / "certificate.key"
    with served(tmp_path, "--port", "0", "--cert", str(cert), "--key", str(key)) as program:
        assert program.address.startswith("https://127.0.0.1:")
        trust = ssl.create_default_context(cafile=str(cert))
        page = httpx.get(program.address, verify=trust, trust_env=False)
        assert page.status_code == 200
        cookie = page.headers["set-cookie"]
        assert cookie.startswith("__Host-ohhell-")
        assert "Secure" in cookie


def test_the_program_in_the_document_joins_a_party_and_plays_it_to_the_end(tmp_path: Path) -> None:
    file = Path(__file__).parent / "party_client.py"
    document = Path(__file__).parents[2] / "docs" / "protocol.md"
    assert file.read_text(encoding="utf-8") in document.read_text(encoding="utf-8")

    def run(url: str, name: str) -> subprocess.Popen[str]:
        command = [sys.executable, str(file), url, name]
        surroundings = {**os.environ, "NO_PROXY": "*"}
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings)

    async def play(program: Program) -> list[str]:
        host = Person(program.address)
        await host.connect()
        rulebook = "common players=3 sequence=1,2"
        party = (await host.ask("gather", name="Ada", rulebook=rulebook))["party"]
        url = (await host.ask("invite", party=party))["url"]
        programs = [run(url, name) for name in ("Emil", "Zora")]
        joined = 1
        while joined < 3:
            message = await host.hear()
            joined = len(message["members"]) if message["type"] == "party" else joined
        table = (await host.ask("start", party=party))["table"]
        await host.ask("enter", table=table)
        while await host.act(random.Random(1)) is not None:
            pass
        await host.close()
        return [(await asyncio.to_thread(one.communicate, timeout=PATIENCE))[0] for one in programs]

    with served(tmp_path, "--port", "0") as program:
        said = asyncio.run(play(program))
    assert all(re.fullmatch(r"place [123]\n", one) for one in said), said
