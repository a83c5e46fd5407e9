"""Which cell of the printed result table a fight looks up (P15)."""

from __future__ import annotations

from engine.games.primer.data.book import Rulebook
from engine.play.outlook import Cell

RESULTS = "results"


def result_cell(book: Rulebook, difference: int, sum_: int) -> Cell | None:
    """The cell where the sum of the dice and the difference meet; None beside the table."""
    heads = book.tables[RESULTS].heads(sum_, difference)
    return None if heads is None else Cell(RESULTS, *heads)
