"""Documents of any kind: a history of steps, a file, and the state of that file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from engine.files.source_text import absolute_path, resolve_links
from engine.map.map import Map
from engine.problems import SandtableError
from engine.texts import LocalText, text, translate_values
from studio.documents.file_sync import DiskState, Fingerprint
from studio.documents.open_references import OpenReferences
from studio.documents.recovery_journal import RecoverableDocument

if TYPE_CHECKING:
    from engine.scenario.scenario import Scenario
    from engine.tabletop.tabletop_map import TabletopMap

MAX_STEPS = 10_000  # that can be undone


class NoFileName(SandtableError):
    """A document without a file needs a name first."""


class FileChangedOnDisk(SandtableError):
    """The file is not what it was when it was opened or last saved: saving would undo that."""


class WrittenFile(NamedTuple):
    """The result of a save: the file as its document has it, and as it is on disk."""

    file: Any
    on_disk: Fingerprint | None


@dataclass(frozen=True)
class SaveInProgress:
    """A save under way: `write` may run in any thread, while the work is edited further.

    It writes the work as it was when the save began, and raises SaveError or FileChangedOnDisk with
    nothing lost.
    """

    target: Path
    write: Callable[[], WrittenFile]
    step: QUndoCommand | None
    """The last step that is saved; None before the first one."""


class Document(QObject):
    """One thing being edited: a map, or a scenario.

    `history` is the undo stack, for menus and the history panel.
    """

    changed = Signal(object)
    """Emitted after every change, undo and redo too, with what was touched."""
    filed = Signal()
    """Emitted when it has another file, or when it became dirty or clean."""
    unprotected = Signal(str)
    """Emitted with the reason when the journal cannot be written: a crash would cost work."""
    relied_on = Signal()
    """Emitted before the state of what is open elsewhere is relied on."""
    unnamed = "unnamed"
    """Key of the text for its name before it has a title."""
    ground_kind: Literal["map", "table", ""] = ""
    """Kind of ground for scenarios that can begin on it, if any."""

    def __init__(self, most_steps: int = MAX_STEPS) -> None:
        super().__init__()
        self.history = QUndoStack(self)
        self.history.setUndoLimit(most_steps)
        self.history.cleanChanged.connect(self._settle)
        self._on_disk: Fingerprint | None = None
        self._saving: SaveInProgress | None = None
        self._is_looking_back = False  # steps are passed over without being undone

    # --- what each kind of work says for itself ---------------------------------------------------

    @property
    def title(self) -> LocalText:
        """Return the author's title."""
        raise NotImplementedError

    @property
    def path(self) -> Path | None:
        """Its file, if it has one."""
        raise NotImplementedError

    @property
    def journal(self) -> Path | None:
        """The folder of the journal that protects unsaved work, while there is any."""
        raise NotImplementedError

    def likely_file(self, stem: str, localize: Callable[[str], str]) -> Path | None:
        """Return the likely path of an unsaved document; `stem` is its title as a file name."""
        return None

    def mark_unsaved(self) -> None:
        """Count it as dirty whatever is undone: it was imported, or recovered."""
        raise NotImplementedError

    def adopt_recovery(self, recovery: RecoverableDocument) -> Self:
        """Stand for what a killed program left: unsaved; this work's own journal holds it now."""
        self._on_disk = recovery.fingerprint()
        self.mark_unsaved()
        if self.journal is not None:
            recovery.discard()
        return self

    def revert(self, name: str) -> None:
        """Read the file again, as one step that can be undone. NoFileName where there is none."""
        raise NotImplementedError

    def close(self) -> None:
        """Close it, once it was saved or given up on purpose."""
        raise NotImplementedError

    def _writer(self, target: Path) -> Callable[[], Any]:
        """Return the function that writes it, in any thread, and returns the file."""
        raise NotImplementedError

    def _written(self, file: Any, target: Path) -> None:
        """Take the writer's result as its file."""
        raise NotImplementedError

    def _unprotect(self) -> None:
        """End the journal: nothing is left to lose."""
        raise NotImplementedError

    # --- works that refer to each other -----------------------------------------------------------

    @property
    def scenario(self) -> Scenario | None:
        """The scenario that it is, as it is now; None where it is something else."""
        return None

    def surface(self) -> Map | TabletopMap | None:
        """The map or table that it is, as it is now and stays; None where it is neither."""
        return None

    def references_as_edited(self, path: Path) -> OpenReferences:
        """Return the references other documents have to it at this path, as edited here."""
        ground = self.surface()
        return OpenReferences() if ground is None else OpenReferences({path: ground})

    def references_as_saved(self, path: Path) -> OpenReferences:
        """Return the references other documents have to it once it is closed, as saved.

        InvalidFileError lists faults.
        """
        return OpenReferences()

    @property
    def files_named(self) -> set[Path]:
        """The files it refers to, their paths resolved."""
        return set()

    def use_open_references(self, elsewhere: OpenReferences) -> None:
        """Go by these states of the files it refers to from now on, undone steps too."""

    # --- the same for all -------------------------------------------------------------------------

    @property
    def is_dirty(self) -> bool:
        """Return True if it has unsaved changes."""
        return not self.history.isClean()

    def end_stroke(self) -> None:
        """Finish what is half done, if anything is."""

    def save(self, path: Path | None = None) -> None:
        """Write it to its file, or to another one, which then is its file.

        SaveError (read-only, disk full), NoFileName or FileChangedOnDisk: nothing is then lost,
        neither here nor on disk. A stroke under way ends first. The history stays.
        """
        saving = self.begin_save(path)
        try:
            written = saving.write()
        except BaseException:  # whatever ended it, the next save must not wait for this one
            self.abandon_save()
            raise
        self.end_save(written)

    @property
    def is_saving(self) -> bool:
        """Return True if a save is under way."""
        return self._saving is not None

    def begin_save(self, path: Path | None = None) -> SaveInProgress:
        """Begin to save: run `write`, then `end_save` with what it returned, or `abandon_save`.

        NoFileName or FileChangedOnDisk, as of `save`; `write` raises FileChangedOnDisk too. Edits
        may go on meanwhile; another save may not.
        """
        assert self._saving is None, "a save is under way"
        self.end_stroke()
        wanted = path or self.path
        if wanted is None:
            raise NoFileName(text("document.no-file-yet"))
        target = absolute_path(wanted)
        was = (
            self._on_disk
            if self.path is not None and resolve_links(target) == resolve_links(self.path)
            else None
        )
        if was is not None and self.file_state_on_disk() is DiskState.CHANGED:
            raise _changed_on_disk(target)
        write = _writer_unless_changed(self._writer(target), target, was)
        self._saving = SaveInProgress(target, write, self._step_before(self.history.index()))
        return self._saving

    def end_save(self, written: WrittenFile) -> None:
        """The save was done: the work counts as saved, as far as it was when the save began."""
        saving, self._saving = self._saving, None
        assert saving is not None, "no save is under way"
        self._written(written.file, saving.target)
        self._on_disk = written.on_disk
        self._mark_saved(saving.step)
        self.filed.emit()

    def abandon_save(self) -> None:
        """The save was not done; all is as before."""
        self._saving = None

    def retranslate_history(self, language: str) -> None:
        """Translate the history into another language."""
        for place in range(self.history.count()):
            step = self.history.command(place)
            if isinstance(step, DocumentCommand):
                step.retranslate(language)

    def _step_before(self, place: int) -> QUndoCommand | None:
        return self.history.command(place - 1) if place else None

    def _mark_saved(self, step: QUndoCommand | None) -> None:
        """Count as clean after a step; edits made since it keep the work dirty.

        Qt's stack marks only where it stands, so it is led there and back, undoing nothing. Where
        the step is gone, undone and done otherwise, nothing leads back to what was saved.
        """
        history, here = self.history, self.history.index()
        steps = [self._step_before(place) for place in range(history.count() + 1)]
        saved = next((place for place, each in enumerate(steps) if each is step), None)
        if saved == here:
            history.setClean()
        elif saved is None or (step is None and history.count() == history.undoLimit()):
            history.resetClean()
        else:
            self._is_looking_back = True
            history.blockSignals(True)
            history.setIndex(saved)
            history.setClean()
            history.setIndex(here)
            history.blockSignals(False)
            self._is_looking_back = False

    def file_state_on_disk(self) -> DiskState:
        """Return the state of the file since it was last read or written.

        Without a file, and while a save is replacing it, it counts as the same.
        """
        if self.path is None or self._on_disk is None or self._saving is not None:
            return DiskState.SAME
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


def _writer_unless_changed(
    write: Callable[[], Any], target: Path, was: Fingerprint | None
) -> Callable[[], WrittenFile]:
    """Return a writer that refuses to replace a file whose content is not what it was.

    Time and size do not prove it, so the content is compared, and only just before it is replaced.
    """

    def write_unless_changed() -> WrittenFile:
        if was is not None and was.is_changed(target):
            raise _changed_on_disk(target)
        file = write()
        return WrittenFile(file, Fingerprint.of(target))

    return write_unless_changed


def _changed_on_disk(target: Path) -> FileChangedOnDisk:
    return FileChangedOnDisk(text("document.changed-on-disk", file=target))


class DocumentCommand(QUndoCommand):
    """One step of a history, made before it is pushed there. It can be undone and made again."""

    def __init__(self, work: Document, name: str) -> None:
        super().__init__(name)
        self._work, self._name = work, name
        self._is_made = True  # the stack calls redo when it takes a step

    def swap(self) -> None:
        """Undo what was done, or do what was undone."""
        raise NotImplementedError

    def retranslate(self, language: str) -> None:
        """Call the step what it is called in another language, as far as its name knows that."""
        self.setText(str(translate_values(self._name, language)))

    def respell(self, spelled: Callable[[Any], Any]) -> None:
        """The file is in another folder now: spell what the step holds as it is seen from there."""

    def undo(self) -> None:
        """Go back behind the step."""
        if not self._work._is_looking_back:
            self.swap()

    def redo(self) -> None:
        """Make it again."""
        if self._is_made:
            self._is_made = False
        elif not self._work._is_looking_back:
            self.swap()
