"""The start: squads are built, units and works set up, some of them in Op Fire mode (G5, Q5)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.shared_events import DONE, PlanDropped, StageBegan
from engine.games.tide import operations_cards, unit_lookups
from engine.games.tide.data.piece_types import MINES, PLACES, base_places_filled
from engine.games.tide.events import (
    FigureChosen,
    OpFirePrepared,
    PoolLeft,
    SetUpDone,
    SheltersTaken,
    SquadBuilt,
    TokenChosen,
    UnitPlaced,
    WorkLaid,
    awaited_reserve_unit,
)
from engine.games.tide.initial_state import UnplayableScenario
from engine.games.tide.state import ActivationMode, Reserve, State, TideGame, WorkPlan
from engine.hexes.hex import Hex
from engine.play.decisions import Decision, Procedure, ask
from engine.texts import text

SET_UP = "set-up"


@dataclass(frozen=True, slots=True)
class Build(Decision[State, str | None]):
    """The next figure or token for a base; None completes the squad or the building (Q5)."""

    unit: str

    def options(self, state: State) -> list[str | None]:
        return [*figures_for_base(state, awaited_reserve_unit(state, self.unit)), None]


@dataclass(frozen=True, slots=True)
class Place(Decision[State, Hex]):
    """The hex in which a unit is set up or enters the map (G5, ST6)."""

    unit: str

    def options(self, state: State) -> list[Hex]:
        return placement_hexes(state, awaited_reserve_unit(state, self.unit))


@dataclass(frozen=True, slots=True)
class Lay(Decision[State, Hex]):
    """The hex of a work to be laid (G5)."""

    work: str

    def options(self, state: State) -> list[Hex]:
        return work_sites(state, work_plan(state, self.work))


@dataclass(frozen=True, slots=True)
class Ready(Decision[State, str | None]):
    """The next unit to begin in Op Fire mode; None ends the choice (G5)."""

    def options(self, state: State) -> list[str | None]:
        return [*units_for_op_fire(state, self.side), None]


# --- one activity after another -------------------------------------------------------------------


def set_up_activity(game: TideGame) -> Procedure[None]:
    """The side with the initiative sets up, then the other (G5)."""
    state = game.state
    side = next((each for each in state.sides_by_initiative if each not in state.out), None)
    if side is None:
        yield from operations_cards.begin_card_play(game)
        game.emit(StageBegan(DONE))
        return
    base = next(
        (unit for unit in state.unbuilt if awaited_reserve_unit(state, unit).side == side), None
    )
    laying = next((each for each in state.plans if each.side == side), None)
    waiting = next((each for each in state.reserves if _is_placed_now(each, side)), None)
    if base is not None:
        yield from build(game, base)
    elif laying is not None:
        yield from lay_work(game, laying)
    elif waiting is not None:
        yield from place(game, waiting)
    else:
        take_shelter(game, side)
        yield from choose_op_fire_units(game, side)
        game.emit(SetUpDone(side))


def _is_placed_now(entry: Reserve, side: str) -> bool:
    return entry.side == side and entry.round == 0 and not entry.aboard


# --- building (Q5) --------------------------------------------------------------------------------


def figures_for_base(state: State, entry: Reserve) -> list[str]:
    """Return what a base may still take from the pool: figures, a token (Q1, Q4)."""
    known, pool = state.book.figures, state.pools[entry.side]
    have = state.figures_of(entry)
    rest = PLACES - base_places_filled(have)
    found = [
        kind for kind, count in pool.items()
        if count and kind in known and known[kind].places <= rest
        and not (entry.token and known[kind].is_crew)
    ]  # fmt: skip
    if have and not entry.token and unit_lookups.may_have_token(have):
        found += [kind for kind, count in pool.items() if count and kind in state.book.tokens]
    return found


def build(game: TideGame, unit: str) -> Procedure[None]:
    """A base is filled figure by figure; left empty, its side builds no more (Q5)."""
    entry = awaited_reserve_unit(game.state, unit)
    while figures_for_base(game.state, awaited_reserve_unit(game.state, unit)):
        chosen = yield from ask(Build(entry.side, unit))
        if chosen is None:
            break
        made = FigureChosen if chosen in game.state.book.figures else TokenChosen
        game.emit(made(unit, entry.side, chosen))
    if awaited_reserve_unit(game.state, unit).figures:
        game.emit(SquadBuilt(unit, entry.side))
        return
    left = (
        base
        for base in game.state.unbuilt
        if awaited_reserve_unit(game.state, base).side == entry.side
    )
    game.emit(PoolLeft(entry.side, tuple(left)))


# --- placing (G5, G6) -----------------------------------------------------------------------------


def work_plan(state: State, id_: str) -> WorkPlan:
    """A work that is yet to be laid."""
    return next(entry for entry in state.plans if entry.id == id_)


def lay_work(game: TideGame, entry: WorkPlan) -> Procedure[None]:
    """A side lays a work in one of its hexes; one without room is left out (X4, X6)."""
    hexes = work_sites(game.state, entry)
    if not hexes:
        game.emit(PlanDropped(entry.id, entry.kind, entry.side))
        return
    at = hexes[0]
    if len(hexes) > 1:
        at = yield from ask(Lay(entry.side, entry.id))
    hidden = entry.kind == MINES and game.state.book.choices.hidden_mines
    game.emit(WorkLaid(entry.id, entry.kind, entry.side, at, SET_UP, hidden))


def work_sites(state: State, entry: WorkPlan) -> list[Hex]:
    """The hexes a work may lie in: the right ground, and room (X3, X4, X6)."""
    return [hex_ for hex_ in entry.hexes if unit_lookups.can_hold_work(state, hex_, entry.kind)]


def place(game: TideGame, entry: Reserve) -> Procedure[None]:
    """A side sets a unit up in its zone (G5)."""
    hexes = placement_hexes(game.state, entry)
    if not hexes:
        raise UnplayableScenario(text("tide.no-room", None, unit=entry.id))
    at = hexes[0]
    if len(hexes) > 1:
        at = yield from ask(Place(entry.side, entry.id))
    game.emit(UnitPlaced(entry.id, at))


def placement_hexes(state: State, entry: Reserve) -> list[Hex]:
    """The hexes a unit may be set up in: allowed ground, room, no enemies (G3, G6)."""
    going = state.type_of(entry).movement_class
    return [
        hex_
        for hex_ in entry.hexes
        if state.field.may_stand(going, hex_)
        and not unit_lookups.has_enemies_at(state, hex_, entry.side)
        and unit_lookups.fits_in_hex(state, hex_, entry.side, [entry])
    ]


# --- ready (G5, X4) -------------------------------------------------------------------------------


def take_shelter(game: TideGame, side: str) -> None:
    """Squads begin in the positions of their hexes, as far as there are (X4)."""
    taken: list[tuple[str, str]] = []
    for hex_, here in game.state.stacks_by_hex.items():
        able = [unit.id for unit in here if unit.side == side and unit.is_squad]
        free = [work.id for work in unit_lookups.free_shelters(game.state, hex_)]
        taken += zip(able, free, strict=False)
    if taken:
        game.emit(SheltersTaken(tuple(taken)))


def units_for_op_fire(state: State, side: str) -> list[str]:
    """The units of a side that may be in Op Fire mode and are not yet (G5, A3)."""
    return [
        unit.id
        for unit in state.units_of(side)
        if unit.mode is not ActivationMode.OP_FIRE and unit_lookups.may_prepare(state, unit)
    ]


def choose_op_fire_units(game: TideGame, side: str) -> Procedure[None]:
    """Any number of units begin in Op Fire mode (G5)."""
    while units_for_op_fire(game.state, side):
        unit = yield from ask(Ready(side))
        if unit is None:
            return
        game.emit(OpFirePrepared((unit,), SET_UP))
