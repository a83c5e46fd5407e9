"""Squads of figures on paper: bases, traits and tables of results in the words of the reader."""

from __future__ import annotations

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.games import handbook_of
from engine.narration.scenario_names import ScenarioNames
from engine.scenario.scenario import Scenario
from studio.printing.print_page import PrintedPart
from studio.rendering.charts.printed_table import PrintedTable
from tests.studio.printing.test_valor_print import printed

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def ridge() -> Scenario:
    return load(SHIPPED / "samples" / "tide" / "scenarios" / "ridge-line.scenario.yaml")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_order_of_battle_tells_figures_and_traits_in_words(
    ridge: Scenario, language: str
) -> None:
    said = printed(ridge, PrintedPart.HANDOUTS, language)
    own = {"en": ("1×mortarcrew,2×regular",), "zh": ("1×迫击炮组", "震荡", "碾压")}[language]
    assert not [word for word in own if word not in said]
    assert ("concussive" in said) == (language == "en")


def printed_table(scenario: Scenario, name: str, language: str) -> PrintedTable:
    table = handbook_of(scenario).tables()[name]
    return PrintedTable.of(name, table, ScenarioNames(scenario, language))


@pytest.mark.parametrize("name", ["damage", "morale"])
def test_results_have_their_colours_in_every_language(ridge: Scenario, name: str) -> None:
    en, zh = (printed_table(ridge, name, language) for language in ("en", "zh"))
    assert en.results == zh.results
    assert [word for word, _ in en.key] == [word for word, _ in zh.key]
    assert len(zh.key) == 4
    assert set(en.cells.values()).isdisjoint(set(zh.cells.values()) - {"·"})
    part = zh.part(zh.rows[:1], zh.columns[:2])
    assert set(part.results.values()) == {"·", en.results[next(iter(part.results))]} | {
        word for word, _ in part.key
    }


def test_damage_is_no_size(ridge: Scenario) -> None:
    """Light damage of a vehicle and a light vehicle have words of their own."""
    assert "轻损" in printed_table(ridge, "damage", "zh").cells.values()
