"""The protocol and its document say the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell.rules.event_codec import TAGS, event_to_plain
from ohhell.rules.presets import standing
from ohhell.rules.projection import hides_bids, mask, view_for
from ohhell.rules.view_codec import VERSION, view_to_plain
from ohhell.table.event_codec import TABLE_TAGS
from ohhell.text import catalogue
from ohhell.web.protocol import events, incoming, outgoing
from ohhell.web.protocol.convert import event_of, view_of
from tests.rules.games import Game
from tests.rules.strategies import games
from tests.web.protocol_document import document
from tests.web.protocol_examples import EXAMPLES, REFUSALS

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"
SECRET_TAGS = {"dealt"}


def test_document_is_made_from_the_types() -> None:
    again = "python -m tests.web.protocol_document > docs/protocol.md"
    assert DOCUMENT.read_text(encoding="utf-8") == document(), again


@pytest.mark.parametrize("kind", incoming.INCOMING)
def test_examples_of_clients_are_read(kind: type[msgspec.Struct]) -> None:
    message = incoming.read_message(EXAMPLES[kind])
    assert type(message) is kind
    assert incoming.read_id(EXAMPLES[kind]) == message.id


@pytest.mark.parametrize("kind", outgoing.OUTGOING)
def test_examples_of_the_server_fit_the_types(kind: type[msgspec.Struct]) -> None:
    decoder = msgspec.json.Decoder(outgoing.Outgoing)
    assert type(decoder.decode(EXAMPLES[kind])) is kind


def test_every_event_that_may_be_told_has_a_type() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in events.EVENTS}
    assert tags == {*TAGS, *TABLE_TAGS} - SECRET_TAGS


def test_the_codes_in_the_document_are_the_programs() -> None:
    codes = set(re.findall(r"`([a-z]+(?:-[a-z]+)+|hook|stale|resigned)`", REFUSALS))
    assert len(codes) > 30
    templates = catalogue().templates
    assert not [code for code in codes if f"error.{code}" not in templates]


@given(game=games(), dice=st.randoms())
def test_views_and_events_are_told_as_everywhere(game: Game, dice: Random) -> None:
    step = dice.choice(game.steps)
    hidden = hides_bids(step.after)
    for seat in (None, *range(game.rulebook.players)):
        view = view_for(step.after, seat)
        told = json.loads(msgspec.json.encode(view_of(view)))
        assert told.pop("standing") == standing(game.rulebook).value
        del told["plan"]
        assert {"version": VERSION, **told} == json.loads(json.dumps(view_to_plain(view)))
        for event in step.events:
            seen = mask(event, seat, bids_hidden=hidden)
            told = json.loads(msgspec.json.encode(event_of(seen)))
            assert told == json.loads(json.dumps(event_to_plain(seen)))


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "[]",
        "null",
        '"ping"',
        "{}",
        '{"type":"ping"}',
        '{"type":"pong","id":"a"}',
        '{"type":"ping","id":""}',
        '{"type":"ping","id":7}',
        '{"type":"ping","id":"a","extra":1}',
        '{"type":"ping","id":"' + "a" * 65 + '"}',
        '{"type":"act","id":"a","table":"t","turn":3}',
        '{"type":"act","id":"a","table":"t","turn":3,"bid":1,"play":"QS"}',
        '{"type":"act","id":"a","table":"t","turn":3.0,"bid":1}',
        '{"type":"act","id":"a","table":"t","turn":true,"bid":1}',
        '{"type":"act","id":"a","table":"t","turn":3,"bid":"1"}',
        '{"type":"act","id":"a","table":"t","turn":3,"bid":null}',
        '{"type":"act","id":"a","table":"t","turn":-1,"bid":1}',
        '{"type":"act","id":"a","table":"t","turn":3,"play":"10S"}',
        '{"type":"act","id":"a","table":"t","turn":3,"play":"qs"}',
        '{"type":"act","id":"a","table":"t","turn":3,"play":"QS\\n"}',
        '{"type":"act","id":"a","table":"t","turn":3,"seat":1,"bid":1}',
        '{"type":"open","id":"a","rulebook":"common","name":"A","levels":["club"]}',
        '{"type":"explain","id":"a","rulebook":{"hook":1.5}}',
        "[" * 5000,
    ],
)
def test_anything_else_is_refused(raw: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        incoming.read_message(raw)
