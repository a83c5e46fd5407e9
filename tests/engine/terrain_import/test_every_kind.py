"""Each kind of the table that a source holds comes onto the map or is told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.terrain_import.map_draft import DraftChoice, draft_map
from engine.terrain_import.survey import Sources, load, survey_frame
from engine.terrain_import.tag_mapping import TagRule, load_tag_mapping
from tests.engine.terrain_import.small_ground import LAT, LON, box_ring, frame, osm

BOUNDS = (LON - 0.05, LAT - 0.05, LON + 0.05, LAT + 0.05)
SIZES = (60.0, 200.0, 1000.0)
TABLE = load_tag_mapping()


def ways_of(table: dict[str, TagRule]) -> list[Any]:
    """Each way in which the tags of a row can be written."""
    found = []
    for name, kind in table.items():
        for number, wanted in enumerate(kind.any):
            tags = {key: min(values).replace("*", "yes") for key, values in wanted.items()}
            if kind.underground:
                tags["tunnel"] = "yes"
            found.append(pytest.param(name, tags, id=f"{name}-{number}"))
    return found


@pytest.mark.parametrize(("name", "tags"), ways_of(dict(TABLE.cover)))
def test_each_cover_is_the_ground_it_means(tmp_path: Path, name: str, tags: dict[str, str]) -> None:
    nodes = dict(enumerate(box_ring(LON - 0.04, LAT - 0.04, LON + 0.04, LAT + 0.04), 1))
    file = osm(tmp_path / "a.osm", nodes, [(1, [1, 2, 3, 4, 1], tags)], bounds=BOUNDS)
    found = survey_frame(load(Sources.of([file])), frame(5, 5, 300))
    choice = DraftChoice(shares={name: 0.5})
    map_ = draft_map(found, choice)
    assert {map_.grounds[place] for place in set(map_.ground.ravel().tolist())} == {
        TABLE.cover[name].kind
    }


@pytest.mark.parametrize("metres", SIZES)
@pytest.mark.parametrize(
    ("name", "tags"), [*ways_of(dict(TABLE.waters)), *ways_of(dict(TABLE.links))]
)
def test_each_line_is_on_the_map_or_told_at_every_scale(
    tmp_path: Path, name: str, tags: dict[str, str], metres: float
) -> None:
    nodes = {1: (LON - 0.045, LAT), 2: (LON, LAT + 0.0003), 3: (LON + 0.045, LAT)}
    file = osm(tmp_path / "a.osm", nodes, [(1, [1, 2, 3], tags)], bounds=BOUNDS)
    ready = load(Sources.of([file]))
    found = survey_frame(ready, frame(5, 4, metres))
    table = TABLE.waters if name in TABLE.waters and "waterway" in tags else TABLE.links
    part = "sides" if table is TABLE.waters else "links"
    if name in found.unlaid:
        assert not table[name].is_usual_at(metres)
        found = survey_frame(ready, frame(5, 4, metres), asked={name})
    only = frozenset({name})
    asked = DraftChoice(waters=only) if part == "sides" else DraftChoice(links=only)
    assert table[name].kind in getattr(draft_map(found, asked), part)
    if table[name].is_usual_at(metres):
        assert table[name].kind in getattr(draft_map(found), part)


@pytest.mark.parametrize(("name", "tags"), ways_of(dict(TABLE.places)))
def test_each_place_is_named_where_it_is_usual_or_asked_for(
    tmp_path: Path, name: str, tags: dict[str, str]
) -> None:
    spots = [(9, (LON, LAT), tags | {"name": "Ort", "population": "12 345"})]
    file = osm(tmp_path / "a.osm", {}, [], bounds=BOUNDS, spots=spots)
    found = survey_frame(load(Sources.of([file])), frame(5, 4, 50))
    assert [(place.kind, place.people) for place in found.places] == [(name, 12345)]
    map_ = draft_map(found, DraftChoice(places=frozenset({name})))
    assert [place.name for place in map_.places] == ["Ort"]
