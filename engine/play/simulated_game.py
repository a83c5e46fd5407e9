"""A game as it may be: looked into, never gone back in."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any, TypeVar

from engine.play.decisions import Faces, Roll
from engine.play.dice import DiceSource, ManualDice, SeededDice, seeded_faces
from engine.play.game import Game, no_activity
from engine.play.position import Copyable

S = TypeVar("S", bound=Copyable)


class SimulatedGame(Game[S]):
    """A game that only goes on: no position before is kept, so that looking ahead is quick."""

    def _kept(self) -> S:
        return self.state


class ForeseenGame(Game[S]):
    """A game that begins with the activity under way of another, counted as that one is.

    Dice are awaited, and no position before is there to go back to.
    """

    def __init__(self, game: Game[S], state: S) -> None:
        """`state`: the position before that activity, as it may have been."""
        mark = game.marks[-1]
        self.rules, self.scenario, self.opening = game.rules, game.scenario, game.opening
        self.dice, self.overrides, self.marks = ManualDice(), {}, []
        self.answers, self.events = game.answers[: mark.answers], game.events[: mark.events]
        self.state, self._views, self._pending = state, None, deque()
        self._procedure = no_activity()
        self._await(None, None)
        self._advance(None)


def make_foreseen_game(game: Game[S], side: str, known: Callable[[S], S]) -> Game[S]:
    """Return a game from here on as a side may know it: what is hidden from it never happens.

    `known` is a position as the side may know or imagine it. If the side is asked, it is asked the
    same; if another is, the activity under way begins anew.
    """
    decision = game.decision
    if decision is None or decision.side != side:
        return ForeseenGame(game, known(game.marks[-1].state))
    twin = _asking_same(game, known)
    if not decision.is_open:
        twin._options = game.options
    return twin


def _asking_same(game: Game[S], known: Callable[[S], S]) -> Game[S]:
    """Return a game in a known position that asks what another asks.

    Amid an activity the rule that asks goes on. It has the position at hand, which therefore
    changes in place.
    """
    if game.is_between_activities:
        anew = ForeseenGame(game, known(game.marks[-1].state))
        if anew.decision == game.decision:
            return anew
    twin = game.fork(0)
    twin.dice = ManualDice()
    _become(twin.state, known(twin.state))
    twin._views = twin._options = None
    return twin


def _become(state: Any, other: Any) -> None:
    """Let a position hold what another holds."""
    for name in [each.name for each in fields(other)] if is_dataclass(other) else vars(other):
        setattr(state, name, getattr(other, name))


class PurposeSeededDice:
    """Dice of a seed, of their own for each purpose.

    The third shot falls alike in two games whatever else was rolled in between: orders compared
    under the same seed share as much luck as they can.
    """

    def __init__(self, seed: int) -> None:
        self._seed, self._rolled = seed, Counter[Roll]()

    def faces(self, number: int, roll: Roll) -> Faces:
        """The next faces for what is rolled for."""
        self._rolled[roll] += 1
        return seeded_faces(self._seed * 1_000_003 + _salt(roll), self._rolled[roll], roll)

    def forked(self, number: int, seed: int) -> DiceSource:
        """Other dice."""
        return SeededDice.of(seed)


@lru_cache(maxsize=256)
def _salt(roll: Roll) -> int:
    """Return a number that sets the dice of one purpose apart from others."""
    purpose = f"{roll.purpose}:{roll.dice}d{roll.sides}"
    return sum(place * ord(each) for place, each in enumerate(purpose, 1))
