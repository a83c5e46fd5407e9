"""What a session remembers of a game besides the answers: who gave them, and what followed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.play.asks import Faces, Roll
from engine.play.pointing import EventPlace

Words = Mapping[str, str]  # a sentence by language
NOWHERE = EventPlace()


class Giver(StrEnum):
    """Where an answer came from."""

    PERSON = "person"
    ORDER = "order"  # of a person: what follows from an answer before, and is undone with it
    MACHINE = "machine"
    DICE = "dice"  # rolled from the seed, forced
    HAND = "hand"  # dice entered by somebody
    UMPIRE = "umpire"

    @property
    def is_free(self) -> bool:
        """Whether somebody at the screen gave it freely; undo stops there."""
        return self not in (Giver.ORDER, Giver.MACHINE, Giver.DICE)

    @property
    def shown(self) -> Giver:
        """Who gave it, as viewers are told."""
        return Giver.PERSON if self is Giver.ORDER else self


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer of a game, remembered: when, by whom, the question and the answer in words.

    `events` counts what had happened before it. `roll` and `faces` are of dice.
    """

    number: int
    turn: int
    phase: str
    side: str
    giver: Giver
    asked: Words
    said: Words
    events: int
    roll: Roll | None = None
    faces: Faces | None = None


@dataclass(frozen=True, slots=True)
class Told:
    """One event of a game in words, with its place; `rank` is that of a heading, 0 for none.

    `seers` are the sides that may know of it; None for everybody.
    """

    number: int
    words: Words
    rank: int
    seers: tuple[str, ...] | None
    place: EventPlace

    def is_for(self, viewer: str | None) -> bool:
        """Whether a viewer may know of it; None is the umpire, who knows all."""
        return viewer is None or self.seers is None or viewer in self.seers


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of the time line, as one viewer may read it.

    `number` counts the answers before it: `go_to(number)` shows the position in which it was given,
    `go_to(number + 1)` the one it led to. `is_future` entries were taken back and can be redone;
    `is_stop` ones can be gone to: between two stops dice fall by themselves.
    """

    number: int
    turn: int
    phase: str
    side: str
    giver: Giver
    sentence: str
    faces: Faces | None
    is_stop: bool
    is_future: bool
    place: EventPlace = NOWHERE


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event in a sentence, with the place to show when it is clicked.

    `number` is the event's; `answer` the number of the answer it followed from, and `since` that of
    the answers after which it had happened. `is_umpires`: the first that came of his act or dice.
    """

    number: int
    answer: int
    rank: int
    sentence: str
    place: EventPlace
    since: int = 0
    is_umpires: bool = False
