"""The tables of rulebooks: those a game prints, and sheets of units and terrain in few lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.games import handbook_of, rule_system_of
from engine.games.rules_design import RuleDataTable
from engine.hexes.grid import Grid
from engine.languages import MADE_IN
from engine.map.map import Map
from engine.narration.scenario_names import ScenarioNames
from engine.play.forecast_blocks import PrintedTableCell
from engine.rulebook.rulebook import Rulebook
from engine.scenario.scenario import Scenario, ScenarioSide
from engine.tabletop.tabletop_map import TabletopMap
from engine.texts import localised, text
from studio.rendering.charts.printed_table import PrintedTable

NOTHING = ("", "-", "no", "0")  # words of sheets that say no more than an empty cell
TERRAIN, USUAL = "terrain", "open"
UNREAL = ("other-ground", "no-data", "impassable")  # rows of sheets that no map names


@dataclass(frozen=True)
class RulebookTable:
    """A table of a rulebook as words; `printed` is what is drawn of one of numbers."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    printed: PrintedTable | None = None
    hint: str = ""


KeepOpen = Callable[[PrintedTable], PrintedTable | None]
"""Returns what everyone may read of a table; None for nothing."""


class RulebookTables:
    """The tables of a rulebook, by name; of a scenario's copy only what is open to all."""

    def __init__(
        self, book: Rulebook, scenario: Scenario | None = None, keep: KeepOpen | None = None
    ) -> None:
        self._language, self._keep = book.language, keep or (lambda table: table)
        scenario = scenario or blank_scenario(book.game)
        names, handbook = ScenarioNames(scenario, book.language), handbook_of(scenario)
        self._types = {
            kind: localised(entry.get("name", ""), book.language) or kind
            for kind, entry in handbook.units().items()
        }
        self._printed = {
            name: PrintedTable.of(name, table, names).named(self._types)
            for name, table in handbook.tables().items()
        }
        design = rule_system_of(book.game).design()
        self._sheets = {each.id: each for each in design.data_tables(scenario.rules)}

    def find(self, name: str) -> RulebookTable:
        """Return a table by its name; a printed one rather than a designer's sheet.

        `units?kind=squad,half` has only the rows with one of some words in a column.
        """
        if name in self._printed:
            table = self._printed[name]
            return _of_printed(self._keep(table) or table.part((), table.columns))
        sheet, _, wanted = name.partition("?")
        return self._of_sheet(self._sheets[sheet], wanted)

    def choice_rows(self, book: Rulebook) -> RulebookTable:
        """Return the optional rules with what is usual and what else may be chosen."""
        heads = [text(f"rulebook.choice-{key}", self._language)
                 for key in ("rule", "name", "usual", "others")]  # fmt: skip
        between, end = (text(f"rulebook.{key}", self._language) for key in ("or", "heading-end"))
        rows = [
            (note.rule, f"**{note.name}**{end}{note.meaning}", note.value or note.usual,
             between.join(each for each in (*note.others, *([note.usual] if note.value else []))
                          if each != note.value))
            for note in book.choices
        ]  # fmt: skip
        title = text("rulebook.choices", self._language)
        return RulebookTable("choices", title, tuple(heads), tuple(rows))

    def _of_sheet(self, sheet: RuleDataTable, wanted: str = "") -> RulebookTable:
        """Return a sheet without empty lines and columns, lines that are alike in one."""
        names = {row.id: self._name(sheet, row.id) for row in sheet.rows}
        whole = PrintedTable.of_sheet(sheet, self._language).named({**names, **self._types})
        table = self._keep(whole) or whole.part((), whole.columns)
        kept = [row for row in table.rows if row == USUAL or _says_something(sheet, row)]
        if wanted:
            kept = [row for row in kept if _is_wanted(sheet, row, wanted)]
        columns = [column for column in table.columns
                   if any(_word(sheet, row, column) not in NOTHING for row in kept)]  # fmt: skip
        lines = {
            row: tuple(
                self._named(_shown(sheet, table, row, each, self._language)) for each in columns
            )
            for row in kept
        }
        heads = (table.label, *(table.heads[column] for column in columns))
        hint = localised(sheet.hint, self._language) if sheet.id == TERRAIN else ""
        return RulebookTable(
            sheet.id, table.title, heads, self._merge(table, lines), hint=hint
        )  # fmt: skip

    def _name(self, sheet: RuleDataTable, row: str) -> str:
        """Return the name that a row has in its own cells; its id without one."""
        words = {code: _word(sheet, row, f"name-{code}") for code in MADE_IN}
        return localised(
            {code: word for code, word in words.items() if word} or row, self._language
        )

    def _named(self, word: str) -> str:
        """Return the name of a unit type that a cell names by its id; other words as they are."""
        return self._types.get(word, word)

    def _merge(
        self, table: PrintedTable, lines: Mapping[str, tuple[str, ...]]
    ) -> tuple[tuple[str, ...], ...]:
        """Return lines with one head for all that say the same."""
        heads: dict[tuple[str, ...], list[str]] = {}
        for row, line in lines.items():
            said = tuple("" if word == "-" else word for word in line)
            names = heads.setdefault(said, [])
            name = table.heads[row]
            names.append(name[:1].lower() + name[1:] if names and name[1:2].islower() else name)
        between = text("scenario.and-so-on", self._language)
        return tuple((between.join(same), *line) for line, same in heads.items())


def _cell(table: PrintedTable, row: str, column: str) -> str:
    return table.cells[PrintedTableCell(table.name, row, column)]


def _word(sheet: RuleDataTable, row: str, column: str) -> str:
    """Return the word of a cell as files write it."""
    return sheet.cells.get(PrintedTableCell(sheet.id, row, column), "")


def _shown(sheet: RuleDataTable, table: PrintedTable, row: str, column: str, language: str) -> str:
    """Return what stands in a cell; nothing where a type has none of it."""
    word = _word(sheet, row, column)
    if sheet.id != TERRAIN and word in NOTHING:
        return ""
    parts = next((dict(each.parts) for each in sheet.columns if each.id == column), {})
    if parts and all(each in parts for each in word.split()):
        return ", ".join(localised(parts[each], language) for each in word.split())
    return _cell(table, row, column)


def _is_wanted(sheet: RuleDataTable, row: str, wanted: str) -> bool:
    """Return True if a row has one of the words that `COLUMN=WORD,WORD` asks for."""
    column, _, words = wanted.partition("=")
    return _word(sheet, row, column) in words.split(",")


def _says_something(sheet: RuleDataTable, row: str) -> bool:
    """Return True if a row has a value of its own: not empty, not no, and no level of 0."""
    if sheet.id != TERRAIN:
        return True
    words = (_word(sheet, row, column.id) for column in sheet.columns)
    return row not in UNREAL and any(word not in NOTHING for word in words)


def _of_printed(table: PrintedTable) -> RulebookTable:
    rows = tuple(
        (table.heads[row], *(_cell(table, row, column) for column in table.columns))
        for row in table.rows
    )
    heads = (table.corner, *(table.heads[column] for column in table.columns))
    key = " · ".join(f"{result} {words}" for result, words in table.key if result != words)
    title = f"{table.label} · {table.title}"
    return RulebookTable(table.name, title, heads, rows, table, key)


def blank_scenario(game: str) -> Scenario:
    """Return a scenario of a game on nothing, by which its tables and cards are named."""
    sides = tuple(ScenarioSide(side) for side in ("red", "blue"))
    is_on_map = rule_system_of(game).ground == "map"
    ground = Map.blank(Grid(1, 1)) if is_on_map else TabletopMap()
    return Scenario(game, ground, sides)
