"""The tank game's terrain effects as one chart: moves (V1, V2), cover (S2, F5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from fractions import Fraction
from typing import Any, NoReturn

from engine.games.rules_design import DataColumn, DataRow, GameWord, RuleDataTable, Rules
from engine.games.scenario_limits import RuleError
from engine.games.tank.data.rulebook import OPEN_GROUND, Rulebook
from engine.map.terrain import TerrainClass, load_catalogue
from engine.movement.mobility import Points
from engine.play.forecast_blocks import PrintedTableCell
from engine.texts import text

TERRAIN, OTHER = "terrain", "other-ground"
NO_ENTRY = "–"
YES, NO = "yes", "no"
# Which columns mean something for what lies where.
COLUMNS = {
    TerrainClass.GROUND: ("entry", "height", "faces", "shields"),
    TerrainClass.SIDE: ("crossing",),
    TerrainClass.LINK: ("along", "march"),
}
COSTS = {"entry": "ground", "crossing": "side", "along": "link"}


def terrain_chart(
    now: Rulebook, usual: Rulebook, words: Mapping[str, Any], data: Mapping[str, Any]
) -> RuleDataTable:
    """The chart: other ground first, then every kind of terrain there is."""
    said = words[TERRAIN]
    truths = tuple(GameWord(word, words["truths"][word]) for word in (YES, NO))
    columns = tuple(
        DataColumn(name, heading, truths if name in ("march", "shields") else ())
        for name, heading in said["columns"].items()
    )
    rows = [DataRow(OTHER, said["other"])]
    rows += [
        DataRow(kind.id, kind.name)
        for lies in TerrainClass
        for kind in load_catalogue().of_class(lies)
    ]
    return RuleDataTable(
        TERRAIN, said["label"], said["title"], said["corner"], "", columns, tuple(rows),
        _cells(now), _cells(usual), hint=said["hint"],
    )  # fmt: skip


def _cells(of: Rulebook) -> dict[PrintedTableCell, str]:
    cells = {PrintedTableCell(TERRAIN, OTHER, "entry"): cost_text(of.mobility.other_ground)}
    for lies in TerrainClass:
        for kind in load_catalogue().of_class(lies):
            for column in COLUMNS[lies]:
                cells[PrintedTableCell(TERRAIN, kind.id, column)] = _word(of, kind.id, column)
    return cells


def _word(of: Rulebook, kind: str, column: str) -> str:
    """Return the text of a cell of the chart."""
    if column in COSTS:
        costs = getattr(of.mobility, COSTS[column])
        return cost_text(costs[kind]) if kind in costs else ""
    if column == "march":
        return YES if kind in of.march_links else NO
    cover = of.cover.get(kind, OPEN_GROUND)
    if column == "height":
        return str(cover.height)
    if column == "shields":
        return YES if cover.shields else NO
    return " ".join(map(str, cover.faces))


def with_terrain_cell(
    rules: Rules, cell: PrintedTableCell, word: str, data: Mapping[str, Any]
) -> dict[str, Any]:
    """Rules with another word in a cell of the chart; what the rulebook says is not written."""
    changed = deepcopy(dict(rules))
    over = changed.setdefault(TERRAIN, {})
    if cell.column in COSTS:
        _put_cost(over, cell, word, data)
    elif cell.column == "march":
        _put_march(over, cell.row, _truth(word, cell), data)
    else:
        value = _READERS[cell.column](word, cell)
        _put(over, ["cover", cell.row, cell.column], value, _usual_cover(cell, data))
    if not over:
        del changed[TERRAIN]
    return changed


def _put_cost(
    over: dict[str, Any], cell: PrintedTableCell, word: str, data: Mapping[str, Any]
) -> None:
    if cell.row == OTHER:
        usual = data["mobility"]["other_ground"]
        _put(over, ["mobility", "other_ground"], _cost(word, cell), usual)
        return
    lies = COSTS[cell.column]
    usual = data["mobility"][lies]
    path = ["mobility", lies, cell.row]
    if word:
        _put(over, path, _cost(word, cell), usual.get(cell.row, _NOTHING))
    elif cell.row in usual:
        _refuse(cell, text("game.rules-cost-needed"))
    else:
        _prune(over, path)


def _put_march(over: dict[str, Any], kind: str, marches: bool, data: Mapping[str, Any]) -> None:
    """The list of links for marches is one value; in the rulebook's order, new ones behind."""
    now = [name for name in over.get("march_links", data["march_links"]) if name != kind]
    wanted = {*now, kind} if marches else set(now)
    known = [kind.id for kind in load_catalogue().of_class(TerrainClass.LINK)]
    ordered = [*data["march_links"], *(name for name in known if name not in data["march_links"])]
    _put(over, ["march_links"], [n for n in ordered if n in wanted], data["march_links"])


def _usual_cover(cell: PrintedTableCell, data: Mapping[str, Any]) -> Any:
    found = data["cover"].get(cell.row, {}).get(cell.column)
    if found is not None:
        return found
    plain = getattr(OPEN_GROUND, cell.column)
    return list(plain) if isinstance(plain, tuple) else plain


_NOTHING = object()


def _put(over: dict[str, Any], path: list[str], value: Any, usual: Any) -> None:
    """A value below the overrides; one the rulebook has is not an override."""
    if value == usual and type(value) is type(usual):
        _prune(over, path)
        return
    inner = over
    for key in path[:-1]:
        inner = inner.setdefault(key, {})
    inner[path[-1]] = value


def _prune(over: dict[str, Any], path: list[str]) -> None:
    key, *rest = path
    inner = over.get(key)
    if rest and isinstance(inner, dict):
        _prune(inner, rest)
    if not rest or inner == {}:
        over.pop(key, None)


# --- words ----------------------------------------------------------------------------------------


def cost_text(cost: Points | None) -> str:
    """A cost as the chart writes it."""
    return NO_ENTRY if cost is None else str(cost)


def _cost(word: str, cell: PrintedTableCell) -> int | str | None:
    """A cost as files write it: a whole number, a fraction, or none for no entry."""
    if word in (NO_ENTRY, "-", "—"):
        return None
    try:
        cost = Fraction(word)
    except (ValueError, ZeroDivisionError):
        _refuse(cell, text("game.rules-cost", None, found=word))
    return int(cost) if cost.denominator == 1 else str(cost)


def _height(word: str, cell: PrintedTableCell) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 2):
        wanted = text("game.number-from", None, least=0)
        _refuse(cell, text("game.rules-value", None, what="height", found=word, options=wanted))
    return int(word)


def _faces(word: str, cell: PrintedTableCell) -> list[int]:
    """Faces of a die, with blanks or commas between them; none where nothing is written."""
    faces = word.replace(",", " ").replace("，", " ").split()
    if any(face not in tuple("123456") for face in faces):
        _refuse(cell, text("game.rules-faces", None, found=word))
    return sorted({int(face) for face in faces})


def _truth(word: str, cell: PrintedTableCell) -> bool:
    if word not in (YES, NO):
        wanted = text("problems.type-boolean")
        _refuse(cell, text("game.rules-value", None, what=cell.column, found=word, options=wanted))
    return word == YES


_READERS: Mapping[str, Callable[[str, PrintedTableCell], Any]] = {
    "height": _height,
    "faces": _faces,
    "shields": _truth,
}


def _refuse(cell: PrintedTableCell, why: str) -> NoReturn:
    raise RuleError([TERRAIN, cell.row, cell.column], why)
