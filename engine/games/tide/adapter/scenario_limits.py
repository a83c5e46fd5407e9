"""Limits of tide for scenarios and decks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from engine.games.card_effects import CardEffectType
from engine.games.rules_design import GameWord
from engine.games.scenario_limits import (
    AllowedCardTerms,
    HexFeatureKind,
    RuleReference,
    ScenarioLimits,
    as_rule_errors,
)
from engine.games.stacking import Stack
from engine.games.tide import unit_lookups
from engine.games.tide.data.card_effects import (
    PHASES,
    check_card,
    effect_parameter_names,
    tide_effects,
)
from engine.games.tide.data.piece_types import SquadToken, UnitKind, UnitType, base_places_filled
from engine.games.tide.data.rulebook import Rulebook, load_rulebook
from engine.games.tide.initial_state import COMMAND
from engine.games.tide.state import ActivationMode
from engine.games.victory_judgement import grade_names
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.map.terrain import load_catalogue
from engine.scenario.scenario import Card, ScenarioUnit, VictoryKind
from engine.texts import LocalText, in_each_language, localised, text

SIDES = 2
MAX_DECKS = 8
MAX_EFFECTS = 6
SHAKEN = ("pinned", "disrupted")
DAMAGES = ("light-damage", "heavy-damage")
MARKS = (*SHAKEN, *DAMAGES)
"""Marks of a unit at the start, as scenarios write them."""
MODES = ("fresh", "op-fire", "fatigued")
AIMS = frozenset({
    VictoryKind.OBJECTIVES, VictoryKind.LOSSES, VictoryKind.POINTS, VictoryKind.TURN_LIMIT,
    VictoryKind.EXIT, VictoryKind.CLEAR, VictoryKind.KILL, VictoryKind.SURVIVE, VictoryKind.RATIO,
})  # fmt: skip
BADGES: Mapping[str, LocalText] = {
    "entrenchment": {"en": "EN", "zh": "壕"},
    "pillbox": {"en": "PB", "zh": "碉"},
    "wire": {"en": "WR", "zh": "网"},
    "mines": {"en": "MI", "zh": "雷"},
    "trap": {"en": "TT", "zh": "障"},
    "smoke": {"en": "SM", "zh": "烟"},
}


def tide_limits(overrides: Mapping[str, Any], sides: Iterable[str]) -> ScenarioLimits:
    """Tide's limits under a scenario's `rules:`; RuleError for what they do not allow."""
    with as_rule_errors():
        rulebook = load_rulebook(overrides)
    standing = {id_: type_ for id_, type_ in rulebook.units.items() if not type_.is_figure}
    effects = tide_effects(rulebook)
    phases = tuple(GameWord(phase, _words(f"card-{phase}")) for phase in PHASES)
    return ScenarioLimits(
        SIDES,
        partial(_stacks, rulebook),
        {id_: rulebook.mobility[type_.movement_class] for id_, type_ in standing.items()},
        {id_: type_.points for id_, type_ in standing.items()},
        (*MARKS, *rulebook.tokens),
        effect_parameter_names(),
        effects,
        {},
        partial(_check_card, effects),
        carrying=partial(_carries, rulebook),
        marking=partial(_bears, rulebook),
        figures=_words_of(rulebook.figures),
        manned=frozenset(id_ for id_, type_ in standing.items() if type_.is_squad),
        figure_points={id_: figure.points for id_, figure in rulebook.figures.items()},
        composing=partial(_consists, rulebook),
        readying=partial(_stands_ready, rulebook),
        modes=tuple(GameWord(mode, _words(f"mode-{mode}")) for mode in MODES),
        features=_features(rulebook),
        laying=partial(_lies, rulebook),
        stocks=_stocks(rulebook),
        decks=MAX_DECKS,
        named=tuple(_names_in(rulebook)),
        card_terms=AllowedCardTerms(MAX_EFFECTS, True, True, phases),
        aims=AIMS,
        counted=tuple(
            GameWord(kind, _words(f"kind-{kind}")) for kind in (UnitKind.SQUAD, UnitKind.VEHICLE)
        ),
        tracks=tuple(
            GameWord(track, _words(f"track-{track}")) for track in ("command", "initiative")
        ),
        grades=grade_names(),
        has_groups=True,
    )


def _features(rulebook: Rulebook) -> Mapping[str, HexFeatureKind]:
    """The works, with the letters of their badges."""
    return {
        id_: HexFeatureKind(id_, work.name, letters=BADGES.get(id_, ""))
        for id_, work in rulebook.works.items()
    }


def _stocks(rulebook: Rulebook) -> tuple[GameWord, ...]:
    """Return a side's stocks: figures and tokens for squads, command points (Q5, CM)."""
    command = GameWord(COMMAND, _words("stock-command"))
    return (*_words_of(rulebook.figures), *_words_of(rulebook.tokens), command)


def _names_in(rulebook: Rulebook) -> Iterator[RuleReference]:
    """Yield the objectives, operations cards and sides that the rules name (CM2, O)."""
    for objective in rulebook.objectives:
        yield RuleReference("objective", objective, ("objectives", objective))
    for card, laid in rulebook.operations.items():
        yield RuleReference("operation", card, ("operations", card))
        if laid.side:
            yield RuleReference("side", laid.side, ("operations", card, "side"))


def _words_of(kinds: Mapping[str, UnitType] | Mapping[str, SquadToken]) -> tuple[GameWord, ...]:
    return tuple(GameWord(id_, kind.name) for id_, kind in kinds.items())


def _say(key: str, language: str | None = None, /, **values: object) -> str:
    return text(f"tide-scenario.{key}", language, **values)


def _words(key: str) -> LocalText:
    return in_each_language(partial(_say, key))


# --- units ----------------------------------------------------------------------------------------


def _stacks(rulebook: Rulebook, stack: Stack) -> str | None:
    """Return the reason why units of these types may not share a hex (G6)."""
    choices = rulebook.choices
    types = [rulebook.units[type_] for type_ in stack.types if type_ in rulebook.units]
    if len(types) > choices.units_in_hex:
        return _say("too-many", None, limit=choices.units_in_hex)
    if sum(type_.is_vehicle for type_ in types) > choices.vehicles_in_hex:
        return _say("too-many-vehicles", None, limit=choices.vehicles_in_hex)
    return None


def _carries(rulebook: Rulebook, carrier: str, cargo: tuple[str, ...]) -> str | None:
    """Return the reason why a unit may not carry a cargo (TR1, TR9)."""
    known = rulebook.units.get(carrier)
    if known is None or not known.transport:
        return _say("carries-none", None, type=carrier)
    riders = [rulebook.units[each] for each in cargo if each in rulebook.units]
    if not all(rider.is_squad or rider.is_towed for rider in riders):
        return _say("carries-squads", None, type=carrier)
    if len(cargo) > known.transport:
        return _say("carries-less", None, type=carrier, transport=known.transport)
    return None


def _consists(rulebook: Rulebook, type_: str, figures: tuple[str, ...]) -> str | None:
    """Return the reason why a unit may not consist of figures (Q1)."""
    known = rulebook.units.get(type_)
    if known is None or any(figure not in rulebook.figures for figure in figures):
        return None  # told as unknown words
    if not known.is_squad:
        return _say("no-base", None, type=type_)
    kinds = [rulebook.figures[figure] for figure in figures]
    return (
        None
        if unit_lookups.fits_on_base(kinds)
        else _say("crowded-base", None, places=base_places_filled(kinds))
    )


def _bears(rulebook: Rulebook, unit: ScenarioUnit) -> str | None:
    """Return the reason why a unit may not begin with its marks and tokens (Q4, RS3, V3)."""
    known = rulebook.units.get(unit.type)
    if known is None:
        return None
    tokens = [mark for mark in unit.marks if mark in rulebook.tokens]
    if known.is_vehicle:
        wrong = next((mark for mark in unit.marks if mark not in DAMAGES), None)
    else:
        wrong = next((mark for mark in unit.marks if mark in DAMAGES), None)
    if wrong is not None:
        key = "no-mark-of-vehicles" if known.is_vehicle else "no-mark-of-squads"
        return _say(key, None, mark=_mark(rulebook, wrong))
    for states in (SHAKEN, DAMAGES):
        if set(states) <= set(unit.marks):
            named = _say("comma").join(_mark(rulebook, state) for state in states)
            return _say("two-states", None, states=named)
    if len(tokens) > 1:
        named = _say("comma").join(_mark(rulebook, token) for token in tokens)
        return _say("two-tokens", None, tokens=named)
    crewed = [rulebook.figures[each] for each in unit.figures if each in rulebook.figures]
    if tokens and not unit_lookups.may_have_token(crewed):
        return _say("heavy-token", None, token=_mark(rulebook, tokens[0]))
    return None


def _stands_ready(rulebook: Rulebook, unit: ScenarioUnit) -> str | None:
    """Return the reason why a unit may not begin in Op Fire mode (A3, TR4)."""
    known = rulebook.units.get(unit.type)
    if known is None or unit.mode != ActivationMode.OP_FIRE:
        return None
    if unit.aboard:
        return _say("ready-aboard")
    shaken = next((mark for mark in unit.marks if mark in SHAKEN), None)
    if shaken is not None:
        return _say("ready-shaken", None, mark=_mark(rulebook, shaken))
    crew = [rulebook.figures[each] for each in unit.figures if each in rulebook.figures]
    arms = crew if known.is_squad else [known]
    waits = any(arm.is_armed and not arm.has_trait("no-op-fire") for arm in arms)
    return None if waits or (known.is_squad and not arms) else _say("ready-unarmed")


def _mark(rulebook: Rulebook, mark: str) -> str:
    """A mark or token by its name."""
    return (
        localised(rulebook.tokens[mark].name)
        if mark in rulebook.tokens
        else text(f"tide.mark-{mark}")
    )


# --- works ----------------------------------------------------------------------------------------


def _lies(rulebook: Rulebook, map_: Map, hex_: Hex, kinds: tuple[str, ...]) -> str | None:
    """Return the reason why works may not lie in a hex: number or ground (X3–X6)."""
    works = [rulebook.works[kind] for kind in kinds if kind in rulebook.works]
    if sum(work.shelter for work in works) > unit_lookups.MAX_POSITIONS:
        return _say("too-many-positions", None, limit=unit_lookups.MAX_POSITIONS)
    ground = map_.ground_at(hex_)
    for work in works:
        if not rulebook.ground.takes(work, ground):
            named = {
                "work": localised(work.name),
                "ground": localised(load_catalogue().name(ground)),
            }
            return _say("wrong-ground", None, **named)
    return None


# --- cards ----------------------------------------------------------------------------------------


def _check_card(effects: Mapping[str, CardEffectType], card: Card) -> None:
    """RuleError for what the game does not know of a card, or what such a card cannot do (D7)."""
    with as_rule_errors():
        check_card(effects, card)
