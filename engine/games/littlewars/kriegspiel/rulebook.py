"""The rulebook of the Kriegspiel: Little Wars with its own tables, kinds and choices (K1–K8)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from engine.games.littlewars.data.rulebook import Rulebook, check_table, read_rulebook_in
from engine.games.littlewars.state import State
from engine.games.rule_tables import InvalidTable, RuleTable
from engine.games.scenario_rules import cache_by_rules, read_data_file, tables_with_overrides
from engine.tabletop.shapes import FOOT, INCH
from engine.texts import text

NEVER = "–"
BANDS = ("over-24", "12-24", "under-12")
"""Distance bands of a charge (K6.2)."""
WAYS = ("off", "road", "column")
"""On what, and how, an arm goes (K1.1)."""
LOSSES = ("extended", "close", "column")
_RATIO = re.compile(r"\d+/[1-9]\d*")


class LossRatio(NamedTuple):
    """So many of one for so many of another: fractions are dropped (K6.2)."""

    lost: int
    per: int

    def losses_for(self, many: int) -> int:
        """Return the losses against a number of enemies."""
        return self.lost * many // self.per


class WorkRequirements(NamedTuple):
    """Requirements of a work: fewest men, moves, and the arm that does it (K5)."""

    men: int
    moves: int
    arm: str


class KriegspielCharts:
    """The tables of one rulebook."""

    def __init__(self, tables: Mapping[str, RuleTable]) -> None:
        self.tables = tables

    def rate(self, arm: str, way: str) -> int:
        """Return the move of an arm, in u (K1.1)."""
        return INCH * self._number("rates", arm, way)

    def change_half_moves(self, change: str, arm: str) -> int | None:
        """The halves of a move a change takes; None where the arm cannot make it (K2)."""
        found = self.tables["changes"].cell(change, arm)
        return None if found in (None, NEVER) else int(found)

    def ratio(self, table: str, who: str, band: str) -> LossRatio:
        """Return the losses of `horse` or `foot` in a charge (K6.2, K6.3, K6.5)."""
        lost, per = str(self.tables[table].cell(who, band)).split("/")
        return LossRatio(int(lost), int(per))

    def riders_for_a_gun(self, band: str) -> int:
        """Return the riders lost for each gun without support that is charged (K8.1)."""
        return self._number("guns", "horse", band)

    def units_fed_by(self, ration: str) -> int:
        """Return the number of units that one ration feeds (K4.1)."""
        return self._number("rations", ration, "feeds")

    def ration_duration(self, ration: str) -> int:
        """For how many moves or firings one ration lasts (K4.1)."""
        return self._number("rations", ration, "moves")

    def shell_range(self, shell: str) -> int:
        """Return the range of a type of shell, in u (K3.3)."""
        return FOOT * self._number("shells", shell, "feet")

    def work_requirements(self, kind: str) -> WorkRequirements:
        """Return the requirements of a work (K5)."""
        arm = str(self.tables["works"].cell(kind, "arms"))
        return WorkRequirements(
            self._number("works", kind, "men"), self._number("works", kind, "moves"), arm
        )

    @property
    def works(self) -> tuple[str, ...]:
        """The works that can be begun."""
        return self.tables["works"].rows

    def _number(self, table: str, row: str, column: str) -> int:
        found = self.tables[table].number_at(row, column)
        assert found is not None, f"{table}: {row} {column}"
        return found


def load_charts(overrides: Mapping[str, Any] | None = None) -> KriegspielCharts:
    """Return the tables, with a scenario's own; raise InvalidRules for an unusable one."""
    return KriegspielCharts(
        tables_with_overrides(tables_as_printed(), overrides or {}, check_printed_table)
    )


def tables_as_printed() -> Mapping[str, Any]:
    """The tables as the book prints them."""
    return read_data_file(Path(__file__).parent, "tables")


def charts_of(state: State) -> KriegspielCharts:
    """The tables a game is played by."""
    return KriegspielCharts(state.book.tables)


# --- what a table must have -----------------------------------------------------------------------


def check_printed_table(name: str, table: RuleTable) -> None:
    """InvalidTable unless a table has all that the rules look up, in numbers they can use."""
    if name not in tables_as_printed() or name == "points":
        return
    asked = tables_as_printed()[name]["table"].split("\n")
    columns, *rows = (line.split() for line in asked if line.strip())
    for row in rows:
        for column in columns[1:]:
            found = table.cell(row[0], column)
            if found is None:
                raise InvalidTable(text("game.table-gap", None, row=row[0], column=column))
            _check_word(name, found, row[0], column)


def _check_word(name: str, found: str, row: str, column: str) -> None:
    if name in LOSSES:
        _need(bool(_RATIO.fullmatch(found)), found, row, column, ("1/5", "2/1"))
    elif column == "arms":
        _need(found in WORKERS, found, row, column, WORKERS)
    elif not (name == "changes" and found == NEVER):
        least = 0 if name == "rates" else 1
        _need(found.isdecimal() and int(found) >= least, found, row, column, (f"{least}+",))


WORKERS = ("engineer", "foot", "men")
"""Arms of works: engineers, foot, any men on foot."""


def _need(is_right: bool, found: str, row: str, column: str, options: Iterable[str]) -> None:
    if not is_right:
        values = {"found": found, "row": row, "column": column, "options": ", ".join(options)}
        raise InvalidTable(text("game.table-result", None, **values))


HERE = Path(__file__).parent


@cache_by_rules
def load_kriegspiel_rulebook(overrides: Mapping[str, Any]) -> Rulebook:
    """The rulebook with a scenario's `rules:` laid over it; InvalidRules for what is not known."""
    return read_rulebook_in(HERE, overrides, check_kriegspiel_table)


def check_kriegspiel_table(name: str, table: RuleTable) -> None:
    """InvalidTable for a table in which the rules could not look up what they need."""
    if name != "rates":
        check_table(name, table)
    check_printed_table(name, table)
