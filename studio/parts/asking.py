"""What the window asks its user, so that tests can answer without a dialog.

A dialog is loaded when it is first asked for: the window is there sooner.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QColorDialog,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMessageBox,
    QWidget,
)

from engine.editing.flat import Indices
from engine.editing.sheet_edits import Field
from engine.hexes.labels import Labels
from engine.map.map import Map
from engine.texts import LocalText
from studio.drawing.look import Look
from studio.parts.speech import Speech

if TYPE_CHECKING:
    from engine.editing.geometry import Margins
    from engine.editing.plans import Plan, Sheet
    from engine.scenario.scenario import Scenario
    from studio.console.room_setup import RoomSetup
    from studio.ground.setup import Again, Import
    from studio.mapping.naming import ZoneWords
    from studio.playtest.begin_dialog import Setup
    from studio.printing.dialog import PrintOrder
    from studio.printing.game_dialog import GameOrder


SAVED = (".map.yaml", ".scenario.yaml", ".deck.yaml")
OPENED = ("*.yaml", "*.yml", "*.replay", "*.session", "*.room")


class Answer(StrEnum):
    """What to do with something: yes, no, or nothing at all."""

    YES = "yes"
    NO = "no"
    CANCEL = "cancel"


class Asking(Protocol):
    """Everything the window may ask or say in a way that stops the work."""

    def new_map(self, template: str = "") -> Sheet | None:
        """The blank map to begin with, planned from a template; None to let it be."""
        ...

    def real_ground(self, again: Again | None = None) -> Import | None:
        """Real ground as a map, or onto a map that came from there; None to let it be."""
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

    def underlay_file(self, was: Path | None) -> Path | None:
        """The picture to lay over a map."""
        ...

    def file_to_read(self, title: str, endings: Sequence[str], was: Path | None) -> Path | None:
        """A file of one of some kinds: the picture of a card, a table; None to let it be."""
        ...

    def pdf_file(self, was: Path) -> Path | None:
        """Where to write a PDF; `was` is a likely place."""
        ...

    def print_order(self, map_: Map, look: Look) -> PrintOrder | None:
        """How a map shall be printed, and where; None to let it be."""
        ...

    def game_order(self, scenario: Scenario, folder: Path, look: Look) -> GameOrder | None:
        """What of a game shall be printed, how, and where; None to let it be."""
        ...

    def map_properties(self, map_: Map) -> dict[Field, Any] | None:
        """What a map shall say of itself; None to let it be."""
        ...

    def sheet_size(self, map_: Map, selection: Indices, margins: Margins) -> Margins | None:
        """What is added to a sheet on each side, beginning from some margins; None for nothing."""
        ...

    def zone(self, was: ZoneWords, taken: list[str], labels: Labels) -> ZoneWords | None:
        """What a zone is called, by an id that is not taken and is no label; None to let it be."""
        ...

    def place(self, was: LocalText, hex_: str) -> LocalText | None:
        """The name at a hex; nothing to delete it, None to let it be."""
        ...

    def colour(self, was: str) -> str | None:
        """A colour, `#rrggbb`; None to let it be."""
        ...

    def page_file(self, was: str, endings: Sequence[str]) -> Path | None:
        """Where to write a log or a report, as one of some kinds of file, the usual one first."""
        ...

    def map_file(self, was: Path | None) -> Path | None:
        """The map that a scenario shall be on."""
        ...

    def scenario_file(self, words: str) -> Path | None:
        """Where the scenario of a saved game is; `words` say why that is asked."""
        ...

    def line(self, title: str, question: str, was: str = "") -> str | None:
        """A line of text: a reason."""
        ...

    def confirm(self, words: str, yes: str) -> bool:
        """Whether to go on all the same, named by what is then done."""
        ...

    def game(self, scenario: Scenario, kept: str, usual: Setup | None) -> Setup | None:
        """What a game begins with; `kept` names one that can be taken up. None to let it be."""
        ...

    def room(self, scenario: Scenario, path: Path) -> RoomSetup | None:
        """What an umpired game of a scenario's file begins with; None to let it be."""
        ...

    def one_of(self, title: str, question: str, words: list[str]) -> int | None:
        """Which of several things, by its number; None to let it be."""
        ...

    def question(self, words: str, yes: str, no: str) -> Answer:
        """A question with two answers named by what they do, and a way to do neither."""
        ...

    def tell(self, words: str) -> None:
        """Say what went wrong and wait until it was read."""
        ...

    def report(self, title: str, words: str, report: str) -> None:
        """Show lines that are worth reading and copying, and wait until they were."""
        ...


class Memory(Protocol):
    """What dialogs remember until the next time."""

    plan: str  # of the map made last, as JSON; or nothing
    printing: str  # how a game was printed last, as JSON; or nothing
    ground: str  # what was asked of real ground last, as JSON; or nothing
    umpire: str  # how an umpired game was begun last, as JSON; or nothing
    ramp: str  # the elevation tints


class Dialogs:
    """Asks by dialogs over a window."""

    def __init__(self, window: QWidget, say: Speech, memory: Memory) -> None:
        self._window, self._say, self._memory = window, say, memory

    def new_map(self, template: str = "") -> Sheet | None:
        """By the dialog of a new map, which remembers what was made last."""
        from engine.editing.plans import values_of
        from studio.mapping.new_map import NewMap

        dialog = NewMap(self._say, last_plan(self._memory.plan), template, self._window)
        if not _is_accepted(dialog):
            return None
        self._memory.plan = json.dumps(values_of(dialog.plan()))
        return dialog.sheet()

    def real_ground(self, again: Again | None = None) -> Import | None:
        """By the wizard, which remembers what was asked last even where it is given up."""
        from studio.canvas.position import Layers
        from studio.ground.setup import as_text, from_text
        from studio.ground.wizard import GroundWizard

        setup = from_text(self._memory.ground)
        layers = Layers(ramp=self._memory.ramp, language=self._say.language)
        dialog = GroundWizard(
            self._say, setup, self._source_files, again, layers, parent=self._window
        )
        made = dialog.made if _is_accepted(dialog) else None
        if again is None:
            self._memory.ground = as_text(dialog.setup())
        return made

    def _source_files(self) -> list[Path]:
        """By the system's dialog."""
        from studio.ground.source_list import ENDINGS

        kinds = f"{self._say('files-wanted')} ({' '.join(f'*{ending}' for ending in ENDINGS)})"
        names, _ = QFileDialog.getOpenFileNames(
            self._window, self._say("ground-files-title"), "", kinds
        )
        return [Path(name) for name in names]

    def map_properties(self, map_: Map) -> dict[Field, Any] | None:
        """By the dialog of the map's properties."""
        from studio.mapping.map_properties import MapProperties

        dialog = MapProperties(map_, self._say, self._window)
        return dialog.values() if _is_accepted(dialog) else None

    def sheet_size(self, map_: Map, selection: Indices, margins: Margins) -> Margins | None:
        """By the dialog of the sheet's size."""
        from studio.mapping.sheet_size import SheetSize

        dialog = SheetSize(map_, selection, self._say, self._window)
        dialog.set_margins(margins)
        return dialog.margins() if _is_accepted(dialog) else None

    def zone(self, was: ZoneWords, taken: list[str], labels: Labels) -> ZoneWords | None:
        """By a small dialog."""
        from studio.mapping.naming import ZoneDialog

        dialog = ZoneDialog(was, taken, labels, self._say, self._window)
        return dialog.words() if _is_accepted(dialog) else None

    def place(self, was: LocalText, hex_: str) -> LocalText | None:
        """By a small dialog."""
        from studio.mapping.naming import PlaceDialog

        dialog = PlaceDialog(was, hex_, self._say, self._window)
        return dialog.text() if _is_accepted(dialog) else None

    def colour(self, was: str) -> str | None:
        """By the system's dialog."""
        title = self._say("zone-colour-title")
        chosen = QColorDialog.getColor(QColor(was), self._window, title)
        return chosen.name() if chosen.isValid() else None

    def files_to_open(self) -> list[Path]:
        """By the system's dialog."""
        say = self._say
        names, _ = QFileDialog.getOpenFileNames(
            self._window, say("open-title"), "", f"{say('files-all')} ({' '.join(OPENED)})"
        )
        return [Path(name) for name in names]

    def file_to_save(self, was: Path | None) -> Path | None:
        """By the system's dialog; the ending of its kind is added where none is written."""
        say, offered = self._say, str(was or self._say("new-file-name"))
        kind = next((each for each in SAVED if offered.endswith(each)), SAVED[0])
        words = say(f"files-{kind.split('.')[1]}s")
        name, _ = QFileDialog.getSaveFileName(
            self._window, say("save-title"), offered, f"{words} (*{kind})"
        )
        return self._to_write(name, kind)

    def picture_file(self, was: Path | None) -> Path | None:
        """By the system's dialog."""
        say = self._say
        name, _ = QFileDialog.getSaveFileName(
            self._window,
            say("export-title"),
            str(was or ""),
            f"{say('files-pictures')} (*.png *.svg *.pdf)",
        )
        return self._to_write(name, ".png")

    def underlay_file(self, was: Path | None) -> Path | None:
        """By the system's dialog."""
        from studio.underlay.underlay_picture import picture_endings

        endings = " ".join(f"*.{ending}" for ending in sorted(picture_endings()))
        kinds = f"{self._say('underlay-files')} ({endings})"
        title = self._say("underlay-open-title")
        name, _ = QFileDialog.getOpenFileName(self._window, title, str(was or ""), kinds)
        return Path(name) if name else None

    def file_to_read(self, title: str, endings: Sequence[str], was: Path | None) -> Path | None:
        """By the system's dialog."""
        kinds = f"{self._say('files-wanted')} ({' '.join(f'*{ending}' for ending in endings)})"
        name, _ = QFileDialog.getOpenFileName(self._window, title, str(was or ""), kinds)
        return Path(name) if name else None

    def pdf_file(self, was: Path) -> Path | None:
        """By the system's dialog."""
        title, kinds = self._say("print-pdf-title"), self._say("print-pdf-files")
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(was), f"{kinds} (*.pdf)")
        return self._to_write(name, ".pdf")

    def print_order(self, map_: Map, look: Look) -> PrintOrder | None:
        """By the dialog that shows the pages."""
        from studio.printing.dialog import PrintDialog

        dialog = PrintDialog(map_, look, self._say, self._window)
        order = dialog.order() if dialog.exec() else None
        dialog.deleteLater()
        return order

    def game_order(self, scenario: Scenario, folder: Path, look: Look) -> GameOrder | None:
        """By the dialog that shows the pages, which remembers what was chosen last."""
        from studio.printing.game_dialog import GameDialog
        from studio.printing.settings import as_text, from_text, usual_settings

        was = from_text(self._memory.printing) or usual_settings()
        dialog = GameDialog(scenario, folder, look, was, self._say, self._window)
        order = dialog.order() if dialog.exec() else None
        dialog.deleteLater()
        if order is not None:
            self._memory.printing = as_text(order.settings)
        return order

    def page_file(self, was: str, endings: Sequence[str]) -> Path | None:
        """By the system's dialog."""
        say, kinds = self._say, " ".join(f"*{ending}" for ending in endings)
        name, _ = QFileDialog.getSaveFileName(
            self._window, say("page-title"), was, f"{say('page-files')} ({kinds})"
        )
        return self._to_write(name, endings[0])

    def map_file(self, was: Path | None) -> Path | None:
        """By the system's dialog, beginning beside the map there is."""
        say, folder = self._say, str(was.parent) if was else ""
        title, kinds = say("open-title"), f"{say('files-maps')} (*.yaml *.yml)"
        name, _ = QFileDialog.getOpenFileName(self._window, title, folder, kinds)
        return Path(name) if name else None

    def scenario_file(self, words: str) -> Path | None:
        """By a box that says why, then the system's dialog."""
        say = self._say
        if not self.confirm(words, say("find-scenario")):
            return None
        kinds = f"{say('files-scenarios')} (*.scenario.yaml *.yaml *.yml)"
        name, _ = QFileDialog.getOpenFileName(self._window, say("find-scenario"), "", kinds)
        return Path(name) if name else None

    def line(self, title: str, question: str, was: str = "") -> str | None:
        """By a small dialog."""
        words, accepted = QInputDialog.getText(
            self._window, title, question, QLineEdit.EchoMode.Normal, was
        )
        return words if accepted else None

    def game(self, scenario: Scenario, kept: str, usual: Setup | None) -> Setup | None:
        """By the dialog before a game."""
        from studio.playtest.begin_dialog import BeginDialog

        dialog = BeginDialog(scenario, kept, usual, self._say, self._window)
        return dialog.setup() if _is_accepted(dialog) else None

    def room(self, scenario: Scenario, path: Path) -> RoomSetup | None:
        """By the dialog before an umpired game, which remembers what is likely again."""
        from engine.session.keeper import home
        from studio.console.begin_dialog import RoomDialog
        from studio.console.room_setup import Usual, free_file

        usual, file = Usual.of(self._memory.umpire), free_file(path, home())
        dialog = RoomDialog(scenario, file, usual, self._room_file, self._say, self._window)
        if not _is_accepted(dialog):
            return None
        self._memory.umpire = dialog.usual().as_text()
        return dialog.setup()

    def _room_file(self, was: Path) -> Path | None:
        """By the system's dialog."""
        title, kinds = self._say("room-begin-file"), f"{self._say('room-files')} (*.room)"
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(was), kinds)
        return _with_suffix(name, ".room")

    def one_of(self, title: str, question: str, words: list[str]) -> int | None:
        """By a list to choose from."""
        chosen, accepted = QInputDialog.getItem(self._window, title, question, words, 0, False)
        return words.index(chosen) if accepted else None

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

    def confirm(self, words: str, yes: str) -> bool:
        """By a box with two buttons; the safe one is chosen at first."""
        box = QMessageBox(QMessageBox.Icon.Warning, self._say("studio"), words)
        box.setParent(self._window, box.windowFlags())
        accept = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(self._say("cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.exec()
        return box.clickedButton() is accept

    def report(self, title: str, words: str, report: str) -> None:
        """By a dialog with a button that copies it."""
        from studio.parts.report_dialog import ReportDialog

        _is_accepted(ReportDialog(title, words, report, self._say, self._window))

    def _to_write(self, name: str, ending: str) -> Path | None:
        """A file to write; one that is there, which the system's dialog asks about under the name
        as it was typed, is asked about under the name with its ending.
        """
        path = _with_suffix(name, ending)
        if path is None or str(path) == name or not path.exists():
            return path
        words = self._say("overwrite", file=path.name)
        return path if self.confirm(words, self._say("overwrite-do")) else None

    def tell(self, words: str) -> None:
        """By a box with one button."""
        box = QMessageBox(QMessageBox.Icon.Warning, self._say("studio"), words)
        box.setParent(self._window, box.windowFlags())
        box.addButton(self._say("understood"), QMessageBox.ButtonRole.AcceptRole)
        box.exec()


def _is_accepted(dialog: QDialog) -> bool:
    """Let the user answer a dialog; it is gone when control returns to the window."""
    accepted = bool(dialog.exec())
    dialog.deleteLater()
    return accepted


def last_plan(remembered: str) -> Plan | None:
    """The plan of the map made last; None where none is remembered, or none that is sound."""
    from engine.editing.plans import plan_from

    try:
        return plan_from(json.loads(remembered)) if remembered else None
    except (ValueError, TypeError, KeyError, AttributeError):
        return None  # settings of another version, or changed by hand


def _with_suffix(name: str, suffix: str) -> Path | None:
    if not name:
        return None
    path = Path(name)
    return path if path.suffix else path.with_name(path.name + suffix)
