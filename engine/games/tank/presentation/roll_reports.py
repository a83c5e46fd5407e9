"""Rolls of the tank game in words, with the cells of tables A to F that they hit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.games.tank.card_events import GunFired, ShellStruck
from engine.games.tank.data.rulebook import FireOutcome, Rulebook
from engine.games.tank.events import CloseCombatRound, InitiativeRolled, ShotResolved
from engine.games.tank.fire import HIGHEST_LEVEL
from engine.games.tank.presentation import forecast_blocks
from engine.games.tank.presentation.forecast_model import LevelCorrection
from engine.games.tank.presentation.sentences import outcome_name
from engine.games.tank.state import State, Unit
from engine.hexes.hex import Hex
from engine.map.terrain import load_catalogue
from engine.play.events import Event
from engine.play.forecast_blocks import PrintedTableCell
from engine.play.move_forecast import RollOutcome
from engine.play.translatable_phrases import TranslatablePhrase
from engine.texts import LocalText, has_text, text

HEADS = ("row", "column")


def roll_report_text(told: RollOutcome, language: str | None = None) -> str:
    """A roll and the cell it hit."""
    faces = "+".join(str(face) for face in told.faces)
    if len(told.faces) > 1:
        faces = text("tank.dice", language, faces=faces, sum=told.sum)
    named = {"roll": text(f"tank.roll-{told.purpose}", language), "faces": faces}
    if told.cell is None:
        return text("forecast.rolled", language, **named)
    is_result = told.printed in set(FireOutcome)
    printed = outcome_name(told.printed, language) if is_result else told.printed
    table, *heads = told.cell
    where = {
        "table": _print("table", table, language),
        **{name: _print("head", head, language) for name, head in zip(HEADS, heads, strict=True)},
    }
    return text("forecast.rolled-cell", language, printed=printed, **where, **named)


def _print(what: str, name: str, language: str | None) -> str:
    """A table, or the head of a row or column, in words where it is a word."""
    key = f"tank.{what}-{name}"
    return text(key, language) if has_text(key) else name


RULES = {
    "height": "F3", "suppressed": "F3", "on-the-move": "V7", "short-halt": "V7", "card": "E",
    "highest": "F3", "lowest": "F3",
}  # fmt: skip
COVER_RULE, ARMOUR_RULE = "F5", "F5"


def printed_cell(
    book: Rulebook, table: str, row: str | int, column: str | int
) -> PrintedTableCell | None:
    """The printed cell where a row and a column meet; None beside the table."""
    heads = book.tables[table].matched_heads(row, column)
    return None if heads is None else PrintedTableCell(table, *heads)


def results_table(book: Rulebook) -> str:
    """The table of direct fire in force (F4)."""
    return "C" if book.choices.results == "standard" else "C-firefight"


def result_cell(book: Rulebook, level: int, sum_: int) -> PrintedTableCell | None:
    """The cell of table C a throw hits (F4)."""
    return printed_cell(book, results_table(book), sum_, level)


def armour_cell(book: Rulebook, armour: str) -> PrintedTableCell | None:
    """Return the printed cell of the armour die against direct fire (F5)."""
    return printed_cell(book, "armour", "direct", armour)


def height_cell(state: State, start: Hex, at: Hex, range_: int) -> PrintedTableCell | None:
    """The cell of table B for a shot; None where the target is not higher (F3)."""
    return printed_cell(state.book, "B", level_difference(state, start, at), max(range_, 1))


def level_difference(state: State, start: Hex, at: Hex) -> int:
    """Return how many levels a hex is above another."""
    board = state.field.board
    return board.level_at(at) - board.level_at(start)


def looked_up_cells(
    state: State, gun: str, range_: int, corrections: Iterable[LevelCorrection]
) -> tuple[PrintedTableCell, ...]:
    """The cells a shot's level came from: table A, and table B where it counts (F3)."""
    cells = [printed_cell(state.book, "A", gun, range_), *(entry.cell for entry in corrections)]
    return tuple(entry for entry in cells if entry is not None)


def match_corrections(
    state: State,
    start: Hex,
    at: Hex,
    range_: int,
    base: int,
    given: Iterable[tuple[str, int]],
) -> tuple[LevelCorrection, ...]:
    """Corrections with their rules and cells, so that base and corrections make the level (F3).

    A level cut off at 0 or 10 is a correction too.
    """
    made = [_correction(state, start, at, range_, cause, value) for cause, value in given]
    level = base + sum(entry.value for entry in made)
    within = min(max(level, 0), HIGHEST_LEVEL)
    if within != level:
        cause = "highest" if level > within else "lowest"
        made.append(LevelCorrection(cause, within - level, RULES[cause], within))
    return tuple(made)


def _correction(
    state: State, start: Hex, at: Hex, range_: int, cause: str, value: int
) -> LevelCorrection:
    if cause != "height":
        return LevelCorrection(cause, value, RULES[cause])
    higher = level_difference(state, start, at)
    return LevelCorrection(
        cause, value, RULES[cause], higher, height_cell(state, start, at, range_)
    )


def read_rolls(state: State, events: Sequence[Event[Any]]) -> tuple[RollOutcome, ...]:
    """Every roll in the events, in order; `state` is any position after them.

    The die that picks a card is not reported: its face would reveal the card.
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
    corrections = match_corrections(
        state, told.start, told.at, told.range, told.base, told.corrections
    )
    gun = book.units[_unit(state, told.firer).type].gun
    by_cover = _cover(told)
    yield RollOutcome(
        number,
        "shot",
        told.dice,
        result_cell(book, told.level, sum_),
        book.direct_results[told.level][sum_],
        TranslatablePhrase.of("tank.rolled-level", level=told.level),
        tuple(map(forecast_blocks.level_correction, corrections)),
        looked_up_cells(state, gun, told.range, corrections),
        by_cover,
        told.result if by_cover else told.rolled,
        _unit(state, told.firer).side,
    )
    if told.armour_die:
        armour = book.units[_unit(state, told.target).type].armour
        yield _armour(state, number, told, armour_cell(book, armour))


def _shell(state: State, number: int, told: ShellStruck) -> Iterator[RollOutcome]:
    """The two dice on table E at the level of table D, then the die of table F (A5, A6)."""
    book, sum_ = state.book, sum(told.dice)
    level = printed_cell(book, "D", told.battery, told.distance)
    by_cover = _cover(told)
    yield RollOutcome(
        number,
        "shell",
        told.dice,
        printed_cell(book, "E", sum_, told.level),
        book.shell_result(told.level, sum_),
        TranslatablePhrase.of("tank.rolled-level", level=told.level),
        (),
        () if level is None else (level,),
        by_cover,
        told.result if by_cover else told.rolled,
    )
    if told.armour_die:
        armour = book.units[_unit(state, told.unit).type].armour
        yield _armour(state, number, told, printed_cell(book, "F", told.battery, armour))


def _armour(
    state: State, number: int, told: ShotResolved | ShellStruck, cell: PrintedTableCell | None
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
        result=FireOutcome(told.result),
        side=unit.side,
        unit=unit.id,
    )


def _cover(told: ShotResolved | ShellStruck) -> LocalText | None:
    """The ground that lowered a result, if it was the ground (F5)."""
    by_ground = told.softened and told.softened != "armour"
    return load_catalogue().name(told.softened) if by_ground else None


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
