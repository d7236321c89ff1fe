"""Write the texts of the golden games anew: `python -m tests.rules.write_golden_games`.

Read the difference before you keep it: each changed line is a change of the rules.
"""

from __future__ import annotations

from tests.rules.golden_games import FOLDER, GOLDEN_GAMES


def write() -> None:
    """Every text, and no other file in the folder."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for game in GOLDEN_GAMES:
        game.path.write_text(game.text(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write()
