"""The server as people start it: a program that is killed, stopped, started twice and mistyped."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import socket
import ssl
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.web.kills import kills
from tests.web.serving import PATIENCE, Person, Program, free_port, served


def test_a_killed_server_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    assert asyncio.run(kills(tmp_path, count=3, persons=4, luck=1)) > 20


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_server_that_is_stopped_says_goodbye(tmp_path: Path, number: signal.Signals) -> None:
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


def test_the_same_games_are_served_once(tmp_path: Path) -> None:
    with served(tmp_path, "--port", "0") as program:
        said = refusal("--data", str(tmp_path), "--port", "0")
        assert program.address in said
    with served(tmp_path, "--port", "0") as program:
        assert program.address


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
        (("--public-url", "cards.example.org"), "cards.example.org"),
        (("--cert", "nothing.pem"), "nothing.pem"),
        (("--key", "nothing.pem"), "--cert"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(
    tmp_path: Path, options: tuple[str, ...], word: str
) -> None:
    assert word in refusal("--data", str(tmp_path), *options)


def test_a_database_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_text("my diary, not a database at all")
    assert "damaged" in refusal("--data", str(tmp_path))
    assert (tmp_path / "tables.sqlite").read_text().startswith("my diary")


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
