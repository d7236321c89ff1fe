"""The port `Outbox`: brings what tables say to the sockets it is for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from ohhell.rules.errors import OhHellError
from ohhell.table.audience import NOT_FOR_WATCHERS
from ohhell.table.messages import Closed, Push, Refused, ToListener
from ohhell.text import sentence
from ohhell.web.connection import Connection
from ohhell.web.protocol import outgoing


class Switchboard:
    """All open sockets by the name that tables know them by."""

    def __init__(self) -> None:
        self._connections: dict[str, Connection] = {}

    def __iter__(self) -> Iterator[Connection]:
        return iter(tuple(self._connections.values()))

    def __len__(self) -> int:
        return len(self._connections)

    def add(self, connection: Connection) -> None:
        """Let tables reach a socket."""
        self._connections[connection.name] = connection

    def remove(self, connection: Connection) -> None:
        """A socket is closed; what is still said to it goes nowhere."""
        self._connections.pop(connection.name, None)

    def find(self, name: str) -> Connection | None:
        """The socket of that name, while it is open."""
        return self._connections.get(name)

    def tell(self, listener: str, message: ToListener) -> None:
        """Send, or keep for sending; returns at once and never fails."""
        connection = self.find(listener)
        if connection is None:
            return
        match message:
            case Push():
                connection.show(message)
            case Refused():
                refusal = OhHellError(message.code, **message.params)
                connection.refuse(message, sentence(refusal))
            case Closed():
                connection.leave(message.table)
                code = message.code
                if code == NOT_FOR_WATCHERS:
                    said = sentence(OhHellError("not-for-watchers"))
                else:
                    said = sentence(OhHellError("table-closed", value=code))
                connection.say(outgoing.Closed(table=message.table, code=code, sentence=said))
            case _:
                assert_never(message)
