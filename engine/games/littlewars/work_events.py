"""Events of works: begun, continued, stopped, finished, exploded (K5)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.littlewars import altered_terrain
from engine.games.littlewars.state import State, Work
from engine.play.events import Event, SideOnlyEvent
from engine.tabletop.shapes import Point, format_path


@dataclass(frozen=True, slots=True)
class WorkBegun(SideOnlyEvent[State]):
    """Men began a work: told to the umpire, not to the enemy (K5.6)."""

    work: str
    kind: str
    side: str
    at: Point
    figures: tuple[str, ...]
    needs: int
    target: str = ""
    to: Point | None = None

    def apply(self, state: State) -> None:
        state.works[self.work] = Work(
            self.work, self.kind, self.side, self.at, self.to, self.target, self.figures,
            needs=self.needs, begun=state.move, known_to=(self.side,),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class WorkWentOn(SideOnlyEvent[State]):
    """A work went on for a move: so many are done, by those who are left (K5.7)."""

    work: str
    side: str
    done: int
    figures: tuple[str, ...]

    def apply(self, state: State) -> None:
        work = state.works[self.work]
        state.works[self.work] = work._replace(done=self.done, crew=self.figures)


@dataclass(frozen=True, slots=True)
class WorkStopped(SideOnlyEvent[State]):
    """A work was given up: a move was missed, or too few are left (K5.7)."""

    work: str
    kind: str
    side: str

    def apply(self, state: State) -> None:
        del state.works[self.work]


@dataclass(frozen=True, slots=True)
class MineLaid(SideOnlyEvent[State]):
    """A mine is ready: its side and the umpire know (K5.4, K5.6)."""

    work: str
    side: str
    at: Point

    def apply(self, state: State) -> None:
        work = state.works[self.work]
        state.works[self.work] = work._replace(done=work.needs, crew=())


@dataclass(frozen=True, slots=True)
class Exploded(Event[State]):
    """A mine exploded under a unit: all within 6 in die (K5.4)."""

    mine: str
    by: str
    at: Point
    figures: tuple[str, ...]
    destroyed: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.works.pop(self.mine, None)
        for id_ in self.destroyed:
            if state.unit_on_table(id_) is not None:  # those inside go with what carries them
                state.remove(id_, "mine")


@dataclass(frozen=True, slots=True)
class EarthworkBuilt(Event[State]):
    """An entrenchment or a gun pit is complete; all sides are informed (K5.5, K5.6)."""

    work: str
    kind: str
    side: str
    way: tuple[Point, ...]

    def apply(self, state: State) -> None:
        _tell_all(state, self.work)
        state.works[self.work] = state.works[self.work]._replace(feature=format_path(self.way))
        altered_terrain.update_altered_terrain(state)


@dataclass(frozen=True, slots=True)
class BlownUp(Event[State]):
    """A railway bridge, a line or a ford was blown up (K5.1)."""

    work: str
    kind: str
    side: str
    at: Point
    target: str

    def apply(self, state: State) -> None:
        _tell_all(state, self.work)
        altered_terrain.update_altered_terrain(state)


@dataclass(frozen=True, slots=True)
class Mended(Event[State]):
    """A demolished feature carries again (K5.1)."""

    work: str
    kind: str
    side: str
    at: Point
    cut: str

    def apply(self, state: State) -> None:
        del state.works[self.work]
        del state.works[self.cut]
        altered_terrain.update_altered_terrain(state)


@dataclass(frozen=True, slots=True)
class StoresDestroyed(Event[State]):
    """A depot was burnt, or wagons were emptied (K5.2, K5.3)."""

    work: str
    kind: str
    side: str
    stores: tuple[str, ...]

    def apply(self, state: State) -> None:
        del state.works[self.work]
        for id_ in self.stores:
            state.vehicles[id_] = state.vehicles[id_]._replace(load=())


def _tell_all(state: State, work: str) -> None:
    """A work is done, and everybody sees it."""
    done = state.works[work]
    state.works[work] = done._replace(done=done.needs, crew=(), known_to=state.sides)
