"""One message of each type, as the document shows them; the pushes are of a real game."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Final, cast

import msgspec

from ohhell.rules import events as ev
from ohhell.rules.actions import CommitNonce, RevealNonce
from ohhell.rules.engine import all_committed
from ohhell.rules.projection import mask, view_for
from ohhell.rules.rulebook import parse_rulebook
from ohhell.rules.shuffle import nonce_commitment
from ohhell.rules.state import GameState
from ohhell.rules.view import Phase
from ohhell.web.protocol import incoming, outgoing, party_outgoing
from ohhell.web.protocol.convert import event_of, plan_of, view_of
from ohhell.web.protocol.view import Choice
from tests.rules.games import at_random, play_game
from tests.web import party_examples

SECRET: Final = bytes(range(32))
NONCE: Final = bytes(range(16))
PERSON: Final = 0
TABLE: Final = "n3Vq0c1u7ZkT"
BOOT: Final = "Wm2rXb8e"


def _moment() -> tuple[GameState, tuple[ev.Event, ...]]:
    """Seat 0 of three is to play a card in the second round, after somebody else just did."""

    def nonce_moves(state: GameState) -> tuple[int, CommitNonce | RevealNonce]:
        if all_committed(state):
            return PERSON, RevealNonce(NONCE)
        promise = nonce_commitment(NONCE, seat=PERSON, game=state.commitment)
        return PERSON, CommitNonce(promise)

    rulebook = parse_rulebook("common players=3 max_size=4")
    game = play_game(
        rulebook, SECRET, at_random(random.Random(5)), persons=(PERSON,), nonce_moves=nonce_moves
    )
    for step in game.steps:
        view = view_for(step.after, PERSON)
        if (
            view.phase is Phase.PLAYING
            and view.to_act == (PERSON,)
            and view.round is not None
            and view.round.number == 2
            and len(view.round.trick_cards) == 2
            and len(view.round.hand) > 1
        ):
            return step.after, step.events
    raise AssertionError("the game has no such moment")


STATE, _EVENTS = _moment()


def _shuffle(state: GameState) -> outgoing.Shuffle:
    return outgoing.Shuffle(
        commitment=state.commitment.hex(),
        persons=list(state.persons),
        promised=[None if one is None else one.hex() for one in state.nonce_commitments],
        shown=[None if one is None else one.hex() for one in state.nonces],
        left_out=[],
        may_reveal=True,
        seed=None,
    )


PUSH: Final = outgoing.Push(
    table=TABLE,
    boot=BOOT,
    push=17,
    number=24,
    did=[
        outgoing.Step(
            "cpu", [event_of(mask(event, PERSON, bids_hidden=False)) for event in _EVENTS]
        )
    ],
    view=view_of(replace(view_for(STATE, PERSON), names=("Ada", "North", "East"))),
    seats=[
        outgoing.SeatStatus("person", True, False, False, [], False, []),
        outgoing.SeatStatus(
            "person", True, False, False, [0], False, [outgoing.ActedFor(21, 2, "timeout", "7D")]
        ),
        outgoing.SeatStatus("club", False, False, False, [], False, []),
    ],
    shuffle=_shuffle(STATE),
    deadline=None,
    idle_at=1_790_000_020.0,
    pause=outgoing.Pause(False, [0]),
    watchers=1,
    party="kP0x7Qm2Lr4s",
    re="c-41",
)

_PLAN = plan_of(parse_rulebook("club-sheet players=5 sequence=up"))

_OUT: Final[dict[type[msgspec.Struct], msgspec.Struct]] = {
    outgoing.Welcome: outgoing.Welcome(
        protocol=1, version="0.2.0", boot=BOOT, now=1_790_000_000.25, longest_name=24
    ),
    outgoing.Pong: outgoing.Pong(re="c-7", now=1_790_000_012.5),
    outgoing.Tables: outgoing.Tables(
        re="c-1",
        tables=[
            outgoing.TableSummary(
                table=TABLE,
                party=None,
                opened="2026-09-21T17:06:40Z",
                rulebook="common players=3",
                preset="common",
                standing="as-written",
                seat=0,
                names=["Ada", "North", "East"],
                phase="playing",
                round=4,
                rounds=19,
                totals=[24, 13, 12],
                places=[1, 2, 3],
            )
        ],
        parties=[
            party_outgoing.PartySummary(
                party="kP0x7Qm2Lr4s",
                opened="2026-09-21T18:00:00Z",
                phase="gathering",
                names=["Ada", "Emil"],
                rulebook="common players=3",
                preset="common",
                standing="as-written",
            )
        ],
    ),
    outgoing.Rulebooks: outgoing.Rulebooks(
        re="c-2",
        presets=[
            outgoing.Preset(
                name="party",
                label="Party",
                line="Up to ten cards, down and up; ties are played off.",
                source="a party game",
                fewest=3,
                most=7,
                rulebook="party",
            )
        ],
        levels=[
            outgoing.Level(
                level="club", label="Club", line="Counts cards and knows what bids tell."
            )
        ],
        rulebook="common",
        level="club",
    ),
    outgoing.Explained: outgoing.Explained(
        re="c-3",
        rulebook="club-sheet players=5 sequence=up",
        preset="club-sheet",
        standing="variation",
        standing_label="a rulebook of your own",
        adjusted=[],
        controls=[
            outgoing.Control(
                axis="bidding",
                label="bidding",
                line="Whether bids are heard one after another or shown all at once.",
                value="in-turn",
                is_changed=False,
                is_open=False,
                options=[
                    outgoing.Option("in-turn", "in turn", "The dealer bids last.", None, True),
                    outgoing.Option(
                        "all-at-once",
                        "all at once",
                        "Nobody sees a bid until all are in.",
                        "The hook needs bids made in turn: with all bids at once it must be off (hook=off).",
                        False,
                    ),
                ],
            )
        ],
        plan=_PLAN,
        rounds=10,
        tricks=55,
        minutes=(20, 30),
        low_wins=False,
        examples=[outgoing.ScoringExample(7, 2, 2, 20, "Bid 2, took 2: 20 points.")],
        sections=[
            outgoing.Section(
                "rounds", "The rounds", [outgoing.Line("10 rounds, 55 tricks.", False)]
            )
        ],
    ),
    outgoing.Push: PUSH,
    outgoing.Refused: outgoing.Refused(
        re="c-42",
        table=TABLE,
        code="must-follow",
        params={"seat": 0, "card": "2C", "suit": "hearts"},
        sentence="You hold hearts, so you must play one; the two of clubs is none.",
        now=None,
    ),
    outgoing.Closed: outgoing.Closed(
        table=TABLE, code="closing", sentence="The server is being stopped."
    ),
    outgoing.Left: outgoing.Left(re="c-44", table=TABLE),
    outgoing.HintGiven: outgoing.HintGiven(
        re="c-43",
        table=TABLE,
        turn=22,
        level="club",
        choices=[
            outgoing.HintChoice(Choice(bid=1), 0.62, 6.8, True),
            outgoing.HintChoice(Choice(bid=0), 0.31, 3.4, False),
        ],
    ),
}

_IN: Final[dict[type[msgspec.Struct], dict[str, object]]] = {
    incoming.Ping: {"type": "ping", "id": "c-7"},
    incoming.ListTables: {"type": "tables", "id": "c-1"},
    incoming.ListRulebooks: {"type": "rulebooks", "id": "c-2"},
    incoming.Explain: {
        "type": "explain",
        "id": "c-3",
        "rulebook": "club-sheet players=5",
        "change": {"sequence": "up"},
    },
    incoming.Open: {
        "type": "open",
        "id": "c-4",
        "rulebook": "common players=3",
        "name": "Ada",
        "levels": ["club", "club"],
    },
    incoming.Enter: {"type": "enter", "id": "c-5", "table": TABLE},
    incoming.Leave: {"type": "leave", "id": "c-44", "table": TABLE},
    incoming.Act: {"type": "act", "id": "c-41", "table": TABLE, "turn": 22, "play": "QS"},
    incoming.Settle: {"type": "settle", "id": "c-40", "table": TABLE, "turn": 21},
    incoming.Promise: {
        "type": "promise",
        "id": "c-8",
        "table": TABLE,
        "commitment": nonce_commitment(NONCE, seat=PERSON, game=STATE.commitment).hex(),
    },
    incoming.Reveal: {"type": "reveal", "id": "c-9", "table": TABLE, "nonce": NONCE.hex()},
    incoming.Hint: {"type": "hint", "id": "c-43", "table": TABLE},
    incoming.Resign: {"type": "resign", "id": "c-45", "table": TABLE},
    incoming.Abandon: {"type": "abandon", "id": "c-46", "table": TABLE},
    incoming.StandIn: {
        "type": "stand-in",
        "id": "c-47",
        "table": TABLE,
        "seat": 1,
        "is_wanted": True,
    },
    incoming.Back: {"type": "back", "id": "c-48", "table": TABLE},
    incoming.Pause: {"type": "pause", "id": "c-49", "table": TABLE, "is_wanted": True},
}


def _written(plain: object, indent: str = "") -> str:
    """JSON with as few line breaks as can be read: none in what fits into a line."""
    flat = json.dumps(plain, ensure_ascii=False)
    if len(indent) + len(flat) <= 96:
        return flat
    inner = indent + "  "
    if isinstance(plain, dict):
        held = cast("dict[str, object]", plain)
        items = [f"{inner}{json.dumps(k)}: {_written(v, inner)}" for k, v in held.items()]
        return "{\n" + ",\n".join(items) + f"\n{indent}}}"
    if isinstance(plain, list):
        items = [inner + _written(item, inner) for item in cast("list[object]", plain)]
        return "[\n" + ",\n".join(items) + f"\n{indent}]"
    return flat


EXAMPLES: Final[dict[type[msgspec.Struct], str]] = {
    **{kind: _written(plain) for kind, plain in (_IN | party_examples.IN).items()},
    **{
        kind: _written(json.loads(msgspec.json.encode(message)))
        for kind, message in (_OUT | party_examples.OUT).items()
    },
}

REFUSALS: Final = """\
## Refusals

`code` is stable and `params` go with it; both are for programs, `sentence` is for people.

| who refuses | codes |
|---|---|
| the rules | `out-of-turn`, `not-your-card`, `must-follow`, `bid-out-of-range`, `hook`, `same-bid`, `bid-stands`, `bids-first`, `not-dealt-yet`, `sits-out`, `game-over` |
| the shuffle | `nonce-twice`, `nonce-too-early`, `nonces-are-in`, `no-nonce-expected`, `nonce-does-not-match` |
| the table | `stale` (the view was not the newest; `now` is), `not-at-this-table`, `only-watching`, `resigned`, `stood-in` (say `back` first), `paused`, `not-idle`, `not-waited-for`, `own-seat`, `cpu-seat`, `no-such-seat`, `turn-limited` |
| the server | `no-such-table` (or somebody else's), `no-name`, `unknown-level`, `wrong-number-of-levels`, `not-alone`, `nothing-to-choose`, `no-advice`, `too-many-tables` |
| a link | `wrong-link` (whatever is wrong with it), `link-expired` |
| a party | `no-such-party` (or somebody else's), `not-at-this-party` (`attend` first), `not-the-host`, `party-started`, `not-during-a-game`, `party-full`, `party-closed`, `name-in-use`, `no-such-seat`, `seat-taken`, `seats-taken`, `seats-twice`, `no-such-member`, `that-is-you`, `game-running`, `no-game-running`, `member-already`, `seat-is-here`, `no-seat-to-bring`, `no-such-claim`, `too-many-claims`, `watching-off`, `too-many-watchers`, `too-many-parties`, `no-such-phrase`, `too-much-said`, `nobody-waits`, `poked-lately` |
| its limits | `bad-message`, `message-too-long`, `too-many-messages`, `too-many-tables-opened` |
| its store (with `re` null: it tries again) | `store-full`, `store-locked`, `store-damaged`, `store-vanished`, `store-failed`, `store-read-only` |
| a rulebook that cannot be | every code with `field`, `value` and `limit` |

A socket that goes on sending far beyond the limits is closed with code 1008, one that sends a message of
more than 65 536 bytes with 1009 and no answer, one whose server stops with 1012.  A handshake is answered by 401 without a cookie, 403 from a page of another origin, 421
for a host that is not the server's, 429 beyond the limits.
"""
