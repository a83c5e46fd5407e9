"""Orders tried out on a game of their own, so that a side can be asked what comes next.

Nothing of what would happen is found out that way. Dice never fall here. In a game that hides units
an answer that others would learn of ends the trial, for what it led to might show what is hidden;
what the side alone knows of, as writing an order down, does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.asks import Answer, Decision
from engine.dice import ByHand
from engine.game import Game
from studio.umpiring.orders import Order

NO_LUCK = 0  # the seed of dice that never fall


class Trial:
    """What one side may write next, after the orders it has written."""

    def __init__(
        self, game: Game[Any], side: str, is_open: bool, orders: Iterable[Order] = ()
    ) -> None:
        """`is_open`: no unit of this game was ever hidden from anybody."""
        self.side, self._is_open = side, is_open
        self.real = len(game.answers)
        self._has_stopped = not is_asked(game, side)
        if not self._has_stopped:
            self.game = game.fork(NO_LUCK)
            self.game.dice = ByHand()
        self.tried: list[Order] = []
        for order in orders:
            if not self.fits(order):
                break
            self.give(order)

    @property
    def decision(self) -> Decision[Any, Any] | None:
        """What the side is asked after its orders; None where others come first."""
        if self._has_stopped or not is_asked(self.game, self.side):
            return None
        return self.game.decision

    @property
    def options(self) -> Sequence[Answer]:
        """What may be written next."""
        return () if self.decision is None else self.game.options

    def fits(self, order: Order) -> bool:
        """Whether an order answers what is asked next."""
        decision = self.decision
        return (
            decision is not None
            and type(decision).__name__ == order.asked
            and order.option in self.game.options
        )

    def give(self, order: Order) -> None:
        """Try one more order."""
        before = len(self.game.events)
        self.game.choose(order.option)
        self.tried.append(order)
        new = self.game.events[before:]
        if not self._is_open and any(event.seers() != (self.side,) for event in new):
            self._has_stopped = True

    # --- where an order written now would belong --------------------------------------------------

    @property
    def opens(self) -> bool:
        """Whether the next order begins an activity."""
        return self.game.is_between_activities

    @property
    def began(self) -> int:
        """How many answers there were before the activity under way."""
        return self.game.marks[-1].answers

    @property
    def opener(self) -> str:
        """The order that began the activity under way; empty where the game itself is in it."""
        if self.opens or self.began < self.real:
            return ""
        return next((order.id for order in reversed(self.tried) if order.opens), "")


def is_asked(game: Game[Any], side: str) -> bool:
    """Whether a side is to decide."""
    return game.decision is not None and game.decision.side == side
