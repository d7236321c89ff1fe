"""How the table, hands, sheets and ends are drawn, line for line."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from rich.text import Text

from ohhell.cli.terminal.faces import sorted_hand
from ohhell.cli.terminal.keys import Asked, asked_of
from ohhell.cli.terminal.names import shown_names
from ohhell.cli.terminal.screen import (
    hand_lines,
    round_rule,
    table_lines,
    trump_line,
    turn_line,
)
from ohhell.cli.terminal.sheet import places_lines, round_lines, sheet_lines, sheet_pages
from ohhell.cli.terminal.story import Said, Sheet, Shown, last_trick, story, trick_line
from ohhell.rules import events as ev
from ohhell.rules.cards import Suit, format_cards, parse_cards
from ohhell.rules.projection import hides_bids, mask, view_for
from ohhell.rules.view import Phase, PlayerView, RoundView
from tests.rules.scenes import Scene

NAMES = ("Player", "Ada", "Emil", "Chiyo", "Bruno", "Ines", "Oskar")


def plain(lines: Iterable[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


def seen(scene: Scene, seat: int | None = 0) -> tuple[PlayerView, RoundView]:
    view = view_for(scene.state, seat)
    view = replace(view, names=NAMES[: len(view.names)])
    assert view.round is not None
    return view, view.round


def told(scene: Scene, since: int, before: PlayerView, *, seat: int | None = 0) -> list[str]:
    """The pieces of the story since a place in the log, as plain text."""
    hidden = hides_bids(scene.state)
    events = [mask(event, seat, bids_hidden=hidden) for event in scene.log[since:]]
    after = replace(view_for(scene.state, seat), names=before.names)
    pieces: list[str] = []
    for piece in story(events, before, after, width=60):
        match piece:
            case Said():
                pieces.append(piece.text.plain)
            case Shown():
                pieces += plain(piece.lines)
            case Sheet():
                pass
    return pieces


def test_trumps_come_first_and_colours_alternate() -> None:
    hand = parse_cards("2C AC 3D KH 2H QS")
    assert format_cards(sorted_hand(hand, None)) == "QS KH 2H AC 2C 3D"
    assert format_cards(sorted_hand(hand, Suit.CLUBS)) == "AC 2C 3D QS KH 2H"


def test_a_round_opens_with_its_number_size_dealer_turn_up_and_trump() -> None:
    scene = Scene("common first_dealer=seat-1")
    scene.deal(turn_up="QH")
    view, _ = seen(scene)
    opened = mask(scene.log[-1], 0, bids_hidden=False)
    assert isinstance(opened, ev.RoundOpened)
    line = round_rule(view, opened, 60)
    assert line.cell_len == 60
    assert line.plain.startswith("━━ Round 1 of 19 · 10 cards ━")
    assert line.plain.endswith("━ Ada deals ━━")
    assert trump_line(Suit.HEARTS, opened.turn_up).plain == "Turn-up Q♥ · Trump ♥ hearts"
    assert trump_line(Suit.CLUBS, None).plain == "Trump ♣ clubs"
    assert trump_line(None, None).plain == "No trump"


def test_the_table_while_bidding() -> None:
    scene = Scene("common first_dealer=seat-0 sequence=4")
    scene.deal("AS KS TS 2H", turn_up="QH")
    scene.bid(2, 0, 1)
    view, current = seen(scene)
    assert plain(table_lines(view, current)) == [
        "   Round 1 of 1 · Turn-up Q♥ · Trump ♥ hearts",
        "   Player           Bid   Took  Total",
        "   You dealer         –             0",
        "   Ada                2             0   will lead",
        "   Emil               0             0",
        "   Chiyo              1             0",
        "   Bids so far: 3 for 4 tricks",
    ]
    asked = asked_of(view, is_kept=False)
    assert plain(hand_lines(view, current, 60, asked)) == [
        "       1      2    3    4",
        "      2♥     A♠   K♠  10♠",
    ]
    assert turn_line(view, current, asked).plain == (
        "Bid 0 to 4, but not 1: the bids may not add up to 4."
    )


def test_the_table_while_playing() -> None:
    scene = Scene("common first_dealer=seat-0 sequence=4")
    scene.deal("AS KS TS 2H", "QS 3S 4C 5C", "9H 6C 7C 8C", "4D 5D 6D 7D", turn_up="QH")
    scene.bid(2, 0, 1, 0)
    scene.play("QS 9H 4D")
    view, current = seen(scene)
    assert plain(table_lines(view, current)) == [
        "   Round 1 of 1 · Turn-up Q♥ · Trump ♥ hearts",
        "   Player           Bid   Took  Total   Trick 1",
        "   You dealer         0      0      0",
        "   Ada                2      0      0   Q♠  leads",
        "   Emil               0      0      0   9♥  winning",
        "   Chiyo              1      0      0   4♦",
        "   The bids make 3 for 4 tricks: 1 under",
    ]
    asked = asked_of(view, is_kept=False)
    assert asked is Asked.CARD
    assert plain(hand_lines(view, current, 60, asked)) == [
        "              2    3    4",
        "      2♥     A♠   K♠  10♠",
    ]
    assert turn_line(view, current, asked).plain == "Follow spades. You bid 0: no tricks."


@pytest.mark.parametrize(
    ("bids", "line"),
    [
        ((1, 1, 1), "The bids make 3 for 2 tricks: 1 over"),
        ((0, 1, 0), "The bids make 1 for 2 tricks: 1 under"),
        ((0, 1, 1), "The bids make 2 for 2 tricks: even"),
    ],
)
def test_the_sum_of_the_bids_is_set_against_the_tricks(bids: tuple[int, ...], line: str) -> None:
    scene = Scene("common players=3 first_dealer=seat-0 sequence=2 hook=off")
    scene.deal(turn_up="QH")
    scene.bid(*bids)
    assert plain(table_lines(*seen(scene)))[-1].strip() == line


def test_bids_made_at_once_are_in_but_not_shown_before_all_are() -> None:
    scene = Scene("common players=3 first_dealer=seat-0 sequence=2 hook=off bidding=all-at-once")
    scene.deal(turn_up="QH")
    scene.bid(2)
    view, current = seen(scene)
    lines = plain(table_lines(view, current))
    assert lines[2:] == [
        "   You dealer         –             0",
        "   Ada               in             0   will lead",
        "   Emil               –             0",
        "   Bids made: 1 of 3",
    ]
    scene.bid(1)
    before, _ = seen(scene)
    since = len(scene.log)
    scene.bid(0)
    assert told(scene, since, before) == [
        "You bid 0",
        "All bids are in",
        "You 0",
        "Ada 2",
        "Emil 1",
    ]


def test_a_hand_of_seventeen_cards_breaks_into_rows_that_fit() -> None:
    scene = Scene("common players=3 first_dealer=seat-0 sequence=17 trump=none")
    scene.deal()
    scene.bid(0, 0)
    view, current = seen(scene)
    lines = plain(hand_lines(view, current, 60, Asked.BID))
    assert len(lines) == 4
    assert max(map(len, lines)) <= 60
    assert " ".join(lines[::2]).split() == [str(number) for number in range(1, 18)]


def test_a_trick_is_told_with_leader_and_winner() -> None:
    scene = Scene("common players=3 first_dealer=seat-0 sequence=2")
    scene.deal("AS 2H", "QS 3D", "KS 4D", turn_up="QC")
    scene.bid(1, 1, 1)
    before, _ = seen(scene)
    since = len(scene.log)
    scene.play("QS KS AS")
    assert told(scene, since, before) == [
        "Ada leads Q♠",
        "Emil K♠",
        "You A♠",
        "You take the trick",
    ]
    events = [mask(event, 0, bids_hidden=False) for event in scene.log[since:]]
    trick = last_trick(events, before, None)
    assert trick is not None
    assert trick_line(trick, before).plain == "Ada leads Q♠ · Emil K♠ · You A♠ · You take the trick"
    after, _ = seen(scene)
    assert last_trick((), after, None) == trick


def test_the_draw_for_dealer_is_shown_card_by_card() -> None:
    scene = Scene("common players=3 first_dealer=drawn sequence=1")
    before = replace(view_for(scene.state, 0), names=NAMES[:3])
    first, again = parse_cards("2C QH QD"), parse_cards("5S 4S")
    draws = (tuple(enumerate(first)), tuple(zip((1, 2), again, strict=True)))
    scene.happen([ev.DealerDrawn(1, draws)])
    assert told(scene, 1, before) == [
        "Drawing for dealer",
        "You 2♣",
        "Ada Q♥",
        "Emil Q♦",
        "Ada and Emil draw again",
        "Ada 5♠",
        "Emil 4♠",
        "Ada deals first.",
    ]


def test_a_dealer_by_lot_is_told() -> None:
    scene = Scene("party players=3 sequence=1")
    before = replace(view_for(scene.state, 0), names=NAMES[:3])
    scene.happen([ev.DealerDrawn(0, ())])
    assert told(scene, 1, before) == ["You deal first, by lot."]


def test_a_round_is_scored_with_made_bids_marked() -> None:
    scene = Scene("common players=3 first_dealer=seat-0 sequence=2,1")
    scene.deal("AS AH", "2D 3D", "2C 3C", turn_up="QC")
    scene.bid(0, 0, 1)
    before, _ = seen(scene)
    since = len(scene.log)
    scene.play("2D 2C AS 3C AH 3D")
    lines = told(scene, since, before)
    start = next(index for index, line in enumerate(lines) if "is scored" in line)
    assert lines[start : start + 5] == [
        "── Round 1 is scored " + "─" * 39,
        "   Player           Bid   Took   Points  Total",
        "   You                1      0        0      0",
        "   Ada                0      0 ✓    +10     10",
        "   Emil               0      2       +2      2",
    ]


def test_an_extension_says_who_is_level_and_who_sits_out() -> None:
    scene = Scene("common players=3 first_dealer=seat-0 sequence=1 ties=leaders-2 hook=off")
    scene.deal("2C", "3D", "2H", turn_up="3S")
    scene.bid_all({0: 1, 1: 0, 2: 1})
    before, _ = seen(scene)
    since = len(scene.log)
    scene.play("3D 2H 2C")
    assert told(scene, since, before)[-3:-1] == [
        "   Ada wins.",
        "   You and Emil share second place.",
    ]
    scene = Scene("common players=3 first_dealer=seat-0 sequence=2 ties=leaders-2 hook=off")
    scene.deal("2C 3C", "AD 3D", "KH 2S", turn_up="3S")
    scene.bid_all({0: 1, 1: 1, 2: 1})
    before, _ = seen(scene)
    since = len(scene.log)
    scene.play("AD KH 2C 3D 2S 3C")
    lines = told(scene, since, before)
    assert lines[-1] == "   Ada and Emil are level for first place and play an extension."
    before = replace(view_for(scene.state, 0), names=NAMES[:3])
    since = len(scene.log)
    scene.deal("", "AS KS", "2S 4S", turn_up="3S")
    view, current = seen(scene)
    assert told(scene, since, before) == [
        "",
        "━━ Extension 1 of at most 2 · 2 cards ━━━━━━━━━ Ada deals ━━",
        "   Turn-up 3♠ · Trump ♠ spades",
        "   You sit out of this extension and watch.",
        "",
    ]
    assert plain(table_lines(view, current))[2] == "   You              out             0"


def test_an_extension_for_all_seats_says_so() -> None:
    scene = Scene("common players=3 first_dealer=seat-0 sequence=2 ties=all-seats hook=off")
    scene.deal("2C 3C", "AD 3D", "KH 2S", turn_up="3S")
    scene.bid_all({0: 1, 1: 1, 2: 1})
    before, _ = seen(scene)
    since = len(scene.log)
    scene.play("AD KH 2C 3D 2S 3C")
    assert told(scene, since, before)[-1] == (
        "   Ada and Emil are level for first place: everybody plays an extension."
    )


def played_to_the_end(rules: str) -> PlayerView:
    """A game of one-card rounds in which the ace of spades goes round the table."""
    scene = Scene(rules)
    players = scene.state.rulebook.players
    while scene.phase is not Phase.OVER:
        winner = len(scene.state.results) % players
        scene.one_trick({seat: int(seat == 0) for seat in range(players)}, winner=winner)
    view = view_for(scene.state, 0)
    return replace(view, names=NAMES[:players])


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7])
def test_the_score_sheet_fits(width: int, players: int) -> None:
    view = played_to_the_end(
        f"common players={players} first_dealer=seat-0 hook=off sequence={'1,' * 18}1"
    )
    lines = plain(sheet_lines(view, width))
    assert max(map(len, lines)) <= width
    assert len(lines) <= 2 + 2 * 19 + 1
    text = "\n".join(lines)
    assert all(name in lines[1] for name in shown_names(view))
    assert "✓" in text
    for seat, total in enumerate(view.totals):
        assert str(total) in text, seat


def test_the_score_sheet_cell_by_cell() -> None:
    view = played_to_the_end("club-sheet players=3 first_dealer=seat-0 hook=off sequence=1,1")
    assert plain(sheet_lines(view, 60)) == [
        "── Score sheet " + "─" * 45,
        "Round             You             Ada            Emil",
        "1 (1)     1/1✓ +10 10     0/0✓ +10 10     0/0✓ +10 10",
        "2 (1)     1/0  -10  0     0/1  -10  0     0/0✓ +10 20",
        "Bid/tricks (✓ made), points, running total; (cards dealt).",
    ]


def test_the_score_sheet_before_the_first_round_says_so() -> None:
    scene = Scene("common first_dealer=seat-0")
    view = view_for(scene.state, 0)
    assert plain(sheet_lines(view, 60))[1] == "   No round has been scored yet."


def test_very_large_totals_still_fit_by_following_one_another() -> None:
    view = played_to_the_end(
        "common players=7 first_dealer=seat-0 hook=off sequence=1,1 "
        "'scoring=exact: 99999 + bid; missed: -99999'"
    )
    lines = plain(sheet_lines(view, 60))
    assert max(map(len, lines)) <= 60
    assert sum(line.startswith("Rd") for line in lines) > 1
    assert "199998" in "".join(lines)


def test_the_end_names_places_and_shared_wins() -> None:
    view = played_to_the_end("common players=4 first_dealer=seat-0 hook=off sequence=1")
    view = replace(view, places=(1, 3, 1, 4), totals=(11, 10, 11, -1))
    assert plain(places_lines(view, 60)) == [
        "",
        "━━ The game is over " + "━" * 40,
        "    1  You               11",
        "    1  Emil              11",
        "    3  Ada               10",
        "    4  Chiyo             -1",
        "",
        "   You and Emil share first place.",
        "",
    ]


def test_the_end_says_that_extensions_decide_whatever_the_totals_say() -> None:
    view = played_to_the_end("common players=3 first_dealer=seat-0 hook=off sequence=1")
    view = replace(view, places=(2, 1, 3), totals=(12, 11, 0))
    assert plain(places_lines(view, 60))[-3:] == [
        "   Ada wins.",
        "   The extensions decide first place, whatever the totals say.",
        "",
    ]


def test_names_are_shown_without_anything_that_moves_or_hides_text() -> None:
    scene = Scene("common players=3 first_dealer=seat-0")
    names = ("[red]Eve[/red]", "\x1b[31mX\x07", "A" * 50)
    view = replace(view_for(scene.state, 0), names=names)
    shown = shown_names(view)
    assert shown[0] == "[red]Eve[/red]"
    assert "\x1b" not in shown[1]
    assert "\x07" not in shown[1]
    assert len(shown[2]) == 20


def test_who_will_lead_is_said_while_bidding_unless_the_bids_decide() -> None:
    for rules, leads in (("dealer", "You"), ("dealers-left", "Ada"), ("highest-bidder", "")):
        scene = Scene(f"common players=3 first_dealer=seat-0 sequence=2 first_lead={rules}")
        scene.deal(turn_up="QH")
        lines = [line for line in plain(table_lines(*seen(scene))) if "will lead" in line]
        assert [line.split()[0] for line in lines] == ([leads] if leads else [])


@pytest.mark.parametrize("players", [3, 7])
def test_a_long_score_sheet_has_the_names_on_every_page(players: int) -> None:
    view = played_to_the_end(
        f"common players={players} first_dealer=seat-0 hook=off sequence={'1,' * 18}1"
    )
    pages = sheet_pages(view, 60, 20)
    assert len(pages) > 1
    shown: list[str] = []
    for page in pages:
        lines = plain(page)
        assert len(lines) <= 20
        assert all(name in lines[1] for name in shown_names(view))
        shown += [line.split()[0] for line in lines[2:] if line.split()[0].isdecimal()]
    assert shown == [str(number) for number in range(1, 20)]
    assert len(sheet_pages(view, 60, 60)) == 1


def test_large_numbers_do_not_touch() -> None:
    view = played_to_the_end(
        "common players=3 first_dealer=seat-0 hook=off sequence=1,1 "
        "'scoring=exact: 999999 + bid; missed: -999999'"
    )
    for lines in (round_lines(view, view.results[-1], view.totals, 60), places_lines(view, 60)):
        text = "\n".join(plain(lines))
        assert not any(len(word) > 10 and "9" in word for word in text.split())
        assert any(str(max(view.totals)) in line.split() for line in plain(lines))
