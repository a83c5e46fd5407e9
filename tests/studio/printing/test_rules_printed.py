"""What counts is printed, choices of the rules and credits; a type of one side is its own."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.languages import MADE_IN
from engine.scenario.scenario import Scenario
from engine.session.scenario_handout import scenario_handout
from engine.texts import text
from studio.printing.game_printout import GamePrintout
from studio.printing.page_output import render_pdf
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import GamePrintSettings
from studio.printing.reference_pages import open_tables, reference_tables, secret_tables
from studio.rendering.map.render_options import RenderOptions
from tests.studio.printing.reading import pages, words

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def changed(crossroads: Scenario) -> Scenario:
    """Crossroads with a type and a gun that only blue has, and other choices of the rules."""
    rules = {
        "results": "firefight",
        "cards_per_turn": {"red": 3, "blue": 4},
        "tables": {
            "A": {"table": "gun 0-8 9-20 21-28 29-40 41-44 45-52 53-60\n"
                           "85mm 7 6 5 4 3 2 1\nhowler 9 8 7 6 5 4 3\n"}
        },
        "units": {
            "ogre": {
                "name": {"en": "Ogre tank", "zh": "巨魔坦克"}, "gun": "howler", "mp": 9,
                "armour": "heavy", "fires": "halted", "points": 5, "symbol": "tank",
            }
        },
    }  # fmt: skip
    units = tuple(
        replace(unit, type="ogre") if unit.side == "blue" else unit for unit in crossroads.units
    )
    return replace(crossroads, units=units, rules=rules, credits="Drawn by A. Mapmaker")


def printed(scenario: Scenario, part: PrintedPart, language: str) -> list[str]:
    """What is written on each page of a part, maps left out."""
    print_ = GamePrintout(scenario, RenderOptions(language=language), GamePrintSettings({part: ()}))
    found = pages(render_pdf(print_, lambda share: None))
    return [words(page) for page in found]


def test_a_type_of_one_side_is_in_no_table_that_lies_open(changed: Scenario) -> None:
    for language in MADE_IN:
        open_ = "\n".join(table.as_text() for table in open_tables(changed, language))
        assert "ogre" not in open_.lower()
        assert "巨魔" not in open_
        assert "howler" not in open_


def test_its_own_side_and_the_umpire_get_its_lines_by_its_name(changed: Scenario) -> None:
    blue = "\n".join(
        t.as_text() for t in secret_tables(scenario_handout(changed, "blue"), ["blue"], "zh")
    )
    assert "巨魔坦克" in blue
    assert "ogre" not in blue
    assert "howler" in blue
    assert secret_tables(scenario_handout(changed, "red"), ["red"], "zh") == []
    both = secret_tables(changed, ["red", "blue"], "en")
    assert {table.name for table in both} == {"A", "units"}


def test_a_type_that_both_have_is_told_to_all(changed: Scenario) -> None:
    both = replace(changed, units=tuple(replace(unit, type="ogre") for unit in changed.units))
    assert "Ogre tank" in "\n".join(table.as_text() for table in open_tables(both, "en"))


def test_only_the_table_of_results_that_counts_is_printed(
    crossroads: Scenario, changed: Scenario
) -> None:
    assert {"C", "C-firefight"} & {table.name for table in reference_tables(crossroads, "en")} == {
        "C"
    }
    assert {"C", "C-firefight"} & {table.name for table in reference_tables(changed, "en")} == {
        "C-firefight"
    }


@pytest.mark.parametrize("language", MADE_IN)
def test_choices_and_credits_are_printed_and_numbers_of_a_side_are_its_own(
    changed: Scenario, language: str
) -> None:
    apart = text("scenario.told-apart", language)
    choices = text("printing.choices", "en")
    named = {"en": (choices, "table C′ (Firefight)", apart),
             "zh": ("本局规则", "火力战", "分别告知各方")}[language]  # fmt: skip
    open_ = "".join(printed(changed, PrintedPart.TABLES, language)).replace("\n", "")
    told = open_.replace(" ", "")
    assert all(each.replace(" ", "") in told for each in named)
    assert "Drawn by A. Mapmaker".replace(" ", "") in told


def test_the_umpire_reads_what_each_side_is_handed(changed: Scenario) -> None:
    print_ = GamePrintout(
        changed, RenderOptions(language="en"), GamePrintSettings({PrintedPart.HANDOUTS: ()})
    )
    leaves = [leaf.says for leaf in print_.printed_pages]
    pdf = pages(render_pdf(print_, lambda share: None))
    marks = {
        "red": text("printing.handout-of", "en", side="Red"),
        "blue": text("printing.handout-of", "en", side="Blue"),
        "umpire": text("printing.handout-umpire", "en"),
    }
    told = {"red": "", "blue": "", "umpire": ""}
    for says, page in zip(leaves, pdf, strict=True):
        for side, mark in marks.items():
            told[side] += words(page) if mark in says else ""
    flat = {side: re.sub(r"\s", "", said) for side, said in told.items()}
    assert "Red3,Blue4" in flat["umpire"]
    assert "Red3" not in flat["blue"]
    assert "Blue4" not in flat["red"]
    assert all("DrawnbyA.Mapmaker" in said for said in flat.values())
