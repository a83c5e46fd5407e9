"""The rules of tide on any map: sight, moves, terrain, the charts of units and works."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from engine.games.handbook import Marker, add_movement_effects
from engine.games.tide.adapter.ground_data_table import FORM
from engine.games.tide.data.piece_types import SMOKE, MovementClass, UnitKind, UnitType
from engine.games.tide.data.rulebook import Rulebook, load_rulebook
from engine.games.tide.sight import build_sight
from engine.map.map import Map
from engine.movement.mobility import Mobility, Points
from engine.texts import LocalText, localised, text, text_languages

if TYPE_CHECKING:
    from engine.scenario.scenario import Deck, Scenario
    from engine.sight.line_trace import TraceRule
    from engine.sight.map_sight import Sight

DASH = "–"
Cells = list[str]


class TideHandbook:
    """Tide by its rulebook, or by one a scenario has changed."""

    id = "tide"

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        self.book = rulebook or load_rulebook()

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """The values of bases and vehicles, and of the figures that stand on bases (U)."""
        order = (UnitKind.SQUAD, UnitKind.VEHICLE)
        standing = sorted(
            (unit for unit in self.book.units.values() if unit.kind in order),
            key=lambda unit: order.index(unit.kind),
        )
        return {unit.id: {**asdict(unit), "mp": unit.move} for unit in standing}

    def sight(self, map_: Map, trace: TraceRule) -> Sight:
        """Lines that are blocked or clear, and what lies blind (LS, BS)."""
        by_equal = self.book.choices.blind_by_equal_ground
        return build_sight(map_, self.book.ground.blocks, by_equal, trace)

    def vision_range(self, unit: str) -> int | None:
        """Return no limit: only terrain blocks sight (LS1)."""
        return None

    def mobility(self, unit: str) -> Mobility:
        """Step costs of squads, of vehicles, or of trucks (X)."""
        known = self.book.units.get(unit)
        return self.book.mobility[known.movement_class if known else MovementClass.SQUAD]

    def march_mobility(self, unit: str) -> Mobility | None:
        """Tide knows no march."""
        return None

    def movement_points(self, unit: str) -> Points:
        """Its move (M1)."""
        return self.book.units[unit].move if unit in self.book.units else 0

    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """Return tables of attacks and hits, and charts of figures, vehicles, works (RS, U, X)."""
        return {**self._printed(), "units": self._units(), "works": self._works()}

    def _units(self) -> dict[str, Any]:
        """Figures, then vehicles, with range and FP as they are printed (U)."""
        kinds = (UnitKind.FIGURE, UnitKind.VEHICLE)
        units = [unit for kind in kinds for unit in self.book.units.values() if unit.kind is kind]
        cells = [[tell(unit) for tell in _COLUMNS.values()] for unit in units]
        names = {unit.id: unit.name for unit in units}
        table = _table("units", names, list(_COLUMNS), cells)
        said = {" ".join(unit.traits): _traits(unit) for unit in units}
        return {**table, "words": {**table["words"], **said}}

    def _printed(self) -> dict[str, Mapping[str, Any]]:
        return {
            name: {
                "title": table.title,
                "corner": table.corner,
                **table.as_json(),
                "names": {**FORM.words["words"], **FORM.words.get(f"{name}-words", {})},
                "words": {**FORM.words["words"], **FORM.words.get(f"{name}-words", {})},
            }
            for name, table in self.book.tables.items()
        }

    def _works(self) -> dict[str, Any]:
        works = self.book.works
        columns = ("cover", "cover_v", "shelter", "obstacle")
        cells = [[_cell(getattr(work, column)) for column in columns] for work in works.values()]
        return _table("works", {id_: work.name for id_, work in works.items()}, columns, cells)

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        """MP of squads, vehicles and trucks (null: no entry), cover, what sight meets (X)."""
        effects, ground = defaultdict[str, dict[str, Any]](dict), self.book.ground
        for going, mobility in self.book.mobility.items():
            add_movement_effects(effects, mobility, f"entry_{going}", f"along_{going}")
        for name, covers in (
            ("cover", ground.cover),
            ("cover_vehicle", ground.cover_vehicle),
            ("cover_area", ground.cover_area),
        ):
            for kind, cover in covers.items():
                effects[kind][name] = cover
        for kind in sorted(ground.blocks):
            effects[kind]["sight"] = "blocks"
        return dict(effects)

    def markers(self, scenario: Scenario) -> tuple[Marker, ...]:
        """Fatigued and op-fire, states, damage, losses, works with those of cards (ST, RS, X)."""
        units = [unit for unit in scenario.units if unit.type in self.book.units]
        squads = sum(self.book.units[unit.type].is_squad for unit in units)
        found = (
            Marker("fatigued", "op-fire", len(units)),
            Marker("pinned", "disrupted", squads),
            Marker("light-damage", "heavy-damage", len(units) - squads),
            Marker("lost-1", "lost-2", squads),
            Marker("lost-3", "lost-3", squads),
            *(
                Marker(id_, id_, self._lying(scenario, id_), amounts=(1, 1), name=work.name)
                for id_, work in self.book.works.items()
            ),
        )
        return tuple(marker for marker in found if marker.count)

    def _lying(self, scenario: Scenario, kind: str) -> int:
        """Return the largest number of a work on the map, from scenario and cards (D7)."""
        count = sum(feature.kind == kind for feature in scenario.features)
        for _, deck in self.decks(scenario):
            for card in deck.cards:
                for does in card.all_effects:
                    if does.effect == "place" and does.parameters.get("what") == kind:
                        count += card.copies * int(does.parameters.get("count", 1))
                    elif does.effect == kind == SMOKE:
                        count += card.copies * int(does.parameters.get("hexes", 1))
        return count

    def public_zones(self, scenario: Scenario) -> tuple[str, ...]:
        """Zones that a condition or an objective names are known to both sides (W1)."""
        named = [entry.zone for entry in scenario.victory]
        named += [entry.zone for entry in scenario.objectives]
        return tuple(dict.fromkeys(zone for zone in named if zone))

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        """The decks each side draws from, and those whose operations cards lie out (D1, O)."""
        drawn = [
            (side.id, deck)
            for side in scenario.sides
            for deck in dict.fromkeys([*(hand.deck for hand in side.decks), side.deck])
            if deck in scenario.decks
        ]
        taken = {deck for _, deck in drawn}
        laid = [("", id_) for id_, deck in scenario.decks.items() if id_ not in taken
                and any(card.id in self.book.operations for card in deck.cards)]  # fmt: skip
        return tuple((side, scenario.decks[deck]) for side, deck in (*drawn, *laid))


# --- charts ---------------------------------------------------------------------------------------


def _against(range_: int, fp: int, normal: int = 0) -> str:
    if not fp:
        return DASH
    return f"{range_}/{fp}·{normal}" if normal else f"{range_}/{fp}"


def _squads(unit: UnitType) -> str:
    return _against(unit.range, unit.fp, unit.fp_normal)


def _vehicles(unit: UnitType) -> str:
    return _against(unit.range_v, unit.fp_v)


def _traits(unit: UnitType) -> LocalText:
    """The traits of a type in words."""
    return {
        language: ", ".join(localised(FORM.say("words", each), language) for each in unit.traits)
        for language in text_languages()
    }


def _whole(field: str) -> Callable[[UnitType], str]:
    """A number of a type, a dash for none."""
    return lambda unit: str(getattr(unit, field) or DASH)


_COLUMNS: Mapping[str, Callable[[UnitType], str]] = {
    "squads": _squads,
    "vehicles": _vehicles,
    "places": lambda unit: str(unit.places) if unit.is_figure else DASH,
    "move": lambda unit: str(unit.move or DASH),
    "armour": lambda unit: str(unit.armour) if unit.is_vehicle else DASH,
    "size": _whole("size"),
    "transport": _whole("transport"),
    "traits": lambda unit: " ".join(unit.traits) or DASH,
    "points": _whole("points"),
}


def _table(
    name: str, rows: Mapping[str, LocalText], columns: Sequence[str], cells: list[Cells]
) -> dict[str, Any]:
    """A chart with the names of what it is about."""
    title: LocalText = {
        language: text(f"tide-scenario.title-{name}", language) for language in text_languages()
    }
    heads = {column: FORM.say("columns", column) for column in columns}
    return {
        "title": title, "corner": name, "rows": list(rows), "columns": list(columns),
        "cells": cells, "names": {**heads, **rows, name: FORM.say(name, "label")},
        "words": FORM.words["words"],
    }  # fmt: skip


def _cell(value: Any) -> str:
    if value is True:
        return "✓"
    return str(value) if value else DASH
