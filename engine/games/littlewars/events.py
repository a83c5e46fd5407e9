"""Events of Little Wars, the only writers of its state, in the order of play."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.littlewars.state import Phase, State
from engine.play.events import Event, UmpireOnlyEvent
from engine.play.position import Result
from engine.tabletop.shapes import Point

Course = tuple[str, tuple[Point, ...], int]
"""A figure that moved, its path and its facing afterwards."""
LittleEvent = Event[State]


# --- before the first move (L1, L2) ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EdgeChosen(LittleEvent):
    """A side has its back line (L1.2)."""

    side: str
    edge: str

    def apply(self, state: State) -> None:
        state.edges[self.side] = self.edge


@dataclass(frozen=True, slots=True)
class FirstDecided(LittleEvent):
    """The First Player is decided (L2.1)."""

    side: str
    by_coin: bool

    def apply(self, state: State) -> None:
        state.first = self.side


@dataclass(frozen=True, slots=True)
class DefenderDecided(LittleEvent):
    """The defender is decided (L19.2)."""

    side: str

    def apply(self, state: State) -> None:
        state.defender = self.side


@dataclass(frozen=True, slots=True)
class PhaseBegan(LittleEvent):
    """Set-up begins, or a part of a move (L5)."""

    phase: str
    side: str = ""

    def apply(self, state: State) -> None:
        state.phase = Phase(self.phase)


@dataclass(frozen=True, slots=True)
class Placed(LittleEvent):
    """A side has set up some of its own (L2.2); behind a curtain only it knows."""

    side: str
    placed: tuple[tuple[str, Point, int], ...]
    is_hidden: bool

    def apply(self, state: State) -> None:
        waiting = {each.id: each for each in state.waiting}
        for id_, at, facing in self.placed:
            if id_ in waiting:
                state.enter(waiting[id_], at, facing)
            else:
                state.put(id_, at, facing)
        entered = {id_ for id_, _, _ in self.placed}
        state.waiting = tuple(each for each in state.waiting if each.id not in entered)

    def seers(self) -> tuple[str, ...] | None:
        return (self.side,) if self.is_hidden else None


@dataclass(frozen=True, slots=True)
class SetUpDone(LittleEvent):
    """A side is ready."""

    side: str

    def apply(self, state: State) -> None:
        state.ready = (*state.ready, self.side)


@dataclass(frozen=True, slots=True)
class SetAside(LittleEvent):
    """Chance leaves some of a side's men out of its army (L20.2)."""

    side: str
    left_out: tuple[str, ...]

    def apply(self, state: State) -> None:
        out = set(self.left_out)
        state.waiting = tuple(each for each in state.waiting if each.id not in out)


@dataclass(frozen=True, slots=True)
class CurtainDrawn(LittleEvent):
    """Both sides are ready: the curtain is drawn back, and all is seen (L2.2)."""


# --- moves (L3, L5) -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(LittleEvent):
    """A turn begins: a move of each side, the First Player's first."""

    turn: int


@dataclass(frozen=True, slots=True)
class MoveBegan(LittleEvent):
    """A side's move begins; it has so many minutes (L3.1)."""

    side: str
    move: int
    minutes: int

    def apply(self, state: State) -> None:
        state.move, state.active, state.phase = self.move, self.side, Phase.GUNS
        if state.war.short:
            state.war = state.war.with_(short=frozenset())
        if not state.began_with:
            state.began_with = tuple((side, state.count_men(side)) for side in state.sides)
        for id_, figure in state.figures.items():
            state.figures[id_] = figure._replace(moved=False, came=figure.at)
        for id_, gun in state.guns.items():
            state.guns[id_] = gun._replace(done=False, shots=0, came=gun.at)
        for id_, vehicle in state.vehicles.items():
            state.vehicles[id_] = vehicle._replace(moved=False)


@dataclass(frozen=True, slots=True)
class MoveEnded(LittleEvent):
    """A side's move is over, and what came of it is done."""

    side: str
    move: int


# --- guns (L8, S) ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GunMoved(LittleEvent):
    """A gun is drawn along a way by men, whose move is spent so (L8.3)."""

    gun: str
    path: tuple[Point, ...]
    facing: int
    crew: tuple[Course, ...]

    def apply(self, state: State) -> None:
        state.put(self.gun, self.path[-1], self.facing)
        state.guns[self.gun] = state.guns[self.gun]._replace(done=True, is_fresh=False)
        for id_, path, facing in self.crew:
            state.put(id_, path[-1], facing)
            state.figures[id_] = state.figures[id_]._replace(moved=True, is_fresh=False)


@dataclass(frozen=True, slots=True)
class GunLaid(LittleEvent):
    """A gun is turned and elevated for a shot (L8.2); men in the way are laid down for it."""

    gun: str
    aim: Point
    facing: int
    laid_down: tuple[str, ...]
    target: str = ""

    def apply(self, state: State) -> None:
        state.guns[self.gun] = state.guns[self.gun]._replace(facing=self.facing)


@dataclass(frozen=True, slots=True)
class ShotFired(LittleEvent):
    """A shot has gone its way: over the table, who fell, who was touched, where the bolt lies (S).

    `path` has points with their height over the table. `by` is `model` or `umpire` (S2). `stopped`
    is the feature, gun or wagon that stopped it, if one did.
    """

    gun: str
    aim: Point
    faces: tuple[int, ...]
    path: tuple[tuple[int, int, int], ...]
    fallen: tuple[str, ...]
    touched: tuple[str, ...]
    lies: Point | None
    stopped: str = ""
    by: str = "model"

    def apply(self, state: State) -> None:
        gun = state.guns[self.gun]
        state.guns[self.gun] = gun._replace(shots=gun.shots + 1)


@dataclass(frozen=True, slots=True)
class GunDone(LittleEvent):
    """A gun has had its move; two of its men are put at the trail's end (L8.2)."""

    gun: str
    crew: tuple[tuple[str, Point], ...] = ()

    def apply(self, state: State) -> None:
        state.guns[self.gun] = state.guns[self.gun]._replace(done=True)
        for id_, at in self.crew:
            state.put(id_, at)


@dataclass(frozen=True, slots=True)
class Died(LittleEvent):
    """Figures are dead: by a shot, in a mêlée, or by what else a word of the game says."""

    figures: tuple[str, ...]
    why: str

    def apply(self, state: State) -> None:
        for id_ in self.figures:
            state.remove(id_, self.why)


# --- men (L6, L11) --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MenMoved(LittleEvent):
    """Figures have gone their ways; those that could not stay (G8)."""

    side: str
    deed: str
    moved: tuple[Course, ...]
    stayed: tuple[str, ...] = ()

    def apply(self, state: State) -> None:
        formation = self.deed if self.deed != "go" else ""
        for id_, path, facing in self.moved:
            state.put(id_, path[-1], facing)
            figure = state.figures[id_]
            stands = formation or figure.formation
            state.figures[id_] = figure._replace(moved=True, formation=stands, is_fresh=False)


@dataclass(frozen=True, slots=True)
class ContactMade(LittleEvent):
    """Figures have come into contact with enemies: they stop until the move ends (L6.5)."""

    pairs: tuple[tuple[str, str], ...]


# --- the end (L17–L19) ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reached(LittleEvent):
    """So many men of a side stand on the enemy's back line (L18.1, L19.5)."""

    side: str
    men: int

    def apply(self, state: State) -> None:
        others = [each for each in state.reached if each[0] != self.side]
        state.reached = (*others, (self.side, self.men))


@dataclass(frozen=True, slots=True)
class RoutBegan(LittleEvent):
    """After a breakthrough the loser has some moves to get off (L18.2)."""

    side: str
    until: int

    def apply(self, state: State) -> None:
        state.routed, state.rout_until = self.side, self.until


@dataclass(frozen=True, slots=True)
class Abandoned(LittleEvent):
    """Units that a loser abandons: guns go to the winner, men become prisoners (L18.2)."""

    side: str
    winner: str
    units: tuple[str, ...]

    def apply(self, state: State) -> None:
        for id_ in self.units:
            if id_ in state.guns:
                state.guns[id_] = state.guns[id_]._replace(
                    side=self.winner, taken=state.move, passed_by=()
                )
            else:
                state.remove(id_, "abandoned", self.winner)


@dataclass(frozen=True, slots=True)
class GaveIn(LittleEvent):
    """A side gives in (L17.1)."""

    side: str

    def apply(self, state: State) -> None:
        state.gave_in = self.side


@dataclass(frozen=True, slots=True)
class GameEnded(LittleEvent):
    """The game is over; points are in halves (L17.2)."""

    winner: str
    reason: str
    halves: tuple[tuple[str, int], ...]

    def apply(self, state: State) -> None:
        state.phase, state.active = Phase.OVER, ""
        state.halves = self.halves
        points = {side: halves // 2 for side, halves in self.halves}
        state.result = Result(self.winner or None, self.reason, points)


@dataclass(frozen=True, slots=True)
class UmpireActed(UmpireOnlyEvent[State]):
    """The umpire has acted, and says why."""

    act: str
    who: str
    why: str
