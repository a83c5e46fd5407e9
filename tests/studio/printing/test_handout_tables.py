"""A game whose armies are bought in secret: its counters, forms, hand-outs and board on paper."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from engine.files import scenario_reader
from engine.hexes.hex import disc
from engine.scenario.scenario import Scenario
from engine.session.scenario_handout import scenario_handout
from engine.texts import localised, text
from studio.printing.game_printout import GamePrintout
from studio.printing.handout_tables import MAX_COUNTERS, army_purchases
from studio.printing.page_output import render_pdf
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import GamePrintSettings
from studio.printing.scenario_map import map_for_players
from studio.rendering.map.render_options import RenderOptions
from tests.studio.printing.conftest import ROOT
from tests.studio.printing.reading import pages, words

pytestmark = pytest.mark.usefixtures("qapp")
THREE_CITIES = Path("samples/primer/scenarios/three-cities.scenario.yaml")
RED_ONLY, BLUE_ONLY = (text("printing.handout-of", "en", side=side) for side in ("Red", "Blue"))


@pytest.fixture(scope="module")
def cities() -> Scenario:
    return scenario_reader.load(ROOT / THREE_CITIES)


def printed(scenario: Scenario, part: PrintedPart, language: str = "en") -> GamePrintout:
    return GamePrintout(scenario, RenderOptions(language=language), GamePrintSettings({part: ()}))


def told(print_: GamePrintout, mark: str = "") -> str:
    """What is written on the pages that are called so, without their maps."""
    print_.printed_pages = [
        leaf for leaf in print_.printed_pages if mark in leaf.says and "Map" not in leaf.says
    ]  # fmt: skip
    return "".join(words(page) for page in pages(render_pdf(print_, lambda share: None)))


def test_there_are_counters_of_every_type_as_far_as_the_budget_goes(cities: Scenario) -> None:
    front = printed(cities, PrintedPart.COUNTERS).printed_pages[0]
    held = Counter(tuple(id_.split("-")[:2]) for id_ in front.holds)
    assert held["red", "armour"] == 40 // 6
    assert held["blue", "armour"] == 84 // 6
    assert held["red", "missile"] == 2
    assert held["red", "infantry"] == held["blue", "infantry"] == MAX_COUNTERS


@pytest.mark.parametrize(("language", "name"), [("en", "artillery"), ("zh", "炮兵")])
def test_a_counter_to_be_bought_is_called_by_its_type(
    cities: Scenario, language: str, name: str
) -> None:
    said = told(printed(cities, PrintedPart.COUNTERS, language))
    assert name in said
    assert "red-" not in said


def test_the_back_of_a_counter_shows_it_beaten_and_not_suppressed(cities: Scenario) -> None:
    back = printed(cities, PrintedPart.COUNTERS)
    back.printed_pages = back.printed_pages[1:2]
    said = told(back)
    units = [id_ for id_ in back.printed_pages[0].holds if id_.startswith(("red-", "blue-"))]
    assert said.count("B") >= len(units) > 90
    assert "S" not in said.replace("Southwell", "")


def test_a_game_without_units_yet_has_no_empty_order_of_battle(cities: Scenario) -> None:
    said = told(printed(cities, PrintedPart.HANDOUTS))
    assert "Orderofbattle" not in said


def test_a_side_is_told_its_own_budget_and_prices_and_not_the_other_s(cities: Scenario) -> None:
    said = told(printed(cities, PrintedPart.HANDOUTS), RED_ONLY)
    assert "Army:Red,40pointstospend" in said
    assert text("armies.together", "en", budget=40).replace(" ", "") in said
    assert "Cost" in said
    assert "84" not in said
    assert "Army:Blue" not in said
    assert army_purchases(scenario_handout(cities, "red")).keys() == {"red"}


def test_the_umpire_is_told_both_budgets(cities: Scenario) -> None:
    said = told(printed(cities, PrintedPart.HANDOUTS), text("printing.handout-umpire", "en"))
    assert "Army:Red,40points" in said
    assert "Army:Blue,84points" in said


def test_what_a_type_cannot_do_is_not_among_its_values(cities: Scenario) -> None:
    said = told(printed(cities, PrintedPart.HANDOUTS), RED_ONLY)
    assert "Vision1,Strength5,Move5" in said
    assert "Rangedno" not in said
    assert "Rangedyes" not in said


def test_the_set_up_sheet_lists_the_hexes_in_which_what_is_bought_begins(cities: Scenario) -> None:
    said = told(printed(cities, PrintedPart.HANDOUTS), BLUE_ONLY)
    assert "Bluedeployment" in said
    zone, label = cities.zone("blue-deployment"), cities.map.labels.label
    named = {near for place in cities.map.places for near in disc(place.at, 1)}
    missing = [hex_ for hex_ in zone if label(hex_) not in said]
    assert len(missing) <= 1
    assert set(missing) <= named, "a label gives way to a name"


def test_coloured_hexes_are_on_everybody_s_board(cities: Scenario) -> None:
    for scenario in (cities, scenario_handout(cities, "red"), scenario_handout(cities, "blue")):
        zones = map_for_players(scenario).zones
        assert zones.keys() == cities.map.zones.keys()
    map_ = printed(cities, PrintedPart.MAP)
    map_.printed_pages = map_.printed_pages[:1]
    assert "Northgate'sview" in "".join(
        words(page) for page in pages(render_pdf(map_, lambda share: None))
    ).replace("\u2019", "'")


def test_a_zone_that_is_no_part_of_the_board_stays_hidden(cities: Scenario) -> None:
    reserve = tuple(cities.map.grid)[:3]
    scenario = replace(cities, zones={"fox-den": reserve})
    assert "fox-den" not in map_for_players(scenario).zones
    assert "fox-den" not in scenario_handout(scenario, "red").zones


def test_a_deployment_zone_of_the_scenario_alone_has_its_side_s_colour(cities: Scenario) -> None:
    rules = {"deployment": {"red": "west-bank"}}
    zones = {"west-bank": tuple(cities.map.grid)[:5]}
    board = map_for_players(replace(cities, rules=rules, zones=zones))
    assert board.zones["west-bank"].colour == "#c8352b"
    assert board.zones["west-bank"].hexes.sum() == 5


def test_no_zones_are_on_the_board_of_a_game_that_keeps_them_secret(crossroads: Scenario) -> None:
    assert map_for_players(crossroads).zones == {}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_table_of_the_primer_is_printed(cities: Scenario, language: str) -> None:
    said = told(printed(cities, PrintedPart.TABLES, language))
    for title in (
        {"en": "Fight results", "zh": "对战查询"},
        {"en": "MP to enter a hex", "zh": "移动力"},
        {"en": "Unit types", "zh": "兵种"},
    ):  # fmt: skip
        assert localised(title, language).replace(" ", "") in said
