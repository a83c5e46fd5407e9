"""Tide's types and terrain as sheets of a form: words, MP by class of unit, red dice (X)."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from operator import attrgetter
from pathlib import Path
from typing import Any

from engine.games.game_appearance import SYMBOLS
from engine.games.rule_data_tables import DesignTexts, UnitTypeTable, parse_whole
from engine.games.rules_design import DataColumn, DataRow, RuleDataTable, Rules
from engine.games.tide.data.piece_types import (
    SIZES,
    MovementClass,
    SquadToken,
    UnitKind,
    UnitType,
    WorkType,
)
from engine.games.tide.data.rulebook import Rulebook
from engine.map.terrain import TerrainClass, load_catalogue
from engine.play.forecast_blocks import PrintedTableCell

FORM = DesignTexts(Path(__file__).with_name("designing.yaml"))
TYPED = {
    "units": UnitTypeTable("units", UnitType, attrgetter("units"), FORM, {
        "kind": tuple(UnitKind), "size": SIZES, "symbol": SYMBOLS,
    }),
    "tokens": UnitTypeTable("tokens", SquadToken, attrgetter("tokens"), FORM, {}),
    "works": UnitTypeTable("works", WorkType, attrgetter("works"), FORM, {}),
}  # fmt: skip


TERRAIN, NO_ENTRY = "terrain", "–"
COVERS = ("cover", "cover_vehicle")


def ground_table(now: Rulebook, usual: Rulebook) -> RuleDataTable:
    """Every kind of ground there is."""
    columns = tuple(
        DataColumn(name, FORM.say("columns", name)) for name in (*MovementClass, *COVERS)
    )
    kinds = [kind.id for kind in load_catalogue().of_class(TerrainClass.GROUND)]
    rows = tuple(DataRow(kind, load_catalogue().name(kind)) for kind in kinds)
    say = FORM.say
    return RuleDataTable(
        TERRAIN, say(TERRAIN, "label"), say(TERRAIN, "title"), say("id"), "", columns, rows,
        _cells(now, kinds), _cells(usual, kinds), False, say(TERRAIN, "hint"),
    )  # fmt: skip


def _cells(of: Rulebook, kinds: Iterable[str]) -> dict[PrintedTableCell, str]:
    cells = {}
    for kind in kinds:
        for going in MovementClass:
            cost = of.mobility[going].entry(kind)
            cells[PrintedTableCell(TERRAIN, kind, going)] = NO_ENTRY if cost is None else str(cost)
        for name, covers in zip(COVERS, (of.ground.cover, of.ground.cover_vehicle), strict=True):
            cells[PrintedTableCell(TERRAIN, kind, name)] = str(covers.get(kind, 0))
    return cells


def with_cell(rules: Rules, usual: Rulebook, cell: PrintedTableCell, word: str) -> dict[str, Any]:
    """Return rules with a changed cell of the terrain table.

    The rulebook's own value removes the entry.
    """
    changed, path = deepcopy(dict(rules)), [TERRAIN, cell.row, str(cell.column)]
    is_closed = word in (NO_ENTRY, "-") and cell.column not in COVERS
    value = None if is_closed else parse_whole(word, path)
    keys = _keys(cell)
    _put(changed, keys, value)
    if word == _cells(usual, [cell.row])[cell]:
        _drop(changed, keys)
    return changed


def _keys(cell: PrintedTableCell) -> tuple[str, ...]:
    """Return the keys of a cell in the rules."""
    if cell.column in COVERS:
        return TERRAIN, str(cell.column), str(cell.row)
    return TERRAIN, "mobility", str(cell.column), "ground", str(cell.row)


def _put(rules: dict[str, Any], keys: tuple[str, ...], value: int | None) -> None:
    for key in keys[:-1]:
        rules = rules.setdefault(key, {})
    rules[keys[-1]] = value


def _drop(rules: dict[str, Any], keys: tuple[str, ...]) -> None:
    """Take an entry out again, and all that is empty then."""
    first, *rest = keys
    if rest:
        _drop(rules[first], tuple(rest))
    if not rest or not rules[first]:
        del rules[first]
