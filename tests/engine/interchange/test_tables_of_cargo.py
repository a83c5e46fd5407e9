"""Orders of battle with cargo, weapons and fronts, to spreadsheets and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import games
from engine.files import scenario_reader
from engine.interchange import order_of_battle_csv
from engine.problems import InvalidFileError
from engine.scenario.scenario import Scenario
from engine.texts import text
from studio.cli import main
from tests.engine.checks.test_later_checks import SOUND
from tests.engine.scenario_texts import SCENARIO, folder


@pytest.fixture(autouse=True)
def _drill() -> Iterator[None]:
    games.install("drill", "tests.engine.checks.drill")
    yield
    games.remove("drill")


@pytest.fixture
def drill(tmp_path: Path) -> Scenario:
    return scenario_reader.load(folder(tmp_path, SOUND))


def read(tmp_path: Path, table: str, scenario: Scenario) -> Scenario:
    path = tmp_path / "a.csv"
    path.write_text(table, encoding="utf-8", newline="")
    merged = order_of_battle_csv.read(path, scenario).value
    assert isinstance(merged, Scenario)
    return merged


def faults(tmp_path: Path, table: str, scenario: Scenario) -> list[str]:
    with pytest.raises(InvalidFileError) as refused:
        read(tmp_path, table, scenario)
    return [problem.message("en") for problem in refused.value.problems]


def test_the_table_has_a_row_a_unit_and_comes_back_as_it_went(
    tmp_path: Path, drill: Scenario
) -> None:
    table = order_of_battle_csv.compose(drill)
    assert table.splitlines()[0].lstrip("\ufeff") == (
        "id,side,type,name_en,name_zh,formation,at,zone,arrives_turn,arrives_zone,"
        "aboard,bearer,facing,marks,figures,mode"
    )
    assert "r3,red,squad,,,,,,,,r2,,,,regular officer,ready" in table
    bare = replace(drill, units=tuple(
        replace(u, at=None, zone="west", aboard="", bearer="", facing=None, figures=(), mode="")
        for u in drill.units
    ))  # fmt: skip
    assert read(tmp_path, table, bare).units == drill.units


def test_a_game_without_them_has_no_column_for_them(tmp_path: Path) -> None:
    tank = scenario_reader.load(folder(tmp_path, SCENARIO))
    assert order_of_battle_csv.compose(tank).splitlines()[0].endswith("arrives_zone,marks")


def test_who_is_carried_needs_a_carrier_among_the_rows(tmp_path: Path, drill: Scenario) -> None:
    (told,) = faults(tmp_path, "id,side,type,aboard\nr3,red,squad,r9\n", drill)
    assert told == text("decks.cell-word", "en", cell="D2", found="r9")


def test_two_places_or_a_strange_direction_are_told_by_their_cells(
    tmp_path: Path, drill: Scenario
) -> None:
    table = "id,side,type,zone,aboard,facing\nr3,red,squad,west,r2,\nr2,red,truck,west,,N\n"
    first, second = faults(tmp_path, table, drill)
    assert first.startswith("E2: unit r3 needs exactly one of at, zone, arrives_turn, aboard")
    assert second.startswith("F3:")
    assert "'N'" in second


def test_show_tells_of_cargo_fronts_features_and_stocks(tmp_path: Path) -> None:
    file = str(folder(tmp_path, SOUND))
    told = CliRunner().invoke(main, ["show", file, "--json"], catch_exceptions=False)
    facts = json.loads(told.output)
    assert facts["kind"] == "scenario/2"
    red = facts["sides"][0]
    assert red["stocks"] == {"smoke": 3}
    assert red["decks"] == {"orders": 1}
    assert [unit.get("facing") for unit in red["units"]] == ["NW", None, None, None]
    assert red["units"][2]["aboard"] == "r2"
    assert facts["features"][1]["facing"] == "SW"
    assert facts["victory"][0] == {
        "by": "exit", "side": "red", "zone": "east", "group": "a", "grade": "decisive",
    }  # fmt: skip
    lines = CliRunner().invoke(main, ["show", file], catch_exceptions=False).output
    assert "f2 0602 SW" in lines
    assert "r3 r2" in lines


def test_a_scenario_of_version_1_is_shown_as_such(tmp_path: Path) -> None:
    file = str(folder(tmp_path, SCENARIO))
    facts = json.loads(CliRunner().invoke(main, ["show", file, "--json"]).output)
    assert facts["kind"] == "scenario/1"
    assert "features" not in facts
    assert "stocks" not in facts["sides"][0]
