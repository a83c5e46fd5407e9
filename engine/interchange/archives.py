"""Zip archives of other programs: read within bounds, nothing of them unpacked onto the disk."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from engine.files.zipped import UNREADABLE
from engine.interchange.foreign import read_bytes, refuse, refuse_others

MOST_ENTRIES = 50_000
MOST_INSIDE = 64 * 2**20  # bytes of one file of an archive


class Archive:
    """A zip archive; a file of it is asked for by its name, and is never larger than it may be."""

    def __init__(self, path: Path) -> None:
        self.path = path
        content = read_bytes(path)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
            self.names = frozenset(self._zip.namelist())
        except UNREADABLE as error:
            refuse_others(path, content, "zip")
            refuse("archive-broken", path, reason=str(error))
        if len(self.names) > MOST_ENTRIES:
            refuse("archive-crowded", path, found=len(self.names), most=MOST_ENTRIES)

    def read(self, name: str) -> bytes | None:
        """A file of the archive; None where there is no such, InvalidFile where it is broken."""
        if name not in self.names:
            return None
        try:
            with self._zip.open(name) as file:
                content = file.read(MOST_INSIDE + 1)
        except UNREADABLE as error:
            refuse("archive-broken", self.path, reason=f"{name}: {error}")
        if len(content) > MOST_INSIDE:
            refuse("archive-swollen", self.path, name=name, most=MOST_INSIDE // 2**20)
        return content
