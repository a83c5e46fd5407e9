"""A scenario's units in its author's hands: which are chosen, and every edit as a named step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.editing import scenario_edits as edits
from engine.editing.hex_feature_edits import with_features_at
from engine.games import handbook_of, mark_looks_of, scenario_limits_of
from engine.games.scenario_limits import ScenarioLimits
from engine.games.stacking import stack_of
from engine.hexes.hex import Hex
from engine.movement.standable_hexes import can_stand
from engine.problems import SandtableError
from engine.scenario.map_change import kind_name
from engine.scenario.scenario import Scenario, ScenarioUnit
from engine.texts import LocalText, localised
from studio.documents.scenario_document import ScenarioDocument
from studio.widgets.localization import Localizer
from studio.workspaces.scenario.order_of_battle.setup_places import zone_name, zone_names

Units = Collection[str]
Rename = Callable[[ScenarioUnit], LocalText]


class ForcesEditor(QObject):
    """The forces of one scenario. What is done to them goes to the document as steps.

    Everything works on `chosen`, in the order of battle, unless given other units.
    """

    chosen_changed = Signal()
    told = Signal(str)  # why something is not done, or what is doubtful about it

    def __init__(self, document: ScenarioDocument, localize: Localizer) -> None:
        super().__init__()
        self.document, self.localize = document, localize
        self.chosen: tuple[str, ...] = ()
        self._ids = tuple(unit.id for unit in document.scenario.units)
        self.entry = ""  # the zone in which reinforcements came last
        self._limited_by: tuple[Any, ...] = ()
        self._limits: ScenarioLimits | None = None
        self._types: Mapping[str, Mapping[str, Any]] = {}
        self._costs: tuple[object, object, Counter[str]] = None, None, Counter()
        document.changed.connect(self._follow_ids)

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is now."""
        return self.document.scenario

    # --- which are chosen -------------------------------------------------------------------------

    def choose(self, units: Iterable[str]) -> None:
        """Choose these units and no others."""
        wanted = set(units)
        found = tuple(unit.id for unit in self.scenario.units if unit.id in wanted)
        if found != self.chosen:
            self.chosen = found
            self.chosen_changed.emit()

    def add(self, units: Iterable[str]) -> None:
        """Choose these too."""
        self.choose([*self.chosen, *units])

    def toggle(self, unit: str) -> None:
        """Add a unit to the choice, or remove it."""
        self.choose(set(self.chosen) ^ {unit})

    def select_all_units(self) -> None:
        """Choose every unit."""
        self.choose(unit.id for unit in self.scenario.units)

    def units(self, ids: Units | None = None) -> list[ScenarioUnit]:
        """Some units, or those chosen, in the order of battle."""
        wanted = set(self.chosen if ids is None else ids)
        return [unit for unit in self.scenario.units if unit.id in wanted]

    def unit(self, id_: str) -> ScenarioUnit | None:
        """The unit with an id, if there is one."""
        return next((unit for unit in self.scenario.units if unit.id == id_), None)

    def _follow_ids(self) -> None:
        """Those chosen stay so under other ids, also undone; what is gone is chosen no more."""
        was, now = self._ids, tuple(unit.id for unit in self.scenario.units)
        self._ids = now
        if was != now and len(was) == len(now):
            known = set(was)
            others = {old: new for old, new in zip(was, now, strict=True) if new not in known}
            self.choose(others.get(id_, id_) for id_ in self.chosen)
        else:
            self.choose(self.chosen)

    # --- what the game allows ---------------------------------------------------------------------

    @property
    def limits(self) -> ScenarioLimits | None:
        """Return the limits of the game; None if its rules are not known."""
        self._read_rules()
        return self._limits

    @property
    def types(self) -> Mapping[str, Mapping[str, Any]]:
        """The unit types of the game, as its data has them; none where its rules are not known."""
        self._read_rules()
        return self._types

    def type_name_text(self, type_: str) -> str:
        """Return the name of a type."""
        return self.localize.localize_text(self.types.get(type_, {}).get("name", type_))

    @property
    def type_names(self) -> dict[str, str]:
        """The unit types there are, and what they are called."""
        return {type_: self.type_name_text(type_) for type_ in self.types}

    def _read_rules(self) -> None:
        """Read the game's rules again, where the scenario's overrides are others than before."""
        scenario = self.scenario
        asked = (scenario.game, scenario.rules, tuple(side.id for side in scenario.sides))
        if asked == self._limited_by:
            return
        self._limited_by = asked
        try:
            self._limits, self._types = scenario_limits_of(*asked), handbook_of(scenario).units()
        except SandtableError:
            self._limits, self._types = None, {}  # told by the checks

    def points(self, side: str) -> int:
        """Return the cost of a side's units together."""
        allowed, units = self.limits, self.scenario.units
        if self._costs[0] is not units or self._costs[1] is not allowed:
            found = Counter[str]()
            for unit in units if allowed else ():
                found[unit.side] += allowed.unit_worth(unit) if allowed else 0
            self._costs = units, allowed, found
        return self._costs[2][side]

    def rejection_reason(self, unit: ScenarioUnit, at: Hex) -> str:
        """Return the reason a unit may not start in a hex, in words; empty if it may."""
        map_, who = self.scenario.map, self.unit_name(unit)
        if at not in map_.grid:
            return self.localize("forces-off-map", unit=who)
        mobility = self.limits.mobility.get(unit.type) if self.limits else None
        if mobility is None or can_stand(map_, mobility, at):
            return ""
        ground = kind_name(map_.ground_at(at))
        return self.localize("forces-no-ground", unit=who, hex=map_.labels.label(at), ground=ground)

    def unit_name(self, unit: ScenarioUnit) -> str:
        """Return the name of a unit."""
        return localised(unit.name, self.localize.language) or unit.id

    def stacking_warnings(self, hexes: Iterable[Hex]) -> str:
        """Return the stacking warnings of some hexes, in words."""
        if self.limits is None:
            return ""
        for at in dict.fromkeys(hexes):
            for units in self._by_side(at):
                rule = self.limits.stacking(stack_of(self.scenario, at, units))
                if rule is not None:
                    label = self.scenario.map.labels.label(at)
                    return self.localize("forces-crowded", hex=label, count=len(units), rule=rule)
        return ""

    def _by_side(self, at: Hex) -> list[list[ScenarioUnit]]:
        """The units that begin in a hex, a list for each side."""
        here = [unit for unit in self.scenario.units if unit.at == at]
        sides = dict.fromkeys(unit.side for unit in here)
        return [[unit for unit in here if unit.side == side] for side in sides]

    # --- units come and go ------------------------------------------------------------------------

    def add_units(
        self, side: str, type_: str, count: int, formation: str = "", name: LocalText = ""
    ) -> None:
        """So many new units; they are chosen then."""
        found, made = edits.with_units(self.scenario, side, type_, count, formation, name)
        self.document.apply(found, self.localize("step-units-added", count=count))
        self.choose(made)

    def duplicate(self) -> None:
        """Those chosen once more; the new ones are chosen then."""
        if self.chosen:
            found, made = edits.duplicate(self.scenario, set(self.chosen))
            self.document.apply(found, self._step("duplicated"))
            self.choose(made)

    def delete(self) -> None:
        """Delete the selection, select the next unit, and report further losses."""
        ids = [unit.id for unit in self.scenario.units]
        if not self.chosen:
            return
        gone = set(self.chosen)
        last = ids.index(self.chosen[-1])
        after = [id_ for id_ in ids[last:] if id_ not in gone]
        before = [id_ for id_ in ids[:last] if id_ not in gone]
        conditions = len(self.scenario.victory)
        self.replace_scenario(edits.without_units(self.scenario, gone), "deleted")
        self.choose(after[:1] or before[-1:])
        if lost := conditions - len(self.scenario.victory):
            self.told.emit(self.localize("deleted-conditions", count=lost))

    # --- what they are ----------------------------------------------------------------------------

    def rename(self, named: Rename, typed: str = "", units: Units | None = None) -> None:
        """Units with other names, each made from the unit."""
        wanted = {unit.id: named(unit) for unit in self.units(units)}
        found = [
            replace(unit, name=wanted[unit.id]) if unit.id in wanted else unit
            for unit in self.scenario.units
        ]
        self.replace_scenario(replace(self.scenario, units=tuple(found)), "renamed", units, typed)

    def renumber(self, first: int = 1) -> None:
        """The numbers in the names of those chosen count on from one, in the order of battle."""
        self.replace_scenario(edits.renumber_units(self.scenario, self.chosen, first), "renumbered")

    def set_id(self, unit: str, id_: str) -> str:
        """Give a unit another id; why not, in words, where that cannot be."""
        id_ = id_.strip()
        if id_ == unit:
            return ""
        if not id_ or len(id_.split()) > 1:
            return self.localize("forces-id-spaced" if id_ else "forces-id-needed")
        if self.unit(id_) is not None:
            return self.localize("forces-id-taken", id=id_)
        found, was = edits.renamed_unit(self.scenario, unit, id_), self.chosen
        self.replace_scenario(found, "id", [unit])
        self.choose(id_ if each == unit else each for each in was)
        return ""

    def set_type(self, type_: str, units: Units | None = None, typed: str = "") -> None:
        """Units of another type."""
        self._change("retyped", units, typed, type=type_)

    def set_formation(self, formation: str, units: Units | None = None, typed: str = "") -> None:
        """Units in another formation of their side; in none without a name."""
        self._change("formed", units, typed, formation=formation.strip())

    def rename_formation(self, side: str, was: str, formation: str) -> None:
        """Another name for a formation."""
        mates = [u.id for u in self.scenario.units if (u.side, u.formation) == (side, was)]
        self.set_formation(formation, mates)

    def set_mark(self, mark: str, is_set: bool, units: Units | None = None) -> None:
        """Give units a state marker at the start, or remove it."""
        known = self.limits.marks if self.limits else ()
        wanted = set(self.chosen if units is None else units)

        def marked(unit: ScenarioUnit) -> tuple[str, ...]:
            found = {*unit.marks, mark} if is_set else {*unit.marks} - {mark}
            others = [each for each in unit.marks if each not in known]
            return tuple(each for each in (*known, *others) if each in found)

        found = tuple(
            replace(unit, marks=marked(unit)) if unit.id in wanted else unit
            for unit in self.scenario.units
        )
        words = mark_looks_of(self.scenario.game).mark_names([mark], self.localize.language)
        self.replace_scenario(replace(self.scenario, units=found), "marked", units, mark=words)

    def regroup(self, units: Units, side: str, formation: str, before: str = "") -> None:
        """Units join a formation, or take another place in the order of battle."""
        self.replace_scenario(
            edits.regroup_units(self.scenario, units, side, formation, before), "regrouped", units
        )

    # --- where they begin -------------------------------------------------------------------------

    def place(self, places: Mapping[str, Hex], typed: str = "") -> bool:
        """Each of some units begins in a hex; whether that may be. All or none is moved."""
        for unit in self.units(places):
            words = self.rejection_reason(unit, places[unit.id])
            if words:
                self.told.emit(words)
                return False
        found = edits.with_units_at_each(self.scenario, places)
        labels = {self.scenario.map.labels.label(at) for at in places.values()}
        where = next(iter(labels)) if len(labels) == 1 else "…"
        self.replace_scenario(found, "placed", places, typed, where=where)
        doubt = self.stacking_warnings(places.values())
        if doubt:
            self.told.emit(doubt)
        return True

    def place_at(self, units: Units, at: Hex) -> bool:
        """Units begin together in a hex."""
        return self.place(dict.fromkeys(units, at))

    def lay_features(self, features: Collection[str], at: Hex) -> bool:
        """Features lie in a hex; whether it is one of the map."""
        if at not in self.scenario.map.grid:
            return False
        found = with_features_at(self.scenario, dict.fromkeys(features, at))
        named = ", ".join(features)
        if found != self.scenario:
            self.document.apply(found, self.localize("step-feature-place", feature=named))
        return True

    def set_up_in_zone(self, zone: str, units: Units | None = None, typed: str = "") -> None:
        """Units are set up in a zone by their side."""
        wanted = self.chosen if units is None else units
        words = zone_name(self.scenario, zone, self.localize.language)
        found = edits.with_units_in_zone(self.scenario, wanted, zone)
        self.replace_scenario(found, "zoned", units, typed, zone=words)

    def set_arrival_turn(
        self, turn: int, units: Units | None = None, zone: str = "", typed: str = ""
    ) -> bool:
        """Units come as reinforcements in a turn; whether there is a zone for them.

        In the given zone, else those that come already in their own, else where others came last.
        """
        usual = zone or self.usual_entry
        if not usual:
            self.told.emit(self.localize("forces-no-zone"))
            return False
        entries: dict[str, list[str]] = {}
        for unit in self.units(units):
            entry = zone or (unit.arrives.zone if unit.arrives else usual)
            entries.setdefault(entry, []).append(unit.id)
        found = self.scenario
        for entry, comers in entries.items():
            found = edits.with_units_arriving(found, comers, turn, entry)
        self.entry = usual
        self.replace_scenario(found, "arriving", units, typed, turn=turn)
        return True

    @property
    def usual_entry(self) -> str:
        """Return the usual zone of reinforcements."""
        names = zone_names(self.scenario)
        if self.entry in names:
            return self.entry
        used = [unit.arrives.zone for unit in self.scenario.units if unit.arrives]
        return next(iter([*reversed(used), *names]), "")

    # --- steps ------------------------------------------------------------------------------------

    def _change(self, step: str, units: Units | None, typed: str = "", **fields: Any) -> None:
        wanted = set(self.chosen if units is None else units)
        self.replace_scenario(
            edits.changed_units(self.scenario, wanted, **fields), step, units, typed
        )

    def replace_scenario(
        self,
        scenario: Scenario,
        step: str,
        units: Units | None = None,
        typed: str = "",
        **values: object,
    ) -> None:
        """Put another scenario in the place of this one, unless it is the same."""
        if scenario != self.scenario:
            self.document.apply(scenario, self._step(step, units, **values), typed)

    def _step(self, step: str, units: Units | None = None, **values: object) -> str:
        """Return the name of a step, with its unit or the number of units."""
        found = self.units(units)
        what = (
            self.unit_name(found[0])
            if len(found) == 1
            else self.localize("units", count=len(found))
        )
        return self.localize(f"step-units-{step}", what=what, **values)
