"""Fronts and backs: a piece cut out and turned over like a page shows its back, upright."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from studio.printing.paper_geometry import (
    PAPERS,
    Duplex,
    DuplexTurnAxis,
    Paper,
    PaperRectangle,
    axis_of,
    front_area,
    mirrored_place,
    rotation_behind,
)
from studio.printing.piece_cutting_grid import PieceSize, distribute_over_sheets, grid_for

A4 = PAPERS["A4"]


@pytest.mark.parametrize(
    ("paper", "duplex", "axis"),
    [
        (A4, Duplex.LONG, DuplexTurnAxis.UPRIGHT), (A4, Duplex.SHORT, DuplexTurnAxis.LEVEL),
        (A4, Duplex.FOLD, DuplexTurnAxis.LEVEL), (A4.turned(), Duplex.LONG, DuplexTurnAxis.LEVEL),
        (A4.turned(), Duplex.SHORT, DuplexTurnAxis.UPRIGHT),
        (A4.turned(), Duplex.FOLD, DuplexTurnAxis.UPRIGHT),
    ],
)  # fmt: skip
def test_paper_turns_about_the_edge_the_printer_turns_it_over(
    paper: Paper, duplex: Duplex, axis: DuplexTurnAxis
) -> None:
    assert axis_of(paper, duplex) is axis


def seen_through(
    point: tuple[float, float], paper: Paper, axis: DuplexTurnAxis
) -> tuple[float, float]:
    """Where a point of a back's page lies on the front's, seen through the paper."""
    x, y = point
    return (paper.width - x, y) if axis is DuplexTurnAxis.UPRIGHT else (x, paper.height - y)


@pytest.mark.parametrize(("turn", "axis"), list(product((0, 90, 180, 270), DuplexTurnAxis)))
def test_a_back_is_upright_when_its_piece_is_turned_over_sideways(
    turn: int, axis: DuplexTurnAxis
) -> None:
    """The back's upper edge lies behind the front's, its left edge behind the front's right."""
    place = PaperRectangle(20, 30, 16, 16)
    there = mirrored_place(place, A4, axis)

    def corner(of: PaperRectangle, turned: int, right: float, down: float) -> tuple[float, float]:
        angle = np.radians(turned)
        x, y = right * of.width / 2, down * of.height / 2
        middle_x, middle_y = of.left + of.width / 2, of.top + of.height / 2
        return (
            middle_x + x * np.cos(angle) - y * np.sin(angle),
            middle_y + x * np.sin(angle) + y * np.cos(angle),
        )

    back_turn = rotation_behind(turn, axis)
    for right, down in ((-1, -1), (1, -1), (1, 1)):
        back = seen_through(corner(there, back_turn, right, down), A4, axis)
        assert back == pytest.approx(corner(place, turn, -right, down))


@pytest.mark.parametrize("axis", list(DuplexTurnAxis))
def test_what_lies_behind_what_lies_behind_a_place_is_the_place(axis: DuplexTurnAxis) -> None:
    place = PaperRectangle(20, 30, 16, 25)
    assert mirrored_place(mirrored_place(place, A4, axis), A4, axis) == place


@pytest.mark.parametrize("paper", [A4, A4.turned()])
def test_folded_fronts_keep_to_their_side_of_the_fold(paper: Paper) -> None:
    room = front_area(paper, 10.0, Duplex.FOLD, 7.0)
    axis = axis_of(paper, Duplex.FOLD)
    back = mirrored_place(room, paper, axis)
    gap = back.top - room.bottom if axis is DuplexTurnAxis.LEVEL else back.left - room.right
    assert gap == pytest.approx(14.0)


# --- grids ----------------------------------------------------------------------------------------

ROOM = PaperRectangle(10, 10, 190, 277)


def test_nine_cards_go_on_an_a4_and_eight_with_bleed() -> None:
    plain, bleeding = grid_for(ROOM, PieceSize(63, 88)), grid_for(ROOM, PieceSize(63, 88, 6, 3))
    assert plain is not None
    assert bleeding is not None
    assert (plain.columns, plain.rows, plain.turn) == (3, 3, 0)
    assert (bleeding.columns, bleeding.rows, bleeding.turn) == (2, 4, 90)


@pytest.mark.parametrize("seed", range(30))
def test_pieces_and_their_bleed_lie_in_the_room_and_no_more_would(seed: int) -> None:
    rng = np.random.default_rng(seed)
    bleed = float(rng.choice([0.0, 1.5, 3.0]))
    gap = float(rng.choice([0.0, 2 * bleed, 2 * bleed + 2]))
    piece = PieceSize(float(rng.uniform(10, 90)), float(rng.uniform(10, 90)), gap, bleed)
    grid = grid_for(ROOM, piece)
    assert grid is not None
    field = grid.field
    assert field.left - bleed >= ROOM.left - 1e-6
    assert field.bottom + bleed <= ROOM.bottom + 1e-6
    wider = field.width + 2 * bleed + grid.piece.gap + grid.piece.width
    assert wider > ROOM.width
    assert grid.place(len(grid) - 1).right == pytest.approx(field.right)


def test_each_group_begins_a_row() -> None:
    grid = grid_for(PaperRectangle(0, 0, 30, 20), PieceSize(10, 10))
    assert grid is not None
    assert list(distribute_over_sheets([["a", "b"], ["c"], ["d", "e", "f", "g"]], grid)) == [
        ["a", "b", None, "c", None, None], ["d", "e", "f", "g"],
    ]  # fmt: skip


def test_a_piece_larger_than_its_room_has_no_grid() -> None:
    assert grid_for(ROOM, PieceSize(300, 20)) is None
