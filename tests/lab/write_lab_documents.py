"""Put what the commands on the pages about the lab print now into the pages.

python -m tests.lab.write_lab_documents
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.lab.documents import DOCS, PAGES, output_of, rewritten


def write() -> None:
    """Run every command; times are those of this machine."""
    for name in PAGES:
        page = DOCS / name
        with tempfile.TemporaryDirectory() as folder:
            text = rewritten(
                page.read_text(encoding="utf-8"),
                lambda command, here=Path(folder): output_of(command, here),
            )
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
