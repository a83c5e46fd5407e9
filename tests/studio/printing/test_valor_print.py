"""A game of squads on paper: counters with halves and values, orders of battle, aims in names."""

from __future__ import annotations

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.scenario.scenario import Scenario
from studio.printing.counter_sheets import unit_counters
from studio.printing.game_printout import GamePrintout
from studio.printing.page_output import render_pdf
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import GamePrintSettings
from studio.rendering.map.render_options import RenderOptions
from tests.studio.printing.reading import pages, words

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def hill() -> Scenario:
    return load(SHIPPED / "samples" / "valor" / "scenarios" / "chapel-hill.scenario.yaml")


def printed(scenario: Scenario, part: PrintedPart, language: str) -> str:
    """All that is written on the pages of a part."""
    made = GamePrintout(scenario, RenderOptions(language=language), GamePrintSettings({part: ()}))
    pdf = render_pdf(made, lambda share: None)
    return "".join(words(page) for page in pages(pdf))


def test_each_squad_has_the_counters_of_its_halves_beside_it(hill: Scenario) -> None:
    """Halves have a letter; on their backs they are pinned as squads are."""
    (british, germans) = unit_counters(hill, 16.0, "en")
    ids = [piece.id for piece in british]
    assert ids[:3] == ["uk1", "uk1-a", "uk1-b"]
    assert len(british) == 12 + 2 * 6
    assert len(germans) == 6 + 2 * 3


@pytest.mark.parametrize("language", ["en", "zh"])
def test_handouts_have_names_and_no_values_that_units_lack(hill: Scenario, language: str) -> None:
    """Values of 0 are no values (V1.8); units are named, and what else is brought is listed."""
    said = printed(hill, PrintedPart.HANDOUTS, language)
    for id_ in ("uk1,", "uk-rifle-half", "uk-bren", "bunker-wood", "fighter-bomber,"):
        assert id_ not in said
    lacking = ("MP0", "MGahead0", "Modifier0", "移动点0", "前射机枪0", "修正0")
    own = {
        "en": ("minefield", "BrenA", "5Section", "facingsouth"),
        "zh": ("雷区", "布伦机枪甲", "五班", "朝向南", "山头", "南侧"),
    }[language]
    assert not [word for word in lacking if word in said]
    assert not [word for word in own if word not in said]
    assert ("Hill" in said.replace("ChapelHill", "")) == (language == "en")


def test_charts_are_in_the_reader_s_language(hill: Scenario) -> None:
    said = printed(hill, PrintedPart.TABLES, "zh")
    assert "手榴弹" in said
    for word in ("grenades", "fortification", "squad", "apfp", "fire-lane", "weapons"):
        assert word not in said
