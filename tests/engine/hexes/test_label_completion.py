"""Labels that somebody has begun to type become hexes."""

from __future__ import annotations

import pytest

from engine.hexes.grid import Grid
from engine.hexes.label_completion import complete
from engine.hexes.labels import ColumnRow, KmSquare, Labels, LabelStyle, LetterNumber

STYLES: list[LabelStyle] = [
    ColumnRow(),
    ColumnRow(first_column=98, digits=1),
    LetterNumber(),
    LetterNumber("rows", first_letter=25, digits=2),
    KmSquare(northing=45_975, easting=63_025),
]


@pytest.mark.parametrize("style", STYLES, ids=repr)
def test_every_beginning_of_a_label_finds_every_hex_that_has_it(style: LabelStyle) -> None:
    labels = Labels(Grid(23, 12), style, 50.0)
    names = {hex_: labels.label(hex_) for hex_ in labels.grid}
    for name in list(names.values())[::67]:
        for length in range(1, len(name) + 1):
            begun = name[:length].lower()
            wanted = {hex_ for hex_, other in names.items() if other.startswith(name[:length])}
            found = complete(labels, begun, len(names))
            assert wanted <= set(found), begun
            assert all(names[hex_].lstrip("0").startswith(begun.upper().lstrip("0"))
                       or isinstance(style, LetterNumber) for hex_ in found)  # fmt: skip
        assert complete(labels, name, 1) == [labels.find(name)]


def test_columns_and_rows_counted_from_0_are_completed_on_every_map() -> None:
    labels = Labels(Grid(30, 30), LetterNumber(), 50.0)
    assert [labels.grid.name(hex_) for hex_ in complete(labels, "@12,2", 3)] == [
        "@12,2", "@12,20", "@12,21",
    ]  # fmt: skip
    assert [labels.grid.name(hex_) for hex_ in complete(labels, "@2", 2)] == ["@2,0", "@2,1"]


@pytest.mark.parametrize("style", STYLES, ids=repr)
@pytest.mark.parametrize("begun", ["", "@", "?", "zz99zz", "@99999999999", "4975ZZZ"])
def test_what_no_hex_is_called_finds_none_or_some_without_a_fault(
    style: LabelStyle, begun: str
) -> None:
    labels = Labels(Grid(4, 3), style, 50.0)
    assert all(hex_ in labels.grid for hex_ in complete(labels, begun, 5))
