"""The journal of a document: begun before its first unsaved change, gone when it is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.map import Map
from engine.mapfile import MapFile
from engine.problems import SandtableError
from studio.document.edits import Compound, Edit
from studio.document.journal import Journal


class Protection:
    """The journal of one document in a folder of journals; none where the folder is None.

    When it cannot be written, `failed` is told why, once, and the work goes on without; after the
    next save another journal is tried.
    """

    def __init__(self, folder: Path | None, failed: Callable[[str], None]) -> None:
        self._folder = folder
        self._failed = failed
        self._journal: Journal | None = None
        self._has_failed = False

    @property
    def journal(self) -> Path | None:
        """The folder of the journal, if there is one."""
        return self._journal.folder if self._journal else None

    def begin(self, map_: Map, file: MapFile | None, path: Path | None) -> None:
        """Have a journal, for a map that is as `file` holds it, or as nothing does."""
        if self._journal is None and self._folder is not None and not self._has_failed:
            try:
                self._journal = Journal(self._folder, map_, file, path)
            except (OSError, SandtableError) as error:
                self._fail(error)

    def begin_unsaved(self, map_: Map, path: Path | None) -> None:
        """Have a journal that is worth recovering from its beginning."""
        self.begin(map_, None, path)
        self.write(Compound(()))

    def write(self, edit: Edit) -> None:
        """Write a finished change down."""
        if self._journal is not None and not self._has_failed:
            try:
                self._journal.append(edit)
            except OSError as error:
                self._fail(error)

    def end(self) -> None:
        """Nothing is left to lose."""
        if self._journal is not None:
            self._journal.close()
        self._journal, self._has_failed = None, False

    def _fail(self, error: OSError | SandtableError) -> None:
        """What was written so far stays, but nothing more may follow what is missing."""
        self._has_failed = True
        self._failed(str(error))
