"""The sentences of one game: its texts, the names in them, and how fields become words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial, wraps
from typing import Any, Generic, Protocol, TypeVar

from engine.games.shared_events import GameEnded, UmpireActed
from engine.games.victory_judgement import HasObjectives
from engine.hexes.hex import Hex
from engine.narration.phrase_renderer import fill_in_order, name_each
from engine.play.decisions import Answer, Decision
from engine.play.option_targets import ActionParameter
from engine.scenario.scenario import ScenarioSide
from engine.texts import OTHER, SideName, has_text, localised, text, text_of_count

S = TypeVar("S")
H = TypeVar("H", bound="NamesHexes")
N = TypeVar("N", bound="NamesAll")


class HasSideNames(Protocol):
    """The part of a scenario that names the sides."""

    @property
    def side_names(self) -> Mapping[str, ScenarioSide]:
        """The sides by their ids, each with its name."""
        ...


class HasLabels(Protocol):
    """A board on which hexes have printed names."""

    def label(self, hex_: Hex, /) -> str:
        """Return the name of a hex."""
        ...


class NamesSides(Protocol):
    """A state of a game whose sides have names."""

    @property
    def aims(self) -> HasSideNames:
        """The part that the scenario fixes."""
        ...


class NamesHexes(Protocol):
    """A state of a game whose hexes have names."""

    @property
    def field(self) -> HasLabels:
        """The board."""
        ...


class NamesObjectives(NamesHexes, Protocol):
    """A state of a game whose objectives have names."""

    @property
    def aims(self) -> HasObjectives:
        """The part that the scenario fixes."""
        ...


class NamesAll(NamesObjectives, Protocol):
    """A state of a game whose sides, hexes and objectives have names."""

    @property
    def aims(self) -> NamedTerms:
        """The part that the scenario fixes."""
        ...


class NamedTerms(HasObjectives, HasSideNames, Protocol):
    """The part of a scenario that names sides and objectives."""


@cache
def dash_name(name: str) -> str:
    """Return TurnBegan and assault_moving as turn-began and assault-moving."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).replace("_", "-").lower()


def hex_name(state: NamesHexes, hex_: Hex | None) -> str:
    """Return a hex as it is printed on the map."""
    return "–" if hex_ is None else state.field.label(hex_)


def objective_name(state: NamesObjectives, objective: str, language: str | None = None) -> str:
    """Return what an objective is called, else where it is."""
    entry = next(entry for entry in state.aims.objectives if entry.id == objective)
    place = hex_name(state, entry.at) if entry.at is not None else entry.zone
    return localised(entry.name, language) or place


ArgumentText = Callable[[H, ActionParameter, Any, str | None], str]
"""Says the value of a parameter of an umpire's act."""


def with_hex_arguments(say: ArgumentText[H]) -> ArgumentText[H]:
    """Add hexes to the values of parameters that a game can say."""

    @wraps(say)
    def argument_text(
        state: H, parameter: ActionParameter, value: Any, language: str | None = None
    ) -> str:
        if parameter.name == "hex":
            return hex_name(state, Hex(*value))
        return say(state, parameter, value, language)

    return argument_text


def decision_fields(asked: Decision[Any, Any]) -> dict[str, Any]:
    """Return a decision's fields by name."""
    return {name: getattr(asked, name) for name in type(asked).__dataclass_fields__}


def fill_fields(
    word: Callable[[S, str, Any, str | None], Any],
    state: S,
    fields: Mapping[str, Any],
    language: str | None,
) -> dict[str, Any]:
    """Return every field as the `word` a sentence needs."""
    return {name: word(state, name, value, language) for name, value in fields.items()}


def sentence_keys(key: str, fields: Mapping[str, Any], variants: Iterable[str]) -> Iterator[str]:
    """Yield the texts that may describe it, those of the value of a field first.

    `variants` are the fields whose values may have a sentence of their own.
    """
    for name in variants:
        value = fields.get(name)
        if isinstance(value, str) and value:
            yield f"{key}-{dash_name(value)}"
    yield key


class GameTexts:
    """The texts of a game in one or several files; a key is looked for in their order.

    Every game has the words `nobody`, `comma` and `and`.
    """

    def __init__(self, *files: str) -> None:
        self.files = files

    def key_of(self, word: str) -> str:
        """Return the full key of a text, in whichever file it is; nothing if in none."""
        return next((f"{file}.{word}" for file in self.files if has_text(f"{file}.{word}")), "")

    def say(self, word: str, language: str | None = None, /, **filled: object) -> str:
        """Return a text, filled in; KeyError names one that is not there."""
        return text(self.key_of(word) or f"{self.files[0]}.{word}", language, **filled)

    def first_said(
        self, words: Iterable[str], language: str | None, filled: Mapping[str, object]
    ) -> str:
        """Return the first of some texts that is there; the last is taken to be."""
        *most, last = words
        found = next((word for word in most if self.key_of(word)), last)
        return self.say(found, language, **filled)

    def plain_answer_text(
        self, state: NamesHexes, asked: Decision[Any, Any], answer: Answer, language: str | None
    ) -> str:
        """Return a refusal or a hex as an answer; nothing for another."""
        if answer is not None and not isinstance(answer, Hex):
            return ""
        kind, question = "none" if answer is None else "hex", dash_name(type(asked).__name__)
        words = {} if answer is None else {"hex": hex_name(state, answer)}
        return self.first_said([f"option-{question}-{kind}", f"option-{kind}"], language, words)

    def count(self, noun: str, count: int, language: str | None = None) -> str:
        """Return a number with its noun in the right number."""
        key = self.key_of(noun + OTHER)
        assert key, f"{self.files[0]} counts no {noun}"
        return text_of_count(key.removesuffix(OTHER), count, language)

    def list_names(self, words: Iterable[str], language: str | None = None) -> str:
        """Return names joined: a, b and c; a word for none if there are none."""
        *most, last = list(words) or [self.say("nobody", language)]
        if not most:
            return last
        first = self.say("comma", language).join(most)
        return self.say("and", language, first=first, last=last)

    def side_name(self, state: NamesSides, side: str, language: str | None = None) -> SideName:
        """Return a side's name, with the forms that sentences need."""
        known = state.aims.side_names.get(side)
        return (
            known.name_in_language(language) if known else SideName.of(self.say("nobody", language))
        )

    def umpire_reason(self, told: UmpireActed, language: str | None) -> str:
        """Return who has ordered an act of the umpire's and why, where that is said."""
        said = ": ".join(filter(None, (told.who, told.why)))
        return self.say("umpire-reason", language, reason=said) if said else ""

    def game_end_words(
        self, state: NamesSides, told: GameEnded, language: str | None, between: str = "comma"
    ) -> dict[str, str]:
        """Return the words of the sentence on the end: `side`, `reason` and `points` of all."""
        scores = [
            self.say("side-points", language, side=self.side_name(state, side, language),
                     points=self.count("points", points, language))
            for side, points in told.points
        ]  # fmt: skip
        return {
            "side": self.side_name(state, told.winner, language),
            "reason": self.say(f"reason-{told.reason}", language),
            "points": self.say(between, language).join(scores),
        }

    def umpire_sentence(self, state: Any, told: UmpireActed, language: str | None) -> str:
        """Return what the umpire does, who ordered it and why."""
        reason, act = self.umpire_reason(told, language), self.say(f"act-{told.kind}", language)
        return self.say("umpire-acted", language, act=act, reason=reason)

    def game_end_sentence(self, state: NamesSides, told: GameEnded, language: str | None) -> str:
        """Return how the game ended, with the points of all."""
        words = self.game_end_words(state, told, language)
        return self.say("game-ended" if told.winner else "game-drawn", language, **words)


Told = Collection[str]
"""The sides that are named already."""


class FieldTexts(Generic[N]):
    """Words for the fields of a game's decisions and events; each side is named once.

    `one` are the fields with the id of a piece, `many` those with several. `find` returns a piece
    with its side, `name` names it, `word` says any other field but hexes, sides and objectives.
    """

    def __init__(
        self,
        texts: GameTexts,
        one: frozenset[str],
        many: frozenset[str],
        find: Callable[[N, str], Any],
        name: Callable[[N, str, str | None, Told], str],
        word: Callable[[N, str, Any, str | None, Told], Any],
    ) -> None:
        self._texts, self._one, self._many = texts, one, many
        self._find, self._name, self._word = find, name, word

    def field_words(
        self,
        state: N,
        fields: Mapping[str, Any],
        language: str | None,
        keys: Iterable[str] = (),
        known: Told = (),
    ) -> dict[str, Any]:
        """Return every field as the word a sentence needs.

        The sentence is the first of the `keys` that is there; some sides are `known` before it.
        """
        texts = self._texts
        sentence = next((texts.say(key, language) for key in keys if texts.key_of(key)), "")

        def word(name: str, value: Any, told: Told) -> Any:
            return self._field_word(state, name, value, language, told)

        return fill_in_order(sentence, fields, word, partial(self._sides, state), known)

    def join_piece_names(
        self, state: N, pieces: Iterable[str], language: str | None, told: Told = ()
    ) -> str:
        """Return several pieces by their names, each side named once."""

        def name(piece: str, told: Told) -> str:
            return self._name(state, piece, language, told)

        named = name_each(pieces, name, partial(self._sides, state), told)
        return self._texts.list_names(named, language)

    def _field_word(self, state: N, name: str, value: Any, language: str | None, told: Told) -> Any:
        """Return the word of a field: of hexes, pieces, sides, objectives, else the game's own."""
        match value:
            case Hex():
                return hex_name(state, value)
            case str() if name in self._one:
                return self._name(state, value, language, told)
            case str() if name in ("side", "winner"):
                return self._texts.side_name(state, value, language)
            case str() if name == "objective":
                return objective_name(state, value, language)
            case tuple() if name in self._many:
                return self.join_piece_names(state, value, language, told)
        return self._word(state, name, value, language, told)

    def _sides(self, state: N, name: str, value: Any) -> set[str]:
        """The sides that a field names, itself or by its pieces."""
        if name in ("side", "winner") and isinstance(value, str):
            return {value}
        pieces = value if name in self._many and isinstance(value, tuple) else (value,)
        known = (self._find(state, each) for each in pieces if name in self._one | self._many)
        return {piece.side for piece in known if piece is not None}
