"""The booklet of rules: columns, contents, page numbers, and a summary on one page."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from engine.files.source_text import SAMPLES
from engine.games import PACKAGES
from engine.languages import LANGUAGES
from engine.rulebook.rulebook import build_rulebook
from studio.cli.print import command
from studio.printing.column_flow import COLUMNS, ColumnBlock, flow_columns
from studio.printing.page_flow import PageBlock, gap_block
from studio.printing.paper_geometry import PAPERS
from studio.printing.print_page import PrintedPart
from studio.printing.rules_booklet import RulesBooklet

HEIGHT = 100.0


def block(height: float, *, leads: bool = False, wide: bool = False) -> ColumnBlock:
    """A block that paints nothing."""
    return ColumnBlock(PageBlock(height, lambda painter, at, width: None, leads=leads), wide)


@given(st.lists(st.tuples(st.floats(1, 40), st.booleans(), st.booleans()), max_size=60))
def test_blocks_fill_columns_without_overlapping(wanted: list[tuple[float, bool, bool]]) -> None:
    blocks = [block(high, leads=leads, wide=wide) for high, leads, wide in wanted]
    laid = flow_columns(blocks, HEIGHT)
    placed = [each for page in laid.pages for each in page]
    assert [each.block for each in placed] == [each.block for each in blocks]
    for page in laid.pages:
        for column in range(COLUMNS):
            spans = sorted(
                (each.top, each.top + each.block.height)
                for each in page
                if each.column == column or each.is_wide
            )
            assert all(one[1] <= other[0] + 1e-6 for one, other in pairwise(spans))


def test_columns_above_a_wide_block_are_even() -> None:
    laid = flow_columns([*(block(10) for _ in range(6)), block(20, wide=True)], HEIGHT)
    assert [(each.column, each.top) for each in laid.pages[0]][:6] == [
        (0, 0), (0, 10), (0, 20), (1, 0), (1, 10), (1, 20)
    ]  # fmt: skip
    assert laid.pages[0][6].top == 30


def test_a_heading_goes_with_what_follows_it() -> None:
    laid = flow_columns([block(90), block(8, leads=True), block(30)], HEIGHT)
    assert [each.column for each in laid.pages[0]] == [0, 1, 1]


def test_a_gap_is_left_out_where_a_column_begins() -> None:
    laid = flow_columns([block(98), ColumnBlock(gap_block(5)), block(30)], HEIGHT)
    assert [each.top for each in laid.pages[0]][2] == 0


def words_of(file: Path) -> list[str]:
    """The words on each page of a PDF."""
    pdfium = pytest.importorskip("pypdfium2")
    document = pdfium.PdfDocument(file)
    try:
        return [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()


def printed(tmp_path: Path, *arguments: str) -> list[str]:
    """The words on the pages that a command prints."""
    out = tmp_path / "rules.pdf"
    done = CliRunner().invoke(command, [arguments[0], str(out), *arguments[1:]])
    assert done.exit_code == 0, done.output
    return words_of(out)


@pytest.mark.long
@pytest.mark.parametrize("game", PACKAGES)
def test_a_summary_is_one_page_and_a_booklet_has_all_its_chapters(qapp: object, game: str) -> None:
    for language in LANGUAGES:
        booklet = RulesBooklet(game, PAPERS["A4"], language)
        assert len(list(booklet.summary())) == 1
        pages = list(booklet.pages())
        assert all(page.part is PrintedPart.RULES for page in pages)
        assert len(pages) > 4


@pytest.mark.long
def test_a_game_is_printed_with_every_rule_and_the_pages_of_its_contents(tmp_path: Path) -> None:
    pages = printed(tmp_path, "tank", "--language", "en")
    book = build_rulebook("tank", "en")
    whole = "\n".join(pages[:-1])
    assert all(number in whole for number in book.entries)
    for line in pages[0].splitlines():
        for chapter in book.chapters:
            if chapter.title in line and line.split()[-1].isdigit():
                assert chapter.title in pages[int(line.split()[-1]) - 1]
    assert book.summary[0].text.split("*")[2] in pages[-1]


@pytest.mark.long
def test_a_scenario_is_printed_with_its_changes_marked(tmp_path: Path) -> None:
    file = tmp_path / "changed.scenario.yaml"
    sample = SAMPLES / "tank" / "scenarios" / "first-shots.scenario.yaml"
    words = sample.read_text(encoding="utf-8").replace("../maps", str(SAMPLES / "tank" / "maps"))
    file.write_text(words.replace("rules: {", "rules: {stacking: 2, "), encoding="utf-8")
    pages = printed(tmp_path, str(file), "--what", "rules", "--language", "en")
    assert "First Shots" in pages[0]
    assert "\n".join(pages).count("Changed in this scenario") == 2  # stacking and cards
