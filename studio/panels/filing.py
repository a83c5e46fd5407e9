"""Maps and their files: opened, saved, given another name, closed, recovered, drawn as pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine import files
from engine.files import CannotSave
from engine.problems import SandtableError
from studio.document.document import Document
from studio.document.journal import Recovery, recoverable
from studio.document.opening import opened, recovered
from studio.document.work import ChangedOnDisk, Work
from studio.drawing.formats import PictureFormat
from studio.drawing.look import Look
from studio.drawing.pictures import render_map
from studio.panels.asking import Answer, Asking
from studio.panels.speech import Speech


class Filing(QObject):
    """What becomes of files. Says so when it cannot be done; nothing is then lost.

    `journals` is where unsaved work is protected; None protects none.
    """

    opened = Signal(object)  # Work
    filed = Signal(object)  # Path: a file was opened or written, and may be opened again
    done = Signal(str)  # a sentence about what was done

    def __init__(self, asking: Asking, say: Speech, journals: Path | None) -> None:
        super().__init__()
        self.asking, self.say, self.journals = asking, say, journals

    # --- into the window --------------------------------------------------------------------------

    def new(self, template: str = "") -> None:
        """A blank map, as its maker wants it, beginning from a template."""
        map_ = self.asking.new_map(template)
        if map_ is not None:
            self.opened.emit(Document.new(map_, self.journals))

    def open(self) -> None:
        """Files the user chooses."""
        for path in self.asking.files_to_open():
            self.open_file(path)

    def open_file(self, path: Path) -> None:
        """A file; what keeps it from opening is told."""
        self._try(lambda: self._open(path))

    def _open(self, path: Path) -> None:
        work = opened(path, self.journals)
        self.filed.emit(path)
        self.opened.emit(work)

    def offer_recovery(self) -> None:
        """Ask about what a killed program left, one work after the other."""
        for recovery in recoverable(self.journals) if self.journals else ():
            answer = self.asking.question(
                self._told(recovery), self.say("recover"), self.say("discard")
            )
            if answer is Answer.YES:
                self._try(lambda found=recovery: self._recover(found))  # type: ignore[misc]  # mypy knows no default of a lambda
            elif answer is Answer.NO:
                recovery.discard()

    def _told(self, recovery: Recovery) -> str:
        name = str(recovery.path or self.say.of(recovery.title) or self.say("unnamed"))
        return self.say("recover-question", name=name, count=recovery.steps)

    def _recover(self, recovery: Recovery) -> None:
        self.opened.emit(recovered(recovery, self.journals))

    # --- onto the disk ----------------------------------------------------------------------------

    def save(self, document: Work) -> bool:
        """To its file, or to one the user names; whether it was saved."""
        if document.path is None:
            return self.save_as(document)
        return self._save(document, None)

    def save_as(self, document: Work) -> bool:
        """To a file the user names."""
        path = self.asking.file_to_save(document.path)
        return path is not None and self._save(document, path)

    def _save(self, document: Work, path: Path | None) -> bool:
        try:
            document.save(path)
        except ChangedOnDisk as error:
            return self._resolve(document, str(error))
        except CannotSave as error:
            self.asking.tell(self.say("not-saved", reason=error))
            return False
        except SandtableError as error:
            self.asking.tell(str(error))
            return False
        self.filed.emit(document.path)
        self.done.emit(self.say("saved", file=document.path))
        return True

    def _resolve(self, document: Work, reason: str) -> bool:
        """The file was changed by others: replace what they did, or take it."""
        answer = self.asking.question(reason, self.say("replace"), self.say("reload"))
        if answer is Answer.YES:
            document.keep_mine()
            return self._save(document, None)
        if answer is Answer.NO:
            self.revert(document)
        return False

    def revert(self, document: Work) -> None:
        """The file as it is on disk, as one step that can be undone."""
        self._try(lambda: document.revert(self.say("action-revert")))

    def may_close(self, document: Work) -> bool:
        """Whether nothing would be lost: what is not saved is asked about."""
        document.end_stroke()
        if not document.is_dirty:
            return True
        answer = self.asking.question(
            self.say("close-question", name=self.name(document)), self.say("save-it"),
            self.say("discard"),
        )  # fmt: skip
        return self.save(document) if answer is Answer.YES else answer is Answer.NO

    def name(self, document: Work) -> str:
        """What a work is called: its file, its title, or unnamed."""
        if document.path:
            return document.path.name
        return self.say.of(document.title) or self.say("unnamed")

    def export(self, document: Document, look: Look) -> None:
        """The map's sheet as PNG, SVG or PDF."""
        path = self.asking.picture_file(None)
        if path is not None:
            self._try(lambda: self._export(document, path, look))

    def _export(self, document: Document, path: Path, look: Look) -> None:
        ending = path.suffix.lower().removeprefix(".")
        if ending not in [each.value for each in PictureFormat]:
            raise SandtableError(self.say("unknown-picture", file=path))
        files.write(path, render_map(document.map, look, PictureFormat(ending)).content)
        self.done.emit(self.say("exported", file=path))

    def _try(self, deed: Callable[[], None]) -> None:
        """Do something and tell why if it cannot be done."""
        try:
            deed()
        except SandtableError as error:
            self.asking.tell(str(error))
