"""The limits of the tank game for its scenarios and decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from engine.games.card_effects import CardEffectType, EffectParameter, ParameterKind
from engine.games.rules_design import GameWord
from engine.games.scenario_limits import (
    COUNTED_AIMS,
    OLD_AIMS,
    RuleError,
    ScenarioLimits,
    as_rule_errors,
)
from engine.games.stacking import head_count_stacking
from engine.games.tank.data.rulebook import (
    EFFECTS,
    Rulebook,
    card_effects,
    check_card,
    check_side_numbers,
    load_rulebook,
)
from engine.games.tank.initial_state import DAMAGE_MARKS
from engine.games.victory_judgement import grade_names
from engine.scenario.scenario import Card
from engine.texts import text

SIDES = 2


def tank_limits(overrides: Mapping[str, Any], sides: Iterable[str]) -> ScenarioLimits:
    """The tank game's limits under a scenario's `rules:`; RuleError for what they do not allow."""
    with as_rule_errors():
        rulebook = load_rulebook(overrides)
        known = list(sides)
        if known:
            check_side_numbers(rulebook, known)
    for name, unit in rulebook.units.items():
        for key in ("mp", "points"):
            _check_number(getattr(unit, key), ["units", name, key])
    effects = card_effects(rulebook)
    for name, card in rulebook.cards.items():
        _check_parameters(card, ["cards", name], effects)
    return ScenarioLimits(
        SIDES,
        head_count_stacking(rulebook.choices.stacking),
        dict.fromkeys(rulebook.units, rulebook.mobility),
        {name: unit.points for name, unit in rulebook.units.items()},
        DAMAGE_MARKS,
        EFFECTS,
        effects,
        rulebook.cards,
        partial(_check_card, rulebook, effects),
        aims=OLD_AIMS | COUNTED_AIMS,
        counted=tuple(GameWord(id_, unit.name) for id_, unit in rulebook.units.items()),
        grades=grade_names(),
        has_groups=True,
    )


def _check_card(rulebook: Rulebook, effects: Mapping[str, CardEffectType], card: Card) -> None:
    """RuleError for an effect, parameter or battery the game does not know."""
    with as_rule_errors():
        check_card(card, [], rulebook.tables)
    _check_parameters(card, [], effects)


def _check_parameters(card: Card, path: list[str], effects: Mapping[str, CardEffectType]) -> None:
    """RuleError for a parameter of the wrong kind, or beyond what makes sense."""
    for key, value in card.parameters.items():
        parameter = effects[card.effect].parameter(key)
        if not parameter.is_in_range(value):
            _refuse(value, [*path, "parameters", key], _want(parameter))


def _want(parameter: EffectParameter) -> str:
    """Describe the values a parameter may have."""
    if parameter.kind is ParameterKind.TRUTH:
        return text("problems.type-boolean")
    if parameter.kind is ParameterKind.WORD:
        return ", ".join(word.id for word in parameter.words)
    return text("decks.number-in-range", None, least=parameter.least, most=parameter.most)


def _check_number(value: object, path: list[str]) -> None:
    if type(value) is not int or value < 0:
        _refuse(value, path, text("problems.type-integer"))


def _refuse(value: object, path: list[str], wanted: str) -> None:
    said = text("game.rules-value", None, what=path[-1], found=value, options=wanted)
    raise RuleError(path, said)
