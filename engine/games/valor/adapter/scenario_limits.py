"""Limits of valor for scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from engine.games.rules_design import GameWord
from engine.games.scenario_limits import HexFeatureKind, ScenarioLimits, as_rule_errors
from engine.games.stacking import Stack
from engine.games.valor import unit_lookups
from engine.games.valor.data.piece_types import MovementClass, UnitKind
from engine.games.valor.data.rulebook import Rulebook, load_rulebook
from engine.games.valor.presentation.name_texts import say
from engine.games.valor.set_up import SNIPER
from engine.games.valor.state import MARKS
from engine.games.valor.transport import can_carry
from engine.games.victory_judgement import grade_names
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.map.terrain import load_catalogue
from engine.scenario.scenario import Card, VictoryKind
from engine.texts import LocalText, localised, text_languages

SIDES = 2
MISSIONS = ("light", "heavy", "fighter-bomber")
AIMS = frozenset({
    VictoryKind.OBJECTIVES, VictoryKind.CLEAR, VictoryKind.EXIT, VictoryKind.KILL,
    VictoryKind.SURVIVE, VictoryKind.RATIO, VictoryKind.TURN_LIMIT,
})  # fmt: skip
BADGES: Mapping[str, LocalText] = {
    "bunker-concrete": {"en": "BC", "zh": "碉"},
    "bunker-wood": {"en": "BW", "zh": "木"},
    "sandbags": {"en": "SB", "zh": "沙"},
    "minefield": {"en": "MF", "zh": "雷"},
    "wire": {"en": "WR", "zh": "网"},
    "foxholes": {"en": "FX", "zh": "坑"},
    "trenches": {"en": "TR", "zh": "壕"},
    "cave": {"en": "CV", "zh": "洞"},
}


def valor_limits(overrides: Mapping[str, Any], sides: Iterable[str]) -> ScenarioLimits:
    """Valor's limits under a scenario's `rules:`; RuleError for what they do not allow."""
    with as_rule_errors():
        rulebook = load_rulebook(overrides)
    units, weapons = rulebook.units, rulebook.weapons
    borne = {id_: weapon for id_, weapon in weapons.items() if not weapon.is_pooled}
    return ScenarioLimits(
        SIDES,
        partial(_stacks, rulebook),
        {
            **{id_: rulebook.mobility[unit.movement_class] for id_, unit in units.items()},
            **dict.fromkeys(borne, rulebook.mobility[MovementClass.INFANTRY]),
        },
        {
            **{id_: unit.points for id_, unit in units.items()},
            **{id_: weapon.points for id_, weapon in borne.items()},
        },
        MARKS,
        {},
        {},
        {},
        _no_card,
        faces=frozenset(id_ for id_, unit in units.items() if unit.is_vehicle_unit),
        weapons=frozenset(borne),
        carrying=partial(_carries, rulebook),
        bearing=partial(_bears, rulebook),
        features={
            id_: HexFeatureKind(id_, work.name, work.arc, BADGES.get(id_, ""))
            for id_, work in rulebook.works.items()
        },
        laying=partial(_lies, rulebook),
        stocks=tuple(GameWord(kind, _stock(rulebook, kind)) for kind in _stocks(rulebook)),
        aims=AIMS,
        counted=tuple(GameWord(kind, _say(f"kind-{kind}")) for kind in UnitKind),
        grades=grade_names(),
        has_groups=True,
    )


def _stocks(rulebook: Rulebook) -> tuple[str, ...]:
    """Return the stocks of a side: smoke, missions, a sniper, X weapons (V4.1)."""
    pooled = (id_ for id_, weapon in rulebook.weapons.items() if weapon.is_pooled)
    return ("smoke", *MISSIONS, SNIPER, *pooled)


def _stock(rulebook: Rulebook, kind: str) -> LocalText:
    known = rulebook.weapons.get(kind)
    return known.name if known else _say(f"stock-{kind}")


def _say(key: str) -> LocalText:
    return {language: say(key, language) for language in text_languages()}


def _stacks(rulebook: Rulebook, stack: Stack) -> str | None:
    """Return the reason why units of these types may not share a hex (V6.11, V19.5)."""
    types = [rulebook.units[type_] for type_ in stack.types if type_ in rulebook.units]
    rule = rulebook.choices.stacking
    if not unit_lookups.is_within_stacking_limit(types, rule):
        return say(f"too-many-{rule}")
    for kind in stack.features:
        work = rulebook.works.get(kind)
        if work is not None and not work.has_room(types):
            return say("position-full", None, position=localised(work.name))
    return None


def _carries(rulebook: Rulebook, carrier: str, cargo: tuple[str, ...]) -> str | None:
    """Return the reason why a unit may not carry a cargo (V8.1)."""
    units = rulebook.units
    if carrier not in units or any(each not in units for each in cargo):
        return None if not cargo else say("carries-none", None, type=carrier)
    if can_carry(units[carrier], [units[each] for each in cargo]):
        return None
    key = "carries-less" if units[carrier].is_carrier else "carries-none"
    return say(key, None, type=carrier, transport=units[carrier].transport)


def _bears(rulebook: Rulebook, bearer: str, weapons: tuple[str, ...]) -> str | None:
    """Return the reason why a unit may not bear weapons (V12.1)."""
    known = [rulebook.weapons[each] for each in weapons if each in rulebook.weapons]
    if bearer in rulebook.units and unit_lookups.may_bear(rulebook.units[bearer], known):
        return None
    leads = bearer in rulebook.units and rulebook.units[bearer].is_leader
    return say("bears-less-leader" if leads else "bears-less", None, type=bearer)


def _lies(rulebook: Rulebook, map_: Map, hex_: Hex, kinds: tuple[str, ...]) -> str | None:
    """Return the reason why features may not lie in a hex: number or ground (V19.2)."""
    works = [rulebook.works[kind] for kind in kinds if kind in rulebook.works]
    if len(works) > 1:
        return say("one-position")
    ground = map_.ground_at(hex_)
    for work in works:
        if not rulebook.ground.takes(work, ground):
            named = {
                "position": localised(work.name),
                "ground": localised(load_catalogue().name(ground)),
            }
            return say("wrong-ground", None, **named)
    return None


def _no_card(card: Card) -> None:
    """Valor has no cards."""
