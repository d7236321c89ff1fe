"""How hard the property tests try, what CI does not forgive, and where no test may write."""

import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

IN_CI = os.environ.get("CI", "").lower() == "true"

TESTS = Path(__file__).parent
COUNTED = ("rules", "table", "contracts", "store")
"""The tests that must reach every branch of rules and tables by themselves."""

# No deadline anywhere: how fast a machine is says nothing about a law.
_COMMON: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("dev", max_examples=50, **_COMMON)
# The same examples every time: a change is judged by what it changed, not by luck.
settings.register_profile(
    "ci", max_examples=150, derandomize=True, database=None, print_blob=True, **_COMMON
)
# For an afternoon's search: HYPOTHESIS_PROFILE=deep make test
settings.register_profile(
    "deep", max_examples=5_000, print_blob=True, phases=tuple(Phase), **_COMMON
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if IN_CI else "dev"))


# A run started in the background hands ignored signals down to every program it starts, and a
# program that is told to ignore a hang-up cannot show what it does at one.
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session", autouse=True)
def _no_games_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """Programs that are not told where to keep games do not keep them among somebody's own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OHHELL_DATA", str(tmp_path_factory.mktemp("games-of-nobody")))
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count branches only where they are asked for: to count them doubles the time of a test."""
    for item in items:
        if item.path.relative_to(TESTS).parts[0] not in COUNTED:
            item.add_marker(pytest.mark.no_cover)


def _refuse_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"nothing may be skipped in CI; {report.nodeid} was: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    _refuse_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    _refuse_skip(report)
    return report
