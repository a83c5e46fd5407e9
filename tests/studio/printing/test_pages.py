"""Sheets cut into pages: nothing is lost between them, and neighbours share what they should."""

from __future__ import annotations

import numpy as np
import pytest

from studio.printing.paper_geometry import PAPERS, Paper, Tiling

A4 = PAPERS["A4"]


def test_a_small_sheet_lies_in_the_middle_of_one_page() -> None:
    tiling = Tiling(100.0, 60.0, A4, margin=10.0)
    (page,) = tiling
    assert (page.number, page.row, page.column) == (1, 0, 0)
    assert page.part.left == pytest.approx(-(190 - 100) / 2)
    assert page.part.top == pytest.approx(-(277 - 60) / 2)


def test_a_sheet_that_just_fits_needs_one_page() -> None:
    assert len(Tiling(190.0, 277.0, A4, margin=10.0)) == 1
    assert len(Tiling(190.1, 277.0, A4, margin=10.0)) == 2


def test_pages_are_numbered_row_by_row() -> None:
    tiling = Tiling(500.0, 500.0, A4)
    assert (tiling.columns, tiling.rows) == (3, 2)
    assert [(page.row, page.column) for page in tiling] == [
        (0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2),
    ]  # fmt: skip


def test_turned_paper_lies_on_its_side() -> None:
    assert (A4.turned().width, A4.turned().height) == (297.0, 210.0)


@pytest.mark.parametrize(("margin", "overlap"), [(105.0, 0.0), (10.0, 190.0)])
def test_margins_that_leave_no_room_are_refused(margin: float, overlap: float) -> None:
    with pytest.raises(ValueError, match="no room"):
        Tiling(100.0, 100.0, A4, margin, overlap)


@pytest.mark.parametrize("seed", range(40))
def test_every_point_of_a_sheet_is_on_a_page_and_neighbours_share_the_overlap(seed: int) -> None:
    rng = np.random.default_rng(seed)
    paper = Paper("any", *rng.uniform(60, 400, 2).tolist())
    margin, overlap = rng.uniform(0, 12), rng.uniform(0, 20)
    wide, high = rng.uniform(20, 2000, 2).tolist()
    tiling = Tiling(wide, high, paper, margin, overlap)
    first, last = tiling.page(1).part, tiling.page(len(tiling)).part
    for low, high, length in (
        (first.left, last.right, tiling.width), (first.top, last.bottom, tiling.height),
    ):  # fmt: skip
        assert low <= 1e-6
        assert high >= length - 1e-3
        assert low + high == pytest.approx(length)
    pages = {(page.row, page.column): page.part for page in tiling}
    for (row, column), part in pages.items():
        if column:
            assert pages[row, column - 1].right - part.left == pytest.approx(overlap)
        if row:
            assert pages[row - 1, column].bottom - part.top == pytest.approx(overlap)


@pytest.mark.parametrize("seed", range(20))
def test_no_page_is_needless(seed: int) -> None:
    rng = np.random.default_rng(seed)
    wide, high = rng.uniform(20, 2000, 2).tolist()
    tiling = Tiling(wide, high, A4, 10.0, 8.0)
    room = tiling.room[0] - tiling.overlap
    assert (tiling.columns - 1) * room + tiling.overlap < tiling.width or tiling.columns == 1
