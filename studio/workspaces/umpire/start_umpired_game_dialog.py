"""The dialog before an umpired game: seats, arms, dice, clock, and the place of the record."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path
from random import SystemRandom

from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QWidget,
)

from engine.files import source_text
from engine.games import rule_system_of
from engine.narration.scenario_names import ScenarioNames
from engine.play.dice import MAX_SEED
from engine.scenario.scenario import Scenario
from engine.texts import LocalText
from engine.umpire.clock import TimeoutAction
from studio.widgets.form_fields import FieldErrorLabel
from studio.widgets.localization import Localizer
from studio.widgets.sizing import scale_length
from studio.workspaces.umpire.umpired_game_setup import (
    ENDING,
    RememberedSetup,
    UmpiredGameSetup,
    build_seats,
)

IN_A_ROW = 4


class CommandArmsRow(QWidget):
    """One list per player; the first line of each is the whole side."""

    def __init__(self, arms: Mapping[str, LocalText], localize: Localizer) -> None:
        super().__init__()
        self._arms, self._localize = arms, localize
        self.boxes: list[QComboBox] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)

    def show_players(self, names: Sequence[str]) -> None:
        """Show as many lists as there are players; those already there keep their choice."""
        while len(self.boxes) > len(names):
            box = self.boxes.pop()
            self._grid.removeWidget(box)
            box.deleteLater()
        while len(self.boxes) < len(names):
            self._add()
        for box, name in zip(self.boxes, names, strict=True):
            box.setAccessibleName(self._localize("room-begin-arm", name=name))
            box.setToolTip(box.accessibleName())

    def _add(self) -> None:
        box, place = QComboBox(), len(self.boxes)
        box.addItem(self._localize("room-begin-arm-all"), "")
        for arm, name in self._arms.items():
            box.addItem(self._localize.localize_text(name), arm)
        self.boxes.append(box)
        self._grid.addWidget(box, place // IN_A_ROW, place % IN_A_ROW)

    @property
    def chosen(self) -> list[str]:
        """The arm of each player, empty for the whole side."""
        return [box.currentData() for box in self.boxes]


MAX_PLAYERS, MAX_MINUTES = 12, 7 * 24 * 60.0
SEPARATORS = str.maketrans({"，": ",", "、": ",", ";": ","})


class StartUmpiredGameDialog(QDialog):
    """One player per side at first; names are separated by commas."""

    def __init__(
        self,
        scenario: Scenario,
        file: Path,
        usual: RememberedSetup,
        browse: Callable[[Path], Path | None],
        localize: Localizer,
        parent: QWidget | None = None,
    ) -> None:
        """`file` is where the record would be; `browse` asks for another place."""
        super().__init__(parent)
        self._localize, self._browse, self._scenario = localize, browse, scenario
        self.setWindowTitle(localize("room-begin-title"))
        self.counts: dict[str, QSpinBox] = {}
        self.people: dict[str, QLineEdit] = {}
        self.arms: dict[str, CommandArmsRow] = {}
        self.first_delivers = QCheckBox(localize("room-begin-first-delivers"))
        self.first_delivers.setChecked(usual.only_first_delivers)
        self.talk = QCheckBox(localize("room-begin-talk"))
        self.talk.setChecked(usual.may_talk)
        self.seed, self.minutes, self.when_up = QSpinBox(), QDoubleSpinBox(), QComboBox()
        self.seed.setRange(0, MAX_SEED)
        self.seed.setValue(SystemRandom().randrange(1, 100_000))
        self.seed.setToolTip(localize("room-begin-seed-hint"))
        self.minutes.setRange(0.0, MAX_MINUTES)
        self.minutes.setDecimals(1)
        self.minutes.setSpecialValueText(localize("room-clock-none"))
        self.minutes.setValue(usual.minutes)
        self.grace = QDoubleSpinBox()
        self.grace.setRange(0.0, MAX_MINUTES)
        self.grace.setDecimals(1)
        self.grace.setValue(usual.grace)
        self.grace.setToolTip(localize("room-clock-grace-hint"))
        for each in TimeoutAction:
            self.when_up.addItem(localize(f"room-clock-up-{each.value}"), each)
        self.when_up.setCurrentIndex(max(self.when_up.findData(TimeoutAction(usual.when_up)), 0))
        self.file, self.other_file, self.fault = (
            QLineEdit(str(file)),
            QPushButton(),
            FieldErrorLabel(),
        )
        self._lay_out(ScenarioNames(scenario, localize.language))

    def _lay_out(self, names: ScenarioNames) -> None:
        localize, form = self._localize, QFormLayout(self)
        arms = rule_system_of(self._scenario.game).arms
        hint = QLabel(localize("room-begin-hint"))
        hint.setWordWrap(True)
        form.addRow(QLabel(f"<b>{escape(names.title)}</b>"))
        form.addRow(hint)
        for side in self._scenario.sides:
            form.addRow(names.side(side.id), self._people_of(side.id, names.side(side.id)))
            if arms:
                form.addRow("", self._arms_of(side.id, CommandArmsRow(arms, localize)))
        form.addRow("", self.first_delivers)
        form.addRow("", self.talk)
        form.addRow(localize("room-begin-seed"), self.seed)
        form.addRow(localize("room-begin-minutes"), self.minutes)
        form.addRow(localize("room-begin-grace"), self.grace)
        form.addRow(localize("room-begin-when-up"), self.when_up)
        row = QHBoxLayout()
        row.addWidget(self.file, 1)
        row.addWidget(self.other_file)
        self.other_file.setText(localize("room-begin-browse"))
        self.other_file.setAutoDefault(False)
        self.other_file.clicked.connect(self._ask_file)
        self.file.setMinimumWidth(scale_length(320))
        form.addRow(localize("room-begin-file"), row)
        form.addRow(self.fault)
        buttons = QDialogButtonBox()
        self.begin = buttons.addButton(
            localize("room-begin"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.file.textChanged.connect(lambda words: self.begin.setEnabled(bool(words.strip())))
        buttons.addButton(localize("cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)

    def _people_of(self, side: str, named: str) -> QWidget:
        """Return the fields for the number and names of a side's players."""
        made = QWidget()
        count, people = (
            QSpinBox(),
            QLineEdit(self._localize("room-begin-player", side=named, number=1)),
        )
        count.setRange(1, MAX_PLAYERS)
        count.setAccessibleName(self._localize("room-begin-players"))
        count.valueChanged.connect(lambda number: self._name(people, named, number))
        people.setAccessibleName(named)
        people.setToolTip(self._localize("room-begin-names-hint"))
        people.editingFinished.connect(lambda: self._counted(count, people))
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(count)
        row.addWidget(people, 1)
        self.counts[side], self.people[side] = count, people
        return made

    def _arms_of(self, side: str, row: CommandArmsRow) -> CommandArmsRow:
        """Return the row of arms of a side's players; it follows their names."""
        self.arms[side], people = row, self.people[side]
        people.textChanged.connect(lambda words: row.show_players(parse_player_names(words)))
        row.show_players(parse_player_names(people.text()))
        return row

    def _name(self, line: QLineEdit, side: str, number: int) -> None:
        """Fill in as many names as there are players; those already there are kept."""
        names = parse_player_names(line.text())[:number]
        while len(names) < number:
            words = self._localize("room-begin-player", side=side, number=len(names) + 1)
            names.append(words)
        line.setText(", ".join(names))

    def _counted(self, count: QSpinBox, line: QLineEdit) -> None:
        count.blockSignals(True)
        count.setValue(len(parse_player_names(line.text())) or 1)
        count.blockSignals(False)

    def _ask_file(self) -> None:
        found = self._browse(Path(self.file.text()))
        if found is not None:
            self.file.setText(str(found))

    def _accept(self) -> None:
        """Begin, unless the record cannot be where it should."""
        file = self.setup().file
        if source_text.path_exists(file):
            self.fault.tell(self._localize("room-begin-file-there", file=file))
        elif not source_text.is_folder(file.parent):
            self.fault.tell(self._localize("room-begin-no-folder", folder=file.parent))
        else:
            self.accept()

    def setup(self) -> UmpiredGameSetup:
        """Return the set-up in the fields."""
        names = {
            side: parse_player_names(line.text()) or [side] for side, line in self.people.items()
        }
        arms = {side: row.chosen for side, row in self.arms.items()}
        seats = build_seats(names, self.first_delivers.isChecked(), arms)
        file = Path(os.path.expanduser(self.file.text().strip()))
        file = file if file.suffix else Path(f"{file}{ENDING}")
        return UmpiredGameSetup(
            file, tuple(seats), self.seed.value(), self.minutes.value(),
            TimeoutAction(self.when_up.currentData()), True, self.talk.isChecked(),
            self.grace.value(),
        )  # fmt: skip

    def usual(self) -> RememberedSetup:
        """The part of it that is remembered."""
        return RememberedSetup(
            self.minutes.value(), TimeoutAction(self.when_up.currentData()).value,
            self.talk.isChecked(), self.first_delivers.isChecked(), grace=self.grace.value(),
        )  # fmt: skip


def parse_player_names(words: str) -> list[str]:
    """The names in a line, between commas of either script."""
    return [name.strip() for name in words.translate(SEPARATORS).split(",") if name.strip()]
