"""Reinforcements that come by chance or when something is so: who is called, and when.

From their turn on they are looked at in each turn: those with a condition when it holds, those with
a die when it shows enough. Units of one formation with the same arrival come together, on one roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from engine.games.victory_judgement import Tallies
from engine.hexes.hex import Hex
from engine.play.decisions import Procedure, roll_one
from engine.play.events import SideOnlyEvent
from engine.play.game import Game
from engine.play.position import PendingUnit
from engine.scenario.scenario import ScenarioUnit, VictoryCondition
from engine.texts import LocalText

REINFORCEMENTS = "reinforcements"
"""Purpose of the dice roll."""


class ReinforcementCall(NamedTuple):
    """The conditions of a reinforcement beside its turn, and the turn of its last roll."""

    party: str
    turn: int
    die: int = 0
    once: VictoryCondition | None = None
    rolled: int = 0


class Reserve(NamedTuple):
    """A unit not yet on the map: the turn it comes (0: set up before the game) and where.

    A unit `aboard` another comes with its carrier; `facing` is a direction 0…5 of one with a front.
    """

    id: str
    side: str
    type: str
    name: LocalText
    turn: int
    hexes: tuple[Hex, ...]
    marks: tuple[str, ...] = ()
    facing: int | None = None
    aboard: str = ""
    call: ReinforcementCall | None = None  # what it waits for beside its turn


class AwaitedUnit(Protocol):
    """A unit that is yet to come."""

    @property
    def id(self) -> str:
        """Return the unit's id."""
        ...

    @property
    def side(self) -> str:
        """The side it belongs to."""
        ...

    @property
    def type(self) -> str:
        """The unit's type."""
        ...

    @property
    def call(self) -> ReinforcementCall | None:
        """Return the conditions it waits for; None once it has been called."""
        ...


def call_of(unit: ScenarioUnit) -> ReinforcementCall | None:
    """Return the conditions a unit of a scenario waits for; None if its turn suffices."""
    arrives = unit.arrives
    if arrives is None or not (arrives.die or arrives.once):
        return None
    party = unit.formation or f"#{unit.id}"
    return ReinforcementCall(f"{party}@{arrives.zone}", arrives.turn, arrives.die, arrives.once)


def reinforcement_values(entry: AwaitedUnit, turn: int) -> PendingUnit:
    """A unit yet to come, as a value."""
    call = entry.call
    die, waits = (call.die, call.once is not None) if call else (0, False)
    return PendingUnit(entry.id, entry.side, entry.type, turn, die, waits)


def next_callable_units(
    reserves: Iterable[AwaitedUnit], turn: int, side: str, holds: Callable[[VictoryCondition], bool]
) -> tuple[str, ...]:
    """The next of a side who may be called in a turn: their condition holds, their die is due."""
    waiting = [(entry.id, entry.call) for entry in reserves if entry.side == side and entry.call]
    for _, call in waiting:
        is_due = call.turn <= turn and call.rolled < turn
        if is_due and (call.once is None or holds(call.once)):
            return tuple(id_ for id_, other in waiting if other == call)
    return ()


def call_reinforcements(game: Game[Any], units: tuple[str, ...], turn: int) -> Procedure[None]:
    """They come, or a die says whether they do."""
    entry = next(each for each in game.state.reserves if each.id == units[0])
    needed, face = entry.call.die, 0
    if needed:
        face = yield from roll_one(REINFORCEMENTS)
    game.emit(ReinforcementsCalled(entry.side, units, face, needed, turn))


class AwaitingState(Protocol):
    """A position in which units are yet to come."""

    reserves: Any
    tallies: Tallies


@dataclass(frozen=True, slots=True)
class ReinforcementsCalled(SideOnlyEvent[Any]):
    """Reinforcements may come from now on, or the die was too low and they wait a turn."""

    side: str
    units: tuple[str, ...]
    face: int
    needed: int
    turn: int

    @property
    def is_successful(self) -> bool:
        """Return True if the roll is high enough for them to come."""
        return self.face >= self.needed

    def apply(self, state: AwaitingState) -> None:
        state.reserves = tuple(self._after(state.reserves))

    def _after(self, reserves: Iterable[Any]) -> Iterator[Any]:
        for entry in reserves:
            if entry.id not in self.units:
                yield entry
            elif self.is_successful:
                yield entry._replace(call=None)
            else:
                yield entry._replace(call=entry.call._replace(rolled=self.turn))
