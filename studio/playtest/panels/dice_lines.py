"""Rolls in words: who rolled, how the level was made, what it came to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.games import results_of
from engine.session.casts import RollRecord
from engine.session.explaining import ExplanationRequest
from engine.session.moments import AnswerSource
from engine.telling.outlooks import value_of
from engine.telling.speaker import Speaker
from engine.telling.turns import turn_and_phase
from studio.drawing.counters import side_colours
from studio.drawing.dice import IVORY
from studio.parts.speech import Localizer
from studio.playtest.board.play import GameController


@dataclass(frozen=True)
class RollText:
    """A roll as the strip shows it: its dice's colour, and all its words."""

    cast: RollRecord
    shade: str
    who: str
    sentence: str
    made: str  # how the level was made, what softened the result
    laid: str  # who laid the dice, if they did not fall by themselves
    result: str  # in words
    grade: str  # its colour, if it is a result of the game
    won_by: str = ""  # the colour of the side that the result names

    @property
    def asked(self) -> ExplanationRequest:
        """The inquiry about why it came to this."""
        rolled = self.cast.rolled
        cells = (rolled.cell, *rolled.looked_up) if rolled.cell is not None else rolled.looked_up
        return ExplanationRequest(self.as_text(), cells=cells, purpose=rolled.purpose)

    def as_text(self) -> str:
        """The line as it is copied and read aloud."""
        said = (self.who, self.sentence, self.made, self.laid, self.result)
        return "; ".join(words for words in said if words)


class RollTexts:
    """Puts rolls into lines, in one language."""

    def __init__(self, play: GameController, say: Localizer) -> None:
        self.game, self.say = play.session.game, say
        self.speaker = Speaker(self.game, say.language)
        self.names, self.results = self.speaker.names, results_of(play.session.scenario.game)
        self.colours = side_colours(play.session.scenario)

    def of(self, cast: RollRecord) -> RollText:
        """One roll."""
        rolled, described = cast.rolled, self.game.rules.describe_rolled
        return RollText(
            cast,
            self.colours.get(rolled.side, IVORY),
            self._who(cast),
            described(rolled, self.say.language),
            "; ".join(self._made(cast)),
            self._laid(cast),
            self._result(rolled.result),
            self.results.colour(rolled.result) if rolled.result in self.results else "",
            self.colours.get(rolled.result, ""),
        )

    def _who(self, cast: RollRecord) -> str:
        """Who fires at whom; else the unit, the hex, or the time it is about."""
        if cast.rolled.unit:
            return self.speaker.unit(cast.rolled.unit)
        units = [self.speaker.unit(unit) for unit in cast.place.units]
        if cast.place.shot is not None and len(units) > 1:
            target, *firers = units
            return self.say("strip-shot", firer=self.names.listed(firers), target=target)
        if units:
            return units[0]
        if cast.place.hexes:
            return self.names.label(cast.place.hexes[0])
        phase = self.names.word("phase", cast.phase)
        if not cast.turn:
            return phase
        return turn_and_phase(self.names.scenario.game, cast.turn, cast.phase, self.names.language)

    def _made(self, cast: RollRecord) -> Iterator[str]:
        rolled, say = cast.rolled, self.speaker.say
        if rolled.corrections and rolled.level is not None:
            made = (f"{say(each.what)} {value_of(each)}" for each in rolled.corrections)
            listed = self.names.listed(made)
            yield self.say("strip-level", level=say(rolled.level), corrections=listed)
        if rolled.softened is not None:
            yield self.say("strip-softened", cause=say(rolled.softened))

    def _laid(self, cast: RollRecord) -> str:
        if cast.override is not None:
            return self.say("strip-overridden", why=cast.override.why)
        return self.say("strip-by-hand") if cast.giver is AnswerSource.HAND else ""

    def _result(self, result: str) -> str:
        if result in self.results:
            return self.names.word("result", result)
        return self.names.side(result) if result in self.colours else result
