"""An umpired game as a work of the window: its record is on the disk after every act."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from PySide6.QtCore import Signal

from engine.files.source_text import SaveError
from engine.problems import SandtableError
from engine.texts import LocalText, text
from studio.documents.document import Document
from studio.documents.file_sync import DiskState

if TYPE_CHECKING:  # the first window does without games
    from engine.umpire.umpired_game import UmpiredGame


class UmpiredGameDocument(Document):
    """An open room. `changed` comes in the window's thread, whichever thread made the change.

    It is never dirty: every act is on the disk before it is published.
    """

    _heard = Signal()

    def __init__(self, room: UmpiredGame) -> None:
        super().__init__()
        self.room = room
        self._is_told, self._is_silent = False, False
        self._heard.connect(self._tell)
        self._ends = room.listen(self._hear)

    def _hear(self) -> None:
        """Report a change, from any thread; those of another thread together."""
        if threading.current_thread() is threading.main_thread():
            self._tell()
        elif not self._is_told:
            self._is_told = True
            self._heard.emit()

    def _tell(self) -> None:
        self._is_told = False
        if not self._is_silent:
            self.changed.emit(self.room)

    @contextmanager
    def batch_changes(self) -> Iterator[None]:
        """However much changes meanwhile, it is reported once, at the end."""
        self._is_silent = True
        try:
            yield
        finally:
            self._is_silent = False
            self._tell()

    # --- what every work says ---------------------------------------------------------------------

    @property
    def title(self) -> LocalText:
        """The scenario's title."""
        return self.room.session.scenario.title

    @property
    def path(self) -> Path | None:
        """The record."""
        return self.room.record_path

    @property
    def journal(self) -> Path | None:
        """None: the record itself is kept act by act."""
        return None

    def mark_unsaved(self) -> None:
        """Do nothing: an umpired game is always saved."""

    def file_state_on_disk(self) -> DiskState:
        """Always the same: while it is open no other program writes the record."""
        return DiskState.SAME

    def revert(self, name: str) -> NoReturn:
        """A record is never read backwards."""
        raise SandtableError(text("console.room-no-revert"))

    def close(self) -> None:
        """Let the record go."""
        self._ends()
        self.room.close()
        self.history.clear()

    def _writer(self, target: Path) -> Callable[[], Any]:
        """Refused: its own file has everything already; another would be a second truth."""

        def write() -> Path:
            if target != self.room.record_path:
                reason = text("console.room-no-copy", None, file=self.room.record_path)
                raise SaveError(reason)
            return target

        return write

    def _written(self, file: Any, target: Path) -> None:
        """Do nothing: saving changes nothing."""

    def _unprotect(self) -> None:
        """Do nothing: nothing could be lost."""
