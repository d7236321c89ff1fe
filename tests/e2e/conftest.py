"""A server, a browser, and pages in it that complain of everything that is not as it should be.

The browser lives for one module: playwright keeps an event loop of its own, which no other test may
meet in the same process.  The server is there for all of them: whoever comes is a stranger to it.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.e2e.chromium import FLAGS, chromium
from tests.e2e.screen import Pages
from tests.web.serving import Program


@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("there is no Chromium here, and it may not be installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, headless=True, args=list(FLAGS), ignore_default_args=False
        )
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Generator[Program]:
    """A server as people start it, on a port of its own, whose CPU players act at once."""
    data: Path = tmp_path_factory.mktemp("server")
    program = Program(data, "--port", "0", "--pace", "0")
    yield program
    program.kill()


@pytest.fixture
def pages(browser: Browser, program: Program) -> Generator[Pages]:
    """Opens pages at the server; at the end each must have been without a fault."""
    opened = Pages(browser, program.address)
    yield opened
    opened.close()
