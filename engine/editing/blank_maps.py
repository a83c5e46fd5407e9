"""Plans of blank sheets: everything that is decided before the first hex is painted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.files.map_reader import MAX_HEXES, STYLES
from engine.files.map_writer import label_style_name
from engine.games import installed_games, rule_system_of
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.labels import ColumnRow, Labels, LabelStyle
from engine.map.map import Map
from engine.texts import LocalText

MAX_HEXES_A_SIDE = 10_000
TEMPLATES = Path(__file__).with_name("templates.yaml")
# What most maps need besides the ground they begin with, so that a text editor can paint too.
LEGEND = {".": "open", "w": "woods", "s": "settlement", "~": "lake"}
BYTES_A_HEX = 3  # two of level, one of ground; each kind of hexside and road adds one


@dataclass(frozen=True)
class BlankMapPlan:
    """A blank sheet: size, orientation, scale, labels, and the ground it begins with."""

    columns: int = 24
    rows: int = 18
    orientation: Orientation = Orientation.POINTY
    shifted: OffsetParity = OffsetParity.ODD
    labels: LabelStyle = field(default_factory=ColumnRow)
    hex_metres: float = 50.0
    level_metres: float = 10.0
    base_metres: float = 0.0
    ground: str = "open"

    @property
    def grid(self) -> Grid:
        """The sheet's hexes."""
        return Grid(self.columns, self.rows, self.orientation, self.shifted)

    @property
    def printed_labels(self) -> Labels:
        """Return the labels of its hexes."""
        return Labels(self.grid, self.labels, self.hex_metres)

    @property
    def label_fault(self) -> str:
        """The code of the problem that keeps the labels from being unique; empty if none does."""
        return self.labels.fault(self.grid, self.hex_metres)

    @property
    def is_too_large(self) -> bool:
        """Return True if it has more hexes than a file may hold."""
        return len(self.grid) > MAX_HEXES

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the sheet in metres."""
        return self.grid.size(self.hex_metres)

    @property
    def memory_size(self) -> int:
        """Return the memory that the blank map takes, in bytes."""
        return BYTES_A_HEX * len(self.grid)

    def map(self, title: LocalText = "") -> Map:
        """The blank map."""
        map_ = Map.blank(self.grid)
        others = {symbol: kind for symbol, kind in LEGEND.items() if kind != self.ground}
        legend = {**others, ".": self.ground}
        map_.symbols = (".", *(symbol for symbol in legend if symbol != "."))
        map_.grounds = tuple(legend[symbol] for symbol in map_.symbols)
        map_.title, map_.label_style = title, self.labels
        map_.hex_metres, map_.level_metres = self.hex_metres, self.level_metres
        map_.base_metres = self.base_metres
        return map_


@dataclass(frozen=True)
class BlankMapTemplate:
    """A plan with a name, to begin from; `game`: whose board it is, if it is a game's."""

    id: str
    name: LocalText
    hint: LocalText
    plan: BlankMapPlan
    game: str = ""


@dataclass(frozen=True)
class BlankMapChoice:
    """A new map, and the game from whose template it was made, if it was."""

    map: Map
    game: str = ""
    is_made: bool = False  # it holds unsaved ground from the start


def list_templates(games: Iterable[str] | None = None) -> tuple[BlankMapTemplate, ...]:
    """The templates as they are listed: those of all games or of some, then the program's own."""
    of_games = (
        _template({**sheet, "game": game})
        for game in (installed_games() if games is None else games)
        for sheet in rule_system_of(game).sheets
    )
    return (*of_games, *_own_templates())


@cache
def _own_templates() -> tuple[BlankMapTemplate, ...]:
    listed = yaml.load(TEMPLATES.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return tuple(_template(each) for each in listed)


def _template(values: Mapping[str, Any]) -> BlankMapTemplate:
    return BlankMapTemplate(**{**values, "plan": plan_from_values(values["plan"])})


def plan_from_values(values: Mapping[str, Any]) -> BlankMapPlan:
    """The plan that plain values describe; KeyError, TypeError or ValueError for others."""
    labels = dict(values["labels"])
    style = STYLES[labels.pop("style")](**labels)
    orientation, shifted = Orientation(values["orientation"]), OffsetParity(values["shifted"])
    given = {**values, "labels": style, "orientation": orientation, "shifted": shifted}
    plan = BlankMapPlan(**given)
    if not (1 <= plan.columns <= MAX_HEXES_A_SIDE and 1 <= plan.rows <= MAX_HEXES_A_SIDE):
        raise ValueError(f"A sheet of {plan.columns} × {plan.rows} is too small or too large.")
    return plan


def plan_to_values(plan: BlankMapPlan) -> dict[str, Any]:
    """A plan as plain values, to be read back by `plan_from_values`."""
    values: dict[str, Any] = {each.name: getattr(plan, each.name) for each in fields(plan)}
    style = asdict(plan.labels)  # type: ignore[call-overload]  # every style is a dataclass
    return {**values, "labels": {"style": label_style_name(plan.labels), **style}}


def make_blank_map(columns: int, rows: int, orientation: Orientation = Orientation.POINTY) -> Map:
    """A map of open ground, with the legend most maps need."""
    return replace(BlankMapPlan(), columns=columns, rows=rows, orientation=orientation).map()
