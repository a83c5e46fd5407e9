"""The functions behind units' commands, by key, menu or command; and the menu."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from engine.games import mark_looks_of
from engine.games.scenario_limits import ScenarioLimits
from engine.integers import parse_count
from engine.narration.turn_text import turn_title
from engine.scenario.scenario import Scenario, ScenarioUnit
from studio.framework.prompts import Prompts
from studio.workspaces.scenario.order_of_battle.command_ids import KEYS, UnitCommand
from studio.workspaces.scenario.order_of_battle.forces_editor import ForcesEditor
from studio.workspaces.scenario.order_of_battle.setup_places import zone_name, zone_names

MAX_LISTED = 40  # turns in a menu; later ones are asked for by number


def run_unit_command(deed: UnitCommand, forces: ForcesEditor, prompts: Prompts) -> None:
    """Do it to the units chosen, having asked what has to be asked."""
    if not forces.chosen:
        return
    match deed:
        case UnitCommand.DUPLICATE:
            forces.duplicate()
        case UnitCommand.DELETE:
            forces.delete()
        case UnitCommand.RENUMBER:
            _renumber(forces, prompts)
        case UnitCommand.FORMATION:
            _form(forces, prompts)
        case _:
            _choose(deed, forces, prompts)


def _renumber(forces: ForcesEditor, prompts: Prompts) -> None:
    localize = forces.localize
    written = prompts.line(localize("units-renumber"), localize("units-renumber-first"), "1")
    first = parse_count(written.strip()) if written is not None else None
    if first is not None:
        forces.renumber(first)
    elif written is not None:
        forces.told.emit(localize("units-renumber-number", written=written))


def _form(forces: ForcesEditor, prompts: Prompts) -> None:
    localize, was = forces.localize, {unit.formation for unit in forces.units()}
    usual = was.pop() if len(was) == 1 else ""
    written = prompts.line(localize("units-formation"), localize("units-formation-which"), usual)
    if written is not None:
        forces.set_formation(written)


def _choose(deed: UnitCommand, forces: ForcesEditor, prompts: Prompts) -> None:
    """Let one of the entries of the deed's own menu be chosen from a list."""
    entries = command_options(deed, forces, prompts)
    words = [each for each, _, _ in entries]
    title = forces.localize(f"units-{deed}")
    number = (
        prompts.choose_index(title, forces.localize(f"units-{deed}-which"), words)
        if words
        else None
    )
    if number is not None:
        entries[number][1]()
    elif not words:
        forces.told.emit(forces.localize("forces-no-zone"))


Entry = tuple[str, Callable[[], object], bool | None]  # words, what it does, whether it is on


def command_options(deed: UnitCommand, forces: ForcesEditor, prompts: Prompts) -> list[Entry]:
    """Return the options for the units, with those that are set for all of them."""
    scenario, localize, units = forces.scenario, forces.localize, forces.units()
    match deed:
        case UnitCommand.TYPE:
            is_all = {unit.type for unit in units}
            return [
                (words, _later(forces.set_type, type_), {type_} == is_all)
                for type_, words in forces.type_names.items()
            ]
        case UnitCommand.FORMATION:
            names = formations_of(scenario, {unit.side for unit in units})
            is_all = {unit.formation for unit in units}
            return [
                (name or localize("units-formation-none"), _later(forces.set_formation, name),
                 {name} == is_all)
                for name in [*names, ""]
            ]  # fmt: skip
        case UnitCommand.ZONE:
            is_all = {unit.zone for unit in units}
            return [
                (zone_name(scenario, zone, localize.language), _later(forces.set_up_in_zone, zone),
                 {zone} == is_all)
                for zone in zone_names(scenario)
            ]  # fmt: skip
        case UnitCommand.ARRIVE:
            turns = range(1, min(scenario.turns, MAX_LISTED) + 1)
            comes = {unit.arrives.turn if unit.arrives else 0 for unit in units}
            return [
                (
                    turn_title(scenario.game, turn, localize.language),
                    _later(forces.set_arrival_turn, turn),
                    {turn} == comes,
                )
                for turn in (turns if zone_names(scenario) else ())
            ]
        case _:
            return _marks(forces)


def _marks(forces: ForcesEditor) -> list[Entry]:
    found: list[Entry] = []
    for mark in forces.limits.marks if forces.limits else ():
        is_on = all(mark in unit.marks for unit in forces.units())
        words = mark_looks_of(forces.scenario.game).mark_names([mark], forces.localize.language)
        found.append((words, _later(forces.set_mark, mark, not is_on), is_on))
    return found


def formations_of(scenario: Scenario, sides: set[str]) -> list[str]:
    """The formations of some sides, as the first of their units stand."""
    found = (unit.formation for unit in scenario.units if unit.side in sides)
    return [name for name in dict.fromkeys(found) if name]


def unit_menu(forces: ForcesEditor, prompts: Prompts, parent: QWidget) -> QMenu:
    """A menu of all that can be done with the units chosen."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for deed in (UnitCommand.DUPLICATE, UnitCommand.DELETE, UnitCommand.RENUMBER):
        _offer(menu, deed, forces, prompts)
    menu.addSeparator()
    for deed in (
        UnitCommand.TYPE,
        UnitCommand.FORMATION,
        UnitCommand.ZONE,
        UnitCommand.ARRIVE,
        UnitCommand.MARKS,
    ):
        _add_choices(menu, deed, forces, prompts)
    return menu


def _offer(menu: QMenu, deed: UnitCommand, forces: ForcesEditor, prompts: Prompts) -> None:
    entry = menu.addAction(forces.localize(f"units-{deed}"))
    entry.setShortcut(QKeySequence(KEYS[deed]))
    entry.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)  # only shown
    entry.setEnabled(bool(forces.chosen))
    entry.triggered.connect(lambda: run_unit_command(deed, forces, prompts))


def _add_choices(menu: QMenu, deed: UnitCommand, forces: ForcesEditor, prompts: Prompts) -> None:
    inner = menu.addMenu(forces.localize(f"units-{deed}"))
    for words, does, is_on in command_options(deed, forces, prompts) if forces.chosen else []:
        entry = inner.addAction(words)
        entry.setCheckable(True)
        entry.setChecked(bool(is_on))
        entry.triggered.connect(_later(does))
    if deed is UnitCommand.FORMATION:
        inner.addSeparator()
        _offer(inner, deed, forces, prompts)
    inner.setEnabled(bool(inner.actions()) and bool(forces.chosen))


def _later(does: Callable[..., object], *told: object) -> Callable[[], None]:
    """Return a call to be made once it is chosen."""

    def now() -> None:
        does(*told)

    return now


class CarrierOptions:
    """Looked up once for some units: who holds what, what they hold, and what types may."""

    def __init__(
        self, scenario: Scenario, units: Sequence[ScenarioUnit], allowed: ScenarioLimits | None
    ) -> None:
        self._units, self._allowed = units, allowed
        self._ids = {unit.id for unit in units}
        self._now = {_holder(unit, how) for unit in units for how in ("aboard", "bearer")}
        self._sides = {unit.side for unit in units}
        self._types = tuple(unit.type for unit in units)
        self._mates: dict[tuple[str, str], list[str]] = defaultdict(list)
        held: dict[str, list[str]] = defaultdict(list)
        for unit in scenario.units:
            for how in ("aboard", "bearer"):
                if holder := getattr(unit, how):
                    held[holder].append(unit.id)
                    if unit.id not in self._ids:
                        self._mates[how, holder].append(unit.type)
        self._below = _all_below(self._ids, held)
        self._known: dict[tuple[str, str, tuple[str, ...]], bool] = {}

    def may(self, other: ScenarioUnit, how: str) -> bool:
        """Return True if a unit may hold all of them, or holds one already."""
        if (how, other.id) in self._now:
            return True
        if self._allowed is None or self._sides != {other.side} or other.id in self._below:
            return False
        held = (*self._mates.get((how, other.id), ()), *self._types)
        asked = (how, other.type, held)
        if asked not in self._known:
            rule = self._allowed.carrying if how == "aboard" else self._allowed.bearing
            self._known[asked] = rule(other.type, held) is None
        return self._known[asked]


def _holder(unit: ScenarioUnit, how: str) -> tuple[str, str]:
    return how, getattr(unit, how)


def _all_below(ids: set[str], held: dict[str, list[str]]) -> set[str]:
    """Some units and all they hold, and what that holds: none of it may hold them."""
    found, left = set(ids), list(ids)
    while left:
        inner = [each for each in held.get(left.pop(), ()) if each not in found]
        found.update(inner)
        left += inner
    return found
