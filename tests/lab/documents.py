"""The commands on the pages about the lab, and what they print.

A command stands in a block `console` after `$ `; what follows it is what it printed.  Times are
not compared, since no two runs share them.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGES: Final = ("lab.md", "bots.md")

_BLOCK: Final = re.compile(
    r"^```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)^```$", re.MULTILINE | re.DOTALL
)
_TIME: Final = re.compile(r" *\b[0-9.]+ (µs|ms|s)\b")


def commands(page: str) -> list[tuple[str, str]]:
    """Every command of a page with the output that stands there."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return [(found["command"], found["output"]) for found in _BLOCK.finditer(text)]


def rewritten(text: str, output: Callable[[str], str]) -> str:
    """A page with the output of its commands made anew."""
    return _BLOCK.sub(
        lambda found: f"```console\n$ {found['command']}\n{output(found['command'])}```", text
    )


def timeless(output: str) -> str:
    """Output without its times and the blanks that make room for them."""
    lines = [_TIME.sub(" TIME", line) for line in output.splitlines()]
    return "\n".join(" ".join(line.split()) for line in lines)


def output_of(command: str, folder: Path) -> str:
    """What a command prints when the bot of the page lies in the folder it is called in."""
    (folder / "mybot.py").write_text(_bot(), encoding="utf-8")
    typed = ""
    words = shlex.split(command)
    if words[0] == "echo":
        typed = words[1] + "\n"
        words = words[words.index("|") + 1 :]
    assert words[0] == "ohhell"
    program = "from ohhell.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", program, *words[1:]],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=folder,
        check=True,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    return done.stdout


def _bot() -> str:
    page = (DOCS / "bots.md").read_text(encoding="utf-8")
    found = re.search(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]
