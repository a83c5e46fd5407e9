"""The sentences of one game: its texts, the names in them, and how fields become words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Generic, Protocol, TypeVar

from engine.games.shared_events import GameEnded, UmpireActed
from engine.games.victory_judgement import HasObjectives
from engine.hexes.hex import Hex
from engine.narration.phrase_renderer import fill_in_order, name_each
from engine.scenario.scenario import ScenarioSide
from engine.texts import OTHER, SideName, has_text, localised, text, text_of_count

S = TypeVar("S")


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


class FieldTexts(Generic[S]):
    """Words for the fields of a game's decisions and events; each side is named once.

    `one` are the fields with the id of a piece, `many` those with several. `find` returns a piece
    with its side, `name` names it, `word` says any other field.
    """

    def __init__(
        self,
        texts: GameTexts,
        one: frozenset[str],
        many: frozenset[str],
        find: Callable[[S, str], Any],
        name: Callable[[S, str, str | None, Told], str],
        word: Callable[[S, str, Any, str | None, Told], Any],
    ) -> None:
        self._texts, self._one, self._many = texts, one, many
        self._find, self._name, self._word = find, name, word

    def field_words(
        self,
        state: S,
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
            return self._word(state, name, value, language, told)

        return fill_in_order(sentence, fields, word, partial(self._sides, state), known)

    def join_piece_names(
        self, state: S, pieces: Iterable[str], language: str | None, told: Told = ()
    ) -> str:
        """Return several pieces by their names, each side named once."""

        def name(piece: str, told: Told) -> str:
            return self._name(state, piece, language, told)

        named = name_each(pieces, name, partial(self._sides, state), told)
        return self._texts.list_names(named, language)

    def _sides(self, state: S, name: str, value: Any) -> set[str]:
        """The sides that a field names, itself or by its pieces."""
        if name in ("side", "winner") and isinstance(value, str):
            return {value}
        pieces = value if name in self._many and isinstance(value, tuple) else (value,)
        known = (self._find(state, each) for each in pieces if name in self._one | self._many)
        return {piece.side for piece in known if piece is not None}
