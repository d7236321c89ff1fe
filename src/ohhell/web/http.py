"""What is served over plain HTTP: the page and its files, the texts, records, and a sign of life."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, Protocol

import msgspec
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ohhell.rules.errors import OhHellError
from ohhell.table.errors import StoreError
from ohhell.text import catalogue, sentence
from ohhell.web.addresses import Addresses, Origin
from ohhell.web.assets import Asset, Assets, asset_of
from ohhell.web.identity import find_token, holder_of, new_token, set_cookie
from ohhell.web.limits import limited_address

PAGES: Final = ("/", "/new", "/rules", "/table/{table}", "/party", "/party/{party}", "/join")
"""Addresses that are the client's to show; all get the same page."""

_FOR_THE_TABLE: Final = (
    "web.",
    "suit.",
    "Suit.",
    "one.",
    "rank.",
    "phase.",
    "list.",
    "level.",
    "preset.",
)
"""The beginnings of the catalogue's keys that screens show to whoever just plays."""

_APART: Final = {
    "catalogue-pages.json": ("web.choose.", "web.end.", "web.fair.", "web.rules."),
    "catalogue-party.json": (
        "chat.",
        "web.chat.",
        "web.claim.",
        "web.party.",
        "web.pause.",
        "web.people.",
        "web.resign.",
        "web.stood-in.",
    ),
}
"""Those of pages to read, and those that only friends see: fetched when they are wanted."""

_SECURITY: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self';"
        " connect-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self';"
        " base-uri 'self'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
_LANGUAGE_TAG: Final = "en"
"""What browsers call the language of the default catalogue."""

_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"

_STATUS: Final = {"no-such-table": 404, "too-many-messages": 429}
"""HTTP's word for a refusal; 400 for all others."""

_App = Callable[[Any, Any, Any], Awaitable[None]]


class Records(Protocol):
    """Whoever has the records of games."""

    async def record(self, holder: bytes, address: str | None, table: str) -> str:
        """The record of a game for a client with a seat there; `OhHellError` for anybody else."""
        ...


class Pages:
    """The routes of one server.  `is_well` raises `OhHellError` where something is not."""

    def __init__(
        self, assets: Assets, records: Records, is_well: Callable[[], Awaitable[None]]
    ) -> None:
        self._assets = assets
        self._records = records
        self._is_well = is_well
        self._texts = {
            name: asset_of(name, msgspec.json.encode(_catalogue(keys)))
            for name, keys in _catalogues().items()
        }

    @property
    def routes(self) -> list[Route]:
        """All of them."""
        return [
            *(Route(path, self._page) for path in PAGES),
            Route("/static/{digest}/{path:path}", self._file),
            *(Route(f"/{name}", self._catalogue) for name in self._texts),
            Route("/tables/{table}/record", self._record),
            Route("/healthz", self._health),
            Route("/{path:path}", self._nowhere),
        ]

    async def _page(self, request: Request) -> Response:
        here = _here(request)
        response = _send(request, self._assets.page, _ASK_AGAIN)
        token = find_token(request.headers.get("cookie", ""), here) or new_token()
        response.headers["set-cookie"] = set_cookie(token, here)
        return response

    async def _nowhere(self, request: Request) -> Response:
        """A person gets the page, which says that there is nothing; a program is told in a word."""
        if "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse("Not Found\n", 404)
        response = await self._page(request)
        response.status_code = 404
        response.headers["cache-control"] = "no-store"
        return response

    async def _file(self, request: Request) -> Response:
        asset = self._assets.by_path.get(request.path_params["path"])
        if asset is None:
            return PlainTextResponse("", 404)
        is_now = request.url.path.startswith(f"{self._assets.prefix}/")
        return _send(request, asset, _FOR_EVER if is_now else _ASK_AGAIN)

    async def _catalogue(self, request: Request) -> Response:
        return _send(request, self._texts[request.url.path.rpartition("/")[2]], _ASK_AGAIN)

    async def _record(self, request: Request) -> Response:
        token = find_token(request.headers.get("cookie", ""), _here(request))
        table: str = request.path_params["table"]
        try:
            if token is None:
                return PlainTextResponse("", 401)
            address = limited_address(request.client.host if request.client else None)
            text = await self._records.record(holder_of(token), address, table)
        except OhHellError as error:
            status = 503 if isinstance(error, StoreError) else _STATUS.get(error.code, 400)
            return PlainTextResponse(sentence(error) + "\n", status)
        headers = {
            "cache-control": "no-store",
            "content-disposition": f'attachment; filename="ohhell-{table[:8]}.jsonl"',
        }
        return PlainTextResponse(text, headers=headers, media_type="application/x-ndjson")

    async def _health(self, request: Request) -> Response:
        try:
            await self._is_well()
        except OhHellError as error:
            return PlainTextResponse(f"{error.code}\n", 503, {"cache-control": "no-store"})
        return PlainTextResponse("ok\n", headers={"cache-control": "no-store"})


def _here(request: Request) -> Origin:
    here: Origin = request.scope["here"]
    return here


def _send(request: Request, asset: Asset, caching: str) -> Response:
    """A file, small where the browser takes that, or the news that it has it already."""
    headers = {"cache-control": caching, "etag": f'"{asset.tag}"', "vary": "accept-encoding"}
    if f'"{asset.tag}"' in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    content = asset.content
    if asset.small is not None and "gzip" in request.headers.get("accept-encoding", ""):
        content = asset.small
        headers["content-encoding"] = "gzip"
    return Response(content, headers=headers, media_type=asset.kind)


def _catalogues() -> dict[str, list[str]]:
    """The keys of each catalogue that screens can fetch."""
    known = catalogue().templates
    apart = {
        name: [key for key in known if key.startswith(begin)] for name, begin in _APART.items()
    }
    others = {*known}.difference(*apart.values())
    mine = [key for key in known if key in others and key.startswith(_FOR_THE_TABLE)]
    return {"catalogue.json": mine} | apart


def _catalogue(keys: Iterable[str]) -> dict[str, object]:
    """What screens say: templates (`ohhell.text.catalogue` has their language), forms of plurals."""
    templates = catalogue().templates
    return {
        "language": _LANGUAGE_TAG,
        "plural": ["one", "other"],
        "templates": {key: templates[key] for key in keys},
    }


class Gate:
    """Lets in what is meant for this server, and puts the headers of safety on what goes out."""

    def __init__(self, app: _App, addresses: Addresses) -> None:
        self._app = app
        self._addresses = addresses

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """ASGI; sockets have their own gate."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        here = self._addresses.origin_of(headers.get("host", ""), scheme=scope["scheme"])

        async def send_safely(message: Any) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for name, value in _SECURITY.items():
                    out.setdefault(name, value)
            await send(message)

        if here is None:
            refusal = PlainTextResponse("421 Misdirected Request\n", 421)
            await refusal(scope, receive, send_safely)
            return
        origin = headers.get("origin")
        if (
            scope["method"] not in ("GET", "HEAD")
            and origin is not None
            and not self._addresses.is_from(origin, here)
        ):
            await PlainTextResponse("403 Forbidden\n", 403)(scope, receive, send_safely)
            return
        scope["here"] = here
        await self._app(scope, receive, send_safely)
