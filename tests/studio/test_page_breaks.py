"""Reports on sheets of A4: what belongs together stands together."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

import pytest

from studio.reports.report_pages import Block, Heading, Paragraph, ReportPage, ReportTable, as_pdf
from tests.studio.printing.reading import pages, text_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

ROWS = 6


def row(number: int) -> str:
    """The name of a row, in letters alone."""
    return f"row-{ascii_lowercase[number // 26]}{ascii_lowercase[number % 26]}."


def sheets(before: int, rows: int = ROWS) -> list[str]:
    """The words of each sheet, without gaps: some lines, a heading, and a table below it."""
    blocks: list[Block] = [Paragraph(f"line {number}") for number in range(before)]
    table = ReportTable(("name", "count"), [(row(n), str(n)) for n in range(rows)])
    blocks += [Heading("The table"), Heading("and its section", 3), table]
    pdf = as_pdf(ReportPage("Report", "en", blocks))
    return ["".join(text_of(page).split()) for page in pages(pdf)]


@pytest.mark.parametrize("before", range(22, 34, 2))
def test_a_small_table_stands_on_one_sheet_with_its_headings(
    qapp: QApplication, before: int
) -> None:
    found = sheets(before)
    (whole,) = [words for words in found if "Thetable" in words]
    assert "anditssection" in whole
    assert all(row(number) in whole for number in range(ROWS))


def test_a_long_table_goes_on_overleaf_after_some_rows_and_with_its_head(
    qapp: QApplication,
) -> None:
    found = sheets(20, 90)
    (first,) = [place for place, words in enumerate(found) if "Thetable" in words]
    assert all(row(number) in found[first] for number in range(3))
    assert "namecount" in found[first + 1]
    assert all(any(row(n) in words for words in found) for n in range(90))


def test_every_sheet_has_its_number(qapp: QApplication) -> None:
    found = sheets(70)
    assert len(found) > 1
    assert all(words.endswith(str(number)) for number, words in enumerate(found, 1))


def test_the_same_page_gives_the_same_bytes(qapp: QApplication) -> None:
    page = ReportPage("Report", "en", [Heading("The table"), Paragraph("line")])
    assert as_pdf(page) == as_pdf(page)
