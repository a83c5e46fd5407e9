"""Labels as printed maps have them: there and back, in files, and in VASSAL's words."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.editing.sheet_transforms import Margins, extend_map
from engine.files.map_reader import load
from engine.files.map_writer import new_map_text
from engine.hexes.grid import Grid, OffsetParity, Orientation
from engine.hexes.label_completion import complete
from engine.hexes.labels import ColumnRow, Labels, LabelStyle, LetterNumber
from engine.hexes.printed_labels import PrintedLabels
from engine.interchange.import_result import Losses
from engine.interchange.label_inference import infer_printed_labels
from engine.interchange.vassal_numbering import (
    has_regions,
    label_style_matching_names,
    numbering_values,
)
from engine.map.map import Map
from tests.engine.interchange.vassal_reckoning import Numbering

few = settings(max_examples=150, deadline=None, derandomize=True)
grids = st.builds(
    Grid, st.integers(1, 60), st.integers(1, 60), st.sampled_from(Orientation),
    st.sampled_from(OffsetParity),
)  # fmt: skip
countings = st.sampled_from(["numbers", "letters", "doubled"])
printed = st.builds(
    PrintedLabels, st.sampled_from(["column-row", "row-column"]),
    st.sampled_from(["", ".", "-", "/", " ", "::"]).filter(lambda sign: sign != " "),
    countings, countings, st.integers(1, 120), st.integers(1, 120), st.integers(1, 4),
    st.integers(1, 4), st.sampled_from(["none", "columns", "rows", "both"]),
    st.sampled_from(["straight", "falling", "rising", "staggered"]),
)  # fmt: skip
plain = st.one_of(
    st.builds(ColumnRow, st.integers(0, 120), st.integers(0, 120), st.integers(1, 4)),
    st.builds(LetterNumber, st.sampled_from(["columns", "rows"]), st.integers(1, 60),
              st.integers(0, 120), st.integers(1, 3)),
)  # fmt: skip


def said(style: LabelStyle, grid: Grid) -> list[str]:
    return [style.label(grid, 50.0, hex_) for hex_ in grid]


@few
@given(grid=grids, style=st.one_of(printed, plain))
def test_every_style_leads_back_through_finding_inference_and_vassal(
    grid: Grid, style: LabelStyle
) -> None:
    if style.fault(grid, 50.0):
        return
    labels, names = Labels(grid, style, 50.0), said(style, grid)
    assert len(set(names)) == len(grid)
    for hex_, name in zip(grid, names, strict=True):
        assert labels.find(name.lower()) == hex_
    found, others = label_style_matching_names(grid, 50.0, dict(zip(grid, names, strict=True)))
    assert not others or len(grid) == 1
    assert said(found, grid) == names or len(grid) == 1
    check_vassal(Map.blank(grid), style, names)


def check_vassal(map_: Map, style: LabelStyle, names: list[str]) -> None:
    """Check that VASSAL's own numbers, where it has them, are the labels of the hexes."""
    map_.label_style = style
    if has_regions(map_):
        return
    losses, grid = Losses(), map_.grid
    values = numbering_values(map_, losses)
    shift = grid.shift(0)
    sides = {"sideways": "true" if grid.pointy else "false", "dx": "866", "dy": "1000"}
    sheet = Numbering(sides | {"x0": str(-866 * shift), "y0": str(-500 * shift)}, values)
    for hex_, name in zip(grid, names, strict=True):
        column, row = grid.column_row(hex_)
        line, place = (row, column) if grid.pointy else (column, row)
        point = 866 * line, 1000 * place + 500 * (grid.shift(line) - shift)
        assert sheet.name(point[::-1] if grid.pointy else point) == name


@pytest.mark.parametrize(
    ("style", "first", "second", "last"),
    [
        (PrintedLabels(separator="."), "01.01", "02.01", "30.04"),
        (PrintedLabels("row-column"), "0101", "0102", "0430"),
        (PrintedLabels(columns="doubled", row_digits=1), "A1", "B1", "DD4"),
        (PrintedLabels(columns="letters", row_digits=1), "A1", "B1", "AD4"),
        (PrintedLabels(descending="rows"), "0104", "0204", "3001"),
        (PrintedLabels(descending="columns", first_column=10), "3901", "3801", "1004"),
        (PrintedLabels(slant="falling"), "0101", "0201", "3018"),
        (PrintedLabels(slant="rising"), "0115", "0215", "3004"),
        (PrintedLabels(slant="staggered"), "0101", "0202", "3008"),
        (PrintedLabels(columns="letters", rows="doubled", separator="-"), "A-A", "B-A", "AD-D"),
    ],
)
def test_labels_are_printed_as_the_style_says(
    style: PrintedLabels, first: str, second: str, last: str
) -> None:
    grid = Grid(30, 4, Orientation.FLAT)
    names = said(style, grid)
    assert (names[0], names[1], names[-1]) == (first, second, last)


def test_styles_that_cannot_be_read_back_are_faults() -> None:
    grid = Grid(30, 4)
    assert PrintedLabels(columns="letters", rows="letters").fault(grid, 50.0)
    assert PrintedLabels(columns="letters", first_column=0).fault(grid, 50.0)
    assert PrintedLabels(separator="x").fault(grid, 50.0)
    assert not PrintedLabels(columns="letters", rows="letters", separator=".").fault(grid, 50.0)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(style=printed)
def test_a_file_keeps_the_style(
    tmp_path_factory: pytest.TempPathFactory, style: PrintedLabels
) -> None:
    map_ = Map.blank(Grid(9, 8))
    map_.label_style = style
    if style.fault(map_.grid, map_.hex_metres):
        return
    file = Path(tmp_path_factory.mktemp("labels")) / "a.map.yaml"
    file.write_text(new_map_text(map_, file), encoding="utf-8")
    assert load(file).label_style == style


@pytest.mark.parametrize("down", ["none", "columns", "rows", "both"])
def test_hexes_keep_their_labels_when_a_map_grows_or_shrinks(
    down: Literal["none", "columns", "rows", "both"],
) -> None:
    map_ = Map.blank(Grid(9, 8))
    map_.label_style = PrintedLabels(separator="/", first_column=20, first_row=20, descending=down)
    was = map_.labels.label(map_.grid.hex(4, 4))
    for margins in (Margins(2, 2, 1, 3), Margins(-2, 0, -1, 2)):
        new = extend_map(map_, *margins)
        assert new.labels.label(new.grid.hex(4 + margins.left, 4 + margins.top)) == was


def test_a_label_that_is_begun_is_completed() -> None:
    labels = Labels(Grid(30, 20), PrintedLabels(separator="."), 50.0)
    assert [labels.label(hex_) for hex_ in complete(labels, "12.1", 3)] == [
        "12.01",
        "12.10",
        "12.11",
    ]


def test_names_without_a_rule_have_no_style() -> None:
    grid = Grid(3, 2)
    names = dict(zip(grid, ["A1", "B1", "Hill", "A2", "B2", "C2"], strict=True))
    assert infer_printed_labels(grid, names) is None
