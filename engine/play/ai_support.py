"""Support of a game for players that look ahead: dealing out hidden things, weights, chances.

A game may say all of it, some, or nothing: what it leaves out is judged by its `Rules` and by every
position (`engine/ai/temperaments.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from engine.hexes.hex import Hex
from engine.play.decisions import Answer, Decision

MAXIMUM = 30.0


def win_chance(lead: float) -> float:
    """The chance of winning that a lead comes to, in logits: even at 0."""
    return 1 / (1 + exp(-max(-MAXIMUM, min(MAXIMUM, lead))))


S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

Weights = Mapping[str, float]
"""A player's weights, by names that the game defines."""

DEFAULT = "steady"
"""Default temper of a player."""


E = TypeVar("E")
W = TypeVar("W")
E_co = TypeVar("E_co", covariant=True)
W_contra = TypeVar("W_contra", contravariant=True)


class EvaluatorFactory(Protocol[S_contra, W_contra, E_co]):
    """A function that returns a side's look at a view by some weights."""

    def __call__(self, view: S_contra, side: str, weights: W_contra = ..., /) -> E_co:
        """Return it, the same as long as the view is."""
        ...


def cache_last_evaluators(make: Callable[[S, str, W], E], usual: W) -> EvaluatorFactory[S, W, E]:
    """Return what makes evaluators of views; the last two of one view are kept.

    Others may think at the same time: what is given is one's own.
    """
    kept: list[tuple[S, str, W, E]] = []

    def find(view: S, side: str, weights: W = usual) -> E:
        for seen, of, by, made in kept:
            if seen is view and of == side and by is weights:
                return made
        made = make(view, side, weights)
        kept[:] = [(view, side, weights, made), *(last for last in kept[:1] if last[0] is view)]
        return made

    return find


class PathCandidate(NamedTuple):
    """A way a unit may go: the hexes it enters, and what is hoped of it over staying.

    `start` is where it is, if it may do something within a hex before it goes, or at the end.
    """

    path: tuple[Hex, ...]
    gain: float
    start: Hex | None = None


def assume_nothing_hidden(view: Any, side: str, seed: int) -> Any:
    """The position where nothing is hidden that matters: what the side sees."""
    return view.copy()


def is_always_worthwhile(asked: Decision[Any, Any]) -> bool:
    """Every decision is worth it."""
    return True


class PlanningStage(NamedTuple):
    """A part of a game that a side sets out for as a whole: its turn, its memo, a round of all.

    `side` is whose it is; empty for all sides.
    """

    number: int
    side: str = ""

    def involves_side(self, side: str) -> bool:
        """Return True if a side has an intent in it."""
        return self.side in ("", side)


Weigh = Callable[[Any, Decision[Any, Any], Answer, Weights], float]
Offers = Callable[[Any, Decision[Any, Any], Weights], Sequence[Answer]]
Ways = Callable[[Any, Decision[Any, Any], Answer, Weights], Sequence[PathCandidate]]


class RolloutPolicy(Protocol[S_contra]):
    """The policy of all players in playouts: quick, on the position as it may be."""

    def choose(
        self, state: S_contra, decision: Decision[Any, Any], options: Sequence[Answer], luck: int
    ) -> Answer:
        """One of the options; `luck` decides between equals."""
        ...


@dataclass(frozen=True)
class AiSupport(Generic[S]):
    """One game's part in thinking."""

    imagine: Callable[[S, str, int], S] = assume_nothing_hidden
    """A position as it may be, from a side's view: what it does not know dealt out by a seed.

    The game must be able to go on from it. Players that look ahead see it, and the orders that a
    side drafts are tried out in it.
    """
    weigh: Weigh | None = None
    """Return the value of an answer to the asked side by its view; else `Rules.weigh`."""
    ways: Ways | None = None
    """The ways that an order, or the next step of a move, opens; the most hopeful first."""
    what_speaks: Callable[[S, str, Weights], Mapping[str, float]] | None = None
    """Return a side's advantages in a possible position, by names of weights.

        Their weighted sum is the side's chance of winning, in logits.
    """
    tempers: Path | None = None
    """The file with the weights of its players, by temper."""
    habit: Callable[[Weights], RolloutPolicy[S]] | None = None
    """A quick player for looking ahead, made anew for each thought; it may remember things."""
    stretch: Callable[[S], PlanningStage] | None = None
    """The stretch of the game a position belongs to, where sides set out for whole ones.

    Without intents it says how far is looked ahead: until the side's next one, no further than its
    number. Who says nothing looks ahead to the end of the turn.
    """
    intents: Path | None = None
    """The file with what a side may set out to do in a stretch, by name: other weights for it."""
    matters: Callable[[Decision[Any, Any]], bool] = is_always_worthwhile
    """Return whether a decision deserves search; others take the best option at once."""
    offers: Offers | None = None
    """Answers to an open decision that a player thinks of beside those that `Rules` list.

    Each may be given, whatever the side cannot see; one that is listed too is thought of once.
    """

    @property
    def allows_parallel_search(self) -> bool:
        """Return True if several processes may search for one answer: there is no memory."""
        return self.habit is None


PLAIN: AiSupport[Any] = AiSupport()
"""The part of a game that says nothing."""
