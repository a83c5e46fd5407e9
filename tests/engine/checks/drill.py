"""Drill: a game that knows everything scenarios of version 2 may say, for the tests of that.

Squads bear machine guns and ride in trucks, guns have a front, and wire is laid in open ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from engine.games.card_effects import CardEffectType, EffectParameter, ParameterKind
from engine.games.rule_system import Overrides
from engine.games.rules_design import GameWord
from engine.games.scenario_limits import AllowedCardTerms, HexFeatureKind, ScenarioLimits
from engine.games.stacking import Stack
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.movement.mobility import Mobility
from engine.scenario.scenario import Card, VictoryKind
from tests.conformance.toy_system import SYSTEM as TOY
from tests.conformance.toy_system import ToyHandbook

FEET = Mobility("feet", ground={"open": 1, "woods": 2, "settlement": 1, "lake": None})
TYPES = {"squad": "infantry", "truck": "supply", "gun": "gun", "mg": "machine-gun"}
EFFECTS = (
    CardEffectType(
        "smoke", {"en": "Smoke", "zh": "烟幕"}, {"en": "Smoke", "zh": "烟幕"},
        (
            EffectParameter(
                "count", {"en": "hexes", "zh": "格数"}, ParameterKind.NUMBER, 1, 1, 1, 5
            ),
            EffectParameter("zone", {"en": "in", "zh": "区域"}, ParameterKind.ZONE, "", ""),
        ),
        {
            "en": "Lay smoke in {count|one hex|# hexes} of {zone}.",
            "zh": "在{zone}布设{count}格烟幕。",
        },
    ),
    CardEffectType(
        "recruit", {"en": "Recruit", "zh": "增援"}, {"en": "Recruit", "zh": "增援"},
        (
            EffectParameter(
                "type", {"en": "type", "zh": "类型"}, ParameterKind.TYPE, "squad", "squad"
            ),
        ),
        {"en": "A {type} joins you.", "zh": "{type}加入。"},
    ),
    CardEffectType(
        "draw", {"en": "Draw", "zh": "抽牌"}, {"en": "Draw", "zh": "抽牌"},
        (EffectParameter("deck", {"en": "deck", "zh": "牌组"}, ParameterKind.DECK, "", ""),),
        {"en": "Draw a card of {deck}.", "zh": "从{deck}抽一张牌。"},
    ),
)  # fmt: skip


class DrillHandbook(ToyHandbook):
    """Everybody walks."""

    id = "drill"

    def units(self) -> Mapping[str, Mapping[str, Any]]:
        return {
            name: {"name": {"en": name.capitalize(), "zh": name}, "symbol": symbol, "mp": 4}
            for name, symbol in TYPES.items()
        }

    def mobility(self, unit: str) -> Mobility:
        return FEET


def stacking(stack: Stack) -> str | None:
    """Three squads and one truck to a hex (D1); two squads where there is a bunker (D2)."""
    squads = stack.types.count("squad")
    if "bunker" in stack.features and squads > 2:
        return "a bunker holds two squads (drill D2)"
    if squads > 3 or stack.types.count("truck") > 1:
        return "three squads and one truck may stand in a hex (drill D1)"
    return None


def carrying(carrier: str, held: tuple[str, ...]) -> str | None:
    """A truck carries two squads (D3)."""
    if carrier == "truck" and len(held) <= 2 and set(held) <= {"squad"}:
        return None
    return "a truck carries two squads, and nobody else anybody (drill D3)"


def bearing(bearer: str, held: tuple[str, ...]) -> str | None:
    """A squad bears one machine gun (D4)."""
    may = bearer == "squad" and held == ("mg",)
    return None if may else "a squad bears one machine gun (drill D4)"


def composing(type_: str, figures: tuple[str, ...]) -> str | None:
    """A squad has four places (D5)."""
    return None if type_ == "squad" and len(figures) <= 4 else "a squad has four figures (drill D5)"


def laying(map_: Map, at: Hex, kinds: tuple[str, ...]) -> str | None:
    """One thing in a hex, in the open (D6)."""
    if len(kinds) == 1 and map_.ground_at(at) == "open":
        return None
    return "one thing lies in a hex, in the open (drill D6)"


def _check(card: Card) -> None:
    """Whatever a card says will do."""


def _words(*words: str) -> tuple[GameWord, ...]:
    return tuple(GameWord(word, {"en": word, "zh": word}) for word in words)


def drill_limits(overrides: Overrides, sides: Iterable[str]) -> ScenarioLimits:
    effects = {effect.id: effect for effect in EFFECTS}
    kinds = (
        HexFeatureKind("wire", {"en": "Wire", "zh": "铁丝网"}),
        HexFeatureKind("bunker", {"en": "Bunker", "zh": "碉堡"}, faces=True),
    )
    return ScenarioLimits(
        2, stacking, dict.fromkeys(TYPES, FEET), {"squad": 5, "truck": 3, "gun": 8, "mg": 2}, (),
        {name: frozenset(p.id for p in each.parameters) for name, each in effects.items()},
        effects, {}, _check,
        faces=frozenset({"gun", "truck"}), weapons=frozenset({"mg"}), carrying=carrying,
        bearing=bearing, figures=_words("regular", "officer"), composing=composing,
        modes=_words("ready"), features={kind.id: kind for kind in kinds}, laying=laying,
        stocks=_words("smoke", "grenades"), decks=2,
        card_terms=AllowedCardTerms(
            2, costs=True, may_stay=True, phases=_words("fire"), sets=_words("air")
        ),
        aims=frozenset(VictoryKind), counted=_words("vehicle"),
        grades=_words("decisive", "marginal", "draw"), has_groups=True,
    )  # fmt: skip


SYSTEM = replace(
    TOY,
    id="drill",
    title={"en": "Drill", "zh": "操练"},
    handbook=lambda overrides: DrillHandbook(),
    limits=drill_limits,
    texts=None,
)
