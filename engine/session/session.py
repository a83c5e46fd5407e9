"""A scenario under play: what is asked, what may be answered, and every way back and on.

A session is driven from outside and knows no window: ask it what is wanted (`question`,
`awaited_roll`, `result`), then call exactly one of `answer`, `enter_dice`, `play_machine_answer` or
`intervene`. Going back and answering otherwise begins a branch; nothing is ever lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.ai.lookahead_player import LookaheadPlayer
from engine.ai.player_registry import make_parallel_player
from engine.ai.temperaments import is_temperament
from engine.games import new_game
from engine.play.ai_support import DEFAULT
from engine.play.decisions import UMPIRE, Answer, Roll
from engine.play.dice import DiceSource, ManualDice, SeededDice
from engine.play.game import Game, Intervention, NotReadyError
from engine.play.option_targets import UmpireAction
from engine.play.players import Player, PluginPlayer, Question
from engine.play.position import Result
from engine.play.time_limits import TimeLeft
from engine.scenario.scenario import Scenario
from engine.session import session_files, session_log, visible_position
from engine.session.dice_tray import SessionDice
from engine.session.game_journal import GameJournal
from engine.session.history import Branch, History
from engine.session.option_choices import OptionChoices
from engine.session.seats import FogOfWar, Seat, Seats, seat_player
from engine.session.session_log import KnownBranch, KnownCourse, Recap, known_branches
from engine.session.timeline import AnswerSource, LogLine, TimelineEntry
from engine.session.visible_position import VisiblePosition
from engine.texts import text


@dataclass(frozen=True)
class AskedQuestion:
    """A question to a side: the sentence, and the choices in words and on the map.

    `number` is the number of answers so far.
    """

    number: int
    side: str
    seat: Seat
    sentence: str
    choices: OptionChoices


@dataclass(frozen=True)
class BranchListing:
    """A branch in a list: its name, where it left which other, and how many answers it has.

    All is counted as its viewer may know of it: `number` and `came_from` are places in the list.
    """

    number: int
    name: str
    came_from: int | None
    fork: int
    answers: int
    is_current: bool


class Session:
    """A game, who sits where, and who looks."""

    keeps_branches = True
    """True if playing on from an earlier moment keeps the old course as a branch."""

    takes_proposals = True
    """True if an umpire's decision that a model proposes is taken as proposed, with rolled dice."""

    def __init__(self, history: History, seats: Seats, fog: FogOfWar, seed: int) -> None:
        self.history, self.fog, self.seed = history, fog, seed
        self.game: Game[Any] = history.game
        self.scenario: Scenario = history.game.scenario
        sides = history.game.rules.sides(history.game.state)
        self.seats = {side: seats.get(side, Seat.PERSON) for side in sides}
        self.tempers: dict[str, str] = {}  # of the machines that look ahead, by side
        self.path: Path | None = None  # of the scenario's file
        self.time_left = TimeLeft()  # on the clock of the turn under way
        self._is_waited_for = False
        self._players: dict[tuple[Seat, str, int], Player] = {}
        self._aims: dict[str | None, visible_position.Aims] = {}  # by language
        self._looking = self._first_to_look()
        self._course = KnownCourse(history.branch, None)

    @classmethod
    def begin(
        cls,
        scenario: Scenario,
        seats: Seats,
        seed: int = 0,
        by_hand: bool = False,
        fog: FogOfWar = FogOfWar.OPEN,
        path: Path | None = None,
    ) -> Session:
        """A new game; `path` is the scenario's file. A side without a seat is a person's.

        `by_hand`: real dice are rolled and entered; automatic players play by the seed still.
        """
        dice: DiceSource = ManualDice() if by_hand else SeededDice.of(seed)
        tray = SessionDice(dice)
        session = cls(History(new_game(scenario, tray), tray), seats, fog, seed)
        session.path = path
        return session

    def rematch(self, seed: int) -> Session:
        """Return a new session of the scenario in which each player has the next side."""
        sides = list(self.seats)
        after = dict(zip(sides, (*sides[1:], *sides[:1]), strict=True))
        seats = {after[side]: seat for side, seat in self.seats.items()}
        by_hand = self.has_manual_dice
        again = Session.begin(self.scenario, seats, seed, by_hand, self.fog, self.path)
        again.tempers = {after[side]: temper for side, temper in self.tempers.items()}
        return again

    @classmethod
    def resume(cls, file: Path, scenario: Scenario | None = None) -> Session:
        """A session or a replay taken up again; without a scenario, the one its file names.

        InvalidSessionError, InvalidReplayError or ReplayMismatchError say what cannot be taken up,
        and why.
        """
        kept = session_files.resume(file, scenario)
        session = cls(kept.history, kept.seats, kept.fog, kept.seed)
        session.tempers = dict(kept.tempers)
        session.path, session.time_left = kept.path, kept.time_left
        return session

    def save(self, file: Path) -> None:
        """Keep the session with all its branches (`session/1`); SaveError if that fails."""
        session_files.save(self._kept, file)

    def begin_journal(self, file: Path) -> GameJournal:
        """Begin the journal of a session whose file has just been written. FileRemovalError."""
        return GameJournal(file, self.history)

    def note_in(self, journal: GameJournal) -> None:
        """Write what is new into the session's journal. SaveError."""
        journal.add(self.history, session_files.changing_head_values(self._kept))

    def save_replay(self, file: Path) -> None:
        """Keep this branch, up to where it stands, as a replay with who sat where."""
        session_files.save_replay(self._kept, file)

    @property
    def _kept(self) -> session_files.SavedSession:
        return session_files.SavedSession(
            self.history, self.seats, self.fog, self.seed, self.path, self.time_left, self.tempers
        )

    @property
    def has_manual_dice(self) -> bool:
        """Return True if dice are rolled by hand and entered."""
        return isinstance(self.history.tray.dice, ManualDice)

    def seat(self, side: str, seat: Seat, temper: str = DEFAULT) -> None:
        """Seat another player for a side from now on."""
        assert side in self.seats
        self.seats[side] = seat
        self.tempers[side] = temper
        if self._looking is None or not self.seat_of(self._looking).is_here:
            self._looking = self._first_to_look()

    def seat_of(self, side: str) -> Seat:
        """Return the seat of a side; the umpire's is a person if one is at this screen.

        What a model proposes needs no umpire, unless players roll real dice and fire real shots.
        """
        if side in self.seats:
            return self.seats[side]
        decision = self.game.decision
        is_modelled = decision is not None and decision.side == side and decision.is_modelled
        if is_modelled and self.takes_proposals and not self.has_manual_dice:
            return Seat.GREEDY
        is_watched = any(seat.is_here for seat in self.seats.values())
        return Seat.PERSON if is_watched else Seat.GREEDY

    # --- what is asked ----------------------------------------------------------------------------

    def question(self, language: str | None = None) -> AskedQuestion | None:
        """The decision under way; None while dice are awaited and when the game is over."""
        game, decision = self.game, self.game.decision
        if decision is None:
            return None
        sentence = game.rules.describe_decision(game.state, decision, language)
        choices = OptionChoices(game, decision, language, self.offered)
        return AskedQuestion(
            self.answer_count, decision.side, self.seat_of(decision.side), sentence, choices
        )

    @property
    def offered(self) -> Sequence[Answer]:
        """Return the answers that are proposed."""
        return self.game.options

    @property
    def asked(self) -> str:
        """The side that is asked; empty while dice are awaited and when the game is over."""
        return "" if self.game.decision is None else self.game.decision.side

    @property
    def awaited_roll(self) -> Roll | None:
        """The roll to be entered."""
        return self.game.awaited

    @property
    def rolls_stamp(self) -> object:
        """A value that stays the same while the viewer learns of no other rolls.

        While an activity lasts in which dice fell, any event may be the one that reports them.
        """
        answered, game = self._branch.answered[: self.answer_count], self.game
        last = next((entry for entry in reversed(answered) if entry.roll is not None), None)
        began = game.marks[-1].answers if game.marks else 0
        is_open = last is not None and last.number >= began
        events = len(game.events) if is_open else None
        return self.history.number, self.viewer, last, events, len(game.overrides)

    def awaited_roll_text(self, language: str | None = None) -> str:
        """Describe the purpose of the roll that is due; empty if there is none."""
        roll = self.game.awaited
        return "" if roll is None else self.game.rules.describe_roll(roll, language)

    @property
    def result(self) -> Result | None:
        """Return the result of the game; None while it goes on."""
        return self.game.result

    @property
    def may_be_reported(self) -> bool:
        """Return True if a report may be shown: it reveals all, so not under fog of war."""
        return self.viewer is None or self.result is not None

    @property
    def is_machines_turn(self) -> bool:
        """Return True if a computer player is to answer."""
        return bool(self.asked) and self.seat_of(self.asked).is_automatic

    @property
    def is_local_turn(self) -> bool:
        """Return True if a person at this screen is to answer."""
        return bool(self.asked) and self.seat_of(self.asked).is_here

    @property
    def is_remote_turn(self) -> bool:
        """Return True if a person at a page is to answer."""
        return bool(self.asked) and self.seat_of(self.asked) == Seat.PAGE

    @property
    def human_sides(self) -> set[str]:
        """The sides that a person here plays, or has answered for in any branch."""
        answered = [entry for branch in self.history.branches for entry in branch.answered]
        played = {entry.side for entry in answered if entry.giver.shown is AnswerSource.PERSON}
        here = {side for side, seat in self.seats.items() if seat.is_here}
        return here | (played & self.seats.keys())

    @property
    def size(self) -> tuple[int, ...]:
        """Return the number of answers of each branch, by which changes are noticed."""
        return tuple(len(branch.line.answers) for branch in self.history.branches)

    # --- answers ----------------------------------------------------------------------------------

    def answer(self, option: Answer) -> None:
        """Answer the decision for the side asked; InvalidAnswerError leaves everything as it was.

        What was answered here before goes on in the same branch; anything else begins another.
        """
        self.history.choose(option, AnswerSource.PERSON)

    def answer_on(self, option: Answer) -> None:
        """Give an answer that an earlier one ordered: undo takes both back at once."""
        self.history.choose(option, AnswerSource.ORDER)

    def enter_dice(self, faces: Iterable[int]) -> None:
        """Lay the dice that are awaited; InvalidDiceError leaves everything as it was."""
        self.history.enter(faces)

    def play_machine_answer(self) -> bool:
        """Let the automatic seat that is asked answer one decision; False if none is asked.

        It sees its own side's view and no more, and answers the same wherever it is asked again.
        For an umpire who is not there, what the rules propose is taken.
        """
        decision = self.game.decision
        if decision is None or not self.is_machines_turn:
            return False
        if decision.side == UMPIRE:
            chosen = self.game.options[0]
        else:
            question = Question(self.game, decision)
            chosen = self._player(decision.side).choose(question)
        self.give_machine_answer(chosen)
        return True

    def give_machine_answer(self, option: Answer) -> None:
        """Give the answer an automatic seat has thought of; InvalidAnswerError changes nothing."""
        self.history.choose(option, AnswerSource.MACHINE)

    def wait_for_machines(self) -> None:
        """Let computer players use all cores from now on, as the user waits for them.

        A program that calls this does so from its main module's `if __name__ == "__main__"`.
        """
        self._is_waited_for = True
        for side, seat in self.seats.items():
            if seat.has_temperament:
                self._player(side)

    def thinking_player(self) -> Player | None:
        """The automatic player that is asked, if it may take its time: it looks ahead, or is a
        plug-in's; None for others."""
        is_seated = self.is_machines_turn and self.asked in self.seats
        found = self._player(self.asked) if is_seated else None
        return found if isinstance(found, LookaheadPlayer | PluginPlayer) else None

    def detached_question(self) -> Question | None:
        """The decision under way in a game of its own: it may be thought about anywhere."""
        apart = self.game.fork(self.seed)
        return None if apart.decision is None else Question(apart, apart.decision)

    def temperament_of(self, side: str) -> str:
        """Return the temperament of a side's computer player; the usual one if it is gone."""
        temper = self.tempers.get(side, DEFAULT)
        return temper if is_temperament(self.scenario.game, temper) else DEFAULT

    def _player(self, side: str) -> Player:
        """Return the player of a side; one that looks ahead remembers its plans."""
        seat, temper = self.seats[side], self.temperament_of(side)
        key = seat, temper, self.seed
        if key not in self._players:
            made = seat_player(seat, self.seed, temper)
            is_alone = not self._is_waited_for
            self._players[key] = (
                made if is_alone else make_parallel_player(made, self.scenario.game)
            )
        return self._players[key]

    # --- back and on ------------------------------------------------------------------------------

    @property
    def answer_count(self) -> int:
        """Return the number of answers at this point of the game."""
        return self.history.at

    @property
    def branch_answer_count(self) -> int:
        """Return the number of answers of this branch, undone ones included."""
        return len(self._branch.line.answers)

    @property
    def can_undo(self) -> bool:
        """Return True if there is an answer, entered dice or an umpire's action to undo."""
        return self._undone() is not None

    @property
    def can_redo(self) -> bool:
        """True if something the viewer may know of was taken back in this branch."""
        return self.place < len(self.course)

    @property
    def can_step_back(self) -> bool:
        """Return True if there is any decision before this point."""
        return self.place > self.course.first

    def undo(self) -> None:
        """Go back to before a person's last decision, dice entered by hand or umpire's act.

        What machines and dice did since is undone too; a drawn path is undone as a whole.
        """
        number = self._undone()
        if number is not None:
            self.history.go_to(number)

    def redo(self) -> None:
        """Go forward to where a person next decided or the umpire acted, or to the end."""
        course, answered = self.course, self._branch.answered
        following = course.first_stop_after(self.place)
        places = range(following, len(course))
        free = (each for each in places if answered[course.answers_at(each)].giver.is_free)
        place = next(free, len(course))
        self.go_to_position(max(following, course.last_stop_before(place + 1)))

    def step_back(self) -> None:
        """Go back one decision, from any source, along with the dice it led to."""
        self.go_to_position(self.course.last_stop_before(self.place))

    def step_on(self) -> None:
        """Go forward one decision that was taken back."""
        self.go_to_position(self.course.first_stop_after(self.place))

    def go_to(self, number: int) -> None:
        """Go to the position after so many answers and the dice that follow them.

        What follows in it that the viewer may not know of is part of it.
        """
        self.go_to_position(self.course.place_of(number))

    def go_to_position(self, place: int) -> None:
        """Go to a place of the viewer's course."""
        self.history.go_to(self.course.answers_at(place))

    def _undone(self) -> int | None:
        """The point that undo goes back to; None where there is nothing to take back."""
        branch = self._branch
        for entry in self.course.known_before(self.answer_count):
            if entry.giver.is_free and branch.stops[0] <= entry.number:
                return branch.last_stop_before(entry.number + 1)
        return None

    @property
    def _branch(self) -> Branch:
        return self.history.branch

    @property
    def course(self) -> KnownCourse:
        """The answers of this branch as the viewer may know of them."""
        if self._course.branch is not self._branch or self._course.viewer != self.viewer:
            self._course = KnownCourse(self._branch, self.viewer)
        return self._course

    @property
    def place(self) -> int:
        """Return the present place in that course."""
        return self.course.place_of(self.answer_count)

    # --- branches ---------------------------------------------------------------------------------

    def branches(self, language: str | None = None) -> list[BranchListing]:
        """The branches the viewer may know of, the first game first."""
        return [
            BranchListing(
                number,
                known.name or text("playtest.branch", language, number=number + 1),
                known.came_from,
                known.fork,
                len(known.course),
                known.number == self.history.number,
            )
            for number, known in enumerate(self._branches)
        ]

    @property
    def _branches(self) -> list[KnownBranch]:
        history = self.history
        return known_branches(history.branches, history.number, self.viewer)

    def switch(self, number: int) -> None:
        """Switch to another branch of `branches` where it was left; its redo is kept."""
        self.history.switch(self._branches[number].number)

    def name_branch(self, number: int, name: str) -> None:
        """Give a branch of `branches` a name; an empty one gives it its number back."""
        self.history.branches[self._branches[number].number].name = name.strip()

    def branch_with_new_dice(self) -> None:
        """A branch from here on with other dice; NotReadyError where dice are entered by hand."""
        if self.has_manual_dice:
            raise NotReadyError(text("playtest.luck-by-hand"))
        self.history.branch_with_new_dice()

    # --- who looks --------------------------------------------------------------------------------

    @property
    def viewer(self) -> str | None:
        """Return the side whose view the screen shows; None for the umpire's, of everything."""
        return None if self.fog is FogOfWar.OPEN or self._looking == UMPIRE else self._looking

    @property
    def needs_hand_over(self) -> bool:
        """Return True if another person is to look: cover the screen, then call `hand_over`."""
        return self.fog is not FogOfWar.OPEN and self.is_local_turn and self.asked != self._looking

    def hand_over(self) -> None:
        """Note that the person asked is now at the screen."""
        if self.needs_hand_over:
            self._looking = self.asked

    def _first_to_look(self) -> str | None:
        """The person asked first; None if no person plays here."""
        persons = [side for side, seat in self.seats.items() if seat.is_here]
        return self.asked if self.asked in persons else next(iter(persons), None)

    def visible_position(self, viewer: str | None, language: str | None = None) -> VisiblePosition:
        """The position as a viewer may know it; None for all."""
        if language not in self._aims:
            self._aims[language] = visible_position.scenario_objectives(self.scenario, language)
        return visible_position.visible_position(
            self.game, self.game.views, viewer, self._aims[language], language
        )

    # --- what happened ----------------------------------------------------------------------------

    def timeline_entries(self, language: str | None = None, first: int = 0) -> list[TimelineEntry]:
        """The time line of this branch from a place on, as the present viewer may read it."""
        return list(session_log.log_moments(self.history, self.course, language, first))

    def recap(self, language: str | None = None) -> Recap:
        """Return the events since the asked side's last decision, as the viewer may read them."""
        return session_log.make_session_recap(self.history, self.course, self.asked, language)

    def log(
        self,
        first: int = 0,
        side: str | None = None,
        unit: str = "",
        language: str | None = None,
    ) -> list[LogLine]:
        """Return the log from event `first` on: of a side's knowledge, and of a unit if named.

        Without a side, everything the umpire knows; pass `viewer` for what the screen may show.
        """
        return list(session_log.visible_log_lines(self.history, first, side, unit, language))

    # --- the umpire -------------------------------------------------------------------------------

    @property
    def may_intervene(self) -> bool:
        """True if the umpire may act now: between two activities of a game under way.

        Where a side looks, only when it is asked: what another does unseen must not show.
        """
        is_seen = self.viewer in (None, self.asked)
        return not self.game.is_over and is_seen and self.game.is_between_activities

    def acts(self) -> tuple[UmpireAction, ...]:
        """Return the actions of the umpire, with the parameters of each."""
        return self.game.rules.acts(self.game.state)

    def intervene(self, order: Intervention) -> None:
        """Let the umpire act.

        NotReadyError or InvalidInterventionError leave everything as it was.
        """
        if self.game.is_over:
            raise NotReadyError(text("playtest.over"))
        self.history.intervene(order)

    def override_dice(self, number: int, faces: Iterable[int], who: str, why: str) -> None:
        """Other faces for the roll that was answer `number`, in a branch of its own.

        NotReadyError where that was no roll, InvalidDiceError for impossible faces; both leave
        everything as it was.
        """
        self.history.override(number, faces, who, why)
