"""Hand-outs: every side gets what it may know, nothing of the other's, and the umpire all of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine.hexes.hex import Hex
from engine.languages import MADE_IN
from engine.narration.scenario_names import ScenarioNames
from engine.scenario.scenario import Arrival, Card, Deck, Scenario, VictoryCondition, VictoryKind
from engine.session.scenario_handout import scenario_handout
from engine.texts import localised, text
from studio.printing import handouts as handouts_printed
from studio.printing.game_printout import GamePrintout
from studio.printing.page_flow import PageBlock
from studio.printing.page_output import render_pdf
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import GamePrintSettings
from studio.printing.scenario_map import map_excerpt_block
from studio.rendering.map.render_options import RenderOptions
from tests.studio.printing.reading import drawn, pages, words

pytestmark = pytest.mark.usefixtures("qapp")
BRIEFING = """# Orders

Take **Crossways**.

- First go *east*.
- Then wait.
"""


@pytest.fixture(scope="module")
def secret(crossroads: Scenario) -> Scenario:
    """Crossroads where each side has a deck, a zone and a way to win of its own."""
    blue = [unit for unit in crossroads.units if unit.side == "blue"]
    reserve = replace(
        blue[-1], id="b9", name={"en": "Nightjar 9", "zh": "夜鹰9号"}, arrives=Arrival(5, "@2,2")
    )
    decks = {
        "reds": Deck("reds", (Card("tempest", "repair", title="Tempest", text="Storm on."),)),
        "blues": Deck("blues", (Card("owl", "repair", title="Owlcall", text="Hoot thrice."),)),
    }
    sides = tuple(replace(side, deck=f"{side.id}s") for side in crossroads.sides)
    victory = (*crossroads.victory, VictoryCondition(VictoryKind.LOSSES, side="blue", percent=37))
    return replace(
        crossroads, units=(*crossroads.units, reserve), decks=decks, sides=sides, victory=victory,
        zones={**crossroads.zones, "fox-den": crossroads.zone("@9,9")},
    )  # fmt: skip


Told = Mapping[str, Mapping[str, str]]


@pytest.fixture(scope="module")
def told(secret: Scenario, qapp: object) -> Told:
    """What is written in the hand-outs, by language, then by whose they are."""
    return {language: handouts(secret, language) for language in MADE_IN}


def handouts(scenario: Scenario, language: str, pages_: int = 99) -> dict[str, str]:
    """What is written in the first pages of the hand-outs of red, blue and the umpire."""
    every = GamePrintout(
        scenario, RenderOptions(language=language), GamePrintSettings({PrintedPart.HANDOUTS: ()})
    )
    first = ((1, min(pages_, len(every.printed_pages))),)
    settings = GamePrintSettings({PrintedPart.HANDOUTS: first})
    print_ = GamePrintout(scenario, RenderOptions(language=language), settings)
    pdf = pages(render_pdf(print_, lambda share: None))
    found = {"red": "", "blue": "", "umpire": ""}
    marks = {
        text(
            "printing.handout-of", language, side=ScenarioNames(scenario, language).side(side)
        ): side
        for side in ("red", "blue")
    }
    marks[text("printing.handout-umpire", language)] = "umpire"
    for page, leaf in zip(pdf, print_.printed_pages, strict=True):
        if leaf.says.endswith("地图"):  # maps are read slowly; the English ones are
            continue
        for mark, side in marks.items():
            if mark in leaf.says:
                found[side] += words(page)
    return found


def sentences(scenario: Scenario, side: str, language: str) -> list[str]:
    """The sentences of a side's briefing, without spaces."""
    told = localised(scenario.briefings[side], language)
    parts = ("".join(part.split()) for part in re.split(r"[.。；;]", told))
    return [part for part in parts if len(part) > 8]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("side", "enemy"), [("red", "blue"), ("blue", "red")])
def test_a_side_s_hand_out_has_nothing_of_the_other_s(
    secret: Scenario, told: Told, side: str, enemy: str, language: str
) -> None:
    said = told[language][side]
    for unit in secret.units:
        name = localised(unit.name, language).replace(" ", "")
        assert (name in said) == (unit.side == side), name
    own = "".join(localised(secret.briefings[side], language).split())
    for other in (enemy, "umpire"):
        hidden = [each for each in sentences(secret, other, language) if each not in own]
        assert len(hidden) > 3
        assert [sentence for sentence in hidden if sentence in said] == []
    names = ScenarioNames(secret, language)
    for whose, zone in (("red", "westerby"), ("blue", "ridge-farm")):
        where = text("printing.sets-up", language, zone=names.zone(zone))
        assert ("".join(where.split()) in said) == (whose == side), where
    for word in ("Tempest", "Storm", "Owlcall", "Hoot"):
        assert word not in said
    notes = "".join(localised(secret.notes, language).split())[:20]
    assert notes not in said


def test_reinforcements_are_on_the_track_of_their_own_side_alone(told: Told) -> None:
    said = told["en"]
    assert "turn5" in said["blue"].lower()
    assert "Nightjar9" in said["blue"]
    assert "Nightjar" not in said["red"]
    assert "northedge" in said["red"].lower()
    assert "northedge" not in said["blue"].lower()


def test_a_side_is_told_its_own_ways_to_win_alone(told: Told) -> None:
    said = told["en"]
    assert "37%" in said["blue"]
    assert "37%" not in said["red"]
    assert "Afterturn12" in said["red"]


def test_objectives_lie_open(told: Told) -> None:
    said = told["en"]
    for name in ("Crossways", "theStoneBridge", "Alderby"):
        assert name in said["red"]
        assert name in said["blue"]


def test_the_umpire_s_hand_out_has_everything(secret: Scenario, told: Told) -> None:
    said = told["en"]["umpire"]
    for unit in secret.units:
        assert localised(unit.name, "en").replace(" ", "") in said
    for side in ("red", "blue", "umpire"):
        for sentence in sentences(secret, side, "en"):
            assert sentence in said, sentence
    for word in ("Tempest", "Stormon", "Owlcall", "Hootthrice", "37%", "Westerby", "RidgeFarm"):
        assert word in said


def test_a_side_gets_its_whole_briefing(secret: Scenario, told: Told) -> None:
    said = told["en"]
    for side in ("red", "blue"):
        for sentence in sentences(secret, side, "en"):
            assert sentence in said[side]


def test_briefings_are_written_in_markdown(crossroads: Scenario) -> None:
    scenario = replace(crossroads, briefings={"red": BRIEFING})
    told = handouts(scenario, "en", 1)["red"]
    assert "TakeCrossways." in told
    assert "**" not in told
    assert "#Orders" not in told


def test_a_briefing_longer_than_a_page_is_printed_to_its_last_word(crossroads: Scenario) -> None:
    long = " ".join(f"word{number}" for number in range(2500))
    told = handouts(replace(crossroads, briefings={"red": long}), "en", 8)["red"]
    assert all(f"word{number}" in told for number in range(2500))


def test_what_a_side_knows_names_no_enemy_unit_anywhere(secret: Scenario) -> None:
    known = repr(scenario_handout(secret, "red"))
    for unit in secret.units:
        if unit.side == "blue":
            assert f"id='{unit.id}'" not in known
    for word in ("ridge-farm", "south-edge", "Owlcall", "Tempest", "fox-den", "Nightjar"):
        assert word not in known


def test_a_side_s_map_shows_its_own_units_alone(told: Told) -> None:
    """Red has one set-up zone and one arrival, blue one more; the umpire sees all of them."""
    said = told["en"]
    assert [said[side].count("setsuphere") for side in ("red", "blue", "umpire")] == [1, 1, 2]


def test_a_zone_of_very_many_hexes_is_listed_to_the_last(crossroads: Scenario) -> None:
    every = tuple(crossroads.map.grid)
    scenario = replace(crossroads, zones={**crossroads.zones, "westerby": every})
    told = handouts(scenario, "en", 8)["red"]
    missing = [hex_ for hex_ in every if crossroads.map.labels.label(hex_) not in told]
    assert len(missing) <= len(crossroads.map.places), "a label gives way to a name"


def test_nothing_is_drawn_beyond_a_page_however_many_come_at_once(crossroads: Scenario) -> None:
    red = next(unit for unit in crossroads.units if unit.side == "red")
    many = tuple(
        replace(red, id=f"x{number}", name="", zone="", arrives=Arrival(2, "@2,2"))
        for number in range(150)
    )
    others = (
        unit for unit in crossroads.units if unit.side == "blue"
    )  # no zone of red's is cut out
    scenario = replace(crossroads, units=(*others, *many))
    settings = GamePrintSettings({PrintedPart.HANDOUTS: ()})
    print_ = GamePrintout(scenario, RenderOptions(), settings)
    print_.printed_pages = print_.printed_pages[:9]  # red's, and no map: those are read slowly
    assert all("page" in leaf.says for leaf in print_.printed_pages)
    for page in pages(render_pdf(print_, lambda share: None)):
        for each in drawn(page):
            assert each.box[3] <= 297.1


@pytest.mark.parametrize("reader", ["red", "umpire"])
def test_each_zone_that_is_said_to_be_shown_is_shown(
    crossroads: Scenario, reader: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those where units are set up, and those that are to be held."""
    shown = []

    def cut(
        scenario: Scenario, look: RenderOptions, hexes: Sequence[Hex], *others: Any
    ) -> list[PageBlock]:
        shown.append(len(hexes))
        return map_excerpt_block(scenario, look, hexes, *others)

    monkeypatch.setattr(handouts_printed, "map_excerpt_block", cut)
    parts = {PrintedPart.HANDOUTS: ()}
    print_ = GamePrintout(
        crossroads, RenderOptions(language="en"), GamePrintSettings(parts, reader=reader)
    )
    every = len(print_.printed_pages) - 1  # the map is read slowly
    settings = GamePrintSettings({PrintedPart.HANDOUTS: ((1, every),)}, reader=reader)
    shown.clear()
    print_ = GamePrintout(crossroads, RenderOptions(language="en"), settings)
    said = "".join(words(page) for page in pages(render_pdf(print_, lambda share: None)))
    promised = text("printing.hexes-shown", "en", count="").replace(" ", "")
    assert said.count(promised) == len(shown) > 1
    assert all(f"{count}{promised}" in said for count in shown)
