"""The port `Guests`: brings what parties say to the sockets it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ohhell.rules.errors import OhHellError
from ohhell.table import party_messages as pm
from ohhell.table.party_state import Game
from ohhell.text import sentence
from ohhell.web.chooser import adjusted
from ohhell.web.connection import Connection
from ohhell.web.protocol import outgoing, party_outgoing
from ohhell.web.switchboard import Switchboard


class Guests:
    """All open sockets as parties see them.

    `put_out` ends what a table shows to some holders; `departed` is told of a party that a socket
    is shown no longer.
    """

    def __init__(
        self,
        switchboard: Switchboard,
        *,
        put_out: Callable[[str, frozenset[bytes]], None],
        departed: Callable[[str], None],
    ) -> None:
        self._switchboard = switchboard
        self._put_out = put_out
        self._departed = departed

    def put_out(self, table: str, holders: frozenset[bytes]) -> None:
        """The seat of these holders at a table is somebody else's now."""
        self._put_out(table, holders)

    def tell(self, listener: str, message: pm.ToGuest) -> None:
        """Send, or keep for sending; returns at once and never fails."""
        connection = self._switchboard.find(listener)
        if connection is None:
            return
        match message:
            case pm.PartyPush():
                connection.show_party(party_of(message))
            case pm.PartyRefused() if not message.is_here:
                connection.leave_party(message.party)
                self._departed(message.party)
                _say(connection, message)
            case pm.Departed():
                connection.leave_party(message.party)
                self._departed(message.party)
                said = party_outgoing.Departed(
                    re=message.re, party=message.party, code=message.code
                )
                connection.say(said)
            case _:
                _say(connection, message)


_Word = pm.PartyRefused | pm.Said | pm.Poked | pm.Claimed | pm.Redeemed


def _say(connection: Connection, message: _Word) -> None:
    name, re = message.party, message.re
    match message:
        case pm.PartyRefused():
            said = sentence(OhHellError(message.code, **message.params))
            connection.say(
                outgoing.Refused(
                    re=re,
                    table=None,
                    code=message.code,
                    params=dict(message.params),
                    sentence=said,
                    now=None,
                )
            )
        case pm.Said():
            connection.say(
                party_outgoing.Said(
                    re=re,
                    party=name,
                    member=message.member,
                    phrase=message.phrase,
                    number=message.number,
                )
            )
        case pm.Poked():
            poked = party_outgoing.Poked(re=re, party=name, member=message.member, by=message.by)
            connection.say(poked)
        case pm.Claimed():
            connection.say(
                party_outgoing.Claimed(
                    re=re, party=name, seat=message.seat, is_given=message.is_given
                )
            )
        case pm.Redeemed():
            connection.say(party_outgoing.Redeemed(re=message.re, party=name, table=message.table))
        case _:
            assert_never(message)


def party_of(push: pm.PartyPush) -> party_outgoing.Party:
    """A party's push as JSON will hold it."""
    role = "watcher" if push.me is None else "host" if push.me == push.host else "member"
    people = {one.seat: one.member for one in push.members}
    return party_outgoing.Party(
        party=push.party,
        boot=push.boot,
        push=push.push,
        number=push.number,
        re=push.re,
        phase=push.phase.value,
        me=push.me,
        role=role,
        host=push.host,
        members=[
            party_outgoing.Member(
                member=one.member,
                name=one.name,
                seat=one.seat,
                is_present=one.is_present,
                is_ready=one.is_ready,
                away_since=one.away_since,
            )
            for one in push.members
        ],
        chairs=[
            party_outgoing.Chair(seat, people.get(seat), level)
            for seat, level in enumerate(push.levels)
        ],
        rulebook=str(push.rulebook),
        adjusted=adjusted(push.dropped_size),
        settings=party_outgoing.PartySettings(
            turn_seconds=push.settings.turn_seconds,
            grace_seconds=push.settings.grace_seconds,
            stand_in=push.settings.stand_in,
            may_watch=push.may_watch,
        ),
        table=push.table,
        games=[_game(game) for game in push.games],
        watchers=push.watchers,
        claims=[
            party_outgoing.Claim(one.claim, one.member, one.name, one.seat) for one in push.claims
        ],
        did=[
            party_outgoing.PartyDid(
                what=one.what, member=one.member, name=one.name, seat=one.seat, by=one.by
            )
            for one in push.did
        ],
    )


def _game(game: Game) -> party_outgoing.PartyGame:
    return party_outgoing.PartyGame(
        table=game.table,
        members=list(game.members),
        is_over=game.is_over,
        places=list(game.places),
    )
