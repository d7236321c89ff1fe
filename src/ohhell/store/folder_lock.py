"""Only one server at a time keeps its tables in a folder; a second one learns where the first is."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Self

from ohhell.store.append_file import AppendFile
from ohhell.table.errors import StoreError

_FILE: Final = "server.lock"


class FolderLock:
    """Held from `take` to `close`, or to the end of the program, whatever its end."""

    def __init__(self, file: AppendFile) -> None:
        self._file = file

    @classmethod
    def take(cls, folder: Path) -> Self:
        """Lock a folder that exists; refuses one another server has (`store-in-use`).

        `value` is then the address that server noted, "" where it has not yet.
        """
        path = folder / _FILE
        path.touch(mode=0o600)
        file = AppendFile.open(path, if_missing="lock-missing")
        try:
            file.lock(if_taken="store-in-use", named=folder)
        except StoreError as error:
            lines = file.read().splitlines()
            file.close()
            if error.code != "store-in-use":
                raise
            raise StoreError("store-in-use", value=lines[-1] if lines else "") from None
        file.cut_back(0)  # where an earlier server was is no address any more
        return cls(file)

    def note(self, address: str) -> None:
        """Say for others where this server is reached."""
        self._file.append(address)

    def close(self) -> None:
        """Let others have the folder."""
        self._file.close()
