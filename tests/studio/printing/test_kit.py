"""The kit of sixty units on paper: what is found in it, what is clip_to, what each reader gets."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from engine.files import deck_files, scenario_reader
from engine.files.source_text import SHIPPED
from engine.narration.turn_text import arrival_condition_text
from engine.narration.victory_text import victory_sentences
from engine.scenario.formations import formations_within, top_level_formations
from engine.scenario.scenario import Scenario
from engine.scenario.victory_ways import DECISIVE, DRAW, MARGINAL
from engine.texts import localised
from studio.cli import main
from studio.printing.file_printouts import DeckPrintout
from studio.printing.game_printout import GamePrintout
from studio.printing.map_tiling import MapTiling, PrintSettings
from studio.printing.page_output import render_pdf
from studio.printing.page_preview import page_picture
from studio.printing.print_page import PrintedPart, PrintPage
from studio.printing.print_settings import GamePrintSettings
from studio.printing.scenario_map import MapExcerpt
from studio.rendering.map.render_options import RenderOptions
from tests.studio.printing.reading import Written, pages, text_of, written

pytestmark = pytest.mark.usefixtures("qapp")
KIT = SHIPPED / "samples/kit/battalion-at-the-mill.scenario.yaml"
ROOM = QSize(420, 594)  # two pixels a millimetre of A4
RIM = 7  # pixels at the edge of the paper on which documents draw nothing
MADE_IN = ("en", "zh")
HEX = re.compile(r"[A-M][1-9]")


@pytest.fixture(scope="module")
def kit() -> Scenario:
    return scenario_reader.load(KIT)


def print_of(kit: Scenario, language: str, *parts: PrintedPart, reader: str = "") -> GamePrintout:
    settings = GamePrintSettings(dict.fromkeys(parts, ()), reader=reader, counter_mm=20.0)
    return GamePrintout(kit, RenderOptions(language=language), settings, KIT.parent)


def words_of(print_: GamePrintout) -> str:
    return plain_text(render_pdf(print_, lambda share: None))


def plain_text(pdf: bytes) -> str:
    return " ".join(" ".join(text_of(page).split()) for page in pages(pdf))


def ink(picture: QImage, left: int, top: int, right: int, bottom: int) -> int:
    """How many pixels of a part of a page are not white."""
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    shades = np.frombuffer(grey.constBits(), np.uint8).reshape(grey.height(), grey.bytesPerLine())
    return int((shades[top:bottom, left:right] < 245).sum())


def drawn(print_: GamePrintout, leaf: PrintPage) -> QImage:
    return page_picture(print_, leaf, ROOM)


def test_the_kit_has_sixty_units_in_a_tree_of_three_levels(kit: Scenario) -> None:
    assert len(kit.units) == 60
    known = {each.id: each for each in kit.formations}
    for side in ("us", "de"):
        (battalion,) = top_level_formations(kit, side)
        branch = formations_within(kit.formations, battalion.id)
        assert {each.size for each in branch} == {"battalion", "company", "platoon"}
        assert all(each.within in known for each in branch[1:])
        units = {unit.id: unit for unit in kit.units}
        led = [units[each.headquarters] for each in branch if each.headquarters]
        assert len(led) == 3
        assert all("officer" in unit.figures for unit in led)


def test_the_kit_says_all_that_scenarios_can(kit: Scenario) -> None:
    assert {each.grade for each in kit.victory if each.grade} == {DECISIVE, MARGINAL, DRAW}
    assert {each.group for each in kit.victory if each.group} == {"breakthrough", "stand"}
    assert any(each.turns for each in kit.victory)
    waiting = [unit.arrives for unit in kit.units if unit.arrives]
    assert any(each.die for each in waiting)
    assert any(each.once for each in waiting)
    assert [len(card.all_effects) for card in kit.decks["orders"].cards] == [2, 2, 1]
    assert not kit.decks["weather"].drawable_cards
    assert kit.layout is not None
    assert kit.layout.id == "classic"


def test_the_kit_is_played_to_its_end() -> None:
    """Its reinforcements wait, its victory has a grade."""
    words = ["play", str(KIT), "--seed", "3", "--red", "random", "--blue", "random", "--json"]
    said = CliRunner().invoke(main, words)
    assert said.exit_code == 0, said.output
    told = json.loads(said.stdout)
    assert told["grade"] == MARGINAL
    assert told["winner"] == "de"


@pytest.mark.parametrize("language", MADE_IN)
@pytest.mark.parametrize("reader", ["us", "de", "umpire"])
def test_no_page_of_a_hand_out_is_empty_or_runs_over_its_edge(
    kit: Scenario, language: str, reader: str
) -> None:
    print_ = print_of(kit, language, PrintedPart.HANDOUTS, reader=reader)
    for number, leaf in enumerate(print_.printed_pages, 1):
        picture = drawn(print_, leaf)
        wide, high = picture.width(), picture.height()
        assert ink(picture, 20, 20, wide - 20, high - 20) > 300, f"page {number} is empty"
        edges = ((0, 0, wide, RIM), (0, high - RIM, wide, high),
                 (0, 0, RIM, high), (wide - RIM, 0, wide, high))  # fmt: skip
        assert [ink(picture, *edge) for edge in edges] == [0, 0, 0, 0], f"page {number} is clipped"


@pytest.mark.parametrize("language", MADE_IN)
def test_a_sides_hand_out_names_every_unit_and_formation_of_its_own_and_no_others(
    kit: Scenario, language: str
) -> None:
    said = words_of(print_of(kit, language, PrintedPart.HANDOUTS, reader="us"))

    def name(words: object) -> str:
        assert isinstance(words, dict)
        return str(words[language])

    own = [name(u.name) for u in kit.units if u.side == "us" and not u.id.startswith("us-tube")]
    assert [each for each in own if each not in said] == []
    secrets = [name(each.name) for each in kit.formations if each.id in ("de-bn", "de-a", "de-b")]
    secrets += [name(unit.name) for unit in kit.units if unit.id in ("de-cdr", "de-tank1")]
    assert [each for each in secrets if each in said] == []


@pytest.mark.parametrize("language", MADE_IN)
def test_each_side_reads_how_it_wins_and_what_its_own_wait_for(
    kit: Scenario, language: str
) -> None:
    """And nothing of the other side's."""
    prints = {
        reader: print_of(kit, language, PrintedPart.HANDOUTS, reader=reader)
        for reader in ("us", "de", "umpire")
    }
    said = {reader: words_of(print_).replace(" ", "") for reader, print_ in prints.items()}
    aims = victory_sentences(kit, language)
    assert len(aims) == 5
    units = {unit.id: unit for unit in kit.units}
    waits = {id_: units[id_].arrives for id_ in ("us-tank61", "de-tank511")}
    for side in ("us", "de"):
        for sentence, whose in zip(aims, ("us", "de", "us", "us", "de"), strict=True):
            assert ("".join(sentence.split()) in said[side]) == (whose == side), sentence
        for id_, arrival in waits.items():
            assert arrival is not None
            words = "".join(arrival_condition_text(kit, arrival, language).split())
            assert (words in said[side]) == (units[id_].side == side), words
    assert all("".join(sentence.split()) in said["umpire"] for sentence in aims)


@pytest.mark.parametrize("language", MADE_IN)
@pytest.mark.parametrize("reader", ["", "us", "de", "umpire"])
def test_nothing_is_written_over_anything_else(kit: Scenario, language: str, reader: str) -> None:
    """Maps apart, where counters lie on names; and names of hexes that a cut hides at its edge."""
    parts = [PrintedPart.HANDOUTS] if reader else [PrintedPart.TABLES, PrintedPart.CARDS]
    print_ = print_of(kit, language, *parts, reader=reader)
    found = pages(render_pdf(print_, lambda share: None))
    for page, leaf in zip(found, print_.printed_pages, strict=True):
        if leaf.says.endswith(("Map", "地图")):
            continue
        said = [each for each in written(page) if not HEX.fullmatch(each.words)]
        over = [(a.words, b.words) for a, b in combinations(said, 2) if a.lies_on(b)]
        assert over == []


def test_words_over_each_other_are_found() -> None:
    first, beside = Written(10, 10, 10, "Mill"), Written(40, 10, 10, "Ford")
    assert first.lies_on(Written(15, 12, 8, "Ford"))
    assert not first.lies_on(beside)
    assert not first.lies_on(Written(10, 22, 10, "Ford"))


@pytest.mark.parametrize("language", MADE_IN)
def test_cards_say_both_things_they_do(kit: Scenario, language: str) -> None:
    said = "".join(words_of(print_of(kit, language, PrintedPart.CARDS)).split())
    for card in kit.decks["orders"].cards:
        for sentence in re.split(r"[.。]", localised(card.text, language)):
            assert "".join(sentence.split()) in said, card.id


def test_a_zone_is_shown_as_a_part_of_the_map(kit: Scenario) -> None:
    said = words_of(print_of(kit, "en", PrintedPart.HANDOUTS, reader="de"))
    assert "12, shown below" in said
    hexes = kit.zone("west")
    cut = MapExcerpt(kit, RenderOptions(), hexes, "#4c7a3a", 180.0)
    whole = MapExcerpt(kit, RenderOptions(), tuple(kit.map.grid), "#4c7a3a", 180.0)
    assert cut.size.width() < whole.size.width()
    grid = kit.map.grid
    corners = [point for hex_ in hexes for point in grid.outline(hex_, 48.0)]
    assert all(cut.around.contains(x, y) for x, y in corners)


def test_counters_lie_apart_and_whole_on_their_sheets(kit: Scenario) -> None:
    print_ = print_of(kit, "en", PrintedPart.COUNTERS)
    fronts = [leaf for leaf in print_.printed_pages if not leaf.is_back]
    held = [id_ for leaf in fronts for id_ in leaf.holds]
    assert {unit.id for unit in kit.units} <= set(held)
    assert len([id_ for id_ in held if id_ in {u.id for u in kit.units}]) == 60
    picture = drawn(print_, fronts[0])
    shades = {picture.pixelColor(x, y).name() for x in range(12) for y in range(40, 550)}
    assert not shades & {"#4c7a3a", "#6d7a86"}, "the field stays off the paper's edge"


@pytest.mark.parametrize("language", MADE_IN)
def test_the_weather_has_room_on_its_cards(language: str) -> None:
    deck = deck_files.open_file(KIT.parent / "weather.deck.yaml", "weather")
    print_ = DeckPrintout(deck, GamePrintSettings(), language, KIT.parent)
    picture = page_picture(print_, print_.printed_pages[0], ROOM)
    assert ink(picture, 30, 30, 390, 500) > 1000


@pytest.mark.parametrize("sheets", [2, 4, 6])
def test_a_poster_fills_its_sheets(kit: Scenario, sheets: int) -> None:
    settings = PrintSettings(hex_mm=None, sheets=sheets)
    print_ = MapTiling(kit.map, RenderOptions(), settings)
    larger = MapTiling(kit.map, RenderOptions(), replace(settings, hex_mm=print_.hex_mm + 0.1))
    assert len(print_.tiling) <= sheets < len(larger.tiling), "a hair wider would not go"
    assert print_.hex_mm > MapTiling(kit.map, RenderOptions(), replace(settings, sheets=1)).hex_mm


def test_each_reader_has_a_file_in_each_language(tmp_path: Path) -> None:
    words = ["print", str(KIT), str(tmp_path / "kit.pdf"), "--what", "tables,handouts",
             "--each-reader", "--language", "both"]  # fmt: skip
    said = CliRunner().invoke(main, words)
    assert said.exit_code == 0, said.output
    names = sorted(file.name for file in tmp_path.iterdir())
    readers = ("", "-de", "-umpire", "-us")
    assert names == sorted(f"kit-{lang}{who}.pdf" for lang in MADE_IN for who in readers)
    secret = "Draw a weather card"
    for who in ("-us", "-de", ""):
        assert secret not in plain_text((tmp_path / f"kit-en{who}.pdf").read_bytes())
    assert secret in plain_text((tmp_path / "kit-en-umpire.pdf").read_bytes())
