"""Actions of an umpire between activities: figures, guns, prisoners, the turn."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.littlewars.events import Died, LittleEvent, UmpireActed
from engine.games.littlewars.melee_events import Armed, Freed
from engine.games.littlewars.proximity import find_paths
from engine.games.littlewars.state import FigureStatus, Gun, State, WarGame
from engine.games.littlewars.umpire_events import (
    GunHanded,
    SkillSet,
    UnitAdded,
    UnitRemoved,
    UnitShifted,
    UnitTurned,
)
from engine.games.littlewars.vehicle_placement import standing_refusal
from engine.games.umpire_actions import (
    ID,
    SIDE,
    UNIT,
    OrderRefusals,
    UmpireActionKind,
    UmpireOrders,
    Words,
    announce_umpire_act,
)
from engine.play.decisions import Procedure
from engine.play.game import Intervention
from engine.play.option_targets import ActionParameter
from engine.tabletop.footprints import PlacedPiece
from engine.tabletop.shapes import Point
from engine.tabletop.shot_flight import GunnerySkill

WHY = "umpire"
REFUSALS = OrderRefusals("littlewars-umpire")
_require = REFUSALS.require
TO = ActionParameter("place", "place")
MAX_DEGREES = 359


# --- acts -----------------------------------------------------------------------------------------


def _move(state: State, unit: str, place: tuple[int, int]) -> LittleEvent:
    """`move unit place`: put a figure, gun or wagon elsewhere: accidents are put right (L1.3)."""
    found = state.unit_on_table(unit)
    assert found is not None
    at = Point(*place)
    there = state.placed_piece(found)
    _stands(state, PlacedPiece(there.id, there.side, there.type, at, there.facing))
    return UnitShifted(unit, at)


def _turn(state: State, unit: str, degrees: int) -> LittleEvent:
    """`turn unit degrees`: a figure, gun or wagon faces elsewhere."""
    found = state.unit_on_table(unit)
    assert found is not None
    there = state.placed_piece(found)
    _stands(state, PlacedPiece(there.id, there.side, there.type, there.at, degrees))
    return UnitTurned(unit, degrees)


def _add(state: State, unit: str, body: str, place: tuple[int, int]) -> LittleEvent:
    """`add id body place`: a new figure of a body stands on the table."""
    known, at = state.aims.bodies[body], Point(*place)
    kind = state.book.units[known.type]
    _require(kind.men, "no-figure", unit=body)
    _stands(state, PlacedPiece(unit, known.side, kind.footprint, at))
    return UnitAdded(unit, body, at)


def _remove(state: State, unit: str) -> LittleEvent:
    """`remove unit`: take a figure, gun or wagon off the table without loss."""
    return UnitRemoved(unit)


def _kill(state: State, unit: str) -> LittleEvent:
    """`kill unit`: a figure is dead."""
    _require(unit in state.figures, "no-figure", unit=unit)
    return Died((unit,), WHY)


def _free(state: State, unit: str) -> LittleEvent:
    """`free unit`: return a prisoner to its own side, disarmed (L14.3)."""
    figure = state.figures.get(unit)
    _require(
        figure is not None and figure.status is FigureStatus.PRISONER, "no-prisoner", unit=unit
    )
    return Freed((unit,))


def _arm(state: State, unit: str) -> LittleEvent:
    """`arm unit`: a disarmed figure fights again."""
    figure = state.figures.get(unit)
    _require(
        figure is not None and figure.status is FigureStatus.DISARMED, "not-disarmed", unit=unit
    )
    return Armed((unit,))


def _hand(state: State, unit: str, side: str) -> LittleEvent:
    """`hand gun side`: a gun is a side's."""
    _require(unit in state.guns, "no-gun", unit=unit)
    _require(state.guns[unit].side != side, "is-so", unit=unit)
    return GunHanded(unit, side)


def _skill(state: State, unit: str, skill: str) -> LittleEvent:
    """`skill gun skill`: how well a gun is served (S1)."""
    gun: Gun | None = state.guns.get(unit)
    _require(gun is not None, "no-gun", unit=unit)
    _require(gun is not None and gun.skill != skill, "is-so", unit=unit)
    return SkillSet(unit, skill)


ORDERS: Mapping[str, UmpireActionKind] = {
    "move": UmpireActionKind((UNIT, TO), _move),
    "turn": UmpireActionKind((UNIT, ActionParameter("degrees", "number")), _turn),
    "add": UmpireActionKind((ID, ActionParameter("body", "word"), TO), _add),
    "remove": UmpireActionKind((UNIT,), _remove),
    "kill": UmpireActionKind((UNIT,), _kill),
    "free": UmpireActionKind((UNIT,), _free),
    "arm": UmpireActionKind((UNIT,), _arm),
    "hand": UmpireActionKind((UNIT, SIDE), _hand),
    "skill": UmpireActionKind(
        (UNIT, ActionParameter("skill", "word", tuple(map(str, GunnerySkill)))), _skill
    ),
}


# --- checks ---------------------------------------------------------------------------------------


def _stands(state: State, there: PlacedPiece) -> None:
    """Refuse a place in which one cannot stand."""
    known = state.unit_on_table(there.id) is not None
    now = find_paths(state).without([there.id]) if known else find_paths(state)
    found = standing_refusal(state.field, now, there)
    _require(found is None, "no-standing", unit=there.id)


def _words(state: State) -> Words:
    return {"side": state.sides, "body": tuple(state.aims.bodies)}


def _is_known(state: State, unit: str) -> bool:
    return state.known_piece(unit) is not None


def _is_unit(state: State, unit: str) -> bool:
    return state.unit_on_table(unit) is not None


ACTIONS = UmpireOrders(REFUSALS, ORDERS, _words, _is_known, _is_unit, MAX_DEGREES)
umpire_acts = ACTIONS.acts


def intervene(game: WarGame, order: Intervention) -> Procedure[None]:
    """Carry out an umpire's order.

    InvalidInterventionError for what the position does not allow.
    """
    happens = ACTIONS.read(game.state, order)
    yield from announce_umpire_act(
        game, order, happens(game.state, *order.arguments), acted=UmpireActed
    )
