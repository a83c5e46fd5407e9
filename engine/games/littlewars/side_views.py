"""Views of sides, and the position as values: all is open but a curtain's side (E6)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.games.game_rules import shared_position
from engine.games.littlewars import game_end, gun_crews
from engine.games.littlewars.move_clock import minutes_of
from engine.games.littlewars.state import (
    Figure,
    FigureStatus,
    Gun,
    Phase,
    RemovedPiece,
    State,
    Vehicle,
    Work,
)
from engine.play.position import HexFeature, PendingUnit, Piece, Position
from engine.play.unit_locations import UnitLocations

BOX = "box"


def side_view(state: State, side: str) -> State:
    """The position without what the other side hides: behind a curtain, in the ground (E6)."""
    seen = state.copy()
    if side not in state.sides:
        return seen
    seen.viewer = side
    seen.works = {name: work for name, work in state.works.items() if _knows(work, side)}
    _hide_what_is_boxed(state, seen, side)
    if state.phase is Phase.CURTAIN:
        seen.figures = {n: each for n, each in state.figures.items() if not _hides(state, side, n)}
        seen.guns = {n: each for n, each in state.guns.items() if not _hides(state, side, n)}
        seen.vehicles = {
            n: each for n, each in state.vehicles.items() if not _hides(state, side, n)
        }
        seen.waiting = tuple(each for each in state.waiting if each.side == side)
        seen.ready = tuple(each for each in state.ready if each == side)
        own = {name for name, body in state.aims.bodies.items() if body.side == side}
        fed = {name: each for name, each in state.war.feeding.items() if name in own}
        seen.war = state.war.with_(feeding=fed)
    return seen


def _hide_what_is_boxed(state: State, seen: State, side: str) -> None:
    """Hide the content of the other side's boxes (L21.3)."""
    inside = _figures_in_boxes(state, side)
    if not inside:
        return
    for box in _boxes(state, side):
        seen.vehicles[box.id] = box._replace(aboard=())
    seen.carried = {id_: each for id_, each in state.carried.items() if id_ not in inside}
    hidden = ((each.side, each.type) for id_, each in state.carried.items() if id_ in inside)
    seen.unseen = tuple(sorted(hidden))


def _boxes(state: State, side: str) -> list[Vehicle]:
    """The boxes into which a side does not see."""
    return [each for each in state.vehicles.values() if each.type == BOX and each.side != side]


def _figures_in_boxes(state: State, side: str) -> frozenset[str]:
    """Return the ids of enemies in boxes, on the table or not."""
    seen = {id_ for each in state.vehicles.values() if each.type != BOX for id_ in each.aboard}
    foes = (id_ for id_, each in state.carried.items() if each.side != side)
    return frozenset(id_ for id_ in foes if id_ not in seen)


def _knows(work: Work, side: str) -> bool:
    return side == work.side or side in work.known_to


def _hides(state: State, side: str, id_: str) -> bool:
    """Return whether a curtain hides an enemy that the scenario does not place."""
    unit = state.unit_on_table(id_)
    assert unit is not None
    body = unit.body if isinstance(unit, Figure) else id_
    return unit.side != side and not state.aims.bodies[body].at


def secret_words(state: State, side: str) -> list[str]:
    """Words that must not be in a side's view: ids of what is hidden from it."""
    if side not in state.sides:
        return []
    hidden = [work.id for work in state.works.values() if not _knows(work, side)]
    hidden += _figures_in_boxes(state, side)
    if state.phase is Phase.CURTAIN:
        for units in (state.figures, state.guns, state.vehicles):
            hidden += [id_ for id_ in units if _hides(state, side, id_)]
    return sorted(hidden)


# --- as values ------------------------------------------------------------------------------------


def position_as_values(state: State) -> Position:
    """The position as values."""
    pieces = (
        *(_figure(state, each) for each in state.figures.values()),
        *(_gun(state, each) for each in state.guns.values()),
        *(_vehicle(each) for each in state.vehicles.values()),
        *(_riding(state, each) for each in state.carried.values() if _rides(state, each)),
    )
    return replace(
        shared_position(state, pieces, state.gone, _points),
        lying=tuple(_work(each) for each in state.works.values()),
        coming=tuple(PendingUnit(each.id, each.side, each.type) for each in state.waiting),
        more=_more(state),
    )


def _points(state: State, side: str) -> int:
    return int(game_end.points_without_bonus(state, side))


def unit_locations(state: State) -> UnitLocations:
    """Return the locations of all units, except those aboard a carrier."""
    return UnitLocations(state.turn, {**state.figures, **state.guns, **state.vehicles}, state.gone)


def _figure(state: State, figure: Figure) -> Piece:
    values: dict[str, int | str] = {"move": state.book.rate_of(figure.type) // 16}
    values |= {"party": figure.party} if figure.party else {}
    return Piece(
        figure.id, figure.side, figure.type, figure.at, facing=figure.facing, values=values,
        marks=tuple(_marks(state, figure)),
    )  # fmt: skip


def _marks(state: State, figure: Figure) -> list[str]:
    marks = [figure.status.value] if figure.status is not FigureStatus.FIT else []
    if figure.is_fit and figure.party:
        marks.append("escorting")
    if state.is_loading(figure.id):
        marks.append("boarding")
    if figure.id in state.war.short:
        marks.append("unsupplied")
    return [*marks, "has-moved"] if figure.moved else marks


def _gun(state: State, gun: Gun) -> Piece:
    served = len(gun_crews.serving_men(state, gun))
    marks = ["in-action"] if served >= gun_crews.CREW else []
    marks += ["gun-spent"] if gun.done else []
    marks += ["gun-out"] if gun.out_until >= state.move > 0 else []
    values: dict[str, int | str] = {"skill": gun.skill, "served": served}
    return Piece(
        gun.id, gun.side, gun.type, gun.at, facing=gun.facing, values=values, marks=tuple(marks)
    )


def _vehicle(vehicle: Vehicle) -> Piece:
    values: dict[str, int | str] = dict(vehicle.load)
    values |= {"aboard": len(vehicle.aboard)} if vehicle.aboard else {}
    marks = ("has-moved",) if vehicle.moved else ()
    return Piece(
        vehicle.id, vehicle.side, vehicle.type, vehicle.at, facing=vehicle.facing, values=values,
        marks=marks,
    )  # fmt: skip


def _rides(state: State, unit: Figure | Gun) -> bool:
    """Return whether a unit is aboard a carrier on the table."""
    return bool(state.carriers_of(unit.id))


def _riding(state: State, unit: Figure | Gun) -> Piece:
    """One who is aboard something."""
    carrier = state.carriers_of(unit.id)[0]
    return Piece(unit.id, unit.side, unit.type, inside=carrier.id, facing=carrier.facing)


def _work(work: Work) -> HexFeature:
    marks = () if work.is_finished else ("under-work",)
    return HexFeature(work.kind, work.at, id=work.id, side=work.side, amount=work.done, marks=marks)


def _more(state: State) -> dict[str, Any]:
    """Return data of this game only: back lines, clock, points in halves, prisoners."""
    return {
        "edges": dict(state.edges),
        "first": state.first,
        "defender": state.defender,
        "move": state.move,
        "minutes": {side: minutes_of(state, side) for side in state.sides},
        "halves": {side: game_end.points_in_halves(state, side) for side in state.sides},
        "men": {side: state.count_men(side) for side in state.sides},
        "led_off": [_as_gone(each) for each in state.gone if each.captor],
        "melees": [list(each.figures) for each in state.melees],
        "routed": state.routed,
    }


def _as_gone(gone: RemovedPiece) -> dict[str, str]:
    return {"id": gone.id, "side": gone.side, "captor": gone.captor}
