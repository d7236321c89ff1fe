"""How much one client may ask for."""

from __future__ import annotations

import pytest

from ohhell.web import limits
from ohhell.web.limits import Budget, Rate, limited_address


def test_a_budget_is_spent_and_fills_again() -> None:
    budget: Budget[str] = Budget(Rate(burst=2, per_second=0.5))
    assert [budget.spend("a", 1, 0.0) for _ in range(3)] == [True, True, False]
    assert budget.spend("b", 1, 0.0)
    assert not budget.spend("a", 1, 1.0)
    assert budget.spend("a", 1, 2.0)
    assert not budget.spend("a", 3, 1000.0)
    assert budget.spend("a", 2, 1000.0)


def test_a_clock_that_goes_back_gives_nothing_and_takes_nothing() -> None:
    budget: Budget[str] = Budget(Rate(burst=2, per_second=1))
    assert budget.spend("a", 1, 100.0)
    assert budget.spend("a", 1, 50.0)
    assert not budget.spend("a", 1, 50.0)


def test_budgets_of_the_quiet_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "_MOST_KEPT", 3)
    budget: Budget[int] = Budget(Rate(burst=1, per_second=0))
    for key in range(5):
        assert budget.spend(key, 1, 0.0)
    assert budget.spend(0, 1, 0.0)
    assert not budget.spend(4, 1, 0.0)


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("127.0.0.1", None),
        ("::1", None),
        ("::ffff:127.0.0.1", None),
        ("unix", None),
        (None, None),
    ],
)
def test_an_address_is_counted_by_its_household(client: str | None, address: str | None) -> None:
    assert limited_address(client) == address
