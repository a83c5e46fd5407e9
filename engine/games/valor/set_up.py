"""The start: units on their hexes, set up in their zones, or waiting to enter (V4.1, V19.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from engine.games.reinforcement_calls import Reserve, call_of
from engine.games.scenario_rules import unknown_type_text
from engine.games.scenario_setup import BoardCache, SquadTerms, squad_terms
from engine.games.shared_events import PlanDropped, StageBegan
from engine.games.valor import unit_lookups
from engine.games.valor.data.rulebook import Rulebook, load_rulebook
from engine.games.valor.events import UnitPlaced, WorkLaid
from engine.games.valor.game_board import GameBoard
from engine.games.valor.state import (
    MARKS,
    PositionPlan,
    Sniper,
    State,
    Unit,
    ValorGame,
    Weapon,
    Work,
)
from engine.hexes.hex import SIDES, Hex
from engine.map.board import Board
from engine.play.decisions import Decision, Procedure, ask
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario, ScenarioUnit
from engine.texts import text

HALF_HEXES = "half-hexes"
SNIPER = "sniper"


class UnplayableScenario(SandtableError):
    """A scenario the rules of valor cannot begin."""


# --- the position in which a scenario begins ------------------------------------------------------


def initial_position(scenario: Scenario) -> State:
    """The position in which a scenario begins; Unplayable or InvalidRules say what is wrong."""
    if len(scenario.sides) != 2:
        raise UnplayableScenario(text("valor.two-sides", None, found=len(scenario.sides)))
    rulebook = load_rulebook(scenario.rules)
    _check(scenario, rulebook)
    weapons = [_weapon(unit) for unit in scenario.units if unit.type in rulebook.weapons]
    on_foot = [unit for unit in scenario.units if unit.type in rulebook.units]
    works = [_work(scenario, rulebook, each.id) for each in scenario.features if each.at]
    state = State(
        rulebook,
        _field(scenario, rulebook),
        SquadTerms(**squad_terms(scenario, _first(scenario))),
        {},
        {weapon.id: weapon for weapon in weapons},
        {work.at: work for work in works},
        {},
        {side.id: dict(side.stocks) for side in scenario.sides},
        {side.id: Sniper(gone=not side.stocks.get(SNIPER)) for side in scenario.sides},
        {entry.id: entry.holder for entry in scenario.objectives},
        tuple(_reserves(scenario, on_foot)),
        tuple(_plans(scenario)),
        active=_first(scenario),
    )
    for unit in on_foot:
        at = _standing(scenario, unit)
        if at is not None:
            state.put(_unit(unit, at))
    return state


_boards: BoardCache[GameBoard] = BoardCache()


def _field(scenario: Scenario, rulebook: Rulebook) -> GameBoard:
    """The field of a map, the same for all games on it under the same rules."""
    return _boards.board(
        scenario,
        lambda board: board.book == rulebook,
        lambda: GameBoard(Board(scenario.played_map), rulebook),
    )


def _first(scenario: Scenario) -> str:
    """Player A: the first side that begins, else the first of all (V0.2)."""
    begins = (side.id for side in scenario.sides if side.begins)
    return next(begins, scenario.sides[0].id)


def _standing(scenario: Scenario, unit: ScenarioUnit) -> Hex | None:
    """The hex a unit begins in, by itself or aboard; None for one that is yet to come."""
    seen: set[str] = set()
    known = {each.id: each for each in scenario.units}
    while unit.aboard and unit.aboard in known and unit.id not in seen:
        seen.add(unit.id)
        unit = known[unit.aboard]
    return unit.at


def _unit(unit: ScenarioUnit, at: Hex) -> Unit:
    made = Unit(unit.id, unit.side, unit.type, at, unit.name, unit.facing, unit.aboard)
    return made.marked(*unit.marks)


def _weapon(unit: ScenarioUnit) -> Weapon:
    return Weapon(unit.id, unit.side, unit.type, unit.bearer, unit.name)


def _work(scenario: Scenario, rulebook: Rulebook, feature: str) -> Work:
    found = next(each for each in scenario.features if each.id == feature)
    assert found.at is not None
    hidden = rulebook.choices.hidden_mines and found.kind == MINEFIELD
    return Work(found.id, found.kind, found.side, found.at, found.facing, hidden)


MINEFIELD = "minefield"


def _reserves(scenario: Scenario, units: list[ScenarioUnit]) -> Iterator[Reserve]:
    @cache
    def within(zone: str) -> tuple[Hex, ...]:
        return _playable(scenario, scenario.zone(zone))

    for unit in units:
        if _standing(scenario, unit) is not None:
            continue
        turn, zone = (unit.arrives.turn, unit.arrives.zone) if unit.arrives else (0, unit.zone)
        hexes = () if unit.aboard else within(zone)
        yield Reserve(
            unit.id, unit.side, unit.type, unit.name, turn, hexes, unit.marks, unit.facing,
            unit.aboard, call=call_of(unit),
        )  # fmt: skip


def _plans(scenario: Scenario) -> Iterator[PositionPlan]:
    @cache
    def within(zone: str) -> tuple[Hex, ...]:
        return _playable(scenario, scenario.zone(zone))

    for each in scenario.features:
        if each.at is None:
            yield PositionPlan(each.id, each.kind, each.side, within(each.zone), each.facing)


def _playable(scenario: Scenario, hexes: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Hexes without the half hexes at the edge, where those are not played on (V2.3)."""
    if scenario.rules.get("half_hexes") == "playable":
        return hexes
    known = HALF_HEXES in scenario.zones or HALF_HEXES in scenario.map.zones
    halves = frozenset(scenario.zone(HALF_HEXES)) if known else frozenset()
    return tuple(hex_ for hex_ in hexes if hex_ not in halves)


def _check(scenario: Scenario, rulebook: Rulebook) -> None:
    """Unplayable for what `check` finds before, so that no game begins with nonsense."""
    types = {**rulebook.units, **rulebook.weapons}
    ids = {unit.id: unit for unit in scenario.units}
    for unit in scenario.units:
        if unit.type not in types:
            raise UnplayableScenario(unknown_type_text(unit.type, types))
        wanted = unit.bearer if unit.type in rulebook.weapons else unit.aboard
        needs = unit.type in rulebook.weapons or bool(unit.aboard)
        if needs and (wanted not in ids or ids[wanted].side != unit.side):
            raise UnplayableScenario(
                text("valor.nobody-bears", None, unit=unit.id, found=wanted or "–")
            )
        for mark in unit.marks:
            if mark not in MARKS:
                options = ", ".join(MARKS)
                values = {"what": "marks", "found": mark, "options": options}
                raise UnplayableScenario(text("game.rules-value", None, **values))
    for feature in scenario.features:
        if feature.kind not in rulebook.works:
            raise UnplayableScenario(unknown_type_text(feature.kind, rulebook.works))


# --- placing --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place(Decision[State, Hex]):
    """The hex in which a unit is set up (V4.1)."""

    unit: str

    def options(self, state: State) -> list[Hex]:
        return placement_hexes(state, reserve_of_unit(state, self.unit))


@dataclass(frozen=True, slots=True)
class PlacePosition(Decision[State, Hex]):
    """The hex in which a position is laid (V19.1)."""

    position: str

    def options(self, state: State) -> list[Hex]:
        return position_sites(state, position_plan(state, self.position))


@dataclass(frozen=True, slots=True)
class Face(Decision[State, int]):
    """The hexside that a unit or position faces in a hex (V7.1, V19.6)."""

    unit: str
    at: Hex

    def options(self, state: State) -> list[int]:
        return list(range(SIDES))


def reserve_of_unit(state: State, unit: str) -> Reserve:
    """A unit that is yet to come."""
    return next(entry for entry in state.reserves if entry.id == unit)


def position_plan(state: State, id_: str) -> PositionPlan:
    """A position that is yet to be laid."""
    return next(entry for entry in state.plans if entry.id == id_)


def set_up_activity(game: ValorGame) -> Procedure[None]:
    """One position or unit is set up; when all are, the game begins (V4.1)."""
    state = game.state
    if state.plans:
        yield from lay_position(game, state.plans[0])
        return
    waiting = next((each for each in state.reserves if each.turn == 0 and not each.aboard), None)
    if waiting is None:
        game.emit(StageBegan("done"))
    else:
        yield from place(game, waiting)


def lay_position(game: ValorGame, entry: PositionPlan) -> Procedure[None]:
    """A side lays a position in one of its hexes; one without room is left out (V19.2)."""
    hexes = position_sites(game.state, entry)
    if not hexes:
        game.emit(PlanDropped(entry.id, entry.kind, entry.side))
        return
    at = hexes[0]
    if len(hexes) > 1:
        at = yield from ask(PlacePosition(entry.side, entry.id))
    facing = entry.facing
    if game.state.book.works[entry.kind].arc and facing is None:
        facing = yield from ask(Face(entry.side, entry.id, at))
    hidden = game.state.book.choices.hidden_mines and entry.kind == MINEFIELD
    game.emit(WorkLaid(entry.id, entry.kind, entry.side, at, facing, hidden))


def place(game: ValorGame, entry: Reserve) -> Procedure[None]:
    """A side sets a unit up in its zone."""
    hexes = placement_hexes(game.state, entry)
    if not hexes:
        raise UnplayableScenario(text("valor.no-room", None, unit=entry.id))
    at = hexes[0]
    if len(hexes) > 1:
        at = yield from ask(Place(entry.side, entry.id))
    facing = entry.facing
    if facing is None and game.state.type_of(entry).is_vehicle_unit:
        facing = yield from ask(Face(entry.side, entry.id, at))
    game.emit(UnitPlaced(entry.id, at, facing))


def placement_hexes(state: State, entry: Reserve) -> list[Hex]:
    """The hexes a unit may be set up in: allowed ground, room, no enemies (V6.11, V10)."""
    open_to_it = state.field.hexes_open_to(state.type_of(entry).movement_class)
    return [
        hex_
        for hex_ in entry.hexes
        if hex_ in open_to_it
        and (
            unit_lookups.is_empty(state, hex_)
            or (
                not unit_lookups.has_enemies_at(state, hex_, entry.side)
                and unit_lookups.fits_in_hex(state, hex_, entry.side, [entry])
            )
        )
    ]


def position_sites(state: State, entry: PositionPlan) -> list[Hex]:
    """The hexes a position may lie in: one a hex, on the right ground (V19.2)."""
    kind = state.book.works[entry.kind]
    field, rules = state.field, state.book.ground
    free = (hex_ for hex_ in entry.hexes if hex_ not in state.works)
    return [hex_ for hex_ in free if rules.takes(kind, field.ground(hex_))]
