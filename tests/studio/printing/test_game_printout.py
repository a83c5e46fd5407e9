"""A game on pages, read back from the file: sizes, backs behind fronts, boxes, fonts, bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pypdf import PageObject
from PySide6.QtGui import QImage, QPainter

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.scenario.scenario import Scenario
from engine.texts import text
from studio.printing.game_printout import GamePrintout
from studio.printing.map_tiling import MapTiling, PrintSettings, crop_marks, visible_area
from studio.printing.page_output import PrintError, render_pdf
from studio.printing.paper_geometry import (
    PAPERS,
    Duplex,
    Paper,
    PaperRectangle,
    axis_of,
    mirrored_place,
)
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import GamePrintSettings, InvalidPrintRequest
from studio.rendering.map.render_options import RenderOptions
from studio.rendering.text_painting import CHINESE, font_families
from tests.studio.printing.conftest import CROSSROADS
from tests.studio.printing.reading import (
    MM,
    drawn,
    embedded_fonts,
    inset_box,
    line_ends,
    page_boxes,
    pages,
    text_of,
    words,
)

pytestmark = pytest.mark.usefixtures("qapp")
A4, A3, LETTER = PAPERS["A4"], PAPERS["A3"], PAPERS["Letter"]
EXACT = 0.006  # mm: Qt writes coordinates in hundredths of a dot of 1200 to the inch


def printed(
    scenario: Scenario, *parts: PrintedPart, language: str = "en", **settings: object
) -> bytes:
    chosen = replace(GamePrintSettings(dict.fromkeys(parts, ())), **settings)  # type: ignore[arg-type]  # of the settings
    return render_pdf(
        GamePrintout(scenario, RenderOptions(language=language), chosen), lambda share: None
    )


def boxes(page: PageObject, width: float, height: float) -> list[tuple[float, ...]]:
    """Left and top of every filled shape of a size."""
    found: list[tuple[float, ...]] = []
    for each in drawn(page):
        left, top, right, bottom = each.box
        size = pytest.approx((width, height), abs=0.02)
        if each.is_filled and (right - left, bottom - top) == size:
            found.append(each.box)
    return found


def same(first: Sequence[tuple[float, ...]], second: Sequence[tuple[float, ...]]) -> bool:
    return len(first) == len(second) and all(
        any(one == pytest.approx(other, abs=0.02) for other in second) for one in first
    )


# --- counters -------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [15.0, 16.0, 20.0, 25.0])
@pytest.mark.parametrize("gap", [0.0, 3.0])
def test_counters_are_as_wide_as_they_shall_be(
    crossroads: Scenario, size: float, gap: float
) -> None:
    """The panels of the symbols are 70 × 45 % of a counter, and lie one counter apart."""
    pdf = printed(crossroads, PrintedPart.COUNTERS, counter_mm=size, counter_gap=gap)
    panels = sorted(boxes(pages(pdf)[0], 0.7 * size, 0.45 * size))
    assert len(panels) == len(crossroads.units)
    lefts = sorted({round(panel[0], 2) for panel in panels})
    assert len(lefts) == 4
    for one, other in pairwise(lefts):
        assert other - one == pytest.approx(size + gap, abs=2 * EXACT)


@pytest.mark.parametrize("size", [15.0, 16.0, 20.0, 25.0])
def test_crop_marks_of_counters_are_at_their_edges(crossroads: Scenario, size: float) -> None:
    page = pages(printed(crossroads, PrintedPart.COUNTERS, counter_mm=size))[0]
    panel = min(boxes(page, 0.7 * size, 0.45 * size))
    left = panel[0] - 0.15 * size
    uprights = {
        round(each.points[0][0], 2)
        for each in drawn(page)
        if len(each.points) == 2
        and abs(each.points[0][0] - each.points[1][0]) < 1e-6
        and max(end[1] for end in each.points) < panel[1] - 0.09 * size - 2
    }
    for number in range(int((A4.width - 20 - 4) / size) + 1):
        assert min(abs(x - left - number * size) for x in uprights) < 2 * EXACT


@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
@pytest.mark.parametrize("paper", [A4, A4.turned(), LETTER])
def test_backs_of_counters_lie_behind_their_fronts(
    crossroads: Scenario, duplex: Duplex, paper: Paper
) -> None:
    pdf = printed(crossroads, PrintedPart.COUNTERS, duplex=duplex, paper=paper)
    front, back = pages(pdf)[:2]
    squares = []
    for page, turned in ((front, False), (back, duplex_turns(paper, duplex))):
        panels = boxes(page, 0.7 * 16, 0.45 * 16)
        assert len(panels) == len(crossroads.units)
        # The panel lies nearer to the counter's upper edge; a counter that is turned, to its lower.
        up = 0.46 * 16 if turned else 0.09 * 16
        squares.append([(p[0] - 0.15 * 16, p[1] - up) for p in panels])
    expected = [
        mirrored_place(PaperRectangle(x, y, 16, 16), paper, axis_of(paper, duplex))
        for x, y in squares[0]
    ]
    assert same(squares[1], [(place.left, place.top) for place in expected])


def duplex_turns(paper: Paper, duplex: Duplex) -> bool:
    return (paper.height >= paper.width) == (duplex is Duplex.SHORT)


def test_folded_backs_come_behind_their_fronts(crossroads: Scenario) -> None:
    page = pages(printed(crossroads, PrintedPart.COUNTERS, duplex=Duplex.FOLD))[0]
    panels = boxes(page, 0.7 * 16, 0.45 * 16)
    fronts = [panel for panel in panels if panel[1] < A4.height / 2]
    backs = [panel for panel in panels if panel[1] > A4.height / 2]
    folded = [(p[0], A4.height - p[3], p[2], A4.height - p[1]) for p in backs]
    assert same(fronts, folded)


def test_counters_side_by_side_bleed_at_the_rim_alone(crossroads: Scenario) -> None:
    """Four red counters in the first row: 4 × 16 mm, and the bleed left, right and above."""
    page = pages(printed(crossroads, PrintedPart.COUNTERS))[0]
    grounds = [each.box for each in drawn(page) if each.is_filled and len(each.points) >= 4]
    first = [box for box in grounds if box[3] - box[1] == pytest.approx(18.0, abs=0.02)]
    widths = sorted(round(box[2] - box[0], 1) for box in first)
    assert widths.count(18.0) >= 2  # the outermost: 16 + 2
    assert widths.count(16.0) >= 2  # between them: none


def test_a_sheet_of_counters_is_trimmed_at_its_outer_cuts(crossroads: Scenario) -> None:
    page = pages(printed(crossroads, PrintedPart.COUNTERS))[0]
    left, top, right, bottom = inset_box(page, "trimbox")
    panel = min(boxes(page, 0.7 * 16, 0.45 * 16))
    assert (left, top) == pytest.approx((panel[0] - 2.4, panel[1] - 1.44), abs=0.01)
    assert (right - left) % 16 == pytest.approx(0, abs=0.002)
    assert (bottom - top) % 16 == pytest.approx(0, abs=0.002)
    bleeding = inset_box(page, "bleedbox")
    assert bleeding[0] == pytest.approx(left - 2, abs=0.001)
    assert bleeding[3] == pytest.approx(bottom + 2, abs=0.001)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_unit_s_name_is_on_its_counter(crossroads: Scenario, language: str) -> None:
    front, back = pages(printed(crossroads, PrintedPart.COUNTERS, language=language))[:2]
    for unit in crossroads.units:
        assert not isinstance(unit.name, str)
        name = unit.name[language].replace(" ", "")
        assert name in words(front)
        assert name in words(back)


def test_pages_are_moved_against_the_printer_s_error(crossroads: Scenario) -> None:
    plain = pages(printed(crossroads, PrintedPart.COUNTERS))
    shifts: dict[str, Any] = {"front_shift": (0.5, -1.0), "back_shift": (-0.25, 2.0)}
    moved = pages(printed(crossroads, PrintedPart.COUNTERS, **shifts))
    for before, after, shift in zip(plain, moved, shifts.values(), strict=False):
        was, now = min(boxes(before, 11.2, 7.2)), min(boxes(after, 11.2, 7.2))
        assert (now[0] - was[0], now[1] - was[1]) == pytest.approx(shift, abs=0.01)


# --- cards ----------------------------------------------------------------------------------------


def test_cards_are_63_by_88_mm_and_nine_to_an_a4(crossroads: Scenario) -> None:
    first = pages(printed(crossroads, PrintedPart.CARDS))[0]
    left, top, right, bottom = inset_box(first, "trimbox")
    assert (right - left, bottom - top) == pytest.approx((189, 264), abs=0.001)
    assert len(boxes(first, 67, 92)) == 7  # one deck; the other begins the next row
    assert inset_box(first, "bleedbox") == pytest.approx(
        (left - 2, top - 2, right + 2, bottom + 2), abs=0.001
    )


def test_cards_side_by_side_bleed_at_the_rim_alone(crossroads: Scenario) -> None:
    settings = GamePrintSettings({PrintedPart.CARDS: ()})
    leaf = GamePrintout(crossroads, RenderOptions(), settings).printed_pages[0]
    image = QImage(2100, 2970, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    painter.scale(10, 10)
    leaf.paint(painter)
    painter.end()

    def at(x: float, y: float) -> str:
        return image.pixelColor(round(10 * x), round(10 * y)).name()

    left, top = 10.5, 16.5
    first, second = at(left + 3, top + 3), at(left + 66, top + 3)
    assert first != second
    assert at(left - 1.5, top + 3) == at(left + 3, top - 1.5) == first
    assert at(left - 2.5, top + 3) == "#ffffff"
    assert (at(left + 62.5, top + 3), at(left + 63.5, top + 3)) == (first, second)
    beside = at(left + 64.5, top + 2.5 * 88)  # nothing lies there: the last card bleeds
    assert beside == at(left + 61, top + 2.5 * 88) == at(left + 3, top + 80)


def test_cards_with_bleed_are_eight_to_an_a4_and_bleed_3_mm(crossroads: Scenario) -> None:
    first = pages(printed(crossroads, PrintedPart.CARDS, card_bleed=3.0))[0]
    assert len(boxes(first, 94, 69)) == 7
    left, _, right, _ = inset_box(first, "trimbox")
    assert right - left == pytest.approx(2 * 88 + 6, abs=0.001)


@pytest.mark.parametrize("duplex", [Duplex.LONG, Duplex.SHORT])
def test_backs_of_cards_lie_behind_their_faces(crossroads: Scenario, duplex: Duplex) -> None:
    front, back = pages(printed(crossroads, PrintedPart.CARDS, duplex=duplex))[:2]
    faces, backs = boxes(front, 67, 92), boxes(back, 67, 92)
    assert len(faces) == 7
    axis = axis_of(A4, duplex)
    expected = [mirrored_place(PaperRectangle(f[0], f[1], 67, 92), A4, axis) for f in faces]
    assert same([(b[0], b[1]) for b in backs], [(e.left, e.top) for e in expected])


# --- tables and the whole -------------------------------------------------------------------------


def test_every_table_is_printed_with_the_turns(crossroads: Scenario) -> None:
    told = "".join(words(page) for page in pages(printed(crossroads, PrintedPart.TABLES)))
    for title in ("Attacklevelbyrange", "Heightdifference", "Directfireresults", "Terraineffects"):
        assert title in told
    assert "Turn1" in told
    assert "Turn12" in told


def test_tables_lie_open_and_tell_no_reinforcements(crossroads: Scenario) -> None:
    told = "".join(words(page) for page in pages(printed(crossroads, PrintedPart.TABLES)))
    assert "Red4" not in told
    assert "northedge" not in told.lower()


@pytest.mark.parametrize("paper", [A4, A3, LETTER, A4.turned()], ids=lambda p: p.name)
def test_every_page_is_exactly_of_the_paper_s_size(crossroads: Scenario, paper: Paper) -> None:
    pdf = printed(
        crossroads, PrintedPart.COUNTERS, PrintedPart.CARDS, PrintedPart.TABLES, paper=paper
    )
    for size in page_boxes(pdf):
        assert size == pytest.approx((paper.width, paper.height), abs=0.001)


def test_what_is_printed_on_both_sides_begins_on_the_front_of_a_sheet(
    crossroads: Scenario,
) -> None:
    settings = GamePrintSettings()
    print_ = GamePrintout(crossroads, RenderOptions(), settings)
    for chapter in print_.chapters:
        assert chapter.first % 2 == 1
        for number, leaf in enumerate(chapter.leaves, chapter.first):
            if leaf.is_back:
                assert number % 2 == 0
    maps = print_.chapters[0].leaves
    assert all(leaf.is_blank for leaf in maps[1::2])  # no map behind a map


def test_a_map_of_several_pages_has_a_plan_of_them(crossroads: Scenario) -> None:
    settings = GamePrintSettings({PrintedPart.MAP: ()}, hex_mm=20.0)
    leaves = GamePrintout(crossroads, RenderOptions(), settings).printed_pages
    assert leaves[-1].says == text("printing.key-plan", "en", title="Crossroads")
    one = GamePrintout(crossroads, RenderOptions(), replace(settings, hex_mm=None)).printed_pages
    assert len(one) == 1


def test_a_map_lies_on_its_side_where_it_needs_fewer_pages_so(crossroads: Scenario) -> None:
    settings = GamePrintSettings({PrintedPart.MAP: ()}, hex_mm=15.0)
    standing = MapTiling(crossroads.map, RenderOptions(), PrintSettings(A4, 15.0))
    lying = MapTiling(crossroads.map, RenderOptions(), PrintSettings(A4.turned(), 15.0))
    assert (len(standing.printed_pages), len(lying.printed_pages)) == (6, 4)
    assert len(GamePrintout(crossroads, RenderOptions(), settings).printed_pages) == 4 + 1


def test_a_map_on_its_side_has_its_marks_where_it_is_cut(crossroads: Scenario) -> None:
    plain = replace(crossroads, ground=Map.blank(Grid(26, 4)))  # quickly read
    lying = MapTiling(
        replace(plain.map, title=plain.title), RenderOptions(), PrintSettings(A4.turned())
    )
    print_ = GamePrintout(plain, RenderOptions(), GamePrintSettings({PrintedPart.MAP: ((2, 2),)}))
    (page,) = pages(render_pdf(print_, lambda share: None))
    assert (float(page.mediabox.width) * MM, float(page.mediabox.height) * MM) == pytest.approx(
        (210, 297), abs=0.001
    )
    tile = lying.tiling.page(2)
    field = visible_area(lying.tiling, tile)
    expected = (field.top, 297 - field.right, field.bottom, 297 - field.left)
    assert inset_box(page, "trimbox") == pytest.approx(expected, abs=0.001)
    ends = line_ends(page)
    for mark in crop_marks(lying.tiling, tile):
        at = (mark.y1(), 297 - mark.x1())
        assert any(end == pytest.approx(at, abs=EXACT) for end in ends)


def test_a_map_that_fits_as_well_upright_stands(crossroads: Scenario) -> None:
    settings = GamePrintSettings({PrintedPart.MAP: ()}, hex_mm=3.0)
    (leaf,) = GamePrintout(crossroads, RenderOptions(), settings).printed_pages
    assert leaf.trim == PaperRectangle(10, 10, 190, 277)


def test_pages_of_a_part_can_be_chosen(crossroads: Scenario) -> None:
    every = GamePrintout(
        crossroads, RenderOptions(), GamePrintSettings({PrintedPart.TABLES: ()})
    ).printed_pages
    some = GamePrintout(
        crossroads, RenderOptions(), GamePrintSettings({PrintedPart.TABLES: ((2, 3),)})
    ).printed_pages
    assert [leaf.says for leaf in some] == [leaf.says for leaf in every[1:3]]
    with pytest.raises(InvalidPrintRequest, match="no page 9"):
        GamePrintout(
            crossroads, RenderOptions(), GamePrintSettings({PrintedPart.TABLES: ((9, 9),)})
        )


def test_a_card_that_does_not_fit_the_paper_is_refused(crossroads: Scenario) -> None:
    with pytest.raises(PrintError, match="63 × 88"):
        printed(crossroads, PrintedPart.CARDS, paper=Paper("note", 60, 80))


def test_letters_are_in_the_file(crossroads: Scenario) -> None:
    fonts = embedded_fonts(printed(crossroads, PrintedPart.TABLES, PrintedPart.COUNTERS))
    assert fonts
    assert all(fonts.values())


def test_chinese_letters_are_in_the_file_and_can_be_searched(crossroads: Scenario) -> None:
    chinese = [family for family in font_families() if family in CHINESE]
    if not chinese:
        pytest.skip("no Chinese font is installed")
    pdf = printed(crossroads, PrintedPart.COUNTERS, language="zh")
    named = [name for name, is_there in embedded_fonts(pdf).items() if is_there]
    assert any(chinese[0].replace(" ", "") in name.replace("sc-", "SC-") for name in named)
    text = "".join(text_of(pages(pdf)[0]).split())
    assert "红方1号车" in text  # and no radicals that look like them


def test_the_test_sheet_s_crosses_lie_behind_each_other(crossroads: Scenario) -> None:
    front, back = pages(printed(crossroads, PrintedPart.CALIBRATION))
    for x, y in ((30, 30), (180, 30), (105, 148.5), (30, 267)):
        for page, right in ((front, x), (back, A4.width - x)):
            arms = [(right - 10, y), (right + 10, y), (right, y - 10), (right, y + 10)]
            ends = line_ends(page)
            for arm in arms:
                assert any(end == pytest.approx(arm, abs=EXACT) for end in ends)


def test_the_same_game_gives_the_same_bytes_in_every_process(tmp_path: Path) -> None:
    written = []
    for seed in ("1", "2"):
        out = tmp_path / f"{seed}.pdf"
        call = [
            sys.executable, "-c", "from studio.cli import main; main()", "print",
            str(CROSSROADS), str(out), "--what", "map,counters,cards,tables,handouts,calibration",
            "--language", "zh", "--hex-mm", "fit",
        ]  # fmt: skip
        environment = {**os.environ, "PYTHONHASHSEED": seed, "QT_HASH_SEED": seed}
        subprocess.run(call, check=True, env=environment, timeout=120)
        written.append(out.read_bytes())
    assert written[0] == written[1]
    assert b"CreationDate" not in written[0]
