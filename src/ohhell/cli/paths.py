"""Paths that people name on the command line."""

from __future__ import annotations

from typing import Any

import click

from ohhell.text import say


class NamedPath(click.Path):
    """A path; an empty one, as an unset variable of a shell leaves it, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """As `click.Path`, and refuses the empty path."""
        if value == "":
            self.fail(say("option.no-path"), param, ctx)
        return super().convert(value, param, ctx)
