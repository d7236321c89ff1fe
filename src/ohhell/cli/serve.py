"""`ohhell serve`: the game in the browser, on this machine and for friends."""

from __future__ import annotations

import ipaddress
import os
import sys
import threading
import time
import webbrowser
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

import click
import platformdirs

from ohhell.cli.numbers import WholeNumber
from ohhell.cli.pace import SLOWEST, read_pace
from ohhell.cli.paths import NamedPath
from ohhell.cli.warm_up import WarmingUp
from ohhell.store.folder_lock import FolderLock
from ohhell.store.sqlite import open_store
from ohhell.table.errors import StoreError
from ohhell.table.settings import Timing
from ohhell.text import say
from ohhell.web.addresses import (
    Addresses,
    Origin,
    address_in_the_network,
    addresses_for,
    is_of_one_machine,
)
from ohhell.web.app import DAY, PACE, Parts, Server
from ohhell.web.errors import WebError
from ohhell.web.listening import Listening, check_certificate, listen, run
from ohhell.web.logs import log_to

_HERE: Final = "127.0.0.1"
_LOG_FILE: Final = "server.log"

_LONGEST_START: Final = 60.0
_LOOK_AGAIN: Final = 0.25
_OPENING: Final = 3.0
"""Seconds: for a server that is being started to say where it is, and for a browser to open."""


@click.command("serve", short_help=say("command.serve"), help=say("serve.help"))
@click.option("--host", default=_HERE, show_default=True, metavar="HOST", help=say("serve.host"))
@click.option("--port", type=WholeNumber(0, 65535), metavar="PORT", help=say("serve.port"))
@click.option("--public-url", metavar="URL", help=say("serve.public-url"))
@click.option("--cert", type=NamedPath(path_type=Path), metavar="FILE", help=say("serve.cert"))
@click.option("--key", type=NamedPath(path_type=Path), metavar="FILE", help=say("serve.key"))
@click.option("--trusted-proxy", metavar="ADDRESS", help=say("serve.trusted-proxy"))
@click.option("--data", type=NamedPath(path_type=Path), metavar="DIR", help=say("serve.data"))
@click.option(
    "--abandon-after",
    type=WholeNumber(0, 36_500),
    default=30,
    show_default=True,
    metavar="DAYS",
    help=say("serve.abandon-after"),
)
@click.option(
    "--close-parties-after",
    type=WholeNumber(0, 36_500),
    default=30,
    show_default=True,
    metavar="DAYS",
    help=say("serve.close-parties-after"),
)
@click.option(
    "--pace",
    callback=read_pace,
    metavar="SECONDS",
    help=say("serve.pace", value=f"{PACE:g}", limit=SLOWEST),
)
@click.option("--no-open", is_flag=True, help=say("serve.no-open"))
def command(
    *,
    host: str,
    port: int | None,
    public_url: str | None,
    cert: Path | None,
    key: Path | None,
    trusted_proxy: str | None,
    data: Path | None,
    abandon_after: int,
    close_parties_after: int,
    pace: float | None,
    no_open: bool,
) -> None:
    """Serve until Ctrl-C."""
    if key is not None and cert is None:
        raise WebError("key-without-certificate")
    if cert is not None:
        check_certificate(cert, key)
    if trusted_proxy is not None:
        _check_proxy(trusted_proxy)
    listening = Listening(host, port, cert, key, trusted_proxy)
    addresses = addresses_for(public_url)
    folder = data if data is not None else _data_folder()
    _make(folder)
    with ExitStack() as kept:
        store = open_store(folder)
        kept.callback(store.close)
        try:
            lock = _lock(folder)
        except StoreError as error:
            running = str(error.params["value"]) if error.code == "store-in-use" else ""
            if not running:
                raise
            click.echo(say("serve.running", address=running))
            if _wants_another(running, port, addresses):
                click.echo(say("serve.running-elsewhere"))
            _open_browser(running, no_open=no_open)
            return
        kept.callback(lock.close)
        log_to(folder / _LOG_FILE)
        bound = kept.enter_context(listen(listening))
        number, found_port = bound.getsockname()[:2]
        addresses = replace(addresses, is_everywhere=ipaddress.ip_address(number).is_unspecified)
        here = _origin(listening, found_port, addresses)

        warming_up = kept.enter_context(WarmingUp())

        def ready() -> None:
            warming_up.ready()
            lock.note(str(here))
            _say_where(here, addresses, folder)
            _open_browser(str(here), no_open=no_open)

        after = None if abandon_after == 0 else abandon_after * DAY
        party_days = None if close_parties_after == 0 else float(close_parties_after)

        def made() -> Server:
            timing = Timing(pace=PACE if pace is None else pace)
            parts = Parts(
                store, addresses, timing=timing, abandon_after=after, party_days=party_days
            )
            return Server(parts)

        run(made, listening, bound, ready=ready, begins=warming_up.begins)
    if store.is_damaged:
        log = str(folder / _LOG_FILE)
        click.echo(say("serve.stopped-damaged", folder=str(folder), value=log))
    else:
        click.echo(say("serve.stopped"))


def _make(folder: Path) -> None:
    """Make the folder for games where there is none yet; refuses one that cannot be."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        found = error.strerror or type(error).__name__
        raise WebError("bad-folder", value=str(folder), found=found) from error


def _check_proxy(address: str) -> None:
    try:
        ipaddress.ip_network(address, strict=False)
    except ValueError:
        raise WebError("bad-proxy", value=address) from None


def _lock(folder: Path) -> FolderLock:
    """The folder for this server alone; waits for one that is being started to say where it is."""
    until = time.monotonic() + _LONGEST_START
    has_said = False
    while True:
        try:
            return FolderLock.take(folder)
        except StoreError as error:
            is_starting = error.code == "store-in-use" and not error.params["value"]
            if not is_starting or time.monotonic() > until:
                raise
        if not has_said:
            click.echo(say("serve.starting"))
            has_said = True
        time.sleep(_LOOK_AGAIN)


def _wants_another(running: str, port: int | None, addresses: Addresses) -> bool:
    """Whether somebody asks for an address that the running server does not have."""
    is_other = addresses.public is not None and str(addresses.public) != running
    return is_other or (port not in (None, 0) and not running.endswith(f":{port}"))


def _data_folder() -> Path:
    named = os.environ.get("OHHELL_DATA", "").strip()
    folder = Path(named) if named else platformdirs.user_data_path("ohhell", appauthor=False)
    return folder / "server"


def _origin(listening: Listening, port: int, addresses: Addresses) -> Origin:
    """The address to give to people: the public one, or as near as there is."""
    if addresses.public is not None:
        return addresses.public
    host = listening.host
    if addresses.is_everywhere:
        host = address_in_the_network() or _HERE
    return Origin(listening.scheme, host.lower(), port)


def _say_where(here: Origin, addresses: Addresses, folder: Path) -> None:
    click.echo(say("serve.ready", address=str(here)))
    if not is_of_one_machine(here.host):
        click.echo(say("serve.for-others"))
        if sys.stdout.isatty():
            import segno

            segno.make(str(here), micro=False).terminal(compact=True)
        if not here.is_secure:
            click.echo(say("serve.plain-http"))
    else:
        click.echo(say("serve.no-network" if addresses.is_everywhere else "serve.for-this-machine"))
    click.echo(say("serve.stop", folder=str(folder)))


def _open_browser(address: str, *, no_open: bool) -> None:
    """Show the page, where there is a screen to show it on; where that fails, the address is said.

    Some browsers keep whoever opens them waiting, so nobody waits for this.
    """
    has_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if has_screen and not no_open:
        opening = threading.Thread(target=_open, args=(address,), daemon=True)
        opening.start()
        opening.join(_OPENING)


def _open(address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        webbrowser.open(address)
