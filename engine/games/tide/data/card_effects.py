"""Effects of cards (tide D7), as forms, checks and proposed texts need them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from engine.games.card_effects import (
    CardEffectType,
    EffectParameter,
    ParameterKind,
    read_card_effects,
)
from engine.games.scenario_rules import InvalidRules, read_data_file, refuse_word
from engine.games.tide.data.piece_types import MINES, WIRE
from engine.games.tide.data.rulebook import Rulebook
from engine.problems import nearest_word
from engine.scenario.scenario import Card
from engine.texts import text

_read = partial(read_data_file, Path(__file__).parent)

ACTION, COMMAND, OPERATION = "action", "command", "operation"
PHASES = (ACTION, COMMAND, OPERATION)
"""Phases in which cards are played (D2); operations cards are only laid out (O)."""
LAID_OUT = ("bonus", "limit", "cost", "place", "veterans", "twice")
"""Effects that an operations card may have."""
PLUS = "plus"
"""Marks a card whose drawer draws another (ST1)."""
ONLY_IN_ACTION = ("extra-actions", "reroll")
"""Effects that work in the Action phase only."""
WHILE_IT_STAYS = ("limit", "cost")
"""Effects that last while their card stays."""
NEVER_PLAYED = ("veterans", "twice")
"""Effects that cards in play do not have."""


def tide_effects(rulebook: Rulebook) -> dict[str, CardEffectType]:
    """The effects by their words, with the figures that a scenario's rules know."""
    figures = {id_: figure.name for id_, figure in rulebook.figures.items()}
    return read_card_effects(_read("effects"), lambda _: figures)


def effect_parameter_names() -> Mapping[str, frozenset[str]]:
    """The effects with the names of their parameters."""
    return {name: frozenset(entry["parameters"]) for name, entry in _read("effects").items()}


# --- checks ---------------------------------------------------------------------------------------


def check_card(effects: Mapping[str, CardEffectType], card: Card) -> None:
    """InvalidRules for parameters that mean nothing, and for what such a card cannot do (D7)."""
    for name, value in card.parameters.items():
        _check_value(effects[card.effect].parameter(name), value)
    is_laid_out = card.phase == OPERATION
    known = LAID_OUT if is_laid_out else [each for each in effects if each not in NEVER_PLAYED]
    if card.effect not in known:
        refuse_word(["effect"], "game.what-key", card.effect, known)
    if card.phase == COMMAND and card.effect in ONLY_IN_ACTION:
        raise InvalidRules(["effect"], text("tide-cards.only-in-action", None, effect=card.effect))
    if card.effect in WHILE_IT_STAYS and not (card.stays or is_laid_out):
        raise InvalidRules(["effect"], text("tide-cards.must-stay", None, effect=card.effect))
    if card.parameters.get("hidden") and card.parameters.get("what", WIRE) != MINES:
        raise InvalidRules(["parameters", "hidden"], text("tide-cards.only-mines-hide"))


def _check_value(parameter: EffectParameter, value: Any) -> None:
    if parameter.is_in_range(value):
        return
    path = ["parameters", parameter.id]
    near = ""
    if parameter.kind is ParameterKind.WORD:
        words = [word.id for word in parameter.words]
        wanted, near = ", ".join(words), nearest_word(str(value), words)
    elif parameter.kind is ParameterKind.NUMBER:
        wanted = text("decks.number-in-range", None, least=parameter.least, most=parameter.most)
    else:
        kind = "boolean" if parameter.kind is ParameterKind.TRUTH else "string"
        wanted = text(f"problems.type-{kind}")
    said = text("game.rules-value", None, what=parameter.id, found=value, options=wanted)
    raise InvalidRules(path, said, near)
