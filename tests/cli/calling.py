"""Calling one command of the lab in this process."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import click
from click.testing import CliRunner, Result

from ohhell.rules.errors import OhHellError


@dataclass(frozen=True, slots=True)
class Called:
    """A command by its function."""

    command: click.Command

    def run(self, *args: object) -> Result:
        """Call it, whatever its status; a refusal comes through."""
        result = CliRunner().invoke(self.command, [str(arg) for arg in args])
        if isinstance(result.exception, OhHellError):
            raise result.exception
        return result

    def done(self, *args: object) -> Result:
        """Call it, and expect that it was done."""
        result = self.run(*args)
        assert result.exit_code == 0, result.output
        return result

    def told(self, *args: object) -> dict[str, Any]:
        """The JSON on the standard output."""
        return json.loads(self.done(*args, "--json", "-").output)
