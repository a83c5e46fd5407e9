"""Documents that are one immutable value: each step puts another in its place.

Spreadsheets can edit some: their parts go out as the rows of a table and come in again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.texts import text
from studio.documents.document import MAX_STEPS, Document, DocumentCommand, NoFileName
from studio.documents.file_sync import Fingerprint
from studio.documents.recovery_journal import DocumentJournal, Line, RecoveryJournal

if TYPE_CHECKING:
    from engine.interchange.csv_tables import SpreadsheetMerge


V = TypeVar("V")


class ValueDocument(Document, Generic[V]):
    """One value being edited. `changed` carries what `_shown` says of the new one."""

    kind = ""
    """Kind that its journal states."""

    def __init__(self, value: V, journals: Path | None, most_steps: int = MAX_STEPS) -> None:
        super().__init__(most_steps)
        self.value = value
        self._protection = DocumentJournal(journals, self.unprotected.emit)

    # --- what each kind says for itself -----------------------------------------------------------

    def _shown(self) -> object:
        """Return the value for listeners."""
        return self.value

    def _base(self) -> str | None:
        """The text of its file where nothing was changed since; None without a file."""
        raise NotImplementedError

    def _kept(self) -> Any:
        """The value as the journal keeps it: values as a file has them, with whole paths."""
        raise NotImplementedError

    def _read_again(self, path: Path) -> V:
        """Read its file again, taken as its file; InvalidFileError lists every fault."""
        raise NotImplementedError

    # --- edits ------------------------------------------------------------------------------------

    def replace_value(self, value: V, name: str, typed: str = "") -> None:
        """Put another value in the place of this one, as one step named in the user's words.

        Steps that follow each other with one and the same `typed` are one: what is typed in a field
        is undone at once.
        """
        is_more = self._goes_on(typed)
        was = self._swap(value)
        if not is_more:
            self.history.push(_ReplaceValueCommand(self, was, name, typed))
        self.changed.emit(self._shown())

    def _goes_on(self, typed: str) -> bool:
        """Return True if typed text continues the last step: not once it is saved or undone."""
        place = self.history.index()
        last = self._step_before(place)
        is_last = place == self.history.count() and place != self.history.cleanIndex()
        is_same = isinstance(last, _ReplaceValueCommand) and bool(typed) and last.typed == typed
        return is_same and is_last and not self.is_saving

    def _swap(self, value: V) -> V:
        """Another value in the place of this one, written down; the one that was."""
        self._protect()
        was, self.value = self.value, value
        self._protection.put(self._line)
        return was

    # --- file -------------------------------------------------------------------------------------

    def _respell(self, spelled: Callable[[V], V]) -> None:
        """Spell paths in the value, and in those that undoing leads to, from another folder."""
        self.value = spelled(self.value)
        for number in range(self.history.count()):
            step = self.history.command(number)
            for each in (step, *map(step.child, range(step.childCount()))):
                if isinstance(each, DocumentCommand):
                    each.respell(spelled)

    def revert(self, name: str) -> None:
        """Read the file again in place of the value, as one step that can be undone."""
        if self.path is None:
            raise NoFileName(text("document.no-file-yet"))
        on_disk, value = Fingerprint.of(self.path), self._read_again(self.path)
        self.replace_value(value, name)
        self._on_disk = on_disk
        self.history.setClean()
        self.filed.emit()

    def close(self) -> None:
        """Close it, once it was saved or given up on purpose."""
        self._protection.end()
        self.history.clear()

    # --- journal ----------------------------------------------------------------------------------

    @property
    def journal(self) -> Path | None:
        """The folder of the journal that protects unsaved work, while there is any."""
        return self._protection.journal

    def mark_unsaved(self) -> None:
        """Count it as dirty whatever is undone."""
        self.history.resetClean()
        self._protect()
        self._protection.put(self._line)

    def _unprotect(self) -> None:
        self._protection.end()

    def _protect(self) -> None:
        self._protection.begin(self._begun)

    def _begun(self, folder: Path) -> RecoveryJournal:
        return RecoveryJournal(folder, self.path, self.title, {"kind": self.kind}, self._base())

    def _line(self) -> Line:
        return {self.kind: self._kept()}


class _ReplaceValueCommand(DocumentCommand, Generic[V]):
    """One step: it holds the value before it, or once undone after."""

    def __init__(self, work: ValueDocument[V], other: V, name: str, typed: str) -> None:
        super().__init__(work, name)
        self.typed = typed  # in which field, and when
        self._values, self._other = work, other

    def respell(self, spelled: Callable[[V], V]) -> None:
        """Spell paths in the other value from another folder."""
        self._other = spelled(self._other)

    def swap(self) -> None:
        """Put the other value in the place of this one."""
        self._other = self._values._swap(self._other)
        self._values.changed.emit(self._values._shown())


class SpreadsheetDocument(ValueDocument[V]):
    """The parts of a document that the File menu needs for tables of cards or units."""

    def as_table(self) -> str:
        """The table of its parts, as a file has it."""
        raise NotImplementedError

    def merge_csv_rows(self, path: Path) -> SpreadsheetMerge:
        """Return the changes a table makes to its value, for confirmation."""
        raise NotImplementedError
