"""State that mostly the Kriegspiel needs: rations, riders on foot, charges (K, L21).

It is one frozen value of the state, so that Little Wars pays nothing for it. Only events replace
it, by `with_` and the changes named here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple


class GroupSupplies(NamedTuple):
    """Until which move a body is fed, and how often it may still fire (K4.1)."""

    food: int = 0
    fodder: int = 0
    firings: int = 0


class PursuedFlight(NamedTuple):
    """A figure that has to retire as long as the named enemies pursue it (K6.5, K7.4, K8.2)."""

    figure: str
    pursuers: tuple[str, ...]


@dataclass(frozen=True)
class KriegspielState:
    """The part of a state that only the Kriegspiel uses; empty in Little Wars."""

    feeding: Mapping[str, GroupSupplies] = field(default_factory=dict)
    """By body."""
    dismounted: frozenset[str] = frozenset()
    """Riders on foot (K2.2, K7.1)."""
    eaten: frozenset[str] = frozenset()
    """Riders whose horses were eaten: they walk for good (K4.5)."""
    out: Mapping[str, int] = field(default_factory=dict)
    """Generals that are out, with the last move in which they are (K9.3)."""
    held: frozenset[str] = frozenset()
    """Foot charged in close order: it does not move in its next move (K6.3)."""
    falling_back: frozenset[str] = frozenset()
    """Foot charged extended: it falls back in its next move (K6.4)."""
    flights: tuple[PursuedFlight, ...] = ()
    warned: frozenset[str] = frozenset()
    """Units within charge reach when the enemy's move ended, guns too (K6.5, K7.1, K8.2)."""
    heeded: frozenset[str] = frozenset()
    """Horse among them that dismounted or charged (K7.1)."""
    retired: frozenset[str] = frozenset()
    """Those of them that have tried to retire (K6.5, K7.1)."""
    charged: frozenset[str] = frozenset()
    """Figures that fought in a charge of this move, and may not fight again in it (L11.3)."""
    fired: frozenset[str] = frozenset()
    """Figures that fired a rifle in this move, and may not move (K2.5)."""
    served: frozenset[str] = frozenset()
    """Figures that served a gun that fired in this move, and may not move (K2.5)."""
    asked: frozenset[tuple[str, str]] = frozenset()
    """The bodies, with the ration, that went hungry in this move (K4.6)."""
    halved: frozenset[str] = frozenset()
    """Units that spent half a move on forming up, limbering or unlimbering (K2)."""
    stage: tuple[int, str] = (0, "")
    """The last stage of a move that was done, with the move's number."""
    is_firing_done: bool = False
    """True if the moving side has finished firing rifles (K3.4)."""
    supplying: frozenset[str] = frozenset()
    """The wagons that supplied in this move: they stand (K2.7)."""
    short: frozenset[str] = frozenset()
    """The men of the mover for whom there is no supply wagon (L21.4)."""
    sieges: Mapping[str, int] = field(default_factory=dict)
    """Since which move a surrounded body has had nothing to eat (K4.7)."""

    def with_(self, **changes: Any) -> KriegspielState:
        """The same with some of its values changed."""
        return replace(self, **changes)

    def without(self, ids: Iterable[str]) -> KriegspielState:
        """The same after some figures, guns or wagons are gone."""
        gone = frozenset(ids)
        return replace(
            self,
            dismounted=self.dismounted - gone,
            held=self.held - gone,
            falling_back=self.falling_back - gone,
        ).freed_from_pursuit(gone)

    def freed_from_pursuit(self, ids: Iterable[str]) -> KriegspielState:
        """Return the same with some bound to retire no longer."""
        free = frozenset(ids)
        return replace(self, flights=tuple(e for e in self.flights if e.figure not in free))

    def is_fleeing(self, id_: str) -> bool:
        """Return whether one has to retire because it is pursued (K6.5, K7.4, K8.2)."""
        return any(flight.figure == id_ for flight in self.flights)

    def general_out_until(self, id_: str, move: int) -> bool:
        """Return whether a general is out in a move."""
        return self.out.get(id_, 0) >= move


PEACE = KriegspielState()
"""The value of a game without any of it."""
