"""Maps written to files: new ones in full, edited ones so that only what was edited changes."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from engine.files import map_layer_text, source_text
from engine.files.link_chains import link_chains
from engine.files.map_layer_text import side_groups
from engine.files.map_parts import kind_values, note_values, place_values
from engine.files.map_reader import STYLES, MapFile
from engine.files.schema_modeline import prepend_modeline, with_portable_modeline
from engine.files.source_text import ParsedSource, parse
from engine.files.value_merge import patch_text
from engine.files.yaml_rewriter import dump, rewrite_text
from engine.hexes.grid import Grid
from engine.hexes.hex import SIDES
from engine.hexes.labels import LabelStyle, LetterNumber, number_to_letters
from engine.map.map import ForeignData, Map, Masks, Plane, Zone
from engine.problems import Waiver

HEXES_A_LINE = 8
HEXES_A_LINE_OF_LARGE = 64
_LEADING_ZEROS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def save(map_: Map, path: Path, was: MapFile | None = None) -> MapFile:
    """Write a map, in one step, as an edit of the file it was read from if it was.

    Returns the file as it now is, for the next save. Raises SaveError; the old file is then whole.
    """
    source = (
        with_portable_modeline(rewrite(map_, was), "map", path)
        if was
        else parse(new_map_text(map_, path), str(path))
    )
    source_text.write(path, source.text)
    return MapFile(replace(source, file=str(path)), deepcopy(map_))


def new_map_text(map_: Map, path: Path) -> str:
    """The text of a new map file, with the line that gives completion in common editors."""
    return prepend_modeline("map", path, dump(map_file_values(map_)))


def rewrite(map_: Map, was: MapFile) -> ParsedSource:
    """The file of an edited map: its own text, changed only where the map was."""
    return rewrite_text(was.source, _Kept(map_, was).values())


PLAIN = ("sandtable", "title", "levels", "style", "kinds", "legend", "origin", "credits")

# --- a map as plain values ------------------------------------------------------------------------


def map_file_values(map_: Map) -> dict[str, Any]:
    """Return all values of a map file, in the order in which new files have them."""
    plain = _plain_values(map_)
    layers_ = {"layers": _layers(map_, plain["legend"])}
    hexes = {
        "sides": {kind: _sides(map_.grid, masks) for kind, masks in map_.sides.items()},
        "links": {kind: _chains(map_.grid, masks) for kind, masks in map_.links.items()},
        "zones": {name: _zone(map_.grid, zone) for name, zone in map_.zones.items()},
    }
    values = plain | layers_ | hexes
    return {key: values[key] for key in ORDER if values[key] not in ("", {}, [])}


ORDER = (
    "sandtable", "title", "grid", "levels", "style", "layers", "kinds", "legend", "sides", "links",
    "zones", "places", "origin", "credits", "notes", "kept", "waived",
)  # fmt: skip


def _plain_values(map_: Map) -> dict[str, Any]:
    """Return the values that stay small at any size of the map."""
    return {
        "sandtable": "map/1",
        "title": map_.title,
        "grid": _grid(map_),
        "levels": {"metres": _short(map_.level_metres), "base": _short(map_.base_metres)},
        "legend": dict(zip(map_.symbols, map_.grounds, strict=True)),
        "style": map_.style.id if map_.style else "",
        "kinds": {id_: kind_values(kind) for id_, kind in map_.kinds.items()},
        "places": [place_values(place, map_.grid) for place in map_.places],
        "notes": [note_values(note, map_.grid) for note in map_.notes],
        "origin": map_.origin,
        "credits": map_.credits,
        "kept": {
            program: [_keep(map_.grid, kept) for kept in map_.kept if kept.program == program]
            for program in dict.fromkeys(kept.program for kept in map_.kept)
        },
        "waived": [_waiver(waiver) for waiver in map_.waived],
    }


def _layers(map_: Map, legend: dict[str, str]) -> dict[str, Any]:
    if _is_large(map_):
        return {"level": map_layer_text.pack(map_.level), "ground": _packed_ground(map_, legend)}
    return {
        "level": _rows(map_layer_text.level_rows(map_.level)),
        "ground": _rows(map_layer_text.ground_rows(map_.ground, map_.symbols)),
    }


def _packed_ground(map_: Map, legend: dict[str, str]) -> dict[str, str]:
    """The ground as positions in the legend, which a file may list in an order of its own."""
    kinds = list(legend.values())
    positions = np.array([kinds.index(kind) for kind in map_.grounds], np.uint8)
    return map_layer_text.pack(positions[map_.ground])


def _rows(rows: list[str]) -> str:
    return "\n".join(rows) + "\n"


def _short(value: float) -> float | int:
    return int(value) if value == int(value) else value


def _grid(map_: Map) -> dict[str, Any]:
    grid = map_.grid
    return {
        "columns": grid.columns,
        "rows": grid.rows,
        "orientation": grid.orientation.value,
        "shifted": grid.shifted.value,
        "hex_metres": _short(map_.hex_metres),
        "labels": _labels(map_),
    }


def label_style_name(style: LabelStyle) -> str:
    """Return the name of a label style in files."""
    return next(name for name, known in STYLES.items() if isinstance(style, known))


def _labels(map_: Map) -> dict[str, Any]:
    """The label style, without what is as it would be anyway."""
    style = map_.label_style
    values = {
        field.name: getattr(style, field.name)
        for field in fields(style)  # type: ignore[arg-type]  # every style is a dataclass
        if getattr(style, field.name) != field.default
    }
    if isinstance(style, LetterNumber) and "first_letter" in values:
        values["first_letter"] = number_to_letters(values["first_letter"])
    plain = {
        key: _short(value) if isinstance(value, float) else value for key, value in values.items()
    }
    return {"style": label_style_name(style), **plain}


def _keep(grid: Grid, kept: ForeignData) -> dict[str, Any]:
    names = [grid.name(hex_) for hex_ in kept.at]
    at = {"at": _shared(names, HEXES_A_LINE_OF_LARGE)} if names else {}
    return {**at, "words": kept.words}


def _waiver(waiver: Waiver) -> dict[str, Any]:
    at = {"at": list(waiver.at)} if waiver.at else {}
    return {"code": waiver.code, **at, "reason": waiver.reason}


def _zone(grid: Grid, zone: Zone) -> Any:
    hexes = _hexes(grid, zone.hexes)
    words = {"name": zone.name, "colour": zone.colour}
    said = {key: word for key, word in words.items() if word}
    return {**said, "hexes": hexes} if said else hexes


def _hexes(grid: Grid, plane: Plane) -> list[str]:
    """The hexes of a plane, row by row, some to a text."""
    names = [f"@{column},{row}" for row, column in np.argwhere(plane).tolist()]
    return _shared(names, HEXES_A_LINE_OF_LARGE if _is_many(names) else HEXES_A_LINE)


def _sides(grid: Grid, masks: Masks) -> list[str]:
    """Every hexside once, named from the first hex that has it, row by row."""
    named = _once(grid, masks)
    rows, columns = np.nonzero(named)
    names = grid.orientation.directions
    sides = [
        f"@{column},{row} {_directions(mask, names)}"
        for row, column, mask in zip(
            rows.tolist(), columns.tolist(), named[rows, columns].tolist(), strict=True
        )
    ]
    return _shared(sides, HEXES_A_LINE_OF_LARGE) if _is_many(sides) else sides


def _shared(words: list[str], a_line: int) -> list[str]:
    """Words put together, so many to a text."""
    return [" ".join(words[start : start + a_line]) for start in range(0, len(words), a_line)]


def _is_many(words: list[str]) -> bool:
    """Return True if there are too many words for a text each: files limit their values."""
    return len(words) > map_layer_text.MAX_ROWS_AS_TEXT


def _directions(mask: int, names: tuple[str, ...]) -> str:
    return " ".join(name for direction, name in enumerate(names) if mask >> direction & 1)


def _once(grid: Grid, masks: Masks) -> Masks:
    """The masks with each side between two hexes left only to the first of them, row by row."""
    index = np.arange(len(grid), dtype=np.int64).reshape(grid.shape)
    named = masks.copy()
    for direction in range(SIDES):
        other = grid.neighbour_plane(index, direction, -1)
        later = (other >= 0) & (other < index)
        named[later] &= np.uint8(0x3F & ~(1 << direction))
    return named


def _chains(grid: Grid, masks: Masks) -> list[str]:
    """Links as few long chains: from ends and junctions first, then round what is left."""
    return [" ".join(map(grid.name, chain)) for chain in link_chains(grid, masks)]


# --- what an edit leaves as the user wrote it -----------------------------------------------------


class _Kept:
    """A map's values, in the file's own words wherever they still hold."""

    def __init__(self, map_: Map, was: MapFile) -> None:
        self.map, self.was = map_, was.map
        self.old: dict[str, Any] = was.source.root.plain()
        named = [(sheet.grid, sheet.label_style, sheet.hex_metres) for sheet in (map_, was.map)]
        self.same_hexes = named[0] == named[1]
        self.labels = map_.labels

    def values(self) -> dict[str, Any]:
        """Return the values that the file should have."""
        values: dict[str, Any] = patch_text(
            self.old, _plain_values(self.was), _plain_values(self.map)
        )
        legend = values.get("legend", dict(zip(self.map.symbols, self.map.grounds, strict=True)))
        if not self.same_hexes:  # the file's labels may now mean other hexes
            kept = {key: values[key] for key in PLAIN if key in values}
            return map_file_values(self.map) | kept | {"layers": _layers(self.map, legend)}
        parts = {
            "layers": self._layers(legend),
            "sides": self._masks("sides", self.map.sides, self.was.sides),
            "links": self._masks("links", self.map.links, self.was.links),
            "zones": self._zones(),
        }
        for key, part in parts.items():
            if part or key in self.old:
                values[key] = part
        return {key: values[key] for key in dict.fromkeys([*self.old, *ORDER]) if key in values}

    # --- layers -------------------------------------------------------------------------------

    def _layers(self, legend: dict[str, str]) -> dict[str, Any]:
        old: dict[str, Any] = self.old.get("layers", {})
        recoded = (self.map.symbols, self.map.grounds) != (self.was.symbols, self.was.grounds)
        higher = (self.map.level != self.was.level).any(axis=1)
        changed = (self.map.ground != self.was.ground).any(axis=1) | recoded
        level, ground = self._layer("level", higher, legend), self._layer("ground", changed, legend)
        return {**old, **level, **ground}

    def _layer(self, name: str, changed: Plane, legend: dict[str, str]) -> dict[str, Any]:
        """A layer with the rows that changed written afresh, in the form it had."""
        if not changed.any():
            return {}
        old = self.old.get("layers", {}).get(name)
        level = name == "level"
        if isinstance(old, dict) or (old is None and _is_large(self.map)):
            packed = (
                map_layer_text.pack(self.map.level) if level else _packed_ground(self.map, legend)
            )
            return {name: packed}
        if old is None:
            return {name: _layers(self.map, legend)[name]}
        rows = old.rstrip().split("\n")
        fresh = (
            map_layer_text.level_rows(self.map.level[changed])
            if level
            else map_layer_text.ground_rows(self.map.ground[changed], self.map.symbols)
        )
        for row, text in zip(np.flatnonzero(changed).tolist(), fresh, strict=True):
            rows[row] = text
        return {name: "\n".join(rows) + old[len(old.rstrip()) :]}

    # --- sides, links, zones ------------------------------------------------------------------

    def _masks(
        self, key: str, new: dict[str, Masks], before: dict[str, Masks]
    ) -> dict[str, list[str]]:
        write = _sides if key == "sides" else _chains
        values = {}
        for kind, masks in new.items():
            old, was = self.old.get(key, {}).get(kind, []), before.get(kind, np.zeros_like(masks))
            entries = self._kept(key, old, was & ~masks) + write(self.map.grid, masks & ~was)
            if entries or kind in self.old.get(key, {}):
                values[kind] = entries
        return values

    def _kept(self, key: str, old: list[str], removed: Masks) -> list[str]:
        """The entries without what was removed; those that it does not touch as they are."""
        if not removed.any():
            return old
        cut, words, kept = self._cut_side if key == "sides" else self._cut_chain, set(), []
        for row, column in np.argwhere(removed).tolist():
            words |= {f"@{column},{row}", self.labels.label(self.map.grid.hex(column, row))}
        words = {_without_zeros(word) for word in words}
        for entry in old:
            is_cut = not words.isdisjoint(_without_zeros(entry).split())
            kept += cut(entry, removed) if is_cut else [entry]
        return kept

    def _cut_side(self, entry: str, removed: Masks) -> list[str]:
        names, groups = self.map.grid.orientation.directions, side_groups(entry)
        left = []
        for at, directions in groups:
            mask = int(removed[self._index(at)])
            kept = [name for name in directions if not mask >> names.index(name) & 1]
            left += [(at, kept)] if kept else []
        if left == groups:
            return [entry]
        words = [" ".join([at, *directions]) for at, directions in left]
        return [" ".join(words)] if words else []

    def _cut_chain(self, entry: str, removed: Masks) -> list[str]:
        words = entry.split()
        runs = [[words[0]]]
        for here, there in pairwise(words):
            a, b = self.labels.find(here), self.labels.find(there)
            if int(removed[self._index(here)]) >> self.map.grid.direction(a, b) & 1:
                runs.append([there])
            else:
                runs[-1].append(there)
        if runs == [words]:
            return [entry]
        return [" ".join(run) for run in runs if len(run) > 1]

    def _index(self, word: str) -> tuple[int, int]:
        return self.map.grid.index(self.labels.find(word))

    def _zones(self) -> dict[str, Any]:
        return {name: self._zone(name, zone) for name, zone in self.map.zones.items()}

    def _zone(self, name: str, zone: Zone) -> Any:
        before, old = self.was.zones.get(name), self.old.get("zones", {}).get(name)
        if before is None or old is None:
            return _zone(self.map.grid, zone)
        words = {"name": zone.name, "colour": zone.colour}
        listed = old["hexes"] if isinstance(old, dict) else old
        if not np.array_equal(zone.hexes, before.hexes):
            listed = self._kept_hexes(listed, zone.hexes)
        if isinstance(old, dict):
            said = {"name": before.name, "colour": before.colour}
            return patch_text(old, said, words) | {"hexes": listed}
        return (
            {**{key: word for key, word in words.items() if word}, "hexes": listed}
            if any(words.values())
            else listed
        )

    def _kept_hexes(self, old: list[str], plane: Plane) -> list[str]:
        left, kept = plane.copy(), []
        for entry in old:
            words = []
            for word in entry.split():
                index = self._index(word)
                if left[index]:
                    left[index] = False
                    words.append(word)
            if words:
                kept.append(entry if len(words) == len(entry.split()) else " ".join(words))
        return kept + _hexes(self.map.grid, left)


def _without_zeros(words: str) -> str:
    """Hexes as written, without the zeros that may lead their numbers: `@00,07` is `@0,7`."""
    return _LEADING_ZEROS.sub("", words.upper())


def _is_large(map_: Map) -> bool:
    return len(map_.grid) > map_layer_text.MAX_ROWS_AS_TEXT
