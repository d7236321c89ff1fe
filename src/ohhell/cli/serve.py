"""`ohhell serve`: the game in the browser, on this machine and for friends."""

from __future__ import annotations

import ipaddress
import os
import sys
import webbrowser
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import click
import platformdirs

from ohhell.store.folder_lock import FolderLock
from ohhell.store.sqlite import open_store
from ohhell.table.errors import StoreError
from ohhell.text import say
from ohhell.web.addresses import Addresses, Origin, address_in_the_network, addresses_for
from ohhell.web.app import DAY, Parts, Server
from ohhell.web.errors import WebError
from ohhell.web.listening import Listening, check_certificate, listen, run
from ohhell.web.logs import log_to

_HERE: Final = "127.0.0.1"
_LOG_FILE: Final = "server.log"


@click.command("serve", short_help=say("command.serve"), help=say("serve.help"))
@click.option("--host", default=_HERE, show_default=True, metavar="HOST", help=say("serve.host"))
@click.option("--port", type=click.IntRange(0, 65535), metavar="PORT", help=say("serve.port"))
@click.option("--public-url", metavar="URL", help=say("serve.public-url"))
@click.option("--cert", type=click.Path(path_type=Path), metavar="FILE", help=say("serve.cert"))
@click.option("--key", type=click.Path(path_type=Path), metavar="FILE", help=say("serve.key"))
@click.option("--trusted-proxy", metavar="ADDRESS", help=say("serve.trusted-proxy"))
@click.option("--data", type=click.Path(path_type=Path), metavar="DIR", help=say("serve.data"))
@click.option(
    "--abandon-after",
    type=click.IntRange(0, 36_500),
    default=30,
    show_default=True,
    metavar="DAYS",
    help=say("serve.abandon-after"),
)
@click.option(
    "--close-parties-after",
    type=click.IntRange(0, 36_500),
    default=30,
    show_default=True,
    metavar="DAYS",
    help=say("serve.close-parties-after"),
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
    no_open: bool,
) -> None:
    """Serve until Ctrl-C."""
    if key is not None and cert is None:
        raise WebError("key-without-certificate")
    if cert is not None:
        check_certificate(cert, key)
    listening = Listening(host, port, cert, key, trusted_proxy)
    addresses = addresses_for(public_url)
    folder = data if data is not None else _data_folder()
    with ExitStack() as kept:
        store = open_store(folder)
        kept.callback(store.close)
        try:
            lock = FolderLock.take(folder)
        except StoreError as error:
            if error.code == "store-in-use":
                _open_browser(str(error.params["value"]), no_open=no_open)
            raise
        kept.callback(lock.close)
        log_to(folder / _LOG_FILE)
        bound = kept.enter_context(listen(listening))
        here = _origin(listening, bound.getsockname()[1], addresses)

        def ready() -> None:
            lock.note(str(here))
            _say_where(here, listening, folder)
            _open_browser(str(here), no_open=no_open)

        click.echo(say("serve.warming-up"))
        after = None if abandon_after == 0 else abandon_after * DAY

        party_days = None if close_parties_after == 0 else float(close_parties_after)

        def made() -> Server:
            parts = Parts(store, addresses, abandon_after=after, party_days=party_days)
            return Server(parts)

        run(made, listening, bound, ready=ready)
    click.echo(say("serve.stopped"))


def _data_folder() -> Path:
    named = os.environ.get("OHHELL_DATA", "").strip()
    folder = Path(named) if named else platformdirs.user_data_path("ohhell", appauthor=False)
    return folder / "server"


def _origin(listening: Listening, port: int, addresses: Addresses) -> Origin:
    """The address to give to people: the public one, or as near as there is."""
    if addresses.public is not None:
        return addresses.public
    host = listening.host
    if _is_everywhere(host):
        host = address_in_the_network() or _HERE
    return Origin(listening.scheme, host.lower(), port)


def _is_everywhere(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return host == ""


def _is_for_others(here: Origin) -> bool:
    try:
        return not ipaddress.ip_address(here.host).is_loopback
    except ValueError:
        return here.host != "localhost"


def _say_where(here: Origin, listening: Listening, folder: Path) -> None:
    click.echo(say("serve.ready", address=str(here)))
    if _is_for_others(here):
        click.echo(say("serve.for-others"))
        if sys.stdout.isatty():
            import segno

            segno.make(str(here), micro=False).terminal(compact=True)
        if not here.is_secure:
            click.echo(say("serve.plain-http"))
    elif listening.host == _HERE:
        click.echo(say("serve.for-this-machine"))
    click.echo(say("serve.stop", folder=str(folder)))


def _open_browser(address: str, *, no_open: bool) -> None:
    """Show the page, where there is a screen to show it on."""
    has_screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
    )
    if address and has_screen and not no_open:
        webbrowser.open(address)
