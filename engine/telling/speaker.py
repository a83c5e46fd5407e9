"""What a game has to say, said in a reader's language: sentences filled in, names, places."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from engine.hexes.hex import Hex
from engine.play.game import Game
from engine.play.position import Point
from engine.play.sayings import Phrase, Saying, Term, TermList
from engine.telling.names import Names
from engine.telling.phrases import percent
from engine.texts import localised, text, text_of_count

INCH = 16  # a point of a table is counted in sixteenths


class Speaker:
    """Says what a game under way has to say; names are those of the position now."""

    def __init__(self, game: Game[Any], language: str | None = None) -> None:
        self.game, self.language = game, language
        self.names = Names(game.scenario, language)

    def say(self, saying: Saying | int | Fraction) -> str:
        """Words in the language; a fraction is a chance."""
        match saying:
            case int():
                return str(saying)
            case Fraction():
                return percent(saying, self.language)
            case Hex():
                return self.names.label(saying)
            case Point(x, y):
                return text("forecast.point", self.language, x=f"{x / INCH:g}", y=f"{y / INCH:g}")
            case Term():
                return self._named(saying)
            case TermList(words, by):
                return text(by, self.language).join(map(self.say, words))
            case Phrase():
                return self._filled(saying)
        return localised(saying, self.language)

    def lines(self, sayings: Iterable[Saying]) -> list[str]:
        """Several sentences, one a line."""
        return [self.say(saying) for saying in sayings]

    def unit(self, unit: str) -> str:
        """A unit by its name."""
        return self.game.rules.describe_unit(self.game.state, unit, self.language)

    def _named(self, term: Term) -> str:
        match term.kind:
            case "unit":
                return self.unit(term.id)
            case "side":
                return self.names.side(term.id)
        return self.names.word(term.kind, term.id)

    def _filled(self, phrase: Phrase) -> str:
        values = {name: self.say(value) for name, value in phrase.values}
        if phrase.count is None:
            return text(phrase.key, self.language, **values)
        return text_of_count(phrase.key, phrase.count, self.language, **values)
