"""The rules of valor on any map: sight, moves, the printed tables, the charts of types."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from engine.games.handbook import Marker, add_movement_effects
from engine.games.valor.adapter import counter_data_tables
from engine.games.valor.adapter.counter_data_tables import FORM, MINUS
from engine.games.valor.data.piece_types import (
    INFANTRY_MP,
    LEADER_MP,
    STEERED,
    MovementClass,
    UnitType,
    WeaponType,
    WorkType,
)
from engine.games.valor.data.rulebook import Rulebook, load_rulebook
from engine.games.valor.presentation.name_texts import say
from engine.games.valor.sight import build_sight
from engine.map.map import Map
from engine.movement.mobility import Mobility, Points
from engine.texts import LocalText, text_languages

if TYPE_CHECKING:
    from engine.movement.facing_rules import SteeringRules
    from engine.scenario.scenario import Deck, Scenario
    from engine.sight.line_trace import TraceRule
    from engine.sight.map_sight import Sight

UNIT_COLUMNS = (
    "kind", "apfp", "range", "cr", "modifier", "atfp", "gun", "mg360", "mgff", "front", "rear",
    "mp", "transport", "tows",
)  # fmt: skip
WEAPON_COLUMNS = ("class_", "kind", "apfp", "least", "range", "atfp", "modifier")
WORK_COLUMNS = ("class_", "cover", "holds", "entry", "blocks", "arc")
DASH = "–"
HALVES = 2  # a squad splits into (V5.4)


class ValorHandbook:
    """Valor by its rulebook, or by one a scenario has changed."""

    id = "valor"

    def __init__(self, rulebook: Rulebook | None = None) -> None:
        self.book = rulebook or load_rulebook()

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        """The values of each type, and of the weapons that are borne (V1)."""
        units = {
            id_: {
                **asdict(unit), "mp": unit.allowance,
                "printed": counter_data_tables.unit_counter_values(unit),
                "parts": (unit.half,) * HALVES if unit.half else (),
            }
            for id_, unit in self._units()
        }  # fmt: skip
        weapons = {
            id_: {
                **asdict(each),
                "mp": 0,
                "printed": counter_data_tables.weapon_counter_values(each),
            }
            for id_, each in self._weapons()
        }
        return {**units, **weapons}

    def _units(self) -> Iterable[tuple[str, UnitType]]:
        return self.book.units.items()

    def _weapons(self) -> Iterable[tuple[str, WeaponType]]:
        return ((id_, each) for id_, each in self.book.weapons.items() if not each.is_pooled)

    def sight(self, map_: Map, trace: TraceRule) -> Sight:
        """Lines blocked, or hindered by so much (V9)."""
        return build_sight(map_, self.book.ground, trace)

    def vision_range(self, unit: str) -> int | None:
        """Return no limit: only terrain blocks sight (V9.1)."""
        return None

    def mobility(self, unit: str) -> Mobility:
        """Step costs of infantry, vehicles or guns (V10); a weapon goes as its bearer does."""
        known = self.book.units.get(unit)
        going = known.movement_class if known else next(iter(self.book.mobility))
        return self.book.mobility[going]

    def march_mobility(self, unit: str) -> Mobility | None:
        """Valor knows no march."""
        return None

    def movement_points(self, unit: str) -> Points:
        """MP by itself: leaders 6, squads and halves 4, vehicles as printed (V6.4)."""
        return self.book.units[unit].allowance if unit in self.book.units else 0

    def steering_rules(self, unit: str) -> SteeringRules | None:
        """Vehicles turn on entering and back at twice the cost; guns go any way (V6.5, V6.8)."""
        known = self.book.units.get(unit)
        return (
            STEERED if known is not None and known.movement_class is MovementClass.VEHICLE else None
        )

    def points_with(self, unit: str, others: Sequence[str]) -> Points:
        """Return MP with companions: a leader raises them, heavy weapons cost 1 (V6.4, V6.7)."""
        known, units, weapons = self.book.units.get(unit), self.book.units, self.book.weapons
        if known is None or not known.is_infantry:
            return self.movement_points(unit)
        led = known.is_leader or any(each in units and units[each].is_leader for each in others)
        heavy = sum(each in weapons and weapons[each].is_heavy for each in others)
        return max((LEADER_MP if led else INFANTRY_MP) - heavy, 0)

    def tables(self) -> Mapping[str, Mapping[str, Any]]:
        """The printed tables, and the charts of unit types, weapons and positions."""
        found: dict[str, Mapping[str, Any]] = {
            name: {"title": table.title, "corner": table.corner, **table.as_json()}
            for name, table in self.book.tables.items()
        }
        return {
            **found,
            "units": _chart("units", self.book.units, UNIT_COLUMNS),
            "weapons": _chart("weapons", self.book.weapons, WEAPON_COLUMNS),
            "positions": _chart("positions", self.book.works, WORK_COLUMNS),
        }

    def terrain(self) -> Mapping[str, Mapping[str, Any]]:
        """MP of infantry, vehicles and guns (null: no entry), cover, what sight meets (V10)."""
        effects, ground = defaultdict[str, dict[str, Any]](dict), self.book.ground
        for going, mobility in self.book.mobility.items():
            add_movement_effects(effects, mobility, f"entry_{going}")
        for kind, cover in ground.cover.items():
            effects[kind]["cover"] = cover
        for kind in sorted(ground.blocks | ground.high):
            effects[kind]["sight"] = "blocks"
        for kind, by in {**ground.hinders, **dict.fromkeys(sorted(ground.low), 1)}.items():
            effects[kind]["sight"] = by
        return dict(effects)

    def markers(self, scenario: Scenario) -> tuple[Marker, ...]:
        """Fire, Move and other markers for every unit; smoke, fire lanes (V1.17)."""
        units = sum(unit.type in self.book.units for unit in scenario.units)
        smoke = max((side.stocks.get("smoke", 0) for side in scenario.sides), default=0)
        lanes = sum(weapon.range for weapon in self._mgs(scenario))
        found = (
            Marker("fired", "moved", units),
            Marker("assault_moving", "immobile", units),
            Marker("valor", "pinned", units),
            Marker("smoke", "smoke", smoke, amounts=(2, 1)),
            Marker("lane", "lane", lanes, amounts=(1, 1)),
            *self._laid(scenario),
        )
        return tuple(marker for marker in found if marker.count)

    def _laid(self, scenario: Scenario) -> Iterable[Marker]:
        """The positions of a scenario, and its snipers (V1.17, V19.1, V20.1)."""
        snipers = sum(bool(side.stocks.get("sniper")) for side in scenario.sides)
        kinds = Counter(each.kind for each in scenario.features if each.kind in self.book.works)
        for kind, count in {**kinds, "sniper": snipers}.items():
            name = self.book.works[kind].name if kind in self.book.works else ""
            yield Marker(kind, kind, count, name=name, amounts=(1, 1))

    def _mgs(self, scenario: Scenario) -> list[WeaponType]:
        types = (self.book.weapons.get(unit.type) for unit in scenario.units)
        return [each for each in types if each is not None and each.is_mg]

    def public_zones(self, scenario: Scenario) -> tuple[str, ...]:
        """Zones that a condition names are known to both sides (V4.4)."""
        won = [entry.zone for entry in scenario.victory]
        held = [entry.zone for entry in scenario.objectives]
        return tuple(dict.fromkeys(zone for zone in (*won, *held) if zone))

    def decks(self, scenario: Scenario) -> tuple[tuple[str, Deck], ...]:
        """Valor has no cards."""
        return ()


Kinds = Mapping[str, UnitType] | Mapping[str, WeaponType] | Mapping[str, WorkType]


def _chart(name: str, kinds: Kinds, columns: tuple[str, ...]) -> dict[str, Any]:
    """Types as a table with their names, a dash for what one has not (V1.8)."""
    cells = [[_cell(getattr(kind, column)) for column in columns] for kind in kinds.values()]
    heads = [column.rstrip("_") for column in columns]
    title: LocalText = {language: say(f"title-{name}", language) for language in text_languages()}
    said: dict[str, LocalText] = {head: FORM.say("columns", head) for head in heads}
    said |= {id_: kind.name for id_, kind in kinds.items()}
    return {
        "title": title, "corner": name, "rows": list(kinds), "columns": heads, "cells": cells,
        "names": {**said, name: FORM.say(name, "label")}, "words": FORM.words["words"],
    }  # fmt: skip


def _cell(value: Any) -> str:
    if value is True:
        return "✓"
    if isinstance(value, int) and value < 0:
        return f"{MINUS}{-value}"
    return str(value) if value else DASH
