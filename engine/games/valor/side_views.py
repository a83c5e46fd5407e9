"""Views of a side (V0.3): all but hidden mines and reinforcements to come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.games.game_rules import shared_position
from engine.games.reinforcement_calls import reinforcement_values
from engine.games.valor.state import MARKS, PASSING, State, Unit
from engine.games.valor.victory import victory_points
from engine.games.victory_judgement import known_tallies
from engine.play.position import HexFeature, Piece, Position
from engine.play.unit_locations import LocatedPiece, LocatedUnit, UnitLocations


def side_view(state: State, side: str) -> State:
    """The position without the other side's hidden mines and reinforcements."""
    seen = state.copy()
    seen.works = {
        at: work for at, work in state.works.items() if not work.hidden or work.side == side
    }
    seen.reserves = tuple(entry for entry in state.reserves if entry.side == side)
    seen.tallies = known_tallies(state, side)
    seen.plans = tuple(plan for plan in state.plans if plan.side == side)
    coming = {entry.id for entry in state.reserves if entry.side != side}
    seen.weapons = {id_: each for id_, each in state.weapons.items() if each.bearer not in coming}
    seen.clear_lookups()
    return seen


def secret_words(state: State, side: str) -> list[str]:
    """Words that must not be in a side's view: reinforcements, their weapons, hidden mines."""
    coming = [entry.id for entry in state.reserves if entry.side != side]
    borne = [each.id for each in state.weapons.values() if each.bearer in coming]
    mines = [work.id for work in state.works.values() if work.hidden and work.side != side]
    return coming + borne + mines + [plan.id for plan in state.plans if plan.side != side]


# --- as values ------------------------------------------------------------------------------------

SNIPER, SMOKE, LANE = "sniper", "smoke", "lane"


def position_as_values(state: State) -> Position:
    """The position as values for screens and reports."""
    return replace(
        shared_position(state, _pieces(state), state.lost, victory_points),
        lying=tuple(_lying(state)),
        coming=tuple(reinforcement_values(e, e.turn) for e in state.reserves),
        holders=dict(state.holders),
        stocks={side: dict(store) for side, store in state.stocks.items()},
        more={"exited": [unit.id for unit in state.exited]},
    )


def unit_locations(state: State) -> UnitLocations:
    """Return the locations of all units, with the weapons they bear."""
    units: dict[str, LocatedPiece] = {**state.units}
    for weapon in state.weapons.values():
        if weapon.bearer in state.units:
            units[weapon.id] = LocatedUnit(weapon.id, weapon.side, state.units[weapon.bearer].at)
    return UnitLocations(state.turn, units, state.lost, state.holders.copy())


def _pieces(state: State) -> Iterator[Piece]:
    for unit in state.units.values():
        yield Piece(
            unit.id, unit.side, unit.type, None if unit.inside else unit.at, unit.inside,
            facing=None if unit.inside else unit.facing, values=counter_values(state, unit),
            marks=unit_marks(unit),
        )  # fmt: skip
    for weapon in state.weapons.values():
        if weapon.bearer in state.units:
            yield Piece(weapon.id, weapon.side, weapon.type, bearer=weapon.bearer)


def unit_marks(unit: Unit) -> tuple[str, ...]:
    """The states of a unit that have a marker or a badge (V1.17)."""
    return tuple(mark for mark in (*MARKS, *PASSING) if getattr(unit, mark))


def counter_values(state: State, unit: Unit) -> dict[str, int | str]:
    """Return the values on a unit's counter: firepower, range and so on (V1.9–V1.16)."""
    type_ = state.type_of(unit)
    words = ("apfp", "range", "cr", "modifier", "atfp", "gun", "mg360", "mgff", "front", "rear",
             "mp", "transport")  # fmt: skip
    return {word: value for word in words if (value := getattr(type_, word))}


def _lying(state: State) -> Iterator[HexFeature]:
    for work in state.works.values():
        marked = ("hidden",) if work.hidden else ()
        yield HexFeature(
            work.kind, work.at, id=work.id, side=work.side, facing=work.facing, marks=marked
        )
    for at, number in state.smoke.items():
        yield HexFeature(SMOKE, at, amount=number)
    for lane in state.lanes:
        for at in lane.hexes:
            yield HexFeature(LANE, at, type=lane.weapon, side=lane.side)
    for number, mission in enumerate(state.missions):
        marked = (SMOKE,) if mission.smoke else ()
        yield HexFeature(
            mission.kind, mission.at, id=f"mission-{number}", side=mission.side, marks=marked
        )
    for side, sniper in state.snipers.items():
        if sniper.at is not None:
            yield HexFeature(SNIPER, sniper.at, side=side)
