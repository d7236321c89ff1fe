"""What a typed line means, from the view of the moment alone."""

from dataclasses import replace

import pytest

from ohhell.cli.terminal.keys import Asked, Do, Keep, Look, Quit, Wrong, asked_of, read_line
from ohhell.rules.actions import Action, Bid, Play
from ohhell.rules.cards import parse_card
from ohhell.rules.projection import view_for
from ohhell.rules.view import PlayerView
from tests.rules.scenes import Scene

RULES = "common players=3 sequence=3 first_dealer=seat-0"


def view_of(scene: Scene, seat: int = 0) -> PlayerView:
    return view_for(scene.state, seat)


def typed(text: str, view: PlayerView, *, is_kept: bool = False) -> object:
    return read_line(text, view, asked_of(view, is_kept=is_kept))


def done(text: str, view: PlayerView) -> Action:
    meant = typed(text, view)
    assert isinstance(meant, Do), meant
    return meant.action


def refused(text: str, view: PlayerView, *, is_kept: bool = False) -> str:
    meant = typed(text, view, is_kept=is_kept)
    assert isinstance(meant, Wrong), meant
    assert "\n" not in meant.line.plain
    return meant.line.plain


@pytest.fixture
def bidding() -> Scene:
    """Seat 0 deals and is to bid last; the others bid 1 and 1 of 3."""
    scene = Scene(RULES)
    scene.deal("AS TH 2H", "KH QC 2C", turn_up="3D")
    scene.bid(1, 1)
    return scene


@pytest.fixture
def following(bidding: Scene) -> Scene:
    """Seat 0 has bid 2, hearts are led, and it holds two of them."""
    bidding.bid(2)
    bidding.play("KH")
    bidding.play(bidding.cards().split()[0])
    return bidding


def test_a_number_is_a_bid(bidding: Scene) -> None:
    assert done(" 2 ", view_of(bidding)) == Bid(2)
    assert done("0", view_of(bidding)) == Bid(0)


def test_the_hooked_bid_is_refused_with_the_reason(bidding: Scene) -> None:
    assert refused("1", view_of(bidding)) == "1 is out: the bids may not add up to 3."


@pytest.mark.parametrize("text", ["4", "99999999", "-1", "two", "", "QH x", "\x1b[A", "٣", "1.0"])
def test_a_wrong_bid_gets_one_line_that_says_what_is_possible(bidding: Scene, text: str) -> None:
    assert refused(text, view_of(bidding)) == "Type a number from 0 to 3. 1 is out. ? is help."


def test_enter_bids_the_only_bid_that_is_left() -> None:
    scene = Scene("common players=3 sequence=1 first_dealer=seat-0")
    scene.deal(turn_up="3D")
    scene.bid(1, 0)
    view = view_of(scene)
    assert done("", view) == Bid(1)
    assert refused("0", view) == "0 is out: the bids may not add up to 1."


def test_cards_go_by_their_number_in_the_sorted_hand_or_by_name(following: Scene) -> None:
    view = view_of(following)
    # Trumps are diamonds, so the hand reads: spade, then hearts from above.
    assert done("2", view) == Play(parse_card("TH"))
    assert done("3", view) == Play(parse_card("2H"))
    for name in ("10h", "TH", "th", "10♥", "t♡", "10♥\ufe0f"):
        assert done(name, view) == Play(parse_card("TH"))


@pytest.mark.parametrize("text", ["1", "AS", "a♠", "0", "4", "", "hearts"])
def test_a_wrong_card_gets_one_line_with_the_cards_that_are_possible(
    following: Scene, text: str
) -> None:
    assert refused(text, view_of(following)) == "Follow hearts: 10♥ (2), 2♥ (3)."


def test_a_card_of_somebody_else_is_named(following: Scene) -> None:
    assert refused("QC", view_of(following)) == "You do not hold Q♣. Follow hearts: type 2 to 3."


def test_enter_plays_the_only_card_and_no_other(following: Scene) -> None:
    assert isinstance(typed("", view_of(following)), Wrong)
    for _ in range(2):
        following.play("TH" if following.cards(0).split()[-1] == "TH" else "2H")
        while following.next != 0:
            following.play(following.cards().split()[0])
    view = view_of(following)
    assert len(view.legal) == 1
    assert done("", view) == view.legal[0]


def test_leading_every_card_is_open() -> None:
    scene = Scene(RULES + " hook=off first_lead=dealer")
    scene.deal("AS KS 2H", turn_up="3D")
    scene.bid(1, 1, 1)
    assert refused("nothing", view_of(scene)) == "Type 1 to 3, or a card such as A♠."


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("?", Look.HELP),
        (" HELP ", Look.HELP),
        ("s", Look.SHEET),
        ("S", Look.SHEET),
        ("l", Look.LAST_TRICK),
        ("r", Look.RULES),
        ("q", Quit()),
        ("quit", Quit()),
    ],
)
def test_the_other_keys_mean_the_same_whenever_they_are_typed(
    bidding: Scene, text: str, meant: object
) -> None:
    assert typed(text, view_of(bidding)) == meant
    bidding.bid(2)
    bidding.play("KH")
    bidding.play(bidding.cards().split()[0])
    assert typed(text, view_of(bidding)) == meant


def test_a_bid_that_may_change_is_kept_by_enter_or_by_itself_and_changed_by_another() -> None:
    scene = Scene(RULES + " bid_change=until-next")
    scene.deal("AS TH 2H", turn_up="3D")
    scene.bid(1, 1, 2)
    view = view_of(scene)
    assert asked_of(view, is_kept=False) is Asked.KEEP
    assert typed("", view) == Keep()
    assert typed("2", view) == Keep()
    assert done("3", view) == Bid(3)
    assert refused("1", view) == "1 is out: the bids may not add up to 3."
    assert refused("x", view) == (
        "Enter keeps your bid; a number from 0 to 3 changes it. 1 is out. ? is help."
    )
    assert asked_of(view, is_kept=True) is Asked.NOTHING


def test_a_dealer_who_leads_is_asked_for_the_bid_first_and_then_for_a_card() -> None:
    scene = Scene(RULES + " bid_change=until-next first_lead=dealer")
    scene.deal("AS TH 2H", turn_up="3D")
    scene.bid(1, 1, 2)
    view = view_of(scene)
    assert asked_of(view, is_kept=False) is Asked.KEEP
    assert typed("2", view) == Keep()
    assert typed("TH", view) == Do(Play(parse_card("TH")))
    assert asked_of(view, is_kept=True) is Asked.CARD
    assert typed("2", view, is_kept=True) == Do(Play(parse_card("TH")))


def test_nothing_is_asked_of_a_watcher_or_out_of_turn(bidding: Scene) -> None:
    assert asked_of(view_for(bidding.state, None), is_kept=False) is Asked.NOTHING
    assert asked_of(view_of(bidding, 1), is_kept=False) is Asked.NOTHING
    view = replace(view_of(bidding), legal=())
    assert asked_of(view, is_kept=False) is Asked.NOTHING
