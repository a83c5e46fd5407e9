"""Every shipped deck and scenario goes out as a table and comes back unchanged."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.files import deck_files, scenario_reader, scenario_writer
from engine.files.source_text import SAMPLES
from engine.games import card_effects_of
from engine.interchange import csv_tables, deck_csv, figure_group_csv, order_of_battle_csv
from engine.problems import InvalidFileError
from engine.scenario.scenario import Scenario

CONVOY = SAMPLES / "littlewars/scenarios/convoy.scenario.yaml"


def laid(folder: Path, table: str) -> Path:
    path = folder / "a.csv"
    path.write_text(table, encoding="utf-8", newline="")
    return path


def without_conditions(scenario: Scenario) -> Scenario:
    """The scenario as a table has it: what an arrival waits for has no column."""
    units = tuple(
        replace(unit, arrives=replace(unit.arrives, once=None)) if unit.arrives else unit
        for unit in scenario.units
    )
    return replace(scenario, units=units)


def test_every_deck_comes_back_from_its_table(tmp_path: Path) -> None:
    wrong = []
    for file in sorted(SAMPLES.rglob("*.deck.yaml")):
        was = deck_files.open_file(file, "")
        effects = card_effects_of(was.game)
        path = laid(tmp_path, deck_csv.compose(was.deck, effects))
        merged = deck_csv.read(path, was.deck, effects)
        begun = deck_csv.read(path, replace(was.deck, cards=()), effects).value
        again = deck_files.rewrite(replace(was, deck=merged.value), was).text
        if not merged.is_empty or begun != was.deck or again != file.read_text("utf-8"):
            wrong.append(file.name)
    assert not wrong


def test_every_order_of_battle_comes_back_from_its_table(tmp_path: Path) -> None:
    wrong = []
    for file in sorted(SAMPLES.rglob("*.scenario.yaml")):
        was = scenario_reader.open_file(file)
        path = laid(tmp_path, order_of_battle_csv.compose(was.scenario))
        merged = order_of_battle_csv.read(path, was.scenario)
        begun = order_of_battle_csv.read(path, replace(was.scenario, units=(), bodies=())).value
        again = scenario_writer.rewrite(merged.value, was).text
        is_same = merged.is_empty and begun == without_conditions(was.scenario)
        if not is_same or again != file.read_text("utf-8"):
            wrong.append(file.name)
    assert not wrong


@pytest.fixture(scope="module")
def convoy() -> Scenario:
    return scenario_reader.load(CONVOY)


def test_bodies_have_their_row_each(convoy: Scenario) -> None:
    first = order_of_battle_csv.compose(convoy).splitlines()[1]
    assert first.startswith("wagon-1,red,wagon,1st Wagon,")
    assert first.endswith(",food=1 fodder=1 ammunition=1")
    assert len(order_of_battle_csv.compose(convoy).splitlines()) == 1 + len(convoy.bodies)


def test_what_a_table_of_bodies_has_no_column_for_stays(tmp_path: Path, convoy: Scenario) -> None:
    told = order_of_battle_csv.read(laid(tmp_path, "id,strength\nwagon-1,2\n"), convoy, keeps=True)
    assert dict(told.changed) == {"wagon-1": ("strength",)}
    assert told.value.bodies[0] == replace(convoy.bodies[0], strength=2)


BAD_CELLS = {
    "id,side\nwagon-1,green\n": "cell-side",
    "id,side,type\nnew,red,tank\n": "cell-type",
    "id,strength\nwagon-1,501\n": "cell-range",
    "id,strength\nwagon-1,many\n": "cell-number",
    "id,facing\nwagon-1,360\n": "cell-range",
    "id,at\nwagon-1,12\n": "cell-points",
    'id,at\nwagon-1,"1,1 2,2 3,3"\n': "cell-too-many-points",
    "id,zone\nwagon-1,nowhere\n": "cell-zone",
    "id,formation\nwagon-1,heap\n": "cell-word",
    "id,aboard\nwagon-1,ghost\n": "cell-word",
    "id,load\nwagon-1,food\n": "cell-load",
    "id\n": "table-empty",
}


def test_a_wrong_cell_of_a_body_is_told_by_its_name(tmp_path: Path, convoy: Scenario) -> None:
    found = {}
    for table in BAD_CELLS:
        with pytest.raises(InvalidFileError) as refused:
            order_of_battle_csv.read(laid(tmp_path, table), convoy)
        found[table] = refused.value.problems[0].code
    assert found == BAD_CELLS


def test_parameters_without_an_effect_are_told(tmp_path: Path) -> None:
    weather = deck_files.open_file(SAMPLES / "kit/weather.deck.yaml", "")
    table = "id,effect,parameter.units\nclear,,2\n"
    with pytest.raises(InvalidFileError) as refused:
        deck_csv.read(laid(tmp_path, table), weather.deck, card_effects_of(weather.game))
    assert [problem.code for problem in refused.value.problems] == ["cell-without-effect"]


def test_columns_of_bodies_are_those_of_the_format() -> None:
    known = {name for name in vars(scenario_reader.load(CONVOY).bodies[0]) if name != "name"}
    assert known <= set(figure_group_csv.COLUMNS)
    assert csv_tables.is_text_column("name_en", ("name",))
