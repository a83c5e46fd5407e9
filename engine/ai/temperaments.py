"""Profiles of AI players: the game's part in thinking, with the weights of a temperament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import yaml

from engine.ai.user_temperaments import user_temperaments
from engine.games import is_installed, rule_system_of
from engine.play.ai_support import DEFAULT, PLAIN, AiSupport, PathCandidate, Weights, win_chance
from engine.play.decisions import Answer, Decision
from engine.play.players import Question, UnknownPlayerError
from engine.play.position import Position
from engine.problems import InvalidFileError
from engine.texts import text

GENERAL = Path(__file__).with_name("tempers.yaml")
"""The weights of games that have none of their own."""


@dataclass(frozen=True)
class AiProfile:
    """A game as a player of some temper sees it."""

    thinking: AiSupport[Any]
    weights: Weights
    is_double_blind: bool = True
    _intending: dict[str, AiProfile] = field(default_factory=dict, compare=False, repr=False)

    @property
    def intents(self) -> tuple[str, ...]:
        """Return the intents of a side for a stretch of the game, the usual first."""
        file = self.thinking.intents
        return () if file is None or self.thinking.stretch is None else tuple(read_intents(file))

    def intending(self, intent: str) -> AiProfile:
        """The same mind as long as it is set on something."""
        if not intent or self.thinking.intents is None:
            return self
        if intent not in self._intending:
            weights = {**self.weights, **read_intents(self.thinking.intents)[intent]}
            self._intending[intent] = AiProfile(self.thinking, weights, self.is_double_blind)
        return self._intending[intent]

    def extra_answers(self, view: Any, asked: Decision[Any, Any]) -> Sequence[Answer]:
        """Return answers to consider besides those that the rules list."""
        if self.thinking.offers is None or not asked.is_open:
            return ()
        return self.thinking.offers(view, asked, self.weights)

    def widened(self, question: Question) -> Question:
        """A question with all that may be answered as this mind thinks of it."""
        if self.thinking.offers is None:
            return question
        more = self.extra_answers(question.view, question.decision)
        return question.with_also(more) if more else question

    def hoped_value(self, question: Question, option: Answer) -> float:
        """Return the value an answer promises before any search."""
        return self.weigh(question.rules, question.view, question.decision, option)

    def weigh(self, rules: Any, view: Any, asked: Decision[Any, Any], option: Answer) -> float:
        """The same of a decision in a side's view."""
        if self.thinking.weigh is None:
            return float(rules.weigh(view, asked, option))
        return self.thinking.weigh(view, asked, option, self.weights)

    def ways(self, view: Any, asked: Decision[Any, Any], option: Answer) -> Sequence[PathCandidate]:
        """The ways an order or a step opens, the most hopeful first; none if unknown."""
        if self.thinking.ways is None:
            return ()
        return self.thinking.ways(view, asked, option, self.weights)

    def chance(self, rules: Any, state: Any, side: str) -> float:
        """A side's chance of winning in a position as it may be."""
        result = rules.result(state)
        if result is not None:
            return 0.5 if result.winner is None else float(result.winner == side)
        told = self.weighted_terms(rules, state, side)
        return win_chance(sum(self.weights[name] * more for name, more in told.items()))

    def weighted_terms(self, rules: Any, state: Any, side: str) -> Mapping[str, float]:
        """Return a side's lead over the others in a position, by the weight of each part."""
        if self.thinking.what_speaks is not None:
            return self.thinking.what_speaks(state, side, self.weights)
        return evaluate_side(rules.position(state), side, self.weights)


def ai_profile(game: str, temper: str = DEFAULT) -> AiProfile:
    """Return the profile of a temperament in a game.

    Raises UnknownPlayerError, which names the temperaments there are. If the user's own file is
    faulty (see `own_tempers`), a temperament of the program is still available; any other raises
    InvalidFileError.
    """
    shipped = temperaments_of(game)
    try:
        own = user_temperaments(game, shipped[DEFAULT])
    except InvalidFileError:
        if temper not in shipped:
            raise
        own = {}
    if temper in own:
        return _own_mind(game, temper, tuple(own[temper].items()))
    if temper not in shipped:
        every = ", ".join(dict.fromkeys((*shipped, *own)))
        raise UnknownPlayerError(text("game.unknown-temper", None, temper=temper, tempers=every))
    return _mind(game, temper)


def names_of_tempers(game: str) -> tuple[str, ...]:
    """The tempers players of a game may have, the user's own last. Raises InvalidFileError."""
    shipped = temperaments_of(game)
    return tuple(dict.fromkeys((*shipped, *user_temperaments(game, shipped[DEFAULT]))))


def is_temperament(game: str, temper: str) -> bool:
    """Return True if players of a game may have this temperament now."""
    try:
        return temper in names_of_tempers(game)
    except InvalidFileError:
        return temper in temperaments_of(game)


def allows_parallel_search(game: str) -> bool:
    """Return True if several processes may search for one answer in a game."""
    return _thinking(game).allows_parallel_search


@cache
def temperaments_of(game: str) -> Mapping[str, Weights]:
    """The weights of each temper the program itself has for a game."""
    return read_tempers(_thinking(game).tempers or GENERAL)


@cache
def _mind(game: str, temper: str) -> AiProfile:
    is_double_blind = not is_installed(game) or rule_system_of(game).is_double_blind
    return AiProfile(_thinking(game), temperaments_of(game)[temper], is_double_blind)


@lru_cache(maxsize=64)
def _own_mind(game: str, temper: str, told: tuple[tuple[str, float], ...]) -> AiProfile:
    base = _mind(game, temper if temper in temperaments_of(game) else DEFAULT)
    return AiProfile(base.thinking, {**base.weights, **dict(told)}, base.is_double_blind)


def _thinking(game: str) -> AiSupport[Any]:
    return rule_system_of(game).thinking() if is_installed(game) else PLAIN


@cache
def read_tempers(file: Path) -> Mapping[str, Weights]:
    """The weights of each temper in a file; what one does not say is as in the usual one."""
    told = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return {temper: {**told[DEFAULT], **weights} for temper, weights in told.items()}


@cache
def read_intents(file: Path) -> Mapping[str, Weights]:
    """The intents in a file, by name: what each sees otherwise while it lasts."""
    told = yaml.load(file.read_text(encoding="utf-8"), yaml.CSafeLoader)
    return {intent: dict(weights or {}) for intent, weights in told.items()}


MIN_LEFT = 0.2  # of a unit, whatever it suffers from


def evaluate_side(position: Position, side: str, weights: Weights) -> Mapping[str, float]:
    """Return a side's lead over the others, by the weight each part is counted with.

    Points and objectives count the more the later it is, units the less.
    """
    late = min(1.0, position.turn / max(position.turns, 1))
    men = _strength(position, side, weights["marked"])
    held = _balance(position.holders.values(), side)
    return {
        "points": (0.25 + late) * _lead(position, side),
        "units": men,
        "units_late": -late * men,
        "held": held,
        "held_late": late * held,
    }


def _lead(position: Position, side: str) -> float:
    return sum(each if who == side else -each for who, each in position.points.items())


def _balance(sides: Iterable[str], side: str) -> int:
    return sum(0 if not who else 1 if who == side else -1 for who in sides)


def _strength(position: Position, side: str, marked: float) -> float:
    """The units a side has more than the others, those to come among them."""
    whole = 0.0
    for piece in position.pieces:
        if not piece.bearer:
            left = max(MIN_LEFT, 1 - marked * len(piece.marks))
            whole += left if piece.side == side else -left
    return whole + _balance((coming.side for coming in position.coming), side)
