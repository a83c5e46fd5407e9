"""The questions the window asks its user, behind a protocol that tests can answer.

Dialogs are imported on first use, so that the window starts faster.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QColorDialog,
    QDialog,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QWidget,
)

from engine.files import source_text
from studio.widgets.localization import Localizer

SAVED = (".map.yaml", ".scenario.yaml", ".deck.yaml", ".table.yaml")
OPENED = ("*.yaml", "*.yml", "*.replay", "*.session", "*.room")
ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{1,4}")  # of a file's name
LINE_WIDTH = 420  # of a dialog that asks for a line of text


class PromptAnswer(StrEnum):
    """An answer: yes, no, or cancel."""

    YES = "yes"
    NO = "no"
    CANCEL = "cancel"


class DialogMemory(Protocol):
    """The values that dialogs remember between uses."""

    plan: str  # of the map made last, as JSON; or nothing
    printing: str  # how a game was printed last, as JSON; or nothing
    country: str  # how country was made last, as JSON; or nothing
    ground: str  # what was asked of real ground last, as JSON; or nothing
    umpire: str  # how an umpired game was begun last, as JSON; or nothing
    ramp: str  # the elevation tints
    balance: str  # what was asked of many games last, as JSON; or nothing
    seating: str  # who sits where when a game begins, as words; or nothing


class DialogContext(NamedTuple):
    """The context of a dialog: the window, its texts, and values of the last use."""

    window: QWidget
    localize: Localizer
    memory: DialogMemory


A = TypeVar("A")
Given = TypeVar("Given", covariant=True)


class DialogQuestion(Protocol[Given]):
    """A question that is asked in a dialog of its own."""

    def ask_by_dialog(self, over: DialogContext) -> Given | None:
        """Ask and wait for the answer; None if the user cancels."""
        ...


class Prompts(Protocol):
    """The questions and messages of the window that stop the work."""

    def ask(self, question: DialogQuestion[A]) -> A | None:
        """The answer to a room's question; None if cancelled."""
        ...

    def ask_files_to_open(self) -> list[Path]:
        """Map files; none if cancelled."""
        ...

    def file_to_save(self, was: Path | None) -> Path | None:
        """The file to save to."""
        ...

    def picture_file(self, was: Path | None) -> Path | None:
        """Ask for the path of a picture."""
        ...

    def file_to_read(self, title: str, endings: Sequence[str], was: Path | None) -> Path | None:
        """A file of one of some kinds, as a card's picture or a table; None if cancelled.

        A kind is an ending, or a pattern with `*` where names have none.
        """
        ...

    def pdf_file(self, was: Path) -> Path | None:
        """Ask for the path of a PDF; `was` is a likely one."""
        ...

    def colour(self, was: str, title: str) -> str | None:
        """A colour, `#rrggbb`; the title says what it is for. None if cancelled."""
        ...

    def page_file(self, was: str, endings: Sequence[str]) -> Path | None:
        """Ask for the path of a log or report, of some kinds of file, the usual one first."""
        ...

    def ask_games_file(self, was: Path | None) -> Path | None:
        """The file in which many games are kept; one that is there goes on."""
        ...

    def map_file(self, was: Path | None) -> Path | None:
        """The map for a scenario."""
        ...

    def scenario_file(self, words: str) -> Path | None:
        """Ask for the path of a saved game's scenario; `words` give the reason."""
        ...

    def line(self, title: str, question: str, was: str = "") -> str | None:
        """A line of text: a reason."""
        ...

    def confirm(self, words: str, yes: str) -> bool:
        """Ask for confirmation; the button is named after the action."""
        ...

    def number(self, title: str, question: str, was: int, bounds: tuple[int, int]) -> int | None:
        """A whole number within bounds; None if cancelled."""
        ...

    def folder(self, title: str) -> Path | None:
        """A folder to write into; None if cancelled."""
        ...

    def choose_index(self, title: str, question: str, words: list[str]) -> int | None:
        """Ask for one of several things, by its number; None if cancelled."""
        ...

    def question(self, words: str, yes: str, no: str) -> PromptAnswer:
        """A question with two answers, named after what they do, and a way to cancel."""
        ...

    def choose_command(self, words: str, deeds: Sequence[str]) -> int | None:
        """Ask for one of several actions, the safest first; None if cancelled."""
        ...

    def show_message(self, words: str) -> None:
        """Say what went wrong and wait until it was read."""
        ...

    def report(self, title: str, words: str, report: str) -> None:
        """Show lines that are worth reading and copying, and wait until they were."""
        ...

    def approve(self, title: str, words: str, report: str, deed: str) -> bool:
        """Show lines that bear on a deed before it is done; whether it shall be."""
        ...


class DialogPrompts:
    """Asks by dialogs over a window."""

    def __init__(self, window: QWidget, localize: Localizer, memory: DialogMemory) -> None:
        self._window, self._localize, self._memory = window, localize, memory

    def ask(self, question: DialogQuestion[A]) -> A | None:
        """By the dialog that the room has for it."""
        return question.ask_by_dialog(DialogContext(self._window, self._localize, self._memory))

    def colour(self, was: str, title: str) -> str | None:
        """By the system's dialog."""
        chosen = QColorDialog.getColor(QColor(was), self._window, title)
        return chosen.name() if chosen.isValid() else None

    def ask_files_to_open(self) -> list[Path]:
        """By the system's dialog."""
        localize = self._localize
        names, _ = QFileDialog.getOpenFileNames(
            self._window,
            localize("open-title"),
            "",
            f"{localize('files-all')} ({' '.join(OPENED)})",
        )
        return [Path(name) for name in names]

    def file_to_save(self, was: Path | None) -> Path | None:
        """By the system's dialog; the ending of its kind is added, or put for that of another."""
        localize, offered = self._localize, str(was or self._localize("new-file-name"))
        kind = next((each for each in SAVED if offered.endswith(each)), SAVED[0])
        words = localize(f"files-{kind.split('.')[1]}s")
        name, _ = QFileDialog.getSaveFileName(
            self._window, localize("save-title"), offered, f"{words} (*{kind})"
        )
        return self._to_write(name, path_of_file_kind(name, kind))

    def picture_file(self, was: Path | None) -> Path | None:
        """By the system's dialog."""
        localize = self._localize
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            localize("export-title"),
            str(was or ""),
            f"{localize('files-pictures')} (*.png *.svg *.pdf)",
        )
        return self._to_write(name, with_suffix(name, ".png"))

    def file_to_read(self, title: str, endings: Sequence[str], was: Path | None) -> Path | None:
        """By the system's dialog."""
        patterns = (ending if "*" in ending else f"*{ending}" for ending in endings)
        kinds = f"{self._localize('files-wanted')} ({' '.join(patterns)})"
        name, _ = QFileDialog.getOpenFileName(self._window, title, str(was or ""), kinds)
        return Path(name) if name else None

    def pdf_file(self, was: Path) -> Path | None:
        """By the system's dialog."""
        title, kinds = self._localize("print-pdf-title"), self._localize("print-pdf-files")
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(was), f"{kinds} (*.pdf)")
        return self._to_write(name, with_suffix(name, ".pdf"))

    def page_file(self, was: str, endings: Sequence[str]) -> Path | None:
        """By the system's dialog."""
        localize, kinds = self._localize, " ".join(f"*{ending}" for ending in endings)
        name, _ = QFileDialog.getSaveFileName(
            self._window, localize("page-title"), was, f"{localize('page-files')} ({kinds})"
        )
        return self._to_write(name, with_suffix(name, endings[0]))

    def ask_games_file(self, was: Path | None) -> Path | None:
        """By the system's dialog, which has nothing against one that is there."""
        title, kinds = self._localize("games-file-title"), self._localize("games-files")
        name, _ = QFileDialog.getSaveFileName(
            self._window, title, str(was or ""), f"{kinds} (*.jsonl)",
            options=QFileDialog.Option.DontConfirmOverwrite,
        )  # fmt: skip
        return with_suffix(name, ".jsonl")

    def map_file(self, was: Path | None) -> Path | None:
        """By the system's dialog, beginning beside the map there is."""
        localize, folder = self._localize, str(was.parent) if was else ""
        title, kinds = localize("open-title"), f"{localize('files-maps')} (*.yaml *.yml)"
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, kinds)
        return Path(name) if name else None

    def scenario_file(self, words: str) -> Path | None:
        """By a box that says why, then the system's dialog."""
        localize = self._localize
        if not self.confirm(words, localize("find-scenario")):
            return None
        kinds = f"{localize('files-scenarios')} (*.scenario.yaml *.yaml *.yml)"
        name, _ = QFileDialog.getOpenFileName(self._window, localize("find-scenario"), "", kinds)
        return Path(name) if name else None

    def line(self, title: str, question: str, was: str = "") -> str | None:
        """By a small dialog."""
        box = self._box(title, question)
        box.setTextValue(was)
        box.resize(LINE_WIDTH, box.sizeHint().height())
        return box.textValue() if box.exec() else None

    def _box(self, title: str, question: str) -> QInputDialog:
        """A dialog with one field; its buttons speak the window's language, as Qt's own do not."""
        box = QInputDialog(self._window)
        box.setWindowTitle(title)
        box.setLabelText(question)
        box.setOkButtonText(self._localize("accept"))
        box.setCancelButtonText(self._localize("cancel"))
        return box

    def number(self, title: str, question: str, was: int, bounds: tuple[int, int]) -> int | None:
        """By a small dialog."""
        box = self._box(title, question)
        box.setInputMode(QInputDialog.InputMode.IntInput)
        box.setIntRange(*bounds)
        box.setIntValue(was)
        return box.intValue() if box.exec() else None

    def folder(self, title: str) -> Path | None:
        """By the system's dialog."""
        name = QFileDialog.getExistingDirectory(self._window, title)
        return Path(name) if name else None

    def choose_index(self, title: str, question: str, words: list[str]) -> int | None:
        """By a list to choose from."""
        box = self._box(title, question)
        box.setComboBoxItems(words)
        return words.index(box.textValue()) if box.exec() else None

    def question(self, words: str, yes: str, no: str) -> PromptAnswer:
        """By a box with three buttons."""
        box = QMessageBox(QMessageBox.Icon.Question, self._localize("studio"), words)
        box.setParent(self._window, box.windowFlags())
        accept = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
        decline = box.addButton(no, QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(self._localize("cancel"), QMessageBox.ButtonRole.RejectRole)
        box.exec()
        clicked = box.clickedButton()
        if clicked is accept:
            return PromptAnswer.YES
        return PromptAnswer.NO if clicked is decline else PromptAnswer.CANCEL

    def choose_command(self, words: str, deeds: Sequence[str]) -> int | None:
        """By a box with a button for each; Enter presses the first, Escape none."""
        box = QMessageBox(QMessageBox.Icon.Warning, self._localize("studio"), words)
        box.setParent(self._window, box.windowFlags())
        offered = [box.addButton(each, QMessageBox.ButtonRole.ActionRole) for each in deeds]
        box.setEscapeButton(
            box.addButton(self._localize("cancel"), QMessageBox.ButtonRole.RejectRole)
        )
        box.setDefaultButton(offered[0])
        box.exec()
        clicked = box.clickedButton()
        return next((place for place, each in enumerate(offered) if each is clicked), None)

    def confirm(self, words: str, yes: str) -> bool:
        """By a box with two buttons; the safe one is chosen at first."""
        box = QMessageBox(QMessageBox.Icon.Warning, self._localize("studio"), words)
        box.setParent(self._window, box.windowFlags())
        accept = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(self._localize("cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.exec()
        return box.clickedButton() is accept

    def report(self, title: str, words: str, report: str) -> None:
        """By a dialog with a button that copies it."""
        from studio.widgets.report_dialog import ReportDialog

        run_dialog(ReportDialog(title, words, report, self._localize, self._window))

    def approve(self, title: str, words: str, report: str, deed: str) -> bool:
        """By the same dialog, with a button that does the deed and one that leaves it."""
        from studio.widgets.report_dialog import ReportDialog

        return run_dialog(ReportDialog(title, words, report, self._localize, self._window, deed))

    def _to_write(self, name: str, path: Path | None) -> Path | None:
        """A file to write; one that is there, which the system's dialog asks about under the name
        as it was typed, is asked about under the name with its ending.
        """
        if path is None or str(path) == name or not source_text.path_exists(path):
            return path
        words = self._localize("overwrite", file=path.name)
        return path if self.confirm(words, self._localize("overwrite-do")) else None

    def show_message(self, words: str) -> None:
        """By a box with one button."""
        box = QMessageBox(QMessageBox.Icon.Warning, self._localize("studio"), words)
        box.setParent(self._window, box.windowFlags())
        box.addButton(self._localize("understood"), QMessageBox.ButtonRole.AcceptRole)
        box.exec()


def run_dialog(dialog: QDialog) -> bool:
    """Run a dialog; it is deleted when control returns to the window."""
    accepted = bool(dialog.exec())
    dialog.deleteLater()
    return accepted


def with_suffix(name: str, suffix: str) -> Path | None:
    """A file by its written name, with an ending where it has none; None for no name.

    What follows the point of `hill 1.5`, `Nr. 5` or `2. Division` is none.
    """
    if not name:
        return None
    path = Path(name)
    return path if ENDING.fullmatch(path.suffix) else path.with_name(path.name + suffix)


def path_of_file_kind(name: str, kind: str) -> Path | None:
    """A work's file by its written name; any name of YAML stands but that of another kind."""
    if not name:
        return None
    path = Path(name)
    written = next((each for each in SAVED if path.name.lower().endswith(each)), kind)
    if written != kind:
        return path.with_name(path.name[: -len(written)] + kind)
    return path if path.suffix.lower() in (".yaml", ".yml") else path.with_name(path.name + kind)
