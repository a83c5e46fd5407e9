"""Labels: every style names every hex once and finds it again; what is told when a hex is not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.hex import Hex
from engine.hexes.labels import (
    ColumnRow,
    KmSquare,
    Labels,
    LabelStyle,
    LetterNumber,
    UnknownHexError,
)
from engine.hexes.labels import letters_to_number as number_of
from engine.hexes.labels import number_to_letters as letters_of

few = settings(max_examples=40, deadline=None, derandomize=True)

grids = st.builds(
    Grid,
    st.integers(1, 40),
    st.integers(1, 40),
    st.sampled_from(Orientation),
    st.sampled_from(OffsetParity),
)
column_rows = st.builds(ColumnRow, st.integers(0, 1200), st.integers(0, 1200), st.integers(1, 6))
letter_numbers = st.builds(
    LetterNumber,
    st.sampled_from(["columns", "rows"]),
    st.integers(1, 900),
    st.integers(0, 1200),
    st.integers(1, 4),
)
metres_of_places = st.integers(-300, 300).map(lambda kilometres: 1000.0 * kilometres) | st.integers(
    -30_000_000, 30_000_000
).map(lambda centimetres: centimetres / 100)
km_squares = st.builds(KmSquare, metres_of_places, metres_of_places)
TANK = KmSquare(northing=45_975, easting=63_025)


def pointy(columns: int, rows: int) -> Grid:
    return Grid(columns, rows)


def labelled(style: LabelStyle, columns: int = 8, rows: int = 8, metres: float = 50.0) -> Labels:
    return Labels(Grid(columns, rows), style, metres)


def said(labels: Labels, column: int, row: int) -> str:
    return labels.label(labels.grid.hex(column, row))


def refusal(labels: Labels, written: str) -> str:
    with pytest.raises(UnknownHexError) as caught:
        labels.find(written)
    return str(caught.value)


def assert_round_trip(labels: Labels) -> None:
    names = [labels.label(hex_) for hex_ in labels.grid]
    assert len(set(names)) == len(labels.grid)
    assert [labels.find(name) for name in names] == list(labels.grid)


# --- every style, every hex -----------------------------------------------------------------------


@given(grids, column_rows)
@few
def test_column_row_labels_lead_back_to_their_hexes(grid: Grid, style: ColumnRow) -> None:
    assert_round_trip(Labels(grid, style, 50.0))


@given(grids, letter_numbers)
@few
def test_letter_number_labels_lead_back_to_their_hexes(grid: Grid, style: LetterNumber) -> None:
    assert_round_trip(Labels(grid, style, 50.0))


@given(grids, km_squares, st.sampled_from([45.0, 50.0, 57.3, 100.0, 250.0, 999.0, 1500.0]))
@few
def test_km_square_labels_lead_back_to_their_hexes(
    grid: Grid, style: KmSquare, metres: float
) -> None:
    assert_round_trip(Labels(grid, style, metres))


@given(grids, st.sampled_from([ColumnRow(), LetterNumber(), TANK]))
@few
def test_column_comma_row_names_every_hex_of_every_map(grid: Grid, style: LabelStyle) -> None:
    labels = Labels(grid, style, 50.0)
    for hex_ in grid:
        assert labels.find(grid.name(hex_)) == hex_
        assert labels.find(f"  {grid.name(hex_)} ") == hex_


@pytest.mark.parametrize("style", [ColumnRow(), LetterNumber(), TANK])
def test_labels_are_found_in_small_letters_too(style: LabelStyle) -> None:
    labels = labelled(style)
    for hex_ in labels.grid:
        assert labels.find(labels.label(hex_).lower()) == hex_


# --- column and row -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("columns", "rows", "first", "last"),
    [
        (9, 9, "0101", "0909"),
        (99, 99, "0101", "9999"),
        (100, 99, "00101", "10099"),
        (99, 100, "01001", "99100"),
        (100, 100, "001001", "100100"),
        (1000, 100, "0001001", "1000100"),
    ],
)
def test_a_side_that_passes_99_has_a_third_digit(
    columns: int, rows: int, first: str, last: str
) -> None:
    labels = labelled(ColumnRow(), columns, rows)
    assert (said(labels, 0, 0), said(labels, columns - 1, rows - 1)) == (first, last)
    assert labels.find(last) == labels.grid.hex(columns - 1, rows - 1)


def test_numbers_may_start_at_nothing_and_digits_may_be_more() -> None:
    labels = labelled(ColumnRow(first_column=0, first_row=98, digits=1))
    assert said(labels, 0, 0) == "0098"
    assert said(labels, 7, 1) == "7099"
    assert said(labelled(ColumnRow(digits=4)), 0, 0) == "00010001"


def test_a_column_row_label_of_another_length_is_no_label() -> None:
    assert "'101'" in refusal(labelled(ColumnRow()), "101")


# --- letter and number ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "spelled"),
    [(1, "A"), (26, "Z"), (27, "AA"), (52, "AZ"), (53, "BA"), (702, "ZZ"), (703, "AAA")],
)
def test_after_z_comes_aa(count: int, spelled: str) -> None:
    assert letters_of(count) == spelled
    assert number_of(spelled) == count


def test_letters_go_along_columns_or_rows() -> None:
    assert said(labelled(LetterNumber()), 4, 5) == "E6"
    assert said(labelled(LetterNumber(letters="rows")), 5, 4) == "E6"


def test_letter_number_starts_where_the_map_says() -> None:
    labels = labelled(LetterNumber(first_letter=26, first_number=9, digits=2))
    assert (said(labels, 0, 0), said(labels, 1, 1)) == ("Z09", "AA10")


def test_leading_zeros_may_be_left_out_after_letters() -> None:
    labels = labelled(LetterNumber(digits=3))
    assert said(labels, 4, 5) == "E006"
    assert labels.find("e6") == labels.grid.hex(4, 5)


# --- kilometre squares (tank M2) ------------------------------------------------------------------


def test_the_upper_left_hex_of_square_4563_is_aa() -> None:
    assert said(labelled(TANK), 0, 0) == "4563AA"


def test_the_row_letter_stands_first_and_counts_down_from_the_square_s_top() -> None:
    assert said(labelled(TANK, 20, 20), 7, 6) == "4563GH"


def test_a_kilometre_at_fifty_metres_holds_24_rows_of_20_columns() -> None:
    labels = labelled(KmSquare(northing=45_999, easting=63_025), 60, 60)
    inside: dict[str, list[str]] = {}
    for hex_ in labels.grid:
        label = labels.label(hex_)
        inside.setdefault(label[:4], []).append(label[4:])
    rows = {letters[0] for square in inside.values() for letters in square}
    columns = {letters[1] for square in inside.values() for letters in square}
    assert max(map(len, inside.values())) <= 24 * 20
    assert (min(rows), max(rows)) == ("A", "X")
    assert (min(columns), max(columns)) == ("A", "T")


def test_every_label_tells_the_square_its_centre_lies_in() -> None:
    labels = labelled(TANK, 45, 45)
    _, down = labels.grid.scale(50.0)
    for hex_ in labels.grid:
        x, y = labels.grid.lattice(hex_)
        north, east = 45_975 - y * down, 63_025 + x * 25
        assert labels.label(hex_)[:4] == f"{int(north // 1000):02d}{int(east // 1000):02d}"


@given(
    grids, km_squares, st.integers(0, 6), st.integers(0, 6), st.sampled_from([45.0, 50.0, 130.0])
)
@few
def test_cropping_a_map_does_not_rename_its_hexes(
    grid: Grid, style: KmSquare, left: int, top: int, metres: float
) -> None:
    across, down = grid.scale(metres)
    corner_x, corner_y = grid.lattice(grid.hex(left, top))
    start_x, start_y = grid.lattice(grid.hex(0, 0))
    line = top if grid.pointy else left
    shifted = OffsetParity.EVEN if grid.shift(line) else OffsetParity.ODD
    cropped = Grid(grid.columns, grid.rows, grid.orientation, shifted)
    north = style.northing - (corner_y - start_y) * down
    east = style.easting + (corner_x - start_x) * across
    whole, part = Labels(grid, style, metres), Labels(cropped, KmSquare(north, east), metres)
    for hex_ in cropped:
        column, row = cropped.column_row(hex_)
        assert part.label(hex_) == whole.label(grid.hex(column + left, row + top))


def test_kilometres_count_on_from_99_to_00() -> None:
    labels = labelled(KmSquare(northing=100_025, easting=99_975), 4, 4)
    assert said(labels, 0, 0)[:4] == "0099"
    assert said(labels, 1, 1)[:4] == "9900"


def test_a_map_that_reaches_a_hundred_squares_has_labels() -> None:
    grid = Grid(1000, 10)  # 99,975 m from the first centre to the last
    assert KmSquare(0, 0).fault(grid, 100.0) == ""


@pytest.mark.parametrize("grid", [Grid(1011, 10), Grid(10, 1200)])
def test_a_map_over_a_hundred_kilometres_would_repeat_its_labels(grid: Grid) -> None:
    assert KmSquare(0, 0).fault(grid, 100.0) == "labels-repeat"


def test_hexes_too_small_for_26_letters_a_square_have_no_such_labels() -> None:
    assert KmSquare(0, 0).fault(pointy(5, 5), 40.0) == "labels-too-fine"
    assert KmSquare(0, 0).fault(pointy(5, 5), 45.0) == ""


# --- what is told ---------------------------------------------------------------------------------


@pytest.mark.parametrize("style", [ColumnRow(), LetterNumber(), TANK])
@pytest.mark.parametrize("written", ["", "?", "9999ZZ9", "@", "@1", "@x,y", "@1,2,3", "森林"])
def test_a_word_that_is_no_label_is_told_what_labels_look_like(
    style: LabelStyle, written: str
) -> None:
    labels = labelled(style)
    told = refusal(labels, written)
    assert f"'{written}'" in told
    assert said(labels, 0, 0) in told
    assert said(labels, 7, 7) in told
    assert "@column,row" in told


@pytest.mark.parametrize("style", [ColumnRow(), LetterNumber(), TANK])
@pytest.mark.parametrize("written", ["@8,0", "@0,8", "@-1,0", "@999999999,0"])
def test_a_hex_off_the_map_is_told_how_far_the_map_goes(style: LabelStyle, written: str) -> None:
    labels = labelled(style)
    told = refusal(labels, written)
    assert told.startswith(written)
    assert f"from {said(labels, 0, 0)} (@0,0) to {said(labels, 7, 7)}" in told
    assert "8 columns, 8 rows" in told


@pytest.mark.parametrize(
    ("style", "written"), [(ColumnRow(), "0901"), (LetterNumber(), "I1"), (TANK, "4563YA")]
)
def test_a_label_of_a_hex_off_the_map_is_refused(style: LabelStyle, written: str) -> None:
    assert written in refusal(labelled(style), written)


def test_an_unknown_hex_is_explained_in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "zh")
    assert refusal(labelled(LetterNumber()), "??") == (
        "“??”不是本图的格；标号从 A1 到 H8，也可写 @列,行（从 0 起）"
    )


def test_a_hex_far_away_has_a_label_that_is_not_on_the_map() -> None:
    labels = labelled(TANK)
    far = Hex(1000, 1000)
    assert far not in labels.grid
    with pytest.raises(UnknownHexError):
        labels.find(labels.label(far))
