"""The record of a session besides the answers: their sources and their events.

It is put into every language at once: later positions could not word it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from engine.play.decisions import Answer, Faces, Roll
from engine.play.events import Event
from engine.play.option_targets import EventLocation
from engine.session.dice_tray import AnnouncedRoll, GameTime
from engine.texts import text_languages

if TYPE_CHECKING:  # readers of what is remembered need no rules
    from engine.play.game import Game

Words = Mapping[str, str]  # a sentence by language
NOWHERE = EventLocation()
UMPIRES = "⚑"  # stands before what came of an umpire's act
NOTHING: Words = {}


class AnswerSource(StrEnum):
    """The source of an answer."""

    PERSON = "person"
    ORDER = "order"  # of a person: what follows from an answer before, and is undone with it
    MACHINE = "machine"
    DICE = "dice"  # rolled from the seed, forced
    HAND = "hand"  # dice entered by a user
    UMPIRE = "umpire"

    @property
    def is_free(self) -> bool:
        """Return True if a person gave it freely; undo stops there."""
        return self not in (AnswerSource.ORDER, AnswerSource.MACHINE, AnswerSource.DICE)

    @property
    def shown(self) -> AnswerSource:
        """Return the source as viewers may see it."""
        return AnswerSource.PERSON if self is AnswerSource.ORDER else self


LETTERS = {giver: giver.value[0] for giver in AnswerSource}  # one letter an answer says who gave it
GIVERS = {letter: giver for giver, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """One answer of a game, remembered: when, by whom, the question and the answer in words.

    `events` counts what had happened before it. `roll` and `faces` are of dice.
    """

    number: int
    turn: int
    phase: str
    side: str
    giver: AnswerSource
    asked: Words
    said: Words
    events: int
    roll: Roll | None = None
    faces: Faces | None = None


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of a game in words, with its place; `rank` is that of a heading, 0 for none.

    `seers` are the sides that may know of it; None for all.
    """

    number: int
    words: Words
    rank: int
    seers: tuple[str, ...] | None
    place: EventLocation

    def is_for(self, viewer: str | None) -> bool:
        """Return True if a viewer may know of it; None is the umpire, who knows everything."""
        return viewer is None or self.seers is None or viewer in self.seers


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One entry of the time line, as one viewer may read it.

    `number` is its place, which counts the answers before it that the viewer may know of:
    `go_to_place(number)` shows the position in which it was given, `go_to_place(number + 1)` that
    it led to. Those at or after where the game stands were taken back; `is_stop` ones can be gone
    to: between two stops dice fall by themselves.
    """

    number: int
    turn: int
    phase: str
    side: str
    giver: AnswerSource
    sentence: str
    faces: Faces | None
    is_stop: bool
    place: EventLocation = NOWHERE


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event in a sentence, with the place to show when it is clicked.

    `number` is the event's; `answer` the number of the answer it followed from, and `since` that of
    the answers after which it had happened. `is_umpires`: the first after the umpire's act or dice.
    """

    number: int
    answer: int
    rank: int
    sentence: str
    place: EventLocation
    since: int = 0
    is_umpires: bool = False

    @property
    def words(self) -> str:
        """Return the displayed text: headings without full stop, umpire's acts with a flag."""
        said = self.sentence.rstrip(".。") if self.rank else self.sentence
        return f"{UMPIRES} {said}" if self.is_umpires else said


# --- put into words -------------------------------------------------------------------------------


def time_in(game: Game[Any]) -> GameTime:
    """The point a game has reached."""
    return GameTime(game.rules.turn(game.state), game.position().phase, len(game.events))


def record_decision(game: Game[Any], option: Answer, giver: AnswerSource) -> RecordedAnswer:
    """The answer to the decision under way, before it is given."""
    rules, state, decision = game.rules, game.state, game.decision
    assert decision is not None
    asked = {each: rules.describe_decision(state, decision, each) for each in text_languages()}
    said = {each: rules.describe_option(state, decision, option, each) for each in text_languages()}
    turn, phase, events = time_in(game)
    return RecordedAnswer(len(game.answers), turn, phase, decision.side, giver, asked, said, events)


def record_roll(
    game: Game[Any], giver: AnswerSource, number: int, rolled: AnnouncedRoll, faces: Faces
) -> RecordedAnswer:
    """The dice that were answer `number`."""
    roll, (turn, phase, events) = rolled
    asked = {each: game.rules.describe_roll(roll, each) for each in text_languages()}
    return RecordedAnswer(
        number, turn, phase, "", giver, asked, faces_text(faces), events, roll, faces
    )


def faces_text(faces: Faces) -> Words:
    """Dice as figures."""
    return dict.fromkeys(text_languages(), " ".join(map(str, faces)))


def record_umpire_act(game: Game[Any]) -> RecordedAnswer:
    """An umpire's act, before it is done: what it did, its events say."""
    turn, phase, events = time_in(game)
    return RecordedAnswer(
        len(game.answers), turn, phase, "", AnswerSource.UMPIRE, NOTHING, NOTHING, events
    )


def record_event(game: Game[Any], number: int) -> LoggedEvent:
    """An event that has just happened."""
    event: Event[Any] = game.events[number]
    rules, state = game.rules, game.state
    words = {each: rules.describe_event(state, event, each) for each in text_languages()}
    place = rules.where(state, event)
    return LoggedEvent(number, words, rules.heading(event), event.seers(), place)
