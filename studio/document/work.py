"""What is edited, whatever it is: a history of steps, a file, and what became of that file."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from engine.problems import SandtableError
from engine.texts import LocalText, text
from studio.document.disk import Fingerprint, OnDisk

MOST_STEPS = 10_000  # that can be undone


class NoFileYet(SandtableError):
    """Something that was never saved needs a name first."""


class ChangedOnDisk(SandtableError):
    """The file is not what it was when it was opened or last saved: saving would undo that."""


class Work(QObject):
    """One thing being edited: a map, or a scenario.

    `history` is the undo stack, for menus and the history panel.
    """

    changed = Signal(object)
    """Emitted after every change, undo and redo too, with what was touched."""
    filed = Signal()
    """Emitted when it has another file, or when it became dirty or clean."""
    unprotected = Signal(str)
    """Emitted with the reason when the journal cannot be written: a crash would cost work."""

    def __init__(self, most_steps: int = MOST_STEPS) -> None:
        super().__init__()
        self.history = QUndoStack(self)
        self.history.setUndoLimit(most_steps)
        self.history.cleanChanged.connect(self._settle)
        self._on_disk: Fingerprint | None = None

    # --- what each kind of work says for itself ---------------------------------------------------

    @property
    def title(self) -> LocalText:
        """What it is called by its author."""
        raise NotImplementedError

    @property
    def path(self) -> Path | None:
        """Its file, if it has one."""
        raise NotImplementedError

    @property
    def journal(self) -> Path | None:
        """The folder of the journal that protects unsaved work, while there is any."""
        raise NotImplementedError

    def mark_unsaved(self) -> None:
        """Count it as dirty whatever is undone: it was imported, or recovered."""
        raise NotImplementedError

    def revert(self, name: str) -> None:
        """Read the file again, as one step that can be undone. NoFileYet where there is none."""
        raise NotImplementedError

    def close(self) -> None:
        """Be done with it: saved, or given up on purpose."""
        raise NotImplementedError

    def _write(self, target: Path) -> None:
        """Write it to a file, which then is its file."""
        raise NotImplementedError

    def _unprotect(self) -> None:
        """Nothing is left to lose: the journal can go."""
        raise NotImplementedError

    # --- the same for all -------------------------------------------------------------------------

    @property
    def is_dirty(self) -> bool:
        """Whether it is not as saved."""
        return not self.history.isClean()

    def end_stroke(self) -> None:
        """Finish what is half done, if anything is."""

    def save(self, path: Path | None = None) -> None:
        """Write it to its file, or to another one, which then is its file.

        CannotSave (read-only, disk full), NoFileYet or ChangedOnDisk: nothing is then lost, neither
        here nor on disk. A stroke under way ends first. The history stays.
        """
        self.end_stroke()
        target = path or self.path
        if target is None:
            raise NoFileYet(text("document.no-file-yet"))
        if target == self.path and self.on_disk() is OnDisk.CHANGED:
            raise ChangedOnDisk(text("document.changed-on-disk", file=target))
        self._write(target)
        self._on_disk = Fingerprint.of(target)
        self.history.setClean()
        self.filed.emit()

    def on_disk(self) -> OnDisk:
        """How the file compares with what was last read or written; the same when there is none."""
        if self.path is None or self._on_disk is None:
            return OnDisk.SAME
        state, self._on_disk = self._on_disk.compared(self.path)
        return state

    def keep_mine(self) -> None:
        """Accept that the file was changed by others: the next save replaces it."""
        self._on_disk = Fingerprint.of(self.path) if self.path else None
        self.mark_unsaved()

    def _settle(self, is_clean: bool) -> None:
        if is_clean:
            self._unprotect()
        self.filed.emit()
