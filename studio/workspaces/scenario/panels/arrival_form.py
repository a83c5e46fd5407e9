"""The form of a reinforcement's conditions: a die roll, a fact of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QWidget

from engine.checks.objective_checks import KEYS
from engine.editing import scenario_edits as edits
from engine.editing.free_hexes import valid_scenario_limits
from engine.narration.scenario_names import ScenarioNames
from engine.scenario.scenario import Scenario, ScenarioUnit, VictoryCondition, VictoryKind
from studio.widgets.document_fields import UndoableComboBox, UndoableNumberBox
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.panels.objectives_page import fill_options

FIELDS = ("die", "once", "once_side", "once_what", "once_amount")
NOTHING = ""
CERTAIN, MAXIMUM = 1, 6  # what a die shows at least, at most
MAX_AMOUNT = 999
Change = Callable[[Scenario, str, str], None]


class ArrivalForm(QWidget):
    """Five fields, seen where all units chosen are reinforcements."""

    def __init__(self, localize: Localizer, change: Change) -> None:
        super().__init__()
        self._localize, self._change = localize, change
        self._scenario: Scenario | None = None
        self._units: list[ScenarioUnit] = []
        self.die, self.once, self.side = (
            UndoableNumberBox(CERTAIN, MAXIMUM),
            UndoableComboBox(),
            UndoableComboBox(),
        )
        self.what, self.amount = UndoableComboBox(), UndoableNumberBox(1, MAX_AMOUNT)
        boxes: tuple[QWidget, ...] = (self.die, self.once, self.side, self.what, self.amount)
        self._boxes = dict(zip(FIELDS, boxes, strict=True))
        self._labels = {name: QLabel() for name in FIELDS}
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for name, box in self._boxes.items():
            if isinstance(box, QComboBox):
                box.setMinimumWidth(60)
                box.setSizeAdjustPolicy(
                    QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
                )
            self._labels[name].setBuddy(box)
            self.form.addRow(self._labels[name], box)
        self.die.valueChanged.connect(self._take_die)
        self.once.activated.connect(self._take_kind)
        self.side.activated.connect(lambda: self._take("side", self.side))
        self.what.activated.connect(lambda: self._take("what", self.what))
        self.amount.valueChanged.connect(self._take_amount)

    # --- showing ----------------------------------------------------------------------------------

    def show_units(self, scenario: Scenario, units: Sequence[ScenarioUnit]) -> bool:
        """Show what the units wait for; whether all are reinforcements, so that they may."""
        self._scenario, self._units = scenario, list(units)
        if not units or any(unit.arrives is None for unit in units):
            return False
        dice = {unit.arrives.die for unit in units if unit.arrives}
        with QSignalBlocker(self.die):
            is_mixed = len(dice) > 1
            self.die.setMinimum(0 if is_mixed else CERTAIN)
            certain = self._localize("unit-mixed" if is_mixed else "unit-die-certain")
            self.die.setSpecialValueText(certain)
            self.die.setSuffix("+")
            self.die.setValue(0 if is_mixed else max(dice.pop(), CERTAIN))
        self._show_once(scenario)
        return True

    def _show_once(self, scenario: Scenario) -> None:
        """The condition, where it is the same for all."""
        condition, is_alike = self._condition, self._is_alike
        said = {NOTHING: self._localize("unit-once-nothing")}
        said |= {kind.value: self._localize(f"victory-by-{kind.value}") for kind in self._kinds()}
        fill_options(self.once, said, (condition.kind.value if condition else NOTHING))
        if not is_alike:
            self.once.setPlaceholderText(self._localize("unit-mixed"))
            with QSignalBlocker(self.once):
                self.once.setCurrentIndex(-1)
        whats = self._whats(scenario, condition) if condition else {}
        amount = _amount_of(condition) if condition else ""
        shown = {"once_side": condition is not None, "once_what": bool(whats),
                 "once_amount": bool(amount)}  # fmt: skip
        for name, is_shown in shown.items():
            self.form.setRowVisible(self._boxes[name], is_shown)
        if condition is None:
            return
        sides = {
            side.id: self._localize.localize_text(side.name) or side.id for side in scenario.sides
        }
        fill_options(self.side, sides, condition.side)
        if whats:
            fill_options(self.what, whats, _what_of(condition))
        if amount:
            with QSignalBlocker(self.amount):
                self._labels["once_amount"].setText(self._localize(f"unit-once-{amount}"))
                self.amount.setValue(getattr(condition, amount))

    @property
    def _condition(self) -> VictoryCondition | None:
        found = self._units[0].arrives if self._units else None
        return found.once if found and self._is_alike else None

    @property
    def _is_alike(self) -> bool:
        found = [unit.arrives.once for unit in self._units if unit.arrives]
        return all(each == found[0] for each in found)

    def _kinds(self) -> list[VictoryKind]:
        """By what this game judges, the turn limit left out."""
        allowed = valid_scenario_limits(self._shown)
        aims = allowed.aims if allowed else frozenset(VictoryKind)
        return [k for k in VictoryKind if k in aims and k is not VictoryKind.TURN_LIMIT]

    def _whats(self, scenario: Scenario, condition: VictoryCondition) -> dict[Any, str]:
        """The objectives or the zones that may be meant."""
        names = ScenarioNames(scenario, self._localize.language)
        if condition.kind is VictoryKind.OBJECTIVES:
            every = {NOTHING: self._localize("unit-once-every")}
            return every | {each.id: names.objective(each) for each in scenario.objectives}
        if "zone" in KEYS[condition.kind]:
            return {zone: names.zone(zone) for zone in _zones(scenario)}
        return {}

    def set_texts(self) -> None:
        """Say everything in the window's language."""
        for name, label in self._labels.items():
            label.setText(self._localize(f"unit-{name.replace('_', '-')}"))

    # --- what is chosen ---------------------------------------------------------------------------

    def _take_die(self, value: int) -> None:
        if value:
            die = value if value > CERTAIN else 0
            units = [(unit, replace(unit.arrives, die=die)) for unit in self._units if unit.arrives]
            self._tell({unit.id: comes for unit, comes in units}, self.die.typed)

    def _take_kind(self) -> None:
        """Another kind of condition, with what is likeliest to be meant."""
        kind = self.once.currentData()
        if kind == NOTHING:
            self._put(None, self.once.typed)
            return
        found = VictoryCondition(VictoryKind(kind), self._units[0].side)
        keys = KEYS[found.kind]
        if "zone" in keys:
            found = replace(found, zone=next(iter(_zones(self._shown)), ""))
        if found.kind is VictoryKind.OBJECTIVES and self._shown.objectives:
            found = replace(found, objectives=(self._shown.objectives[0].id,))
        if found.kind is VictoryKind.LOSSES:
            found = replace(found, percent=50)
        elif "points" in keys and "count" not in keys:
            found = replace(found, points=10)
        elif found.kind in (VictoryKind.EXIT, VictoryKind.SURVIVE):
            found = replace(found, count=1)
        self._put(found, self.once.typed)

    def _take(self, name: str, box: UndoableComboBox) -> None:
        condition = self._condition
        if condition is None:
            return
        value = str(box.currentData())
        if name == "side":
            found = replace(condition, side=value)
        elif condition.kind is VictoryKind.OBJECTIVES:
            found = replace(condition, objectives=(value,) if value else ())
        else:
            found = replace(condition, zone=value)
        self._put(found, box.typed)

    def _take_amount(self, value: int) -> None:
        condition = self._condition
        if condition is not None:
            amount: dict[str, Any] = {_amount_of(condition): value}
            self._put(replace(condition, **amount), self.amount.typed)

    def _put(self, once: VictoryCondition | None, typed: str) -> None:
        units = [(unit, replace(unit.arrives, once=once)) for unit in self._units if unit.arrives]
        self._tell({unit.id: comes for unit, comes in units}, typed)

    def _tell(self, comes: dict[str, Any], typed: str) -> None:
        changed = edits.with_arrivals(self._shown, comes)
        if changed != self._scenario:
            who = ", ".join(comes)
            self._change(changed, self._localize("step-unit-waits", units=who), typed)

    @property
    def _shown(self) -> Scenario:
        assert self._scenario is not None
        return self._scenario


def _zones(scenario: Scenario) -> list[str]:
    return list(dict.fromkeys([*scenario.zones, *scenario.map.zones]))


def _amount_of(condition: VictoryCondition) -> str:
    """The number a condition asks for; none where it asks for all or for a place."""
    if condition.kind is VictoryKind.OBJECTIVES:
        return ""
    if condition.kind is VictoryKind.EXIT and condition.points:
        return "points"
    keys = KEYS[condition.kind]
    known = ("percent", "count", "points")
    return next((each for each in known if each in keys), "")


def _what_of(condition: VictoryCondition) -> str:
    if condition.kind is VictoryKind.OBJECTIVES:
        return " ".join(condition.objectives)
    return condition.zone
