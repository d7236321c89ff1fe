"""Which names the server answers to, and which pages may speak to it."""

from __future__ import annotations

import pytest

from ohhell.web.addresses import Addresses, Origin, addresses_for, parse_origin
from ohhell.web.errors import WebError
from ohhell.web.identity import cookie_name, find_token, holder_of, new_token, set_cookie
from tests.web.house import House, cookie

PLAIN = Origin("http", "127.0.0.1", 6435)
SECURE = Origin("https", "cards.example.org", 443)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("http://127.0.0.1:6435", PLAIN),
        ("https://Cards.Example.org/", SECURE),
        ("https://cards.example.org:443", SECURE),
        ("http://[::1]:80", Origin("http", "::1", 80)),
        ("https://cards.example.org/game", None),
        ("https://cards.example.org?x", None),
        ("https://ada@cards.example.org", None),
        ("ftp://cards.example.org", None),
        ("cards.example.org", None),
        ("null", None),
        ("http://", None),
        ("http://a:b:c", None),
        ("http://a:99999", None),
        ("http://[::1", None),
        ("http://a:0", None),
        ("http://a b", None),
        ("http://a..b", None),
        ("http://..", None),
        ("http://" + "a" * 64, None),
        ("http://" + "a" * 63, Origin("http", "a" * 63, 80)),
        ("http://a_b.example.", Origin("http", "a_b.example.", 80)),
        ("https://Käse.example", Origin("https", "xn--kse-qla.example", 443)),
        ("https://ä..example", None),
        ("http://[fe80::1%25eth0]", Origin("http", "fe80::1%25eth0", 80)),
        ("", None),
    ],
)
def test_an_origin_is_read_strictly(text: str, origin: Origin | None) -> None:
    assert parse_origin(text) == origin


@pytest.mark.parametrize(
    ("origin", "text"),
    [
        (PLAIN, "http://127.0.0.1:6435"),
        (SECURE, "https://cards.example.org"),
        (Origin("http", "::1", 80), "http://[::1]"),
        (Origin("http", "cards.example.org", 443), "http://cards.example.org:443"),
    ],
)
def test_an_origin_is_written_as_browsers_do(origin: Origin, text: str) -> None:
    assert str(origin) == text
    assert parse_origin(text) == origin


def test_a_public_address_must_be_one() -> None:
    assert addresses_for(" https://cards.example.org ").public == SECURE
    assert addresses_for(None).public is None
    with pytest.raises(WebError, match="not-a-url"):
        addresses_for("cards.example.org")


OURS = Addresses(SECURE, frozenset({"localhost", "den"}))


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("cards.example.org", SECURE),
        ("localhost:6435", Origin("http", "localhost", 6435)),
        ("den:6435", Origin("http", "den", 6435)),
        ("192.168.1.20:6435", Origin("http", "192.168.1.20", 6435)),
        ("[fe80::1]:6435", Origin("http", "fe80::1", 6435)),
        ("evil.example", None),
        ("cards.example.org.evil.example", None),
        ("localhost@evil.example", None),
        ("127.0.0.1.evil.example:6435", None),
        ("", None),
    ],
)
def test_a_request_is_for_us_by_its_host(host: str, origin: Origin | None) -> None:
    assert OURS.origin_of(host, scheme="http") == origin


@pytest.mark.parametrize(
    ("host", "is_everywhere", "network", "linked", "reach"),
    [
        ("127.0.0.1", True, "192.168.1.20", "192.168.1.20", "others"),
        ("localhost", True, "192.168.1.20", "192.168.1.20", "others"),
        ("::1", True, "fd00::20", "fd00::20", "others"),
        ("localhost", True, None, "localhost", "no-network"),
        ("localhost", False, "192.168.1.20", "localhost", "this-machine"),
        ("127.0.0.1", False, None, "127.0.0.1", "this-machine"),
        ("192.168.1.20", True, "10.0.0.7", "192.168.1.20", "others"),
        ("den", True, "10.0.0.7", "den", "others"),
    ],
)
def test_links_are_for_others_wherever_their_maker_sits(
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    is_everywhere: bool,
    network: str | None,
    linked: str,
    reach: str,
) -> None:
    monkeypatch.setattr("ohhell.web.addresses.address_in_the_network", lambda: network)
    home = Addresses(None, frozenset({"localhost", "den"}), is_everywhere)
    here = Origin("http", host, 6435)
    assert home.for_links(here) == (Origin("http", linked, 6435), reach)
    public = Addresses(SECURE, frozenset({"localhost"}), is_everywhere)
    assert public.for_links(here) == (SECURE, "others")


def test_only_our_own_pages_may_speak_to_us() -> None:
    assert OURS.is_from("http://127.0.0.1:6435", PLAIN)
    for other in (
        "http://127.0.0.1:8000",
        "https://127.0.0.1:6435",
        "http://localhost:6435",
        "http://evil.example",
        "null",
        "",
    ):
        assert not OURS.is_from(other, PLAIN)


# ---------------------------------------------------------------------------- cookies


def test_a_cookie_is_long_hidden_and_named_after_the_port() -> None:
    token = new_token()
    assert len({new_token() for _ in range(100)}) == 100
    plain = set_cookie(token, PLAIN)
    assert plain.startswith(f"ohhell-6435={token}; Path=/; Max-Age=")
    assert "HttpOnly" in plain
    assert "SameSite=Lax" in plain
    assert "Secure" not in plain
    secure = set_cookie(token, SECURE)
    assert secure.startswith(f"__Host-ohhell-443={token}; Path=/;")
    assert secure.endswith("; Secure")
    assert "Domain" not in secure


def test_a_token_is_found_among_other_cookies_or_not_at_all() -> None:
    token = new_token()
    name = cookie_name(PLAIN)
    assert find_token(f"a=b; {name}={token}; c=d", PLAIN) == token
    assert find_token(f"ohhell-7000={token}", PLAIN) is None
    for bad in ("", token[:-1], token + "A", "*" * 43, "ä" * 43):
        assert find_token(f"{name}={bad}", PLAIN) is None


def test_what_is_kept_does_not_give_the_token_away() -> None:
    token = new_token()
    assert len(holder_of(token)) == 32
    assert holder_of(token) == holder_of(token)
    assert holder_of(token) != holder_of(new_token())
    assert token.encode() not in holder_of(token)


# ---------------------------------------------------------------------------- over HTTP

pytest_asyncio = pytest.mark.asyncio


@pytest_asyncio
async def test_a_page_brings_a_cookie_and_keeps_it() -> None:
    async with House() as house, house.http() as http:
        first = await http.get("/")
        assert first.status_code == 200
        token = find_token(first.headers["set-cookie"].split(";")[0], PLAIN)
        assert token is not None
        again = await http.get("/", headers={"Cookie": cookie(token)})
        assert find_token(again.headers["set-cookie"].split(";")[0], PLAIN) == token


@pytest_asyncio
@pytest.mark.parametrize("path", ["/", "/new", "/rules", "/table/abc"])
async def test_every_page_of_the_client_is_served(path: str) -> None:
    async with House() as house, house.http() as http:
        page = await http.get(path)
        assert page.status_code == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["cache-control"] == "no-cache"


@pytest_asyncio
async def test_an_address_that_is_none_of_ours_shows_the_page_which_says_so() -> None:
    async with House() as house, house.http() as http:
        for path in ("/foo/bar", "/table", "/new/", "/static"):
            shown = await http.get(path, headers={"accept": "text/html,*/*;q=0.8"})
            assert shown.status_code == 404
            assert shown.headers["content-type"].startswith("text/html")
            assert shown.text == (await http.get("/")).text
            assert shown.headers["cache-control"] == "no-store"
            told = await http.get(path)
            assert (told.status_code, told.text) == (404, "Not Found\n")


@pytest_asyncio
async def test_every_answer_carries_the_headers_of_safety() -> None:
    async with House() as house, house.http() as http:
        for path in ("/", "/healthz", "/static/abc/main.js", "/nothing", "/tables/x/record"):
            headers = (await http.get(path)).headers
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-content-type-options"] == "nosniff"
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]


@pytest_asyncio
async def test_a_host_that_is_not_ours_learns_nothing() -> None:
    async with House() as house:
        async with house.http(host="evil.example") as http:
            answer = await http.get("/")
            assert answer.status_code == 421
            assert "set-cookie" not in answer.headers
        stranger = await house.client(host="evil.example")
        assert stranger.status == 421


@pytest_asyncio
async def test_a_page_of_somebody_else_cannot_open_a_socket() -> None:
    async with House() as house:
        for origin in (
            "http://evil.example",
            "null",
            "http://127.0.0.1:1",
            "https://127.0.0.1:6435",
        ):
            assert (await house.client(origin=origin)).status == 403
        assert (await house.client(origin="http://127.0.0.1:6435")).status == 101
        assert (await house.client(origin=None)).status == 101
        async with house.http() as http:
            answer = await http.post("/", headers={"Origin": "http://evil.example"})
            assert answer.status_code == 403


@pytest_asyncio
async def test_a_socket_needs_a_cookie() -> None:
    async with House() as house:
        for header in ("", "ohhell-6435=short", cookie("A" * 43, "x:7000")):
            assert (await house.client(headers={"cookie": header})).status == 401


@pytest_asyncio
async def test_at_the_public_address_everything_is_by_https() -> None:
    addresses = Addresses(SECURE, frozenset({"localhost"}))
    async with House(addresses=addresses) as house:
        async with house.http(host="cards.example.org") as http:
            page = await http.get("/")
        assert page.headers["set-cookie"].startswith("__Host-ohhell-443=")
        token = new_token()
        for origin, status in (
            ("https://cards.example.org", 101),
            ("http://cards.example.org", 403),
        ):
            client = await house.client(
                host="cards.example.org",
                origin=origin,
                headers={"cookie": f"__Host-ohhell-443={token}"},
            )
            assert client.status == status


@pytest_asyncio
async def test_files_are_kept_by_browsers_for_ever_and_sent_small() -> None:
    async with House() as house, house.http() as http:
        plain = await http.get("/static/abc/main.js", headers={"accept-encoding": "identity"})
        assert plain.headers["content-type"].startswith("text/javascript")
        assert "immutable" in plain.headers["cache-control"]
        small = await http.get("/static/abc/main.js")
        assert small.headers["content-encoding"] == "gzip"
        assert small.text == plain.text
        old = await http.get("/static/000/main.js")
        assert old.text == plain.text
        assert old.headers["cache-control"] == "no-cache"
        known = await http.get(
            "/", headers={"if-none-match": (await http.get("/")).headers["etag"]}
        )
        assert known.status_code == 304
        for missing in (
            "/static/abc/nothing.js",
            "/static/abc/../app.py",
            "/static/abc/%2e%2e/app.py",
        ):
            assert (await http.get(missing)).status_code == 404


@pytest_asyncio
async def test_the_texts_for_screens_are_labels_and_no_refusals() -> None:
    async with House() as house, house.http() as http:
        texts = (await http.get("/catalogue.json")).json()
        assert texts["language"] == "en"
        assert texts["plural"] == ["one", "other"]
        assert texts["templates"]["suit.hearts"] == "hearts"
        assert not any(key.startswith("error.") for key in texts["templates"])


@pytest_asyncio
async def test_a_sign_of_life_tells_whether_games_can_be_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from ohhell.table.errors import StoreError

    async with House() as house, house.http() as http:
        well = await http.get("/healthz")
        assert (well.status_code, well.text) == (200, "ok\n")

        async def full() -> None:
            raise StoreError("store-full", found="SQLITE_FULL")

        monkeypatch.setattr(house.store, "check", full)
        ill = await http.get("/healthz")
        assert (ill.status_code, ill.text) == (503, "store-full\n")
