"""Small programs that sit at a table, well or badly."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

_LOOP = """\
import json, sys, time, os
for line in sys.stdin:
    view = json.loads(line)
    {body}
"""

FIRST_LEGAL = "print(json.dumps(view['legal'][0]), flush=True)"


def program(folder: Path, body: str, *, name: str = "bot.py") -> str:
    """A command line for a Python program that does `body` with each `view`."""
    indented = body.replace("\n", "\n    ")
    return script(folder, _LOOP.format(body=indented), name=name)


def script(folder: Path, text: str, *, name: str = "bot.py") -> str:
    """A command line for a Python program."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return shlex.join([sys.executable, "-S", "-E", str(file)])
