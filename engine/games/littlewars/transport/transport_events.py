"""Events of carriers: driven, loaded, left, packed, opened (K1, K2.4, L21)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.littlewars.events import Course
from engine.games.littlewars.state import Figure, LoadingProgress, State, Vehicle
from engine.play.events import Event, SideOnlyEvent
from engine.tabletop.shapes import Point

Put = tuple[str, Point, int]


@dataclass(frozen=True, slots=True)
class Driven(Event[State]):
    """A wagon, a box or a boat went its way (K1.1, L21.3)."""

    unit: str
    path: tuple[Point, ...]
    facing: int

    def apply(self, state: State) -> None:
        _drive(state, self.unit, self.path, self.facing)


@dataclass(frozen=True, slots=True)
class TrainRan(Event[State]):
    """An engine ran along its line with its trucks: the engine's way first (L21.5, K8.3)."""

    unit: str
    ran: tuple[Course, ...]

    def apply(self, state: State) -> None:
        for id_, path, facing in self.ran:
            _drive(state, id_, path, facing)


@dataclass(frozen=True, slots=True)
class LoadingBegan(Event[State]):
    """Men, or a gun, begin to go aboard: it takes two moves (K2.4, L21.5)."""

    carrier: str
    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.loading = (*state.loading, LoadingProgress(self.carrier, self.units))
        for id_ in self.units:
            if id_ in state.guns:
                state.guns[id_] = state.guns[id_]._replace(done=True)
            else:
                state.figures[id_] = state.figures[id_]._replace(moved=True)


@dataclass(frozen=True, slots=True)
class LoadingWentOn(Event[State]):
    """A move of loading is over; these are still at it."""

    carrier: str
    units: tuple[str, ...]
    done: int

    def apply(self, state: State) -> None:
        others = _other_loadings(state, self.carrier)
        state.loading = (*others, LoadingProgress(self.carrier, self.units, self.done))


@dataclass(frozen=True, slots=True)
class LoadingStopped(Event[State]):
    """Loading stops: no units or no carrier is left."""

    carrier: str

    def apply(self, state: State) -> None:
        state.loading = _other_loadings(state, self.carrier)


@dataclass(frozen=True, slots=True)
class Embarked(Event[State]):
    """They are aboard: who in which truck or boat; a gun stands on two trucks (K2.4, L21.5)."""

    carrier: str
    berths: tuple[tuple[str, tuple[str, ...]], ...]

    def apply(self, state: State) -> None:
        state.loading = _other_loadings(state, self.carrier)
        for carrier, units in self.berths:
            vehicle = state.vehicles[carrier]
            state.vehicles[carrier] = vehicle._replace(aboard=(*vehicle.aboard, *units))
            for id_ in units:
                _take_up(state, id_)


@dataclass(frozen=True, slots=True)
class Landed(Event[State]):
    """Men, or a gun, have left what carried them: their move is spent (K2.4, L21.5)."""

    carrier: str
    placed: tuple[Put, ...]

    def apply(self, state: State) -> None:
        for id_, at, facing in self.placed:
            for carrier in state.carriers_of(id_):
                left = tuple(each for each in carrier.aboard if each != id_)
                state.vehicles[carrier.id] = carrier._replace(aboard=left, moved=True)
            _put_down(state, id_, at, facing, spent=True)


@dataclass(frozen=True, slots=True)
class BoxSet(Event[State]):
    """A box is put on the table; what is in it its side knows (L21.3)."""

    side: str
    box: str
    at: Point
    facing: int

    def apply(self, state: State) -> None:
        self_ = Vehicle(self.box, self.side, "box", self.at, self.facing, moved=True)
        state.vehicles[self.box] = self_


@dataclass(frozen=True, slots=True)
class Packed(SideOnlyEvent[State]):
    """Figures are put into a box (L21.3)."""

    side: str
    box: str
    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        box = state.vehicles[self.box]
        state.vehicles[self.box] = box._replace(aboard=(*box.aboard, *self.figures))
        for id_ in self.figures:
            _take_up(state, id_)


@dataclass(frozen=True, slots=True)
class BoxOpened(Event[State]):
    """A box is opened by its side, or since an enemy is within 10 ft of it (L21.3).

    Its figures stand about its place; `is_spent` where that was their move.
    """

    side: str
    box: str
    why: str
    placed: tuple[Put, ...]
    is_spent: bool

    def apply(self, state: State) -> None:
        del state.vehicles[self.box]
        for id_, at, facing in self.placed:
            _put_down(state, id_, at, facing, spent=self.is_spent)


@dataclass(frozen=True, slots=True)
class RanShort(Event[State]):
    """At the beginning of its move a side has men without a supply wagon: they stand (L21.4)."""

    side: str
    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.war = state.war.with_(short=frozenset(self.figures))


def _drive(state: State, id_: str, path: tuple[Point, ...], facing: int) -> None:
    state.put(id_, path[-1], facing)
    state.vehicles[id_] = state.vehicles[id_]._replace(moved=True, is_fresh=False)


def _other_loadings(state: State, carrier: str) -> tuple[LoadingProgress, ...]:
    return tuple(each for each in state.loading if each.carrier != carrier)


def _take_up(state: State, id_: str) -> None:
    """One leaves the table."""
    if id_ in state.carried:
        return  # a gun on its second truck
    found = state.figures.pop(id_, None) or state.guns.pop(id_, None)
    assert found is not None, id_
    state.carried[id_] = found


def _put_down(state: State, id_: str, at: Point, facing: int, *, spent: bool) -> None:
    found = state.carried.pop(id_)
    if isinstance(found, Figure):
        state.figures[id_] = found._replace(at=at, came=at, facing=facing, moved=spent)
    else:
        state.guns[id_] = found._replace(at=at, facing=facing, done=spent, passed_by=())
