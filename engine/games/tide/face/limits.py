"""What tide allows in its scenarios and decks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from engine.games.allowed import CardTerms, FeatureKind, Limits, RuleFault
from engine.games.card_effects import Effect
from engine.games.design import Word
from engine.games.rulebook import InvalidRules
from engine.games.stacking import Stack
from engine.games.tide import bases
from engine.games.tide.data.book import Book, book, message
from engine.games.tide.data.effects import (
    PHASES,
    check_card,
    names_of_effects,
    tide_effects,
)
from engine.games.tide.data.kinds import Kind
from engine.hexes.hex import Hex
from engine.map.map import Map
from engine.map.terrain import catalogue
from engine.scenario.scenario import Card, VictoryKind
from engine.texts import LocalText, in_each_language, spoken, text

SIDES = 2
MOST_DECKS = 8
MOST_EFFECTS = 6
MOST_POSITIONS = 3
"""Positions in a hex (X6)."""
MARKS = ("pinned", "disrupted", "light-damage", "heavy-damage")
"""What a unit may suffer from at the start, as scenarios write it."""
MODES = ("fresh", "op-fire", "fatigued")
COMMAND = "command"
"""The stock of command points a side begins with."""
AIMS = frozenset({
    VictoryKind.OBJECTIVES, VictoryKind.LOSSES, VictoryKind.POINTS, VictoryKind.TURN_LIMIT,
    VictoryKind.EXIT, VictoryKind.CLEAR, VictoryKind.KILL, VictoryKind.SURVIVE,
})  # fmt: skip
BADGES: Mapping[str, LocalText] = {
    "entrenchment": {"en": "EN", "zh": "壕"},
    "pillbox": {"en": "PB", "zh": "碉"},
    "wire": {"en": "WR", "zh": "网"},
    "mines": {"en": "MI", "zh": "雷"},
    "trap": {"en": "TT", "zh": "障"},
    "smoke": {"en": "SM", "zh": "烟"},
}


def tide_limits(overrides: Mapping[str, Any], sides: Iterable[str]) -> Limits:
    """Tide's limits under a scenario's `rules:`; RuleFault for what they do not allow."""
    try:
        rulebook = book(overrides)
    except InvalidRules as error:
        raise RuleFault(error.path, message(error), error.near) from error
    standing = {id_: type_ for id_, type_ in rulebook.units.items() if not type_.is_figure}
    effects = tide_effects(rulebook)
    phases = tuple(Word(phase, _words(f"card-{phase}")) for phase in PHASES)
    return Limits(
        SIDES,
        partial(_stacks, rulebook),
        {id_: rulebook.mobility[type_.going] for id_, type_ in standing.items()},
        {id_: type_.points for id_, type_ in standing.items()},
        MARKS,
        names_of_effects(),
        effects,
        {},
        partial(_check_card, effects),
        carrying=partial(_carries, rulebook),
        figures=_figures(rulebook),
        figure_points=_figure_points(rulebook),
        composing=partial(_consists, rulebook),
        modes=tuple(Word(mode, _words(f"mode-{mode}")) for mode in MODES),
        features={
            id_: FeatureKind(id_, work.name, letters=BADGES.get(id_, ""))
            for id_, work in rulebook.works.items()
        },
        laying=partial(_lies, rulebook),
        stocks=(*_figures(rulebook), Word(COMMAND, _words("stock-command"))),
        decks=MOST_DECKS,
        has_open_hands=True,
        card_terms=CardTerms(MOST_EFFECTS, True, True, phases),
        aims=AIMS,
        counted=tuple(Word(kind, _words(f"kind-{kind}")) for kind in (Kind.SQUAD, Kind.VEHICLE)),
        has_groups=True,
    )


def _figures(rulebook: Book) -> tuple[Word, ...]:
    """What a base may hold: figures, and the tokens beside them (Q1, Q4)."""
    figures = (Word(id_, figure.name) for id_, figure in rulebook.figures.items())
    return (*figures, *(Word(id_, token.name) for id_, token in rulebook.tokens.items()))


def _figure_points(rulebook: Book) -> dict[str, int]:
    figures = {id_: figure.points for id_, figure in rulebook.figures.items()}
    return {**figures, **{id_: token.points for id_, token in rulebook.tokens.items()}}


def _say(key: str, language: str | None = None, /, **values: object) -> str:
    return text(f"tide-scenario.{key}", language, **values)


def _words(key: str) -> LocalText:
    return in_each_language(partial(_say, key))


# --- units ----------------------------------------------------------------------------------------


def _stacks(rulebook: Book, stack: Stack) -> str | None:
    """Why units of these types may not be in a hex together (G6)."""
    choices = rulebook.choices
    types = [rulebook.units[type_] for type_ in stack.types if type_ in rulebook.units]
    if len(types) > choices.units_in_hex:
        return _say("too-many", None, limit=choices.units_in_hex)
    if sum(type_.is_vehicle for type_ in types) > choices.vehicles_in_hex:
        return _say("too-many-vehicles", None, limit=choices.vehicles_in_hex)
    return None


def _carries(rulebook: Book, carrier: str, cargo: tuple[str, ...]) -> str | None:
    """Why a unit may not have these aboard (TR1, TR9)."""
    known = rulebook.units.get(carrier)
    if known is None or not known.transport:
        return _say("carries-none", None, type=carrier)
    riders = [rulebook.units[each] for each in cargo if each in rulebook.units]
    if not all(rider.is_squad or rider.is_towed for rider in riders):
        return _say("carries-squads", None, type=carrier)
    if len(cargo) > known.transport:
        return _say("carries-less", None, type=carrier, transport=known.transport)
    return None


def _consists(rulebook: Book, type_: str, words: tuple[str, ...]) -> str | None:
    """Why a unit may not consist of these (Q1, Q4)."""
    known = rulebook.units.get(type_)
    if known is None or any(not _is_figure(rulebook, word) for word in words):
        return None  # told as unknown words
    if not known.is_squad:
        return _say("no-base", None, type=type_)
    base = bases.base_of(rulebook, words)
    if not base.figures:
        return _say("empty-base")
    if bases.is_crowded(rulebook, base):
        return _say("crowded-base", None, places=bases.places(rulebook, base.figures))
    if len(base.tokens) > 1:
        return _say("two-tokens", None, tokens=_named(rulebook, base.tokens))
    if base.tokens and bases.is_crewed(rulebook, base):
        return _say("heavy-token", None, token=spoken(rulebook.tokens[base.token].name))
    return None


def _is_figure(rulebook: Book, word: str) -> bool:
    return word in rulebook.figures or word in rulebook.tokens


def _named(rulebook: Book, tokens: Sequence[str]) -> str:
    return _say("comma").join(spoken(rulebook.tokens[token].name) for token in tokens)


# --- works ----------------------------------------------------------------------------------------


def _lies(rulebook: Book, map_: Map, hex_: Hex, kinds: tuple[str, ...]) -> str | None:
    """Why works may not lie in a hex: three positions at most, on the right ground (X3–X6)."""
    works = [rulebook.works[kind] for kind in kinds if kind in rulebook.works]
    if sum(work.shelter for work in works) > MOST_POSITIONS:
        return _say("too-many-positions", None, limit=MOST_POSITIONS)
    ground = map_.ground_at(hex_)
    for work in works:
        if not rulebook.ground.takes(work, ground):
            named = {"work": spoken(work.name), "ground": spoken(catalogue().name(ground))}
            return _say("wrong-ground", None, **named)
    return None


# --- cards ----------------------------------------------------------------------------------------


def _check_card(effects: Mapping[str, Effect], card: Card) -> None:
    """RuleFault for what the game does not know of a card, or what such a card cannot do (D7)."""
    try:
        check_card(effects, card)
    except InvalidRules as error:
        raise RuleFault(error.path, message(error), error.near) from error
