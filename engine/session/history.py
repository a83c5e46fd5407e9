"""A game with everything ever tried in it: undo, redo and branches."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from engine.play.decisions import Answer
from engine.play.dice import DiceSource, SeededDice, validate_faces
from engine.play.game import Game, GameTimeline, Intervention, NotReadyError
from engine.session.dice_tray import AnnouncedRoll, SessionDice
from engine.session.seats import derived_seed
from engine.session.timeline import (
    AnswerSource,
    LoggedEvent,
    RecordedAnswer,
    faces_text,
    record_decision,
    record_event,
    record_roll,
    record_umpire_act,
    time_in,
)
from engine.texts import add_text_languages, preferred_language, text, text_languages


@dataclass
class Branch:
    """One course of a game, as far as it was ever played; `at` is the player's place in it.

    It shares its first `fork` answers with the branch it came from. `stops` are the numbers of
    answers after which the game waited for a person.
    """

    dice: DiceSource
    line: GameTimeline[Any]
    answered: list[RecordedAnswer] = field(default_factory=list)
    told: list[LoggedEvent] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)
    name: str = ""
    came_from: int | None = None
    fork: int = 0
    at: int = 0
    written: tuple[GameTimeline[Any], str, str] | None = None  # as last saved, and with what head

    def cut(self, number: int, events: int) -> Branch:
        """The first answers of this branch, as the beginning of another."""
        stops = self.stops[: bisect_right(self.stops, number)]
        return Branch(self.dice, self.line, self.answered[:number], self.told[:events], stops)

    def first_stop_at(self, number: int) -> int:
        """The first point, at or after a number of answers, where the game waited for a person."""
        return self.stops[min(bisect_left(self.stops, number), len(self.stops) - 1)]

    def last_stop_before(self, number: int) -> int:
        """The last such point before a number of answers; else the very first."""
        return self.stops[max(bisect_left(self.stops, number) - 1, 0)]


class History:
    """The game, its place, and its branches. A new answer continues a branch or begins one."""

    def __init__(self, game: Game[Any], tray: SessionDice) -> None:
        self.game, self.tray = game, tray
        tray.clock = lambda: time_in(game)
        self.branches = [Branch(tray.dice, game.timeline())]
        self.number = 0  # of the branch that is played
        add_text_languages(preferred_language())  # who reads the beginning reads on
        self.languages = text_languages()  # those in which all of it can be read
        self._note(None)

    @property
    def branch(self) -> Branch:
        """The branch that is played."""
        return self.branches[self.number]

    @property
    def at(self) -> int:
        """Return the number of answers at this point of the game."""
        return len(self.game.answers)

    @property
    def is_latest(self) -> bool:
        """Return True if nothing is left to redo."""
        return self.at == len(self.branch.line.answers)

    # --- going about -----------------------------------------------------------------------------

    def go_to(self, number: int) -> None:
        """Go to where the game first waits for a person, at or after a number of answers."""
        stop = self.branch.first_stop_at(number)
        if stop != self.at:
            self.game.go_to_point(self.branch.line, stop)

    def switch(self, number: int) -> None:
        """Take up another branch where it was left."""
        self.branch.at = self.at
        self.number = number
        self.tray.dice = self.branch.dice
        self.game.go_to_point(self.branch.line, self.branch.at)

    def restore_branches(self, branches: list[Branch], number: int) -> None:
        """Take up branches of the same game that were kept, one of them where it was left."""
        self.branches, self.number = branches, number
        self.tray.dice = self.branch.dice
        self.game.go_to_point(self.branch.line, self.branch.at)

    # --- answers ---------------------------------------------------------------------------------

    def choose(self, option: Answer, giver: AnswerSource) -> None:
        """Answer the decision under way; repeating its earlier answer stays in the branch."""
        game, number = self.game, self.at
        chosen = game.as_accepted(option)
        if self._had(chosen):
            self.go_to(number + 1)
            return
        entry = record_decision(game, chosen, giver)
        if giver is AnswerSource.MACHINE and not self.is_latest:
            self.tray.dice = self._other_luck(number)
        self._give(lambda: game.choose(chosen), entry)

    def enter(self, faces: Iterable[int], giver: AnswerSource = AnswerSource.HAND) -> None:
        """Lay the dice that are awaited."""
        game, roll, number = self.game, self.game.awaited, self.at
        if roll is None:
            raise NotReadyError(text("game.no-roll"))
        laid = validate_faces(faces, roll)
        if self._had(laid):
            self.go_to(number + 1)
            return
        rolled = AnnouncedRoll(roll, time_in(game))
        entry = record_roll(game, giver, number, rolled, laid)
        self._give(lambda: game.enter(laid), entry)

    def intervene(self, order: Intervention) -> None:
        """Let the umpire act."""
        entry = record_umpire_act(self.game)
        self._give(lambda: self.game.intervene(order), entry)

    def override(self, number: int, faces: Iterable[int], who: str, why: str) -> None:
        """Change the faces of a roll already made, in a new branch."""
        known = self.branch.answered[number] if number < len(self.branch.answered) else None
        if known is None or known.roll is None:
            raise NotReadyError(text("game.not-a-roll", None, number=number))
        laid, was = validate_faces(faces, known.roll), self.at
        self.go_to(number + 1)
        self.game.override(number, laid, who, why)
        self._begin_branch(number, known.events, was)
        said = faces_text(laid)
        self._note(replace(known, giver=AnswerSource.UMPIRE, faces=laid, said=said))

    def branch_with_new_dice(self) -> None:
        """Play on with other dice, in a new branch."""
        self.tray.dice = self._other_luck(self.at)
        self._begin_branch(self.at, len(self.game.events), self.at)
        self.branch.line = self.game.timeline()

    def _had(self, answer: Answer) -> bool:
        """Return True if this very answer comes next in the branch."""
        return not self.is_latest and bool(self.branch.line.answers[self.at] == answer)

    def _give(self, give: Callable[[], None], entry: RecordedAnswer) -> None:
        number, events, is_latest = self.at, len(self.game.events), self.is_latest
        give()
        if not is_latest:
            self._begin_branch(number, events, number)
        self._note(entry)

    def _other_luck(self, number: int) -> DiceSource:
        """The dice with another seed from here on; dice entered by hand stay so."""
        dice = self.tray.dice
        if not isinstance(dice, SeededDice):
            return dice
        return dice.forked(number, derived_seed(dice.seeds[-1][1], len(self.branches), number))

    def _begin_branch(self, number: int, events: int, was: int) -> None:
        """A new branch that shares its first answers with this one, which was left at `was`."""
        self.branch.at = was
        begun = self.branch.cut(number, events)
        begun.came_from, begun.fork, begun.dice = self.number, number, self.tray.dice
        self.number = len(self.branches)
        self.branches.append(begun)

    # --- remembering -----------------------------------------------------------------------------

    def _note(self, entry: RecordedAnswer | None) -> None:
        """Remember what has just been answered, the dice that fell by themselves, and the events.

        Without an entry: how the game began.
        """
        branch, game = self.branch, self.game
        if entry is not None:
            branch.answered.append(entry)
        for number in range(len(branch.answered), self.at):
            rolled, faces = self.tray.rolls[number], game.answers[number]
            fallen = record_roll(game, AnswerSource.DICE, number, rolled, faces)
            branch.answered.append(fallen)
        for number in range(len(branch.told), len(game.events)):
            branch.told.append(record_event(game, number))
        branch.stops.append(self.at)
        branch.line = game.timeline()


def can_be_translated(history: History, *languages: str) -> bool:
    """Return True if all past events have words in these languages."""
    return set(languages) <= set(history.languages)
