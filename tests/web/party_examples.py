"""One message of each type that concerns parties, as the document shows them."""

from __future__ import annotations

from typing import Final

import msgspec

from ohhell.web.links import qr_of
from ohhell.web.protocol import party_incoming, party_outgoing

_PARTY: Final = "kP0x7Qm2Lr4s"
_TABLE: Final = "n3Vq0c1u7ZkT"
_LINK: Final = f"{_PARTY}.pZ8vYc1T0o9hX2sQm4Lw7A"
_RULEBOOK: Final = "common players=3"
_URL: Final = f"https://cards.example.org/#/join/{_LINK}"

OUT: Final[dict[type[msgspec.Struct], msgspec.Struct]] = {
    party_outgoing.Party: party_outgoing.Party(
        party=_PARTY,
        boot="Wm2rXb8e",
        push=3,
        number=4,
        re="c-62",
        phase="gathering",
        me=1,
        role="member",
        host=0,
        members=[
            party_outgoing.Member(
                member=0, name="Ada", seat=0, is_present=True, is_ready=False, away_since=None
            ),
            party_outgoing.Member(
                member=1, name="Emil", seat=2, is_present=True, is_ready=True, away_since=None
            ),
        ],
        chairs=[
            party_outgoing.Chair(0, 0, "club"),
            party_outgoing.Chair(1, None, "club"),
            party_outgoing.Chair(2, 1, "club"),
        ],
        rulebook=_RULEBOOK,
        adjusted=[],
        settings=party_outgoing.PartySettings(
            turn_seconds=60, grace_seconds=30, stand_in="rule-of-thumb", may_watch=True
        ),
        table=None,
        games=[
            party_outgoing.PartyGame(
                table=_TABLE, members=[0, None, 1], is_over=True, places=[2, 1, 3]
            )
        ],
        watchers=1,
        claims=[],
        did=[party_outgoing.PartyDid(what="ready", member=1, name="Emil", by=1)],
    ),
    party_outgoing.Invitation: party_outgoing.Invitation(
        re="c-51",
        role="player",
        phase="gathering",
        host_name="Ada",
        names=["Ada"],
        chairs=[
            party_outgoing.InvitedChair(0, "Ada", "club", True),
            party_outgoing.InvitedChair(1, None, "club", False),
            party_outgoing.InvitedChair(2, None, "club", False),
        ],
        rulebook=_RULEBOOK,
        is_full=False,
        watch_url=None,
        me=None,
        party=None,
    ),
    party_outgoing.Invited: party_outgoing.Invited(
        re="c-64",
        party=_PARTY,
        url=_URL,
        qr=[*(row[:21] + "…" for row in qr_of(_URL)[:2]), "…"],
        watch_url=None,
        watch_qr=[],
        reach="others",
    ),
    party_outgoing.DeviceLinkGiven: party_outgoing.DeviceLinkGiven(
        re="c-70",
        url="https://cards.example.org/#/seat/7Gq2",
        qr=["111111100101…", "100000101110…", "…"],
        reach="others",
        seconds=600,
    ),
    party_outgoing.Redeemed: party_outgoing.Redeemed(re="c-71", party=_PARTY, table=_TABLE),
    party_outgoing.Claimed: party_outgoing.Claimed(re="c-68", party=_PARTY, seat=2, is_given=None),
    party_outgoing.Departed: party_outgoing.Departed(re="c-54", party=_PARTY, code="asked"),
    party_outgoing.Said: party_outgoing.Said(
        re=None, party=_PARTY, member=1, phrase="so-close", number=12
    ),
    party_outgoing.Poked: party_outgoing.Poked(re=None, party=_PARTY, member=0, by=1),
}


def _in(kind: str, number: int, **fields: object) -> dict[str, object]:
    return {"type": kind, "id": f"c-{number}", **fields}


IN: Final[dict[type[msgspec.Struct], dict[str, object]]] = {
    party_incoming.Gather: _in("gather", 50, name="Ada", rulebook="common", seats=3),
    party_incoming.Look: _in("look", 51, link=_LINK),
    party_incoming.Join: _in("join", 52, link=_LINK, name="Emil", seat=2),
    party_incoming.Attend: _in("attend", 53, party=_PARTY),
    party_incoming.Depart: _in("depart", 54, party=_PARTY),
    party_incoming.Quit: _in("quit", 55, party=_PARTY),
    party_incoming.Move: _in("move", 56, party=_PARTY, seat=1),
    party_incoming.Rename: _in("rename", 57, party=_PARTY, name="Emilia"),
    party_incoming.Ready: _in("ready", 62, party=_PARTY, is_ready=True),
    party_incoming.Arrange: _in(
        "arrange", 58, party=_PARTY, change={"hook": "off"}, seats=4, turn_seconds=60
    ),
    party_incoming.Remove: _in("remove", 59, party=_PARTY, member=2),
    party_incoming.PassHost: _in("pass-host", 60, party=_PARTY, member=1),
    party_incoming.RenewLink: _in("renew-link", 61, party=_PARTY),
    party_incoming.Start: _in("start", 63, party=_PARTY),
    party_incoming.Rematch: _in("rematch", 69, party=_PARTY),
    party_incoming.Invite: _in("invite", 64, party=_PARTY),
    party_incoming.Say: _in("say", 65, party=_PARTY, phrase="so-close"),
    party_incoming.Poke: _in("poke", 66, party=_PARTY, member=0),
    party_incoming.ClaimSeat: _in("claim", 68, link=_LINK, seat=2),
    party_incoming.GiveSeat: _in("give-seat", 67, party=_PARTY, claim=0, is_given=True),
    party_incoming.DeviceLink: _in("device-link", 70, party=_PARTY),
    party_incoming.Redeem: _in("redeem", 71, link="7Gq2"),
}
