"""The form of the chosen bodies: what they have in common; each field is a step.

Bodies in words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QWidget

from engine.games.figure_group_kinds import FigureGroupKind
from engine.games.rules_design import GameWord
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import Scenario
from studio.framework.prompts import Prompts
from studio.widgets.document_fields import (
    LocalizedField,
    UndoableComboBox,
    UndoableNumberBox,
    UndoableTextLine,
)
from studio.widgets.localization import Localizer

MAXIMUM = 500
ANY = -1  # a facing that its side chooses
PICKS = ("side", "type", "formation", "skill", "arm", "zone", "aboard")


class GroupForm(QWidget):
    """Shows bodies and asks for other values; it holds no state of its own."""

    wanted = Signal(str, object, str)  # a field, its value, and what is typed with it
    renamed = Signal(str)

    def __init__(self, localize: Localizer, prompts: Prompts) -> None:
        super().__init__()
        self._localize = localize
        self.id, self.name_field = UndoableTextLine(), LocalizedField(localize)
        self.strength, self.facing = (
            UndoableNumberBox(1, MAXIMUM, 1),
            UndoableNumberBox(ANY, 359, ANY),
        )
        self.facing.setWrapping(True)
        self.facing.setSuffix("°")
        self.picks = {field: UndoableComboBox() for field in PICKS}
        self._labels: dict[str, QLabel] = {}
        self._boxes: dict[str, QWidget] = {
            "id": self.id, "name": self.name_field, "side": self.picks["side"],
            "type": self.picks["type"], "strength": self.strength,
            "formation": self.picks["formation"], "facing": self.facing,
            **{field: self.picks[field] for field in ("skill", "arm", "zone", "aboard")},
        }  # fmt: skip
        self._form = form = QFormLayout(self)
        form.setContentsMargins(0, 4, 0, 0)
        form.setVerticalSpacing(3)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for field, box in self._boxes.items():
            label = self._labels[field] = QLabel()
            label.setBuddy(box)
            form.addRow(label, box)
        self._connect()

    def _connect(self) -> None:
        self.id.editingFinished.connect(self._rename)
        self.name_field.edited.connect(lambda words, typed: self.wanted.emit("name", words, typed))
        self.strength.valueChanged.connect(
            lambda value: self.wanted.emit("strength", value, self.strength.typed)
        )
        self.facing.valueChanged.connect(self._face)
        for field, box in self.picks.items():
            box.activated.connect(
                lambda _, field=field, box=box: self.wanted.emit(
                    field, box.currentData(), box.typed
                )
            )

    # --- what is shown ----------------------------------------------------------------------------

    def show_groups(
        self,
        bodies: Sequence[FigureGroup],
        scenario: Scenario,
        kinds: Mapping[str, FigureGroupKind],
    ) -> None:
        """Show what bodies have in common; fields that none of them has are hidden."""
        self.setVisible(bool(bodies))
        if not bodies:
            return
        is_one = len(bodies) == 1
        for field in ("id", "name"):
            self._show_row(field, is_shown=is_one)
        if is_one:
            self.id.show_text_of(bodies[0].id, bodies[0].id)
            self.name_field.put(bodies[0].name)
        kind = kinds.get(_same(bodies, lambda body: body.type) or "")
        self._show_numbers(bodies, kind)
        for field, entries in self._entries(bodies, scenario, kinds, kind).items():
            self._show_pick(field, entries, _same(bodies, attrgetter(field)))

    def _show_numbers(self, bodies: Sequence[FigureGroup], kind: FigureGroupKind | None) -> None:
        for box, value in (
            (self.strength, _same(bodies, lambda body: body.strength)),
            (self.facing, _same(bodies, lambda body: body.facing)),
        ):
            with QSignalBlocker(box):
                box.setValue(value if value is not None else box.minimum())
        with QSignalBlocker(self.strength):
            self.strength.setMaximum(kind.most if kind is not None else MAXIMUM)
        self._show_row("strength", is_shown=kind is None or kind.most > 1)

    def _entries(
        self,
        bodies: Sequence[FigureGroup],
        scenario: Scenario,
        kinds: Mapping[str, FigureGroupKind],
        kind: FigureGroupKind | None,
    ) -> dict[str, dict[str, str]]:
        """Return the options of each list, by the words of files."""
        localize, usual = self._localize, {"": self._localize("body-usual")}
        ids = {body.id for body in bodies}
        carriers = {
            body.id: localize.localize_text(body.name) or body.id
            for body in scenario.bodies
            if body.id not in ids and kinds.get(body.type) and kinds[body.type].carries
        }
        formations = kind.formations if kind is not None else ()
        skills = localize_options(kind.skills, localize) if kind is not None else {}
        arms = localize_options(kind.arms, localize) if kind is not None else {}
        zones = scenario.table.zones
        return {
            "side": {
                side.id: localize.localize_text(side.name) or side.id for side in scenario.sides
            },
            "type": {id_: localize.localize_text(each.name) for id_, each in kinds.items()},
            "formation": usual | {each: localize(f"formation-{each}") for each in formations}
            if formations
            else {},
            "skill": usual | skills if skills else {},
            "arm": usual | arms if arms else {},
            "zone": {"": localize("body-no-zone")}
            | {id_: localize.localize_text(zone.name) or id_ for id_, zone in zones.items()}
            if zones
            else {},
            "aboard": {"": localize("body-on-foot")} | carriers if carriers else {},
        }

    def _show_pick(self, field: str, entries: dict[str, str], value: Any) -> None:
        box = self.picks[field]
        with QSignalBlocker(box):
            box.clear()
            for id_, words in entries.items():
                box.addItem(words, id_)
            box.setCurrentIndex(box.findData(value) if value is not None else -1)
        self._show_row(field, is_shown=bool(entries))

    def _show_row(self, field: str, *, is_shown: bool) -> None:
        self._form.setRowVisible(self._boxes[field], is_shown)

    # --- what is asked for ------------------------------------------------------------------------

    def _rename(self) -> None:
        if self.id.isModified():
            self.id.setModified(False)
            self.renamed.emit(self.id.text().strip())

    def _face(self, value: int) -> None:
        self.wanted.emit("facing", None if value == ANY else value, self.facing.typed)

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        for field, label in self._labels.items():
            label.setText(self._localize(f"body-field-{field}"))
        self.facing.setSpecialValueText(self._localize("body-any-facing"))
        self.name_field.set_texts()


def _same(bodies: Sequence[FigureGroup], told: Callable[[FigureGroup], Any]) -> Any:
    """The value all bodies share; None where they differ."""
    values = [told(body) for body in bodies]
    return values[0] if all(value == values[0] for value in values) else None


def localize_options(words: Sequence[GameWord], localize: Localizer) -> dict[str, str]:
    """Words of the game as they are said, by the words of files."""
    return {word.id: localize.localize_text(word.said) for word in words}


def figures_text(
    body: FigureGroup, kinds: Mapping[str, FigureGroupKind], localize: Localizer
) -> str:
    """Describe a group's figures and their number, which is left out for one."""
    kind = kinds.get(body.type)
    type_ = localize.localize_text(kind.name) if kind is not None else body.type
    return (
        type_ if body.strength == 1 else localize("body-figures", count=body.strength, type=type_)
    )
