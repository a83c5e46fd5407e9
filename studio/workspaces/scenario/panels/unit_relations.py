"""The form of units' facing, carriers, states and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QWidget

from engine.editing import cargo_edits
from engine.editing import scenario_edits as edits
from engine.editing.free_hexes import valid_scenario_limits
from engine.games import mark_looks_of
from engine.games.scenario_limits import ScenarioLimits
from engine.scenario.scenario import Scenario, ScenarioUnit
from studio.widgets.document_fields import UndoableComboBox
from studio.widgets.localization import Localizer, compass_names
from studio.workspaces.scenario.order_of_battle.unit_commands import CarrierOptions
from studio.workspaces.scenario.panels.figure_base_field import FigureBaseField

FIELDS = ("facing", "holder", "mode")
NOBODY = ("", "")  # no unit carries or bears it
Change = Callable[[Scenario, str], None]


class UnitRelationsForm(QWidget):
    """Three fields, each only where it means something for all units chosen."""

    def __init__(self, localize: Localizer, change: Change) -> None:
        super().__init__()
        self._localize, self._change = localize, change
        self._scenario: Scenario | None = None
        self._may_have: dict[tuple[str, str], str] = {}
        self._units: list[ScenarioUnit] = []
        self.facing, self.holder, self.mode = (
            UndoableComboBox(),
            UndoableComboBox(),
            UndoableComboBox(),
        )
        self._boxes = dict(zip(FIELDS, (self.facing, self.holder, self.mode), strict=True))
        self._labels = {name: QLabel() for name in FIELDS}
        self.base, self._base_label = FigureBaseField(localize), QLabel()
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, box in self._boxes.items():
            box.setMinimumWidth(60)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            self._labels[name].setBuddy(box)
            self.form.addRow(self._labels[name], box)
        self._base_label.setBuddy(self.base)
        self.form.addRow(self._base_label, self.base)
        self.base.changed.connect(self._fill_base)
        self.facing.activated.connect(self._face)
        self.holder.activated.connect(self._hold)
        self.mode.activated.connect(self._stand)

    # --- showing ----------------------------------------------------------------------------------

    def show_units(self, scenario: Scenario, units: Sequence[ScenarioUnit]) -> bool:
        """Show what is alike in some units; whether there is anything to show."""
        self._scenario, self._units = scenario, list(units)
        allowed = valid_scenario_limits(scenario)
        self._may_have = self._holders(allowed)
        shown = {name for name in FIELDS if units and self._means_something(name, allowed)}
        for name, box in self._boxes.items():
            self.form.setRowVisible(box, name in shown)
        if units:
            self._show_facing(scenario)
            self._show_holder()
            self._show_mode(allowed)
        is_manned = bool(units) and self._show_base(scenario, allowed)
        self.form.setRowVisible(self.base, is_manned)
        return bool(shown) or is_manned

    def _means_something(self, name: str, allowed: ScenarioLimits | None) -> bool:
        if name == "facing":
            fronts = allowed.faces if allowed else frozenset()
            return all(u.type in fronts or u.facing is not None for u in self._units)
        if name == "mode":
            return bool(allowed and allowed.modes) or any(unit.mode for unit in self._units)
        return len(self._may_have) > 1

    def _show_facing(self, scenario: Scenario) -> None:
        words: dict[object, str] = {None: self._localize("unit-facing-free")}
        words |= dict(enumerate(compass_names(scenario.map.grid.orientation, self._localize)))
        self._fill(self.facing, words, [unit.facing for unit in self._units])

    def _show_holder(self) -> None:
        held = [_holder_of(unit) for unit in self._units]
        self._fill(self.holder, self._may_have, held)

    def _show_mode(self, allowed: ScenarioLimits | None) -> None:
        words: dict[object, str] = {"": self._localize("unit-mode-usual")}
        words |= {
            word.id: self._localize.localize_text(word.said)
            for word in (allowed.modes if allowed else ())
        }
        self._fill(self.mode, words, [unit.mode for unit in self._units])

    def _show_base(self, scenario: Scenario, allowed: ScenarioLimits | None) -> bool:
        """Show whom the units consist of, in games in which all of them consist of figures."""
        if allowed is None or any(u.type not in allowed.manned for u in self._units):
            return False
        looks, types = mark_looks_of(scenario.game).figures, {unit.type for unit in self._units}
        figures = [unit.figures for unit in self._units]
        self.base.show_base(types.pop(), figures, allowed, looks)
        return not types

    def _fill(
        self, box: UndoableComboBox, words: Mapping[Any, str], values: Sequence[object]
    ) -> None:
        """Offer some words; what is not alike in all units is none of them."""
        with QSignalBlocker(box):
            box.clear()
            for word, said in words.items():
                box.addItem(said, word)
            keys, is_alike = list(words), len(set(values)) == 1
            if is_alike and values[0] not in keys:
                box.addItem(f"{values[0]} ?", values[0])
                keys.append(values[0])
            box.setPlaceholderText(self._localize("unit-mixed"))
            box.setCurrentIndex(keys.index(values[0]) if is_alike else -1)

    def _holders(self, allowed: ScenarioLimits | None) -> dict[tuple[str, str], str]:
        """Return the possible carriers and bearers of all selected units, with present ones."""
        found = {NOBODY: self._localize("unit-holder-nobody")}
        if self._scenario is None or not self._units:
            return found
        hold = CarrierOptions(self._scenario, self._units, allowed)
        for other in self._scenario.units:
            for how, key in (("aboard", "unit-aboard"), ("bearer", "unit-borne")):
                if hold.may(other, how):
                    named = self._localize.localize_text(other.name)
                    words = f"{named} ({other.id})" if named else other.id
                    found[how, other.id] = self._localize(key, unit=words)
        return found

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        for name, label in self._labels.items():
            label.setText(self._localize(f"unit-{name}"))
        self._base_label.setText(self._localize("unit-figures"))

    # --- what is chosen ---------------------------------------------------------------------------

    def _face(self) -> None:
        facing = self.facing.currentData()
        self._tell(edits.changed_units(self._shown, self._ids, facing=facing), "step-unit-facing")

    def _hold(self) -> None:
        how, holder = self.holder.currentData()
        if (how, holder) == NOBODY:
            held = [unit.id for unit in self._units if unit.aboard or unit.bearer]
            found = cargo_edits.without_carrier(self._shown, held)
        else:
            have = cargo_edits.with_carrier if how == "aboard" else cargo_edits.with_bearer
            found = have(self._shown, self._ids, holder)
        self._tell(found, "step-unit-holder")

    def _stand(self) -> None:
        mode = str(self.mode.currentData())
        self._tell(edits.changed_units(self._shown, self._ids, mode=mode), "step-unit-mode")

    def _fill_base(self, figures: tuple[str, ...]) -> None:
        changed = edits.changed_units(self._shown, self._ids, figures=figures)
        self._tell(changed, "step-unit-figures")

    @property
    def _shown(self) -> Scenario:
        assert self._scenario is not None
        return self._scenario

    @property
    def _ids(self) -> list[str]:
        return [unit.id for unit in self._units]

    def _tell(self, scenario: Scenario, step: str) -> None:
        if scenario != self._scenario:
            who = ", ".join(self._ids)
            self._change(scenario, self._localize(step, units=who))


def _holder_of(unit: ScenarioUnit) -> tuple[str, str]:
    """Return how a unit is held, and the holder."""
    if unit.aboard:
        return "aboard", unit.aboard
    return ("bearer", unit.bearer) if unit.bearer else NOBODY
