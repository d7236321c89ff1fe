"""What messages must say, made from the log they tell of."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence

import msgspec

from ohhell.rules.cards import TEXT_OF, Seat
from ohhell.rules.presets import standing
from ohhell.rules.projection import hides_bids, mask, view_for
from ohhell.rules.view_codec import view_to_plain
from ohhell.table.events import TABLE_EVENTS
from ohhell.table.ports import StoredRow
from ohhell.table.state import TableState, evolve_row, open_state
from ohhell.web.protocol.convert import event_of
from tests.web.house import Said

CARD = re.compile(r'"([2-9TJQKA][CDHS])"')


def states(rows: tuple[StoredRow, ...]) -> list[TableState]:
    """The truth after each row, the first row's at 1."""
    found = [open_state(rows[0].events)]
    for row in rows[1:]:
        found.append(evolve_row(found[-1], row.by, row.events))
    return [found[0], *found]


def hidden_cards(state: TableState, seat: Seat | None) -> set[str]:
    """The cards that lie in other hands and in the stock."""
    current = state.game.round
    if current is None:
        return set()
    others = (hand for other, hand in enumerate(current.hands) if other != seat)
    hidden = {card for hand in others for card in hand} | set(current.stock)
    if current.turn_up is not None:
        hidden.discard(current.turn_up)
    return {TEXT_OF[card] for card in hidden}


def without_draws(push: Said) -> Said:
    """A push without the cards drawn for dealer: those went back and may be anywhere."""
    did = [
        {**step, "events": [event for event in step["events"] if event["event"] != "dealer"]}
        for step in push["did"]
    ]
    return {**push, "did": did, "view": {**push["view"], "draws": []}}


def shown(message: Said) -> Iterator[Said]:
    """The pushes in a message."""
    if message["type"] == "push":
        yield message
    elif message["type"] == "refused" and message["now"] is not None:
        yield message["now"]


def check(messages: list[Said], truth: list[TableState], seat: Seat | None) -> None:
    """Every message says what its seat may know at that moment, and no more."""
    seed_at = next(
        (number for number, state in enumerate(truth) if state.game.seed is not None), len(truth)
    )
    for message in messages:
        for push in shown(message):
            number: int = push["number"]
            state = truth[number]
            told = dict(push["view"])
            assert told.pop("standing") == standing(state.game.rulebook).value
            del told["plan"]
            plain = view_to_plain(view_for(state.game, seat))
            del plain["version"]
            assert told == json.loads(json.dumps(plain))
            promised = [None if one is None else one.hex() for one in state.game.nonce_commitments]
            nonces = [None if one is None else one.hex() for one in state.game.nonces]
            assert push["shuffle"]["promised"] == promised
            assert push["shuffle"]["shown"] == nonces
            text = json.dumps(without_draws(push))
            # Events of the round before may name cards that are hidden again in the next.
            events = json.dumps(push["did"])
            if '"round"' not in events:
                assert not set(CARD.findall(text)) & hidden_cards(state, seat)
            else:
                dealt = json.dumps(without_draws(push)["view"])
                assert not set(CARD.findall(dealt)) & hidden_cards(state, seat)
            if number < seed_at:
                assert push["shuffle"]["seed"] is None


def check_steps(
    messages: list[Said],
    rows: Sequence[StoredRow],
    truth: list[TableState],
    seat: Seat | None,
    *,
    entries: Collection[str],
) -> None:
    """What one connection was told to have been done is what was done, each thing once, in order.

    With the answer to one of the `entries` it began to look again.
    """
    seen = 0
    for message in messages:
        for push in shown(message):
            number, did = push["number"], push["did"]
            assert number >= seen
            if did:
                first = number - len(did)
                is_next = first == seen or (first > seen and push["re"] in entries)
                assert is_next, "a step was left out, or told twice"
                told = [told_row(row, truth[row.number], seat) for row in rows[first:number]]
                assert did == told
            seen = number


def told_row(row: StoredRow, after: TableState, seat: Seat | None) -> Said:
    """A row as a seat is told of it."""
    hidden = hides_bids(after.game)
    events = [
        event_of(
            event if isinstance(event, TABLE_EVENTS) else mask(event, seat, bids_hidden=hidden)
        )
        for event in row.events
    ]
    told: Said = json.loads(msgspec.json.encode({"by": row.by, "events": events}))
    return told
