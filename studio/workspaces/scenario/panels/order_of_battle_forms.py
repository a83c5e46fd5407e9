"""Forms of the order of battle: a formation's name, size and leader, and many new units at once."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QIcon, QKeyEvent, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.scenario.formations import formations_by_id, units_of
from engine.scenario.scenario import SIZES, Formation
from engine.texts import LocalText
from studio.framework.prompts import Prompts
from studio.widgets.containers import ScrollingPanel
from studio.widgets.document_fields import (
    LocalizedField,
    UndoableComboBox,
    UndoableEditableBox,
    UndoableLine,
    UndoableNumberBox,
)
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.formations_editor import FormationsEditor
from studio.workspaces.scenario.order_of_battle.unit_commands import formations_of

MAXIMUM = 500


class SelectAllLine(UndoableLine):
    """A line that is taken up whole: what is typed takes the place of what stood there."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Mark all of it, also for who comes by a click."""
        super().focusInEvent(event)
        QTimer.singleShot(0, self, self.selectAll)


class AddUnitsForm(QWidget):
    """Says which units are wanted; it stays open, for the next are mostly like these."""

    wanted = Signal(str, str, int, str, object)  # side, type, how many, formation, LocalText
    closed = Signal()

    def __init__(self, localize: Localizer) -> None:
        super().__init__()
        self._localize = localize
        self._forces: ForcesEditor | None = None
        self._name: LocalText = ""
        self.side, self.type, self.formation = QComboBox(), QComboBox(), UndoableEditableBox()
        self.count, self.name = UndoableNumberBox(1, MAXIMUM), LocalizedField(localize)
        self.formation.setLineEdit(SelectAllLine())
        self.name.edited.connect(self._keep_name)
        self.side.currentIndexChanged.connect(self._list_formations)
        self.use, self.close_it = QPushButton(), QPushButton()
        self.use.clicked.connect(self._want)
        self.close_it.clicked.connect(self.closed)
        self._labels = {name: QLabel() for name in ("side", "type", "count", "formation", "name")}
        self._lay_out()

    def _lay_out(self) -> None:
        """The fields scroll where there is little room; the buttons below them stay in sight."""
        fields = QWidget()
        layout, form, row = QVBoxLayout(self), QFormLayout(fields), QHBoxLayout()
        layout.setContentsMargins(0, 4, 0, 0)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, label in self._labels.items():
            field: QWidget = getattr(self, name)
            label.setBuddy(field)
            form.addRow(label, field)
        row.addWidget(self.use, 1)
        row.addWidget(self.close_it)
        layout.addWidget(ScrollingPanel(fields))
        layout.addLayout(row)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setFocusProxy(self.count)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        for name, label in self._labels.items():
            label.setText(self._localize(f"muster-{name}"))
        self.name.set_texts()
        self.use.setText(self._localize("muster-use"))
        self.use.setToolTip(self._localize("muster-use-hint"))
        self.close_it.setText(self._localize("muster-close"))
        if self._forces is not None:
            self.show_choices(self._forces)

    def show_choices(self, forces: ForcesEditor) -> None:
        """Offer the sides and types there are."""
        self._forces, scenario, localize = forces, forces.scenario, self._localize
        sides = {side.id: localize.localize_text(side.name) or side.id for side in scenario.sides}
        refill_options(self.side, sides)
        refill_options(self.type, forces.type_names)
        self._list_formations()
        can_muster = self.side.count() > 0 and self.type.count() > 0
        self.use.setEnabled(can_muster)

    def choose_side(self, side: str) -> None:
        """Begin with a side."""
        place = self.side.findData(side)
        if place >= 0:
            self.side.setCurrentIndex(place)

    def _list_formations(self) -> None:
        if self._forces is None:
            return
        written, line = self.formation.currentText(), self.formation.lineEdit()
        assert line is not None
        is_marked = line.hasSelectedText()
        names = formations_of(self._forces.scenario, {str(self.side.currentData())})
        if names != [self.formation.itemText(n) for n in range(self.formation.count())]:
            self.formation.clear()
            self.formation.addItems(names)
        self.formation.setEditText(written)
        if is_marked:
            line.selectAll()

    def _keep_name(self, name: LocalText, typed: str) -> None:
        self._name = name
        self.name.put(name)

    def _want(self) -> None:
        side, type_ = self.side.currentData(), self.type.currentData()
        if side and type_:
            formation = self.formation.currentText().strip()
            self.wanted.emit(side, type_, self.count.value(), formation, self._name)
            self._take_up()

    def _take_up(self) -> None:
        """Mark what stands in the field that was typed in: the next are named anew."""
        field = self.focusWidget()
        line = field.lineEdit() if isinstance(field, QComboBox) else field
        if isinstance(line, QLineEdit | UndoableNumberBox):
            line.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter makes the units, wherever in the form; Escape closes it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._want()
        elif event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def refill_options(box: QComboBox, words: dict[str, str]) -> None:
    """List what may be chosen, what was chosen staying so."""
    listed = {box.itemData(n): box.itemText(n) for n in range(box.count())}
    if listed == words:
        return
    was = box.currentData()
    box.blockSignals(True)
    box.clear()
    for id_, name in words.items():
        box.addItem(name, id_)
    box.setCurrentIndex(max(box.findData(was), 0) if words else -1)
    box.blockSignals(False)


FIELDS = {"name": "name", "size": "echelon", "headquarters": "headquarters", "colour": "colour"}


class FormationForm(QWidget):
    """Shown under the order of battle while one formation is chosen in it."""

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__()
        self._localize, self._prompts = localize, prompts
        self._deeds: FormationsEditor | None = None
        self._id = ""
        self.name, self.echelon, self.headquarters = (
            LocalizedField(localize),
            UndoableComboBox(),
            UndoableComboBox(),
        )
        self.colour = QPushButton()
        self._labels = {field: QLabel() for field in FIELDS}
        form = QFormLayout(self)
        form.setContentsMargins(0, 4, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for field, label in self._labels.items():
            label.setBuddy(getattr(self, FIELDS[field]))
            form.addRow(label, getattr(self, FIELDS[field]))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.name.edited.connect(self._set_name)
        self.echelon.currentIndexChanged.connect(lambda: self._set("size", self.echelon))
        self.headquarters.currentIndexChanged.connect(
            lambda: self._set("headquarters", self.headquarters)
        )
        self.colour.clicked.connect(self._choose_colour)

    def retranslate(self) -> None:
        """Say everything in the window's language."""
        for field, label in self._labels.items():
            label.setText(self._localize(f"formation-{field}"))
        self.name.set_texts()

    def show_formation(self, deeds: FormationsEditor | None, id_: str) -> None:
        """Show a formation of the tree; hide where there is none of this id."""
        known = formations_by_id(deeds.scenario.formations) if deeds else {}
        found = known.get(id_)
        self._deeds, self._id = deeds, id_
        self.setVisible(found is not None)
        if found is not None and deeds is not None:
            self._show(found, deeds)

    def _show(self, formation: Formation, deeds: FormationsEditor) -> None:
        localize = self._localize
        self.name.put(formation.name)
        units = {
            unit.id: deeds.forces.unit_name(unit) for unit in units_of(deeds.scenario, self._id)
        }
        sizes = {size: localize(f"size-{size}") for size in reversed(SIZES)}
        chosen = ((self.echelon, sizes, formation.size),
                  (self.headquarters, units, formation.headquarters))  # fmt: skip
        for box, words, value in chosen:
            with QSignalBlocker(box):
                refill_options(box, {"": "–", **words})
                box.setCurrentIndex(max(box.findData(value), 0))
        swatch = QPixmap(16, 16)
        swatch.fill(QColor(formation.colour or "transparent"))
        self.colour.setIcon(QIcon(swatch))
        self.colour.setText(formation.colour or localize("formation-colour-usual"))

    def _set_name(self, name: LocalText, typed: str) -> None:
        if self._deeds is not None:
            self._deeds.edit_formation(self._id, typed, name=name)

    def _set(self, field: str, box: UndoableComboBox) -> None:
        if self._deeds is not None:
            self._deeds.edit_formation(self._id, **{field: box.currentData() or ""})

    def _choose_colour(self) -> None:
        if self._deeds is None:
            return
        was = formations_by_id(self._deeds.scenario.formations)[self._id].colour
        title = self._localize("formation-colour-title", name=self._deeds.name_of(self._id))
        colour = self._prompts.colour(was or "#888888", title)
        if colour is not None:
            self._deeds.edit_formation(self._id, colour=colour)
