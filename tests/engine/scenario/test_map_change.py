"""The record of a scenario's map: it tells changed values, and nothing else."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest

from engine.editing.blank_maps import make_blank_map
from engine.hexes.labels import ColumnRow, KmSquare, LabelStyle, LetterNumber
from engine.scenario.map_change import altered_parts, make_map_record
from engine.scenario.scenario import Scenario
from engine.texts import text


def scenario_labelled(style: LabelStyle, was: LabelStyle | None = None) -> Scenario:
    """A scenario on a map with these labels, recorded when the map had others."""
    map_ = make_blank_map(12, 10)
    map_.label_style = was or style
    made = Scenario("tank", map_, ())
    made = replace(made, map_hash=make_map_record(made))
    map_.label_style = style
    return made


@pytest.mark.parametrize("number", [45975, 45975.0, 45975.5])
def test_a_number_is_the_same_however_it_is_held(number: float) -> None:
    read, held = KmSquare(number, 63025), KmSquare(float(number), 63025.0)
    assert altered_parts(scenario_labelled(read, was=held)) == []
    assert altered_parts(scenario_labelled(held, was=read)) == []


@pytest.mark.parametrize("spelled", ["45975.0, easting=63025.0", "45975.0, easting=63025",
                                     "45975, easting=63025.0", "45975, easting=63025"])  # fmt: skip
def test_a_record_of_an_earlier_version_still_holds(spelled: str) -> None:
    written = f"KmSquare(northing={spelled})".encode()
    digest = hashlib.blake2b(written, digest_size=4).hexdigest()
    made = scenario_labelled(KmSquare(45975, 63025))
    made = replace(made, map_hash={**made.map_hash, "labels": digest})
    assert altered_parts(made) == []


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (KmSquare(45975, 63025), KmSquare(45975.5, 63025)),
        (LetterNumber(), LetterNumber("rows")),
        (ColumnRow(), ColumnRow(first_row=2)),
        (ColumnRow(), LetterNumber()),
    ],
)
def test_other_labels_are_told(was: LabelStyle, now: LabelStyle) -> None:
    assert altered_parts(scenario_labelled(now, was)) == [text("scenario.changed-labels")]


def test_a_scale_is_the_same_however_it_is_held() -> None:
    made = scenario_labelled(ColumnRow())
    made.map.hex_metres = 50
    assert altered_parts(made) == []
