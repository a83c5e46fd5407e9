"""Exports report their progress, and whatever ends one leaves no part of a file behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.hexes.grid import Grid, Orientation
from engine.interchange import geojson, map_csv, megamek, tiled, wesnoth
from engine.interchange.import_result import Loss, Report
from engine.map.map import Map
from tests.generated import generated_map

WRITERS: dict[str, Callable[[Map, Path, Report], list[Loss]]] = {
    "a.map": wesnoth.write,
    "a.board": megamek.write,
    "a.board2": megamek.write,
    "a.tmx": tiled.write,
    "a.tmj": tiled.write,
    "a.geojson": geojson.write,
    "a.csv": map_csv.write,
}
HALF = 0.4


@pytest.fixture(scope="module")
def map_() -> Map:
    return generated_map(80, 70, 2)


def test_every_export_reports_a_share_that_grows(tmp_path: Path, map_: Map) -> None:
    wrong = []
    for name, write in WRITERS.items():
        shares: list[float] = []
        write(map_, tmp_path / name, shares.append)
        if len(shares) < 2 or shares != sorted(shares) or not 0 <= shares[0] <= shares[-1] <= 1:
            wrong.append((name, shares))
    assert not wrong


@pytest.mark.parametrize("ended", [KeyboardInterrupt, RuntimeError])
def test_an_export_that_is_ended_leaves_what_was_there(
    tmp_path: Path, map_: Map, ended: type[BaseException]
) -> None:
    def end(share: float) -> None:
        if share > HALF:
            raise ended

    wrong = []
    for name, write in WRITERS.items():
        folder = tmp_path / f"of {name}"
        folder.mkdir()
        (folder / name).write_text("before")
        with pytest.raises(ended):
            write(map_, folder / name, end)
        if (folder / name).read_text() != "before" or list(folder.glob(".*")):
            wrong.append(name)
    assert not wrong


def test_a_row_of_a_wide_map_is_written_with_every_code_in_its_column(tmp_path: Path) -> None:
    """Five thousand columns: all that a row holds comes from the planes at once."""
    map_ = Map.blank(Grid(5000, 3, Orientation.FLAT))
    map_.grounds, map_.symbols = ("open", "woods", "lake"), (".", "w", "~")
    map_.ground = (np.arange(15_000) % 3).reshape(3, 5000).astype(np.uint8)
    wesnoth.write(map_, tmp_path / "wide.map")
    rows = (tmp_path / "wide.map").read_text("utf-8").split("\n\n")[1].splitlines()
    cells = [cell.strip() for cell in rows[1].split(",")]
    assert len(cells) == 5002
    assert cells[1:-1] == [("Gg", "Gg^Fp", "Ww")[column % 3] for column in range(5000)]
