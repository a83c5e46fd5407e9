"""The state of a game of Little Wars: figures, guns, whose move it is, and who is busy (L, K)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from engine.games.game_rules import TwoSidedState
from engine.games.littlewars.data.piece_types import UnitType
from engine.games.littlewars.data.rulebook import Rulebook
from engine.games.littlewars.game_tabletop import GameTabletop
from engine.games.littlewars.kriegspiel_state import PEACE, KriegspielState
from engine.games.littlewars.pieces import Figure as Figure
from engine.games.littlewars.pieces import FigureStatus as FigureStatus
from engine.games.littlewars.pieces import Gun as Gun
from engine.games.littlewars.pieces import HiddenPassenger as HiddenPassenger
from engine.games.littlewars.pieces import LoadingProgress as LoadingProgress
from engine.games.littlewars.pieces import Melee as Melee
from engine.games.littlewars.pieces import RemovedPiece as RemovedPiece
from engine.games.littlewars.pieces import Vehicle as Vehicle
from engine.games.littlewars.pieces import WaitingPiece as WaitingPiece
from engine.games.littlewars.pieces import Work as Work
from engine.play.decisions import Procedure
from engine.play.game import Game
from engine.play.position import Result
from engine.play.tabletop_gestures import Gesture, GesturePreview
from engine.scenario.figure_groups import FigureGroup
from engine.scenario.scenario import ScenarioSide
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.shapes import Point

DEFAULT_SKILL = "practised"


class Phase(StrEnum):
    """A phase: before the first move, in a move (L5), or after the game."""

    EDGE = "edge"
    CURTAIN = "curtain"
    SET_UP = "set-up"
    GUNS = "guns"
    MEN = "men"
    MELEE = "melee"
    END = "end"
    OVER = "over"


@dataclass(slots=True)
class State(TwoSidedState):
    """The position. Rulebook, field, aims and customs are shared by all positions.

    `move` counts the moves of both sides from 1, 0 before the first. `viewer` is the side whose
    view this is; empty for the whole truth.
    """

    book: Rulebook = dataclasses.field(repr=False, compare=False)
    field: GameTabletop = dataclasses.field(repr=False, compare=False)
    aims: ScenarioTerms = dataclasses.field(repr=False, compare=False)
    customs: RuleHooks = dataclasses.field(repr=False, compare=False)
    edges: dict[str, str]
    figures: dict[str, Figure]
    guns: dict[str, Gun]
    vehicles: dict[str, Vehicle]
    works: dict[str, Work]
    waiting: tuple[WaitingPiece, ...] = ()
    gone: tuple[RemovedPiece, ...] = ()
    first: str = ""
    defender: str = ""
    ready: tuple[str, ...] = ()  # the sides that have set up
    phase: Phase = Phase.EDGE
    move: int = 0
    active: str = ""
    melees: tuple[Melee, ...] = ()
    parties: int = 0  # how many parties of prisoners there have been
    reached: tuple[tuple[str, int], ...] = ()
    routed: str = ""
    rout_until: int = 0
    gave_in: str = ""
    war: KriegspielState = PEACE
    result: Result | None = None
    viewer: str = ""
    carried: dict[str, Figure | Gun] = dataclasses.field(default_factory=dict)
    """Units aboard a carrier, which are nowhere else."""
    loading: tuple[LoadingProgress, ...] = ()
    unseen: tuple[tuple[str, str], ...] = ()
    """Side and kind of each who is in a box of which the viewer does not know (L21.3)."""
    began_with: tuple[tuple[str, int], ...] = ()  # men of each side at the first move
    halves: tuple[tuple[str, int], ...] = ()  # points at the end, in halves

    @property
    def turn(self) -> int:
        """The turn under way, a move of each side; 0 before the first."""
        return (self.move + 1) // 2

    def copy(self) -> State:
        """An independent position; what it holds is immutable, so shared."""
        twin = dataclasses.replace(self)
        twin.edges, twin.figures, twin.guns = (
            self.edges.copy(),
            self.figures.copy(),
            self.guns.copy(),
        )
        twin.vehicles, twin.works = self.vehicles.copy(), self.works.copy()
        twin.carried = self.carried.copy()
        return twin

    # --- figures ----------------------------------------------------------------------------------

    def figures_of_side(self, side: str) -> list[Figure]:
        """The figures of a side on the table, prisoners too, in their order."""
        return [figure for figure in self.figures.values() if figure.side == side]

    def fit_figures(self, side: str) -> list[Figure]:
        """The figures of a side that fight and serve guns."""
        return [each for each in self.figures.values() if each.side == side and each.is_fit]

    def count_men(self, side: str) -> int:
        """Return the number of men that a side may move, including those aboard."""
        there = (each.status is not FigureStatus.PRISONER for each in self.figures_of_side(side))
        return sum(there) + sum(self.type_of(each).men for each in self.units_aboard(side))

    def units_aboard(self, side: str) -> list[Figure | Gun | HiddenPassenger]:
        """Return the units of a side that are aboard, including those hidden in boxes."""
        hidden = (HiddenPassenger(whose, type_) for whose, type_ in self.unseen)
        return [each for each in (*self.carried.values(), *hidden) if each.side == side]

    def guns_of(self, side: str) -> list[Gun]:
        """The guns a side holds."""
        return [gun for gun in self.guns.values() if gun.side == side]

    def party(self, number: int) -> list[Figure]:
        """The prisoners and guards of a party."""
        return [each for each in self.figures.values() if each.party == number]

    def guards(self, number: int) -> list[Figure]:
        """The guards of a party that are fit."""
        return [each for each in self.party(number) if each.is_fit]

    def prisoners(self, number: int) -> list[Figure]:
        """The prisoners of a party."""
        return [each for each in self.party(number) if each.status is FigureStatus.PRISONER]

    def type_of(
        self, unit: Figure | Gun | Vehicle | WaitingPiece | RemovedPiece | HiddenPassenger
    ) -> UnitType:
        """The unit's type."""
        return self.book.units[unit.type]

    def alive(self, ids: Iterable[str]) -> tuple[str, ...]:
        """Those of some figures that are on the table."""
        return tuple(each for each in ids if each in self.figures)

    def placed_piece(self, unit: Figure | Gun | Vehicle) -> PlacedPiece:
        """Return a unit as it stands on the table; prisoners count for their captors."""
        side = unit.controlling_side if isinstance(unit, Figure) else unit.side
        return PlacedPiece(
            unit.id, side, self.book.units[unit.type].footprint, unit.at, unit.facing
        )

    def placed_pieces(self) -> Iterator[PlacedPiece]:
        """All that stands on the table."""
        for units in (self.figures, self.guns, self.vehicles):
            yield from (self.placed_piece(unit) for unit in units.values())

    def unit_on_table(self, id_: str) -> Figure | Gun | Vehicle | None:
        """A figure, a gun or a vehicle on the table by its id."""
        return self.figures.get(id_) or self.guns.get(id_) or self.vehicles.get(id_)

    def known_piece(self, id_: str) -> Figure | Gun | Vehicle | WaitingPiece | RemovedPiece | None:
        """The same, wherever it is."""
        elsewhere: list[WaitingPiece | RemovedPiece] = [*self.waiting, *self.gone]
        return (
            self.unit_on_table(id_)
            or self.carried.get(id_)
            or next((each for each in elsewhere if each.id == id_), None)
        )

    def type_by_id(self, id_: str) -> UnitType:
        """Return the type of a unit, wherever it is."""
        found = self.known_piece(id_)
        assert found is not None, id_
        return self.type_of(found)

    def enter(self, who: WaitingPiece, at: Point, facing: int) -> None:
        """Put a waiting unit on the table."""
        made = self.as_placed(who, at, facing)
        if isinstance(made, Gun):
            self.guns[who.id] = made
        elif isinstance(made, Figure):
            self.figures[who.id] = made
        else:
            self.vehicles[who.id] = made

    def as_placed(self, who: WaitingPiece, at: Point, facing: int) -> Figure | Gun | Vehicle:
        """One who waits, as it would stand somewhere."""
        body = self.aims.bodies[who.body]
        kind, arm = self.book.units[who.type], body.arm or self.book.units[who.type].arm
        is_fresh = self._is_set_up_on_line(body)
        if kind.is_gun:
            skill = body.skill or DEFAULT_SKILL
            gun = Gun(who.id, who.side, at, who.type, facing, skill, arm, body.name)
            return gun._replace(is_fresh=is_fresh)
        if kind.men:
            figure = Figure(who.id, who.body, who.side, who.type, at, facing, arm, came=at)
            return figure._replace(formation=body.formation, is_fresh=is_fresh)
        load = tuple(sorted(body.load.items()))
        aboard = self.aims.aboard.get(who.id, ())
        vehicle = Vehicle(who.id, who.side, who.type, at, facing, arm, load, aboard, body.name)
        return vehicle._replace(is_fresh=is_fresh)

    def _is_set_up_on_line(self, body: FigureGroup) -> bool:
        """Return whether a side sets a body up along its back line (L2.2)."""
        is_elsewhere = body.at or body.zone or body.aboard
        return not is_elsewhere and body.side != self.defender

    def depth_of_fresh(self, unit: Figure | Gun | Vehicle) -> int:
        """Return how far ahead of its back line a unit stands that has not moved since set-up.

        At its first move it counts as standing on the line (L2.2), so it goes that much less.
        """
        return self.field.depth_at(self.edges[unit.side], unit.at) if unit.is_fresh else 0

    def put(self, id_: str, at: Point, facing: int | None = None) -> None:
        """Put a figure, a gun or a vehicle somewhere."""
        found = self.unit_on_table(id_)
        assert found is not None, id_
        turned = found.facing if facing is None else facing
        if isinstance(found, Figure):
            self.figures[id_] = found._replace(at=at, facing=turned)
        elif isinstance(found, Gun):
            self.guns[id_] = found._replace(at=at, facing=turned)
        else:
            self.vehicles[id_] = found._replace(at=at, facing=turned)

    def remove(self, id_: str, why: str, captor: str = "") -> None:
        """Take a unit off the table, with the units aboard."""
        found = self.unit_on_table(id_) or self.carried.get(id_)
        assert found is not None, id_
        self.gone = (*self.gone, RemovedPiece(id_, found.side, found.type, why, captor))
        for each in found.aboard if isinstance(found, Vehicle) else ():
            if each in self.carried:
                self.remove(each, why, captor)
        units: dict[str, Any]
        for units in (self.figures, self.guns, self.vehicles, self.carried):
            units.pop(id_, None)

    def is_loading(self, id_: str) -> bool:
        """Return whether a unit is going aboard, or a carrier is being loaded."""
        return any(id_ == each.carrier or id_ in each.units for each in self.loading)

    def carriers_of(self, id_: str) -> list[Vehicle]:
        """Return the carriers of a unit; a gun stands on two trucks (L21.5)."""
        return [each for each in self.vehicles.values() if id_ in each.aboard]


@dataclass(frozen=True)
class ScenarioTerms:
    """The terms of a scenario: sides, bodies, length, and back lines."""

    sides: tuple[str, ...]
    side_names: Mapping[str, ScenarioSide]
    bodies: Mapping[str, FigureGroup]
    turns: int
    edges: Mapping[str, str]
    begins: str = ""
    aboard: Mapping[str, tuple[str, ...]] = dataclasses.field(default_factory=dict)
    """Units aboard each carrier at the start (K2.4, L21.3, L21.5)."""


WarGame = Game[State]
Unit = Figure | Gun | Vehicle


# --- what a rulebook that adds to this one may change ---------------------------------------------


def _nothing_more(game: WarGame) -> Procedure[None] | None:
    return None


def _no_orders(state: State, side: str) -> Sequence[Any]:
    return ()


def _reads_nothing(state: State, side: str, answer: Any) -> Any:
    return None


def _as_far(state: State, unit: Unit, path: Sequence[Point], allowed: int, deed: str) -> int:
    return allowed


def _nothing_happens(game: WarGame, ways: Sequence[tuple[str, tuple[Point, ...]]]) -> None:
    return


def _always(state: State, figure: Figure) -> bool:
    return True


def _like_any_gun(state: State, gun: Gun, deed: str) -> bool:
    return deed != "limber"


def _four_shots(state: State, gun: Gun) -> int:
    return 4


def _as_far_as_it_goes(state: State, vehicle: Vehicle, way: Sequence[Point], allowed: int) -> int:
    return allowed


def _nothing_is_done(game: WarGame) -> None:
    return


def _points_at_nothing(state: State, side: str, stroke: Gesture) -> GesturePreview | None:
    return None


def _no_manners(state: State, side: str) -> tuple[str, ...]:
    return ()


def _always_drawn(state: State, gun: Gun) -> bool:
    return True


def _any_range(state: State, gun: Gun) -> int | None:
    return None


@dataclass(frozen=True)
class RuleHooks:
    """Hooks for rulebooks that change Little Wars.

    Each is a function of the position; those of Little Wars are the rules of the chapters named.
    """

    allowance: Callable[[State, Figure], int]
    """Return the distance that a figure may move in this move (L6)."""
    may_move: Callable[[State, Figure], bool]
    """Return whether a figure may move at all."""
    shoot: Callable[[WarGame, str, Point], Procedure[None]]
    """One shot of a gun at a point (S, L9)."""
    serves: Callable[[State, Figure], bool]
    """Return whether a figure counts as serving a gun (L7.1)."""
    gun_reach: Callable[[State, Gun, Sequence[Figure]], int]
    """Return the distance that its crew may haul a gun (L8.3)."""
    before_move: Callable[[WarGame], Procedure[None] | None] = _nothing_more
    """Return the next activity before the guns of a move; None when all are done."""
    before_men: Callable[[WarGame], Procedure[None] | None] = _nothing_more
    """Return the next activity between the guns and the men."""
    after_men: Callable[[WarGame], Procedure[None] | None] = _nothing_more
    """Return the next activity after the men have moved, before the mêlées."""
    end_of_move: Callable[[WarGame], Procedure[None] | None] = _nothing_more
    """Return the next activity at the end of a move, after the mêlées."""
    orders: Callable[[State, str], Sequence[Any]] = _no_orders
    """Return the orders of a side beside moving, as answers of `MoveMen`."""
    carry_out: Callable[[WarGame, Any], Procedure[None]] | None = None
    """Carries out one of these."""
    reads: Callable[[State, str, Any], Any] = _reads_nothing
    """Any answer as one of these that may be given now; None for what is none."""
    along: Callable[[State, Unit, Sequence[Point], int, str], int] = _as_far
    """Return the longest path of a unit, by its move and its action; −1 if barred."""
    passed: Callable[[WarGame, Sequence[tuple[str, tuple[Point, ...]]]], None] = _nothing_happens
    """Apply the effects of the paths that units took."""
    fights: Callable[[State, Figure], bool] = _always
    """Return whether a fit figure takes part in mêlées (L11.3)."""
    may_touch: Callable[[State, Figure], bool] = _always
    """Return whether an ordinary move may end in contact with enemies (L6.5, K6.1)."""
    gun_may: Callable[[State, Gun, str], bool] = _like_any_gun
    """Return whether a gun may fire, move, hold or limber."""
    limber: Callable[[WarGame, str], None] | None = None
    """Limbers a gun, or unlimbers it."""
    shots: Callable[[State, Gun], int] = _four_shots
    """Return the number of shots of a gun in this move (L8.2)."""
    gun_range: Callable[[State, Gun], int | None] = _any_range
    """Return the range of a gun; None without a limit."""
    drives: Callable[[State, Vehicle, Sequence[Point], int], int] = _as_far_as_it_goes
    """Return the longest path of a wagon, box, boat or train, from its move."""
    opens: Callable[[WarGame], None] = _nothing_is_done
    """Apply the effects of the start of a move: shortage of supplies."""
    closes: Callable[[WarGame], None] = _nothing_is_done
    """Apply the effects of the end of a move, before guns are taken: works, loading."""
    pointed: Callable[[State, str, Gesture], GesturePreview | None] = _points_at_nothing
    """Return the preview of a gesture that is more than going or forming up."""
    manners: Callable[[State, str], tuple[str, ...]] = _no_manners
    """Return the other gestures for men between two points, as words of the game."""
    draws: Callable[[State, Gun], bool] = _always_drawn
    """Return whether a gun is ready for loading on a train: limbered, where required."""


def is_at_work(state: State, id_: str) -> bool:
    """Return whether a unit is at work, or is being taken aboard."""
    return state.is_loading(id_) or any(id_ in work.crew for work in state.works.values())
