"""What dice came to, and which cell of which printed table they hit (tank tables A to F)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.games.tank.data.book import Outcome
from engine.games.tank.events import CloseCombatRound, InitiativeRolled, ShotResolved
from engine.games.tank.face import lookups, outlook
from engine.games.tank.state import State, Unit
from engine.games.tank.support_events import GunFired, ShellStruck
from engine.map.terrain import catalogue
from engine.play.events import Event
from engine.play.forecast import RollOutcome
from engine.play.outlook import Cell
from engine.play.sayings import Phrase
from engine.texts import LocalText


def read_rolls(state: State, events: Sequence[Event[Any]]) -> tuple[RollOutcome, ...]:
    """Every roll that events tell of, in order; `state` is any position after them.

    The die that picks a card is not told: its face would tell the card.
    """
    found: list[RollOutcome] = []
    for number, event in enumerate(events):
        match event:
            case ShotResolved():
                found += _rolls_of_shot(state, number, event)
            case ShellStruck():
                found += _shell(state, number, event)
            case GunFired():
                found += _gun(number, event)
            case InitiativeRolled():
                found.append(RollOutcome(number, "initiative", (event.die,), result=event.side))
            case CloseCombatRound():
                found.append(RollOutcome(number, "close-combat", (event.die,), result=event.side))
    return tuple(found)


def _rolls_of_shot(state: State, number: int, told: ShotResolved) -> Iterator[RollOutcome]:
    """The two dice on table C, then the armour die (F4, F5); at level 0 nothing is rolled."""
    if not told.dice:
        return
    book, sum_ = state.book, sum(told.dice)
    corrections = lookups.correct(
        state, told.start, told.at, told.range, told.base, told.corrections
    )
    gun = book.units[_unit(state, told.firer).type].gun
    by_cover = _cover(told)
    yield RollOutcome(
        number,
        "shot",
        told.dice,
        lookups.result_cell(book, told.level, sum_),
        book.direct_results[told.level][sum_],
        Phrase.of("tank.rolled-level", level=told.level),
        tuple(map(outlook.number, corrections)),
        lookups.look_up(state, gun, told.range, corrections),
        by_cover,
        told.result if by_cover else told.rolled,
        _unit(state, told.firer).side,
    )
    if told.armour_die:
        armour = book.units[_unit(state, told.target).type].armour
        yield _armour(state, number, told, lookups.armour_cell(book, armour))


def _shell(state: State, number: int, told: ShellStruck) -> Iterator[RollOutcome]:
    """The two dice on table E at the level of table D, then the die of table F (A5, A6)."""
    book, sum_ = state.book, sum(told.dice)
    level = lookups.cell(book, "D", told.battery, told.distance)
    by_cover = _cover(told)
    yield RollOutcome(
        number,
        "shell",
        told.dice,
        lookups.cell(book, "E", sum_, told.level),
        book.shell_result(told.level, sum_),
        Phrase.of("tank.rolled-level", level=told.level),
        (),
        () if level is None else (level,),
        by_cover,
        told.result if by_cover else told.rolled,
    )
    if told.armour_die:
        armour = book.units[_unit(state, told.unit).type].armour
        yield _armour(state, number, told, lookups.cell(book, "F", told.battery, armour))


def _armour(
    state: State, number: int, told: ShotResolved | ShellStruck, cell: Cell | None
) -> RollOutcome:
    """The armour die, with the highest face that saves as its table prints it."""
    unit = _unit(state, told.target if isinstance(told, ShotResolved) else told.unit)
    saves = "" if cell is None else state.book.tables[cell.table].cell(cell.row, cell.column)
    return RollOutcome(
        number,
        "armour",
        (told.armour_die,),
        cell,
        saves or "",
        result=Outcome(told.result),
        side=unit.side,
        unit=unit.id,
    )


def _cover(told: ShotResolved | ShellStruck) -> LocalText | None:
    """The ground that lowered a result, if it was the ground (F5)."""
    by_ground = told.softened and told.softened != "armour"
    return catalogue().name(told.softened) if by_ground else None


def _gun(number: int, told: GunFired) -> Iterator[RollOutcome]:
    """A gun's dice, those that were rolled (A2–A4)."""
    dice = {
        "arrival": told.arrival,
        "scatter": told.scatter,
        "scatter-direction": told.direction,
        "scatter-distance": told.distance,
    }
    for purpose, die in dice.items():
        if die:
            yield RollOutcome(number, purpose, (die,), side=told.side)


def _unit(state: State, unit: str) -> Unit:
    """A unit on the board, or one that has left it since."""
    if unit in state.units:
        return state.units[unit]
    return next(gone for gone in (*state.lost, *state.removed) if gone.id == unit)
