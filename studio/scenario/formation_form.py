"""What a formation is: its name in each language, its size, who leads it, its stripe."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QFormLayout, QLabel, QPushButton, QSizePolicy, QWidget

from engine.scenario.formations import formations_by_id, units_of
from engine.scenario.scenario import SIZES, Formation
from engine.texts import LocalText
from studio.parts.asking import Prompts
from studio.parts.fields import LocalizedField, UndoableComboBox
from studio.parts.speech import Localizer
from studio.scenario.formations import FormationsEditor
from studio.scenario.muster_form import refill_options

FIELDS = {"name": "name", "size": "echelon", "headquarters": "headquarters", "colour": "colour"}


class FormationForm(QWidget):
    """Shown under the order of battle while one formation is chosen in it."""

    def __init__(self, say: Localizer, asking: Prompts) -> None:
        super().__init__()
        self._say, self._asking = say, asking
        self._deeds: FormationsEditor | None = None
        self._id = ""
        self.name, self.echelon, self.headquarters = (
            LocalizedField(say),
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
            label.setText(self._say(f"formation-{field}"))
        self.name.name()

    def show_formation(self, deeds: FormationsEditor | None, id_: str) -> None:
        """Show a formation of the tree; hide where there is none of this id."""
        known = formations_by_id(deeds.scenario.formations) if deeds else {}
        found = known.get(id_)
        self._deeds, self._id = deeds, id_
        self.setVisible(found is not None)
        if found is not None and deeds is not None:
            self._show(found, deeds)

    def _show(self, formation: Formation, deeds: FormationsEditor) -> None:
        say = self._say
        self.name.put(formation.name)
        units = {unit.id: deeds.forces.name(unit) for unit in units_of(deeds.scenario, self._id)}
        sizes = {size: say(f"size-{size}") for size in reversed(SIZES)}
        chosen = ((self.echelon, sizes, formation.size),
                  (self.headquarters, units, formation.headquarters))  # fmt: skip
        for box, words, value in chosen:
            with QSignalBlocker(box):
                refill_options(box, {"": "–", **words})
                box.setCurrentIndex(max(box.findData(value), 0))
        swatch = QPixmap(16, 16)
        swatch.fill(QColor(formation.colour or "transparent"))
        self.colour.setIcon(QIcon(swatch))
        self.colour.setText(formation.colour or say("formation-colour-usual"))

    def _set_name(self, name: LocalText, typed: str) -> None:
        if self._deeds is not None:
            self._deeds.reform(self._id, typed, name=name)

    def _set(self, field: str, box: UndoableComboBox) -> None:
        if self._deeds is not None:
            self._deeds.reform(self._id, **{field: box.currentData() or ""})

    def _choose_colour(self) -> None:
        if self._deeds is None:
            return
        was = formations_by_id(self._deeds.scenario.formations)[self._id].colour
        title = self._say("formation-colour-title", name=self._deeds.name_of(self._id))
        colour = self._asking.colour(was or "#888888", title)
        if colour is not None:
            self._deeds.reform(self._id, colour=colour)
