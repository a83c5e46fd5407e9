"""For every format and every kind of the catalogue: the kind comes back, or is told as lost."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.hexes.grid import Grid, Orientation
from engine.interchange import (
    geojson,
    map_csv,
    megamek,
    tiled,
    virtual_tabletops,
    wesnoth,
)
from engine.interchange.import_result import Loss, Losses
from engine.interchange.virtual_tabletops import VirtualTabletop
from engine.map.map import Map
from engine.map.terrain import TerrainClass, TerrainKind, load_catalogue

ALIKE = ("tmx", "tmj")  # what is written there takes no kind for another: all are tried at once
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
KINDS = list(load_catalogue().kinds.values())


class _Way(NamedTuple):
    """A way out of the program: what writes, and the kinds that are in what was written."""

    ending: str
    write: Callable[[Map, Path], list[Loss]]
    kinds_in: Callable[[Path], set[str]]


def kinds_of(map_: Map) -> set[str]:
    """Every kind that is somewhere on a map."""
    grounds = {map_.grounds[place] for place in set(map_.ground.ravel().tolist())}
    return grounds | {kind for kind, masks in (map_.sides | map_.links).items() if masks.any()}


def in_table(path: Path) -> set[str]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    marks = [mark.partition(":")[0] for row in rows for key in ("sides", "links")
             for mark in row[key].split("; ")]  # fmt: skip
    return {row["ground"] for row in rows} | set(marks)


def in_geojson(path: Path) -> set[str]:
    said = [one["properties"] for one in json.loads(path.read_text("utf-8"))["features"]]
    return {str(one.get("ground") or one.get("kind")) for one in said}


def for_a_table(scene: VirtualTabletop) -> Callable[[Map, Path], list[Loss]]:
    """A scene's walls alone: the picture needs no kind of its own."""

    def write(map_: Map, path: Path) -> list[Loss]:
        losses = Losses()
        frame = virtual_tabletops.frame_of(map_, scene, 50)
        kinds = [kind for kind, _ in virtual_tabletops.wall_lines(map_, frame)]
        path.write_text(" ".join(kinds), encoding="utf-8")
        virtual_tabletops.report_losses(map_, scene, losses)
        return losses.listed()

    return write


WAYS: Mapping[str, _Way] = {
    "board": _Way("board", megamek.write, lambda path: kinds_of(megamek.read(path).map)),
    "board2": _Way("board2", megamek.write, lambda path: kinds_of(megamek.read(path).map)),
    "wesnoth": _Way("map", wesnoth.write, lambda path: kinds_of(wesnoth.read(path).map)),
    "tmx": _Way("tmx", tiled.write, lambda path: kinds_of(tiled.read(path).map)),
    "tmj": _Way("tmj", tiled.write, lambda path: kinds_of(tiled.read(path).map)),
    "csv": _Way("csv", map_csv.write, in_table),
    "geojson": _Way("geojson", geojson.write, in_geojson),
    **{scene.value: _Way("txt", for_a_table(scene), lambda path: set(path.read_text().split()))
       for scene in VirtualTabletop},
}  # fmt: skip


def with_kinds(kinds: Sequence[TerrainKind], orientation: Orientation) -> Map:
    """A map that has each of some kinds by itself, two hexes from the next."""
    map_ = Map.blank(Grid(2 * len(kinds) + 3, 5, orientation))
    for place, kind in enumerate(kinds):
        hex_ = map_.grid.hex(2 * place + 2, 2)
        if kind.lies is TerrainClass.GROUND:
            map_.grounds, map_.symbols = (*map_.grounds, kind.id), (*map_.symbols, LETTERS[place])
            map_.ground[map_.grid.index(hex_)] = len(map_.grounds) - 1
        elif kind.lies is TerrainClass.SIDE:
            map_.set_side(kind.id, hex_, 1)
        else:
            map_.set_link(kind.id, hex_, 1)
    return map_


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("way", WAYS)
def test_every_kind_comes_back_or_is_told(
    tmp_path: Path, way: str, orientation: Orientation
) -> None:
    ending, write, kinds_in = WAYS[way]
    path, silent = tmp_path / f"a.{ending}", list[str]()
    for kinds in [KINDS] if way in ALIKE else [[kind] for kind in KINDS]:
        losses = write(with_kinds(kinds, orientation), path)
        told = {word for loss in losses for word in loss.what.split()}
        silent += sorted({kind.id for kind in kinds} - kinds_in(path) - told)
    assert silent == []


@pytest.mark.parametrize("way", WAYS)
def test_what_has_no_kind_is_told_or_there_too(tmp_path: Path, way: str) -> None:
    """Levels: in the file, or a loss says that they are not."""
    ending, write, _ = WAYS[way]
    bare, high = Map.blank(Grid(4, 4, Orientation.FLAT)), Map.blank(Grid(4, 4, Orientation.FLAT))
    high.level[1, 1] = 3
    written = []
    for number, map_ in enumerate((bare, high)):
        path = tmp_path / f"{number}" / f"a.{ending}"
        path.parent.mkdir()
        told = sorted((loss.code, loss.what) for loss in write(map_, path))
        written.append((path.read_bytes(), told))
    assert written[0] != written[1]
