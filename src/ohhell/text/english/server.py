"""What the server and its store refuse, and how people see it."""

from __future__ import annotations

from typing import Final

_COMMAND: Final = {
    "command.serve": "Play in the browser, alone or with friends.",
    "serve.help": (
        "Start the server and open the game in the browser. Games are kept in the data folder and"
        " go on where they were, whatever happens to the server."
    ),
    "serve.host": "The address to listen on; 0.0.0.0 lets the local network in.",
    "serve.port": "The port to listen on; 6435 or the next free one where it is not given.",
    "serve.public-url": "The address friends use, where it is another: https://cards.example.org.",
    "serve.cert": "A certificate file, to serve by https.",
    "serve.key": "The certificate's key file.",
    "serve.trusted-proxy": "The address of a reverse proxy whose X-Forwarded headers count.",
    "serve.data": "The folder for games.",
    "serve.abandon-after": (
        "Give up a game, and show where its cards came from, when nobody has come back to it for so"
        " many days; 0: never."
    ),
    "serve.close-parties-after": (
        "Close a party that nobody visits for so many days, and its links with it; 0: never."
    ),
    "serve.pace": (
        "Seconds a CPU player waits before what it does, up to {limit}; 0 is at once."
        " Default: {value}."
    ),
    "serve.no-open": "Do not open the browser.",
    "serve.ready": "Oh Hell is served at {address}",
    "serve.for-others": "Friends who can reach this machine can open that address too.",
    "serve.for-this-machine": "Only this machine can open it; --host 0.0.0.0 lets others in.",
    "serve.no-network": "This machine is in no network just now: only it can open that address.",
    "serve.plain-http": (
        "On another machine, plain http keeps browsers from installing the page, working offline"
        " and keeping the screen awake."
    ),
    "serve.stop": "Ctrl-C stops it; games are kept in {folder}",
    "serve.running": "Oh Hell runs already, with the same games: {address}",
    "serve.running-elsewhere": "To have it at another address, stop that one first.",
    "serve.starting": "Another server with these games is just being started ...",
    "serve.stopped": "Stopped. Every game is kept.",
    "serve.stopped-damaged": (
        "Stopped. The database in {folder} is damaged, and not every game can be read; nothing there was"
        " written over. {value} says what was found."
    ),
}

_STORES: Final = {
    "row-damaged": "Row {value} of table {table} cannot be read: the data there is damaged.",
    "store-closed": "The server is being stopped: nothing more is kept.",
    "store-damaged": "The server's database is damaged ({found}). What can still be read is left as it is.",
    "store-failed": "The server cannot keep the game for now ({found}). It tries again.",
    "store-foreign": "The server's database file belongs to another program: choose another folder.",
    "store-full": "The server's disk is full ({found}). The game goes on when there is room.",
    "store-in-use": (
        "A server that has these games is being started and does not say where it is. Stop it first,"
        " or name another folder with --data."
    ),
    "store-not-opened": (
        "The games in {value:~200} cannot be opened: {found:~200}. Nothing there was changed, and the"
        " server is not started."
    ),
    "store-vanished": (
        "The server's file {value} is missing or empty. The server writes nothing over it: put it back."
    ),
    "no-secrets": (
        "{value:~200} is missing or empty, though there are games. Without it games that run cannot be dealt"
        " any further and links of parties lead nowhere. Put it back from a copy, or name another folder"
        " with --data; nothing was changed."
    ),
    "no-tables": (
        "{value:~200} is missing or empty, though its secrets are there: it held the games. Put it back from"
        " a copy, or name another folder with --data; nothing was changed."
    ),
    "store-locked": "Another program keeps the server's database locked ({found}). The server tries again.",
    "store-newer": (
        "The database was written by a later version of this program (format {value}; this one"
        " knows {limit}): please upgrade."
    ),
    "store-read-only": "The server may not write to its database ({found}).",
}

_THINKING: Final = {
    "thinking-stopped": "The CPU players had to start anew; ask again.",
    "too-long-to-think": "The CPU player found no answer within {value:# second|# seconds}.",
    "too-much-to-think": "The CPU players have too much to think about just now; ask again soon.",
}

_SERVER: Final = {
    "bad-certificate": "{value} cannot be used as a certificate: {found}.",
    "bad-host": (
        '"{value:~80}" is no address to listen on: write a number like 127.0.0.1 or 0.0.0.0, or a'
        " name of this machine."
    ),
    "bad-folder": "Games cannot be kept in {value:~200}: {found}.",
    "bad-proxy": (
        '"{value:~80}" is no address of a proxy: write it as a number, like 127.0.0.1 or 10.0.0.0/8.'
    ),
    "bad-message": "The server cannot read this message: {found:~200}.",
    "cannot-listen": "The server cannot listen on {value:~80}: {found}.",
    "key-without-certificate": "A key needs its certificate: give --cert too.",
    "lock-missing": "The server cannot lock its folder: {value:~200} is not there.",
    "message-too-long": "This message is {value:# byte|# bytes} long; the most is {limit}.",
    "no-name": "Please give a name that can be shown.",
    "not-a-url": '"{value:~80}" is no address: write it like https://cards.example.org.',
    "not-alone": "Others still play in this game, so it cannot be given up for all.",
    "nothing-to-choose": "There is nothing for you to choose just now.",
    "port-forbidden": "Port {value} may not be used here: choose one from 1024 on.",
    "port-in-use": "Port {value} is in use already: choose another with --port.",
    "server-fault": "Something went wrong on the server; the game itself is safe.",
    "store-slow": "The server's disk takes too long.",
    "too-many-messages": "That was too much at once; please wait a moment.",
    "too-many-tables": "This page looks at {limit:# table|# tables} already, which is the most.",
    "too-many-tables-opened": "You have opened many games in a short time; please wait a little.",
    "wrong-number-of-levels": "This game needs {limit:# CPU player|# CPU players}, not {value}.",
}

TEMPLATES: Final = {
    **_COMMAND,
    **{
        f"error.{code}": template
        for sentences in (_STORES, _THINKING, _SERVER)
        for code, template in sentences.items()
    },
}
