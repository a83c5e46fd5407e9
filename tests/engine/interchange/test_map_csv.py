"""Maps as tables: one row a hex."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from click.testing import CliRunner

from engine.hexes.grid import Grid
from engine.interchange.map_csv import write
from engine.map.map import Map, PlaceName
from studio.cli import main


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_a_table_has_a_row_a_hex_with_what_is_in_it(tmp_path: Path) -> None:
    map_ = Map.blank(Grid(3, 2))
    map_.level[1, 2], map_.base_metres = 4, 100
    map_.set_link("road", map_.grid.hex(0, 0), 0)
    write(map_, tmp_path / "a.csv")
    found = rows(tmp_path / "a.csv")
    assert len(found) == 6
    assert (found[5]["at"], found[5]["level"], found[5]["metres"]) == ("@2,1", "4", "140")
    assert (found[0]["links"], found[1]["links"]) == ("road: E", "road: W")


def test_a_name_that_looks_like_a_formula_is_text(tmp_path: Path) -> None:
    map_ = Map.blank(Grid(1, 1))
    map_.places.append(PlaceName(map_.grid.hex(0, 0), '=HYPERLINK("x")'))
    write(map_, tmp_path / "a.csv")
    assert rows(tmp_path / "a.csv")[0]["place"] == '\'=HYPERLINK("x")'


def test_the_command_answers_what_it_wrote_and_lost(tmp_path: Path) -> None:
    file, out = tmp_path / "a.map.yaml", tmp_path / "a.csv"
    file.write_text("sandtable: map/1\ntitle: Hill\ngrid: {columns: 2, rows: 2}\n", "utf-8")
    said = CliRunner().invoke(main, ["export", "csv", str(file), str(out), "--json"])
    answer = json.loads(said.stdout)
    assert answer["written"] == [str(out)]
    assert ("not-title", "Hill") in [(loss["code"], loss["what"]) for loss in answer["losses"]]
