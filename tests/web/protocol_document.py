"""Writes docs/protocol.md from the types: `python -m tests.web.protocol_document > docs/protocol.md`."""

from __future__ import annotations

import sys
import textwrap
import types
import typing
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import NODEFAULT, Meta, Struct, UnsetType
from msgspec.structs import fields as fields_of

from ohhell.web.protocol import PROTOCOL, events, fields, incoming, outgoing, party_outgoing, view
from tests.web import protocol_examples as examples

PARTS = (
    outgoing.SeatStatus,
    outgoing.ActedFor,
    outgoing.Pause,
    outgoing.Shuffle,
    outgoing.Step,
    view.View,
    view.Plan,
    view.Round,
    view.Trick,
    view.RoundResult,
    view.Choice,
    outgoing.HintChoice,
    outgoing.TableSummary,
    outgoing.Preset,
    outgoing.Level,
    outgoing.Control,
    outgoing.Option,
    outgoing.Section,
    outgoing.Line,
    outgoing.ScoringExample,
    *party_outgoing.PARTS,
)
"""The objects that messages hold, in the order of the document."""

_CLIENT = (Path(__file__).parent / "party_client.py").read_text(encoding="utf-8")

_INTRODUCTION = f"""\
# The protocol

What the pages in the browser and the server say to each other; any other program may do the same.
Version {PROTOCOL}.  This page is made from the types in `src/ohhell/web/protocol`; a test keeps the two
together.

## How to speak

1. Get a cookie: any page of the server, `GET /`, sets one.  It is this client's identity and is all
   that brings a seat back, so keep it.
2. Open a WebSocket at `/socket` with that cookie, and with an `Origin` header of the server's own
   address if you send one at all.  The server says `welcome`.
3. Send one JSON object a text message.  Every message has its `type` and an `id` you made up,
   different each time; the answer names it as `re`.
4. `open` a table, or `enter` one you have a seat at.  From then on the server sends a `push`
   whenever anything happens there.

Every `push` is the **whole** table as your seat may see it.  Replace what you knew; `did` is for
motion only.  What you may do now is in `view.legal`, and nothing else is: a client needs no rules.

Send `act` with the `turn` of the view it is meant for.  When no answer comes (the connection broke),
connect again, `enter`, and if the game still waits for you send the same `act` again with the same `id`:
it is done once.

Reading is strict.  An unknown `type`, an unknown or missing field, a value of another kind, a
message of more than {incoming.LONGEST_MESSAGE} bytes or too many of them get a `refused` with a code, and nothing happens.
What was too much at once (`too-many-messages`) has not been looked at: say it again a moment later.
Clients, for their part, ignore fields and types they do not know: later servers may have more.

Over HTTP, with the same cookie:

| | |
|---|---|
| `GET /tables/TABLE/record` | the record of the game so far, as text (docs/record.md) |
| `GET /catalogue.json` | labels and sentences for screens, and how their templates are filled |
| `GET /catalogue-pages.json` | those of choosing a game, the rules and the end |
| `GET /catalogue-party.json` | those of screens that only friends see, the phrases of `say` too |
| `GET /healthz` | `ok`, while the server can do its work |

## Parties

Friends play at a party (docs/parties.md).  `gather` begins one, `invite` gives its link, whoever has
the link can `look` and `join`.  The answer is a `party`, the **whole** of it, and so is every
`party` after that: replace what you knew.  The host says `start`; then `party` names a `table` to
`enter`, while the party goes on beside it.  After a lost connection, `attend` the party and `enter`
the table.

This program joins by a link and plays anything that is legal (`pip install websockets`):

```python
{_CLIENT}```

Programs that also take part in the shuffle send `promise` and `reveal` (docs/fair-deals.md); one that
does not is left out of it after a few seconds.
"""


def type_text(kind: Any) -> str:
    """A type as the document names it."""
    if kind is None or kind is type(None):
        return "null"
    if kind is Any or kind is UnsetType:
        return ""
    for name, known in vars(fields).items():
        if known is kind and name[0].isupper() and typing.get_origin(known) is typing.Annotated:
            return f"[{name}](#values)"
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        notes = [_meta_text(note) for note in args[1:] if isinstance(note, Meta)]
        return " ".join([type_text(args[0]), *filter(None, notes)])
    if origin is typing.Literal:
        return ", ".join(f"`{value}`" for value in args)
    if origin in (types.UnionType, typing.Union):
        if all(isinstance(arg, type) and arg in events.EVENTS for arg in args):
            return "[event](#events)"
        return " or ".join(filter(None, map(type_text, args)))
    if origin is tuple and args[-1] is not Ellipsis:
        return "[" + ", ".join(map(type_text, args)) + "]"
    if origin in (list, tuple):
        return f"list of {type_text(args[0])}"
    if origin is dict:
        return f"object of {type_text(args[1])}"
    if isinstance(kind, type) and issubclass(kind, Struct):
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    return {"str": "text", "int": "whole number", "float": "number", "bool": "true or false"}[
        kind.__name__
    ]


def _meta_text(meta: Meta) -> str:
    if meta.ge is not None:
        return f"({meta.ge} to {meta.le})"
    if meta.pattern is not None:
        return f"(`{meta.pattern}`)"
    if meta.min_length is not None:
        return f"({meta.min_length} to {meta.max_length} long)"
    return "" if meta.max_length is None else f"(at most {meta.max_length} long)"


def field_rows(kind: type[Struct], *, skip: Sequence[str] = ()) -> list[str]:
    """A row of the table for each field."""
    hints = typing.get_type_hints(kind, include_extras=True)
    rows: list[str] = []
    for field in fields_of(kind):
        if field.name in skip:
            continue
        is_needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
        name = f"`{field.encode_name}`" + ("" if is_needed else " (optional)")
        rows.append(f"| {name} | {type_text(hints[field.name])} |")
    return rows


def sentence(kind: type[Struct]) -> str:
    """The docstring in one piece, as Markdown."""
    return "\n\n".join(
        " ".join(textwrap.dedent(part).split()) for part in (kind.__doc__ or "").split("\n\n")
    )


def _described(kind: type[Struct], heading: str, *, skip: Sequence[str] = ()) -> list[str]:
    lines = [heading, "", sentence(kind), ""]
    rows = field_rows(kind, skip=skip)
    if rows:
        lines += ["| field | value |", "|---|---|", *rows, ""]
    return lines


def _example(kind: type[Struct]) -> list[str]:
    example = examples.EXAMPLES.get(kind)
    if example is None:
        return []
    return ["```json", example, "```", ""]


def _tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def document() -> str:
    """The whole page."""
    lines = [_INTRODUCTION, "## What a client may say", ""]
    lines += ["Every message has `type` and `id` ([MessageId](#values)).", ""]
    for kind in incoming.INCOMING:
        lines += _described(kind, f"### `{_tag(kind)}`", skip=("id",)) + _example(kind)
    lines += ["## What the server says", ""]
    for kind in outgoing.OUTGOING:
        lines += _described(kind, f"### `{_tag(kind)}`") + _example(kind)
    lines += ["## What messages hold", ""]
    for kind in PARTS:
        lines += _described(kind, f"### {kind.__name__}") + _example(kind)
    lines += ["## Events", "", "Each has its tag in `event`.", ""]
    lines += ["| `event` | what happened | fields |", "|---|---|---|"]
    for kind in events.EVENTS:
        hints = typing.get_type_hints(kind, include_extras=True)
        held = ", ".join(f"`{f.name}` {type_text(hints[f.name])}" for f in fields_of(kind))
        lines.append(f"| `{_tag(kind)}` | {sentence(kind)} | {held} |")
    lines += ["", "## Values", "", "| name | what it is |", "|---|---|"]
    lines += [f"| {name} | {text} |" for name, text in _values()]
    lines += ["", examples.REFUSALS.strip(), ""]
    return "\n".join(lines)


def _values() -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = []
    for name, kind in vars(fields).items():
        if typing.get_origin(kind) is not typing.Annotated:
            continue
        base, meta = typing.get_args(kind)
        text = f"{type_text(base)} {_meta_text(meta)}".strip()
        rows.append((name, f"{text}: {meta.description}"))
    return rows


if __name__ == "__main__":
    sys.stdout.write(document())
