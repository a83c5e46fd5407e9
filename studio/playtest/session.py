"""A scenario under play: what is asked, what may be answered, and every way back and on.

A session is driven from outside and knows no window: ask it what is wanted (`question`, `awaited`,
`result`), then call exactly one of `answer`, `enter_dice`, `machine_moves` or `intervene`. Going
back and answering otherwise begins a branch; nothing is ever lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.asks import Answer, Roll
from engine.game import Game, Intervention, Result
from engine.pointing import Act
from engine.scenario import Scenario
from studio.playtest.choices import Choices
from studio.playtest.moments import LogLine, Moment
from studio.playtest.seats import Fog, Seat, Seats
from studio.playtest.standing import Standing


@dataclass(frozen=True)
class Question:
    """What a side is asked: the sentence, and the choices, worded and found on the map."""

    number: int
    side: str
    seat: Seat
    sentence: str
    choices: Choices


@dataclass(frozen=True)
class BranchView:
    """A branch in a list: its name, where it left which other, how long it is, and who won it."""

    number: int
    name: str
    came_from: int | None
    fork: int
    answers: int
    is_current: bool


class Session:
    """A game, who sits where, and who looks."""

    game: Game[Any]
    scenario: Scenario
    seats: dict[str, Seat]
    fog: Fog
    seed: int

    # --- beginning, keeping -----------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        scenario: Scenario,
        seats: Seats,
        seed: int = 0,
        by_hand: bool = False,
        fog: Fog = Fog.OPEN,
        path: Path | None = None,
    ) -> Session:
        """A new game; `path` is the scenario's file. A side without a seat is a person's."""
        raise NotImplementedError

    @classmethod
    def resume(cls, file: Path, scenario: Scenario | None = None) -> Session:
        """A session or a replay taken up again; without a scenario, the one its file names."""
        raise NotImplementedError

    def save(self, file: Path) -> None:
        """Keep the session with all its branches (`session/1`)."""
        raise NotImplementedError

    def save_replay(self, file: Path) -> None:
        """Keep this branch, up to where it stands, as a `replay/1` with who sat where."""
        raise NotImplementedError

    # --- what is asked ----------------------------------------------------------------------------

    def question(self, language: str | None = None) -> Question | None:
        """The decision under way; None while dice are awaited and when the game is over."""
        raise NotImplementedError

    @property
    def awaited(self) -> Roll | None:
        """The roll somebody is to enter."""
        raise NotImplementedError

    def awaited_for(self, language: str | None = None) -> str:
        """What that roll is for, in words."""
        raise NotImplementedError

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        raise NotImplementedError

    @property
    def is_machines_turn(self) -> bool:
        """Whether an automatic seat is to answer."""
        raise NotImplementedError

    # --- answers ----------------------------------------------------------------------------------

    def answer(self, option: Answer) -> None:
        """Answer the decision for the person asked; NotAnOption leaves everything as it was."""
        raise NotImplementedError

    def enter_dice(self, faces: Iterable[int]) -> None:
        """Lay the dice that are awaited; InvalidDice leaves everything as it was."""
        raise NotImplementedError

    def machine_moves(self) -> bool:
        """Let the automatic seat that is asked answer one decision; False if none is asked."""
        raise NotImplementedError

    # --- back and on ------------------------------------------------------------------------------

    @property
    def at(self) -> int:
        """How many answers the game has had where it stands."""
        raise NotImplementedError

    @property
    def can_undo(self) -> bool:
        """Whether something was answered by a person or done by the umpire."""
        raise NotImplementedError

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back in this branch."""
        raise NotImplementedError

    def undo(self) -> None:
        """Back to the last decision of a person, before the last dice entered or umpire's act."""
        raise NotImplementedError

    def redo(self) -> None:
        """On to the next point where a person decided or the umpire acted, or to the end."""
        raise NotImplementedError

    def step_back(self) -> None:
        """Back by one decision, whoever answered it; the dice it led to are taken back with it."""
        raise NotImplementedError

    def step_on(self) -> None:
        """On by one decision."""
        raise NotImplementedError

    def go_to(self, number: int) -> None:
        """To the position after so many answers, and after the dice that then fall."""
        raise NotImplementedError

    def moments(self, language: str | None = None, first: int = 0) -> list[Moment]:
        """The time line of this branch from an answer on, as the present viewer may read it."""
        raise NotImplementedError

    # --- branches ---------------------------------------------------------------------------------

    def branches(self, language: str | None = None) -> list[BranchView]:
        """All branches, the first game first."""
        raise NotImplementedError

    def switch(self, number: int) -> None:
        """Take up another branch where it was left, with what can be redone in it."""
        raise NotImplementedError

    def name_branch(self, number: int, name: str) -> None:
        """Give a branch a name; an empty one gives it its number back."""
        raise NotImplementedError

    def other_luck(self) -> None:
        """A branch from here on with other dice; NotNow where dice are entered by hand."""
        raise NotImplementedError

    # --- who looks --------------------------------------------------------------------------------

    @property
    def viewer(self) -> str | None:
        """Whose eyes the screen shows: a side, or None for all, as the umpire sees it."""
        raise NotImplementedError

    @property
    def needs_hand_over(self) -> bool:
        """Whether another person is to look: cover the screen, then call `hand_over`."""
        raise NotImplementedError

    def hand_over(self) -> None:
        """The person asked sits before the screen now."""
        raise NotImplementedError

    def standing(self, viewer: str | None, language: str | None = None) -> Standing:
        """The position as a viewer may know it; None for all."""
        raise NotImplementedError

    def log(
        self,
        first: int = 0,
        side: str | None = None,
        unit: str = "",
        language: str | None = None,
    ) -> Iterator[LogLine]:
        """What has happened from event `first` on: what a side may know, of a unit if named."""
        raise NotImplementedError

    # --- the umpire -------------------------------------------------------------------------------

    @property
    def may_intervene(self) -> bool:
        """Whether the umpire may act now: between two activities of a game under way."""
        raise NotImplementedError

    def acts(self) -> tuple[Act, ...]:
        """What the umpire may do, with the parameters of each."""
        raise NotImplementedError

    def intervene(self, order: Intervention) -> None:
        """Let the umpire act; NotNow or InvalidIntervention leave everything as it was."""
        raise NotImplementedError

    def override_dice(self, number: int, faces: Iterable[int], who: str, why: str) -> None:
        """Other faces for the roll that was answer `number`, in a branch of its own."""
        raise NotImplementedError
