"""The journal of a document: begun before its first unsaved change, gone when it is saved."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.problems import SandtableError
from studio.documents.recovery_journal import Line, RecoveryJournal


class DocumentJournal:
    """The journal of one document in a folder of journals; none where the folder is None.

    When it cannot be written, `failed` is called with the reason, once, and the work goes on
    without; after the next save another journal is tried.
    """

    def __init__(self, folder: Path | None, failed: Callable[[str], None]) -> None:
        self._folder = folder
        self._failed = failed
        self._journal: RecoveryJournal | None = None
        self._has_failed = False

    @property
    def journal(self) -> Path | None:
        """The folder of the journal, if there is one."""
        return self._journal.folder if self._journal else None

    def begin(self, begun: Callable[[Path], RecoveryJournal]) -> None:
        """Have a journal, begun in the folder of journals if there is none yet."""
        if self._journal is None and self._folder is not None and not self._has_failed:
            try:
                self._journal = begun(self._folder)
            except (OSError, SandtableError, UnicodeError) as error:
                self._fail(error)

    def write(self, line: Callable[[], Line]) -> None:
        """Write a finished change down, if there is a journal to write it in."""
        if self._journal is not None and not self._has_failed:
            try:
                self._journal.append(line())
            except (OSError, UnicodeError) as error:  # a name without text, as of a folder
                self._fail(error)

    def put(self, line: Callable[[], Line]) -> None:
        """Write down all that there is now, likewise."""
        if self._journal is not None and not self._has_failed:
            try:
                self._journal.put(line())
            except (OSError, UnicodeError) as error:
                self._fail(error)

    def end(self) -> None:
        """Close the journal: nothing is left to lose."""
        if self._journal is not None:
            self._journal.close()
        self._journal, self._has_failed = None, False

    def _fail(self, error: OSError | SandtableError | UnicodeError) -> None:
        """Stop writing after an error: nothing may follow a gap."""
        self._has_failed = True
        self._failed(str(error))
