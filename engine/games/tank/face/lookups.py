"""Which cells of the printed tables a shot or a shell looks up, and the corrections they make."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.tank.data.book import Rulebook
from engine.games.tank.face.foresight import Correction
from engine.games.tank.fire import HIGHEST_LEVEL
from engine.games.tank.state import State
from engine.hexes.hex import Hex
from engine.play.outlook import Cell

RULES = {
    "height": "F3", "suppressed": "F3", "on-the-move": "V7", "short-halt": "V7", "card": "E",
    "highest": "F3", "lowest": "F3",
}  # fmt: skip
COVER_RULE, ARMOUR_RULE = "F5", "F5"


def cell(book: Rulebook, table: str, row: str | int, column: str | int) -> Cell | None:
    """The printed cell where a row and a column meet; None beside the table."""
    heads = book.tables[table].heads(row, column)
    return None if heads is None else Cell(table, *heads)


def results_table(book: Rulebook) -> str:
    """The table of direct fire in force (F4)."""
    return "C" if book.choices.results == "standard" else "C-firefight"


def result_cell(book: Rulebook, level: int, sum_: int) -> Cell | None:
    """The cell of table C a throw hits (F4)."""
    return cell(book, results_table(book), sum_, level)


def armour_cell(book: Rulebook, armour: str) -> Cell | None:
    """Where the armour die against direct fire is printed (F5)."""
    return cell(book, "armour", "direct", armour)


def height_cell(state: State, start: Hex, at: Hex, range_: int) -> Cell | None:
    """The cell of table B for a shot; None where the target is not higher (F3)."""
    return cell(state.book, "B", rise(state, start, at), max(range_, 1))


def rise(state: State, start: Hex, at: Hex) -> int:
    """How many levels a hex lies above another."""
    board = state.field.board
    return board.level_at(at) - board.level_at(start)


def look_up(
    state: State, gun: str, range_: int, corrections: Iterable[Correction]
) -> tuple[Cell, ...]:
    """The cells a shot's level came from: table A, and table B where it counts (F3)."""
    cells = [cell(state.book, "A", gun, range_), *(entry.cell for entry in corrections)]
    return tuple(entry for entry in cells if entry is not None)


def correct(
    state: State,
    start: Hex,
    at: Hex,
    range_: int,
    base: int,
    given: Iterable[tuple[str, int]],
) -> tuple[Correction, ...]:
    """Corrections with their rules and cells, so that base and corrections make the level (F3).

    A level cut off at 0 or 10 is a correction too.
    """
    made = [_correction(state, start, at, range_, cause, value) for cause, value in given]
    level = base + sum(entry.value for entry in made)
    within = min(max(level, 0), HIGHEST_LEVEL)
    if within != level:
        cause = "highest" if level > within else "lowest"
        made.append(Correction(cause, within - level, RULES[cause], within))
    return tuple(made)


def _correction(
    state: State, start: Hex, at: Hex, range_: int, cause: str, value: int
) -> Correction:
    if cause != "height":
        return Correction(cause, value, RULES[cause])
    higher = rise(state, start, at)
    return Correction(cause, value, RULES[cause], higher, height_cell(state, start, at, range_))
