"""Legends of land cover: the cover that each number or word of a raster or a column means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from engine.terrain_import.import_problems import import_error
from engine.terrain_import.tag_mapping import load_tag_mapping

MAX_BYTES = 1_000_000  # of a legend that a user writes
OPEN = "open"  # a code that is understood, and left open

Code = str


@dataclass(frozen=True)
class Legend:
    """The columns that hold codes, and the cover of each code; None for ground left open."""

    name: str
    columns: frozenset[str]
    codes: Mapping[Code, str | None]

    def numbers(self) -> Mapping[int, str | None]:
        """Return the covers of those codes that are numbers of a raster."""
        return {int(code): cover for code, cover in self.codes.items() if code.isdecimal()}


@dataclass(frozen=True)
class Legends:
    """The legends known, the first of them preferred, and columns that fit every one."""

    listed: tuple[Legend, ...]
    anywhere: frozenset[str]

    def columns(self, fields: Iterable[str]) -> list[str]:
        """Return those columns that may hold codes, those of one legend alone first."""
        own = {name for legend in self.listed for name in legend.columns}
        named = [field for field in fields if field.casefold() in own]
        return named + [field for field in fields if field.casefold() in self.anywhere - own]

    def of_column(self, column: str, codes: Iterable[Code]) -> Legend | None:
        """Return the legend of a column: by its name, or the first that has all its codes."""
        name, found = column.casefold(), frozenset(codes)
        for legend in self.listed:
            if name in legend.columns and found & legend.codes.keys():
                return legend
        fitting = (legend for legend in self.listed if found and found <= legend.codes.keys())
        return next(fitting, None) if name in self.anywhere else None

    def of_raster(self, numbers: Iterable[int]) -> Legend | None:
        """Return the first legend that has all the numbers of a raster."""
        found = {str(number) for number in numbers}
        fitting = (legend for legend in self.listed if found and found <= legend.codes.keys())
        return next(fitting, None)

    def with_own(self, legend: Legend | None) -> Legends:
        """Return these legends after one of the user's."""
        return Legends((legend, *self.listed), self.anywhere) if legend else self


def format_code(value: Any) -> Code:
    """Return a value of a column as a code; 311.0 of a spreadsheet is 311."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value).strip()


@cache
def shipped_legends() -> Legends:
    """Load the legends in engine/terrain_import/landcover.yaml."""
    source = (Path(__file__).parent / "landcover.yaml").read_text(encoding="utf-8")
    told = yaml.load(source, Loader=yaml.CSafeLoader)
    rows = told["legends"]
    listed = []
    for name, row in rows.items():
        codes = row.get("codes") or dict(enumerate(rows[row["numbered"]]["codes"].values(), 1))
        columns = frozenset(row["columns"])
        listed.append(Legend(name, columns, {str(code): cover for code, cover in codes.items()}))
    return Legends(tuple(listed), frozenset(told["anywhere"]))


def read_legend(path: Path) -> Legend:
    """Read a legend of the user's: `column`, and `codes` with the cover of each code."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise import_error("unreadable", file=path, reason=f"> {MAX_BYTES // 1_000_000} MB")
        told = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    except (OSError, ValueError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split())
        raise import_error("unreadable", file=path, reason=reason) from error
    if not (isinstance(told, dict) and told.get("column") and isinstance(told.get("codes"), dict)):
        raise import_error("no-legend", file=path)
    codes = {format_code(code): _cover(cover) for code, cover in told["codes"].items()}
    return Legend(path.name, frozenset([str(told["column"]).casefold()]), codes)


def _cover(said: Any) -> str | None:
    """The cover that a legend names; refused if there is none of that name."""
    known = load_tag_mapping().cover
    if said is None or said == OPEN:
        return None
    if said not in known:
        raise import_error("no-cover", name=str(said), known=", ".join((OPEN, *known)))
    return str(said)
