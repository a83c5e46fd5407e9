"""What the window asks its user, so that tests can answer without a dialog."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit, QMessageBox, QWidget

from engine.map import Map
from studio.panels.new_map import NewMap
from studio.panels.speech import Speech


class Answer(StrEnum):
    """What to do with something: yes, no, or nothing at all."""

    YES = "yes"
    NO = "no"
    CANCEL = "cancel"


class Asking(Protocol):
    """Everything the window may ask or say in a way that stops the work."""

    def new_map(self) -> Map | None:
        """The blank map to begin with; None to let it be."""
        ...

    def files_to_open(self) -> list[Path]:
        """Map files; none to let it be."""
        ...

    def file_to_save(self, was: Path | None) -> Path | None:
        """Under which name to save."""
        ...

    def picture_file(self, was: Path | None) -> Path | None:
        """Where to write a picture."""
        ...

    def line(self, title: str, question: str, was: str = "") -> str | None:
        """A line of text: a reason, a name."""
        ...

    def question(self, words: str, yes: str, no: str) -> Answer:
        """A question with two answers named by what they do, and a way to do neither."""
        ...

    def tell(self, words: str) -> None:
        """Say what went wrong and wait until it was read."""
        ...


class Dialogs:
    """Asks by dialogs over a window."""

    def __init__(self, window: QWidget, say: Speech) -> None:
        self._window, self._say = window, say

    def new_map(self) -> Map | None:
        """By the dialog of a new map."""
        dialog = NewMap(self._say, self._window)
        return dialog.map() if dialog.exec() else None

    def files_to_open(self) -> list[Path]:
        """By the system's dialog."""
        say = self._say
        names, _ = QFileDialog.getOpenFileNames(
            self._window, say("open-title"), "", f"{say('files-maps')} (*.yaml *.yml)"
        )
        return [Path(name) for name in names]

    def file_to_save(self, was: Path | None) -> Path | None:
        """By the system's dialog; `.map.yaml` is added where no ending is written."""
        say = self._say
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            say("save-title"),
            str(was or say("new-file-name")),
            f"{say('files-maps')} (*.map.yaml)",
        )
        return _with_suffix(name, ".map.yaml")

    def picture_file(self, was: Path | None) -> Path | None:
        """By the system's dialog."""
        say = self._say
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            say("export-title"),
            str(was or ""),
            f"{say('files-pictures')} (*.png *.svg *.pdf)",
        )
        return _with_suffix(name, ".png")

    def line(self, title: str, question: str, was: str = "") -> str | None:
        """By a small dialog."""
        words, accepted = QInputDialog.getText(
            self._window, title, question, QLineEdit.EchoMode.Normal, was
        )
        return words if accepted else None

    def question(self, words: str, yes: str, no: str) -> Answer:
        """By a box with three buttons."""
        box = QMessageBox(QMessageBox.Icon.Question, self._say("studio"), words)
        box.setParent(self._window, box.windowFlags())
        accept = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
        decline = box.addButton(no, QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(self._say("cancel"), QMessageBox.ButtonRole.RejectRole)
        box.exec()
        clicked = box.clickedButton()
        if clicked is accept:
            return Answer.YES
        return Answer.NO if clicked is decline else Answer.CANCEL

    def tell(self, words: str) -> None:
        """By a box with one button."""
        box = QMessageBox(QMessageBox.Icon.Warning, self._say("studio"), words)
        box.setParent(self._window, box.windowFlags())
        box.addButton(self._say("understood"), QMessageBox.ButtonRole.AcceptRole)
        box.exec()


def _with_suffix(name: str, suffix: str) -> Path | None:
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_name(path.name + suffix)
