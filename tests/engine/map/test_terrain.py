from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml

from engine.files import map_style_files
from engine.languages import MADE_IN
from engine.map.terrain import (
    ElevationRamp,
    GroundDrawing,
    GroundForm,
    LineDrawing,
    RepeatedLineSymbol,
    ScatterSign,
    TerrainClass,
    TerrainKind,
    load_catalogue,
    read_catalogue,
)

SMALL = {
    "ground": {
        "woods": {
            "name": {"en": "Woods", "zh": "丛林"},
            "drawing": {
                "fill": "#00ff00",
                "marks": [{"shape": "trees", "colour": "#00aa00", "size": 0.1, "density": 3}],
            },
        }
    },
    "side": {
        "stream": {
            "name": {"en": "Stream", "zh": "溪流"},
            "water": True,
            "drawing": {"smooth": True, "strokes": [{"colour": "#0000ff", "width": 0.1}]},
        }
    },
    "link": {},
    "unknown": {
        "ground": {},
        "side": {"strokes": [{"colour": "#aa00aa", "width": 0.1}]},
        "link": {"strokes": [{"colour": "#aa00aa", "width": 0.1, "dash": [0.1, 0.1]}]},
    },
    "ramps": {"grey": {"name": {"en": "Grey", "zh": "灰"}, "colours": ["#ffffff", "#000000"]}},
}


def read(path: str, value: object) -> str:
    """What reading the small catalogue says when one entry of it, by its keys, is changed."""
    changed = copy.deepcopy(SMALL)
    *way, last = path.split("/")
    at: Any = changed
    for key in way:
        at = at[int(key)] if isinstance(at, list) else at[key]
    at[last] = value
    with pytest.raises(ValueError, match=r"^terrain") as caught:
        read_catalogue(yaml.safe_dump(changed))
    return str(caught.value)


def test_the_small_catalogue_reads() -> None:
    read_catalogue(yaml.safe_dump(SMALL))


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("ground/woods/name", {"en": "Woods"}, "terrain.ground.woods: name is needed in en and zh"),
        ("ground/woods/watr", True, "terrain.ground.woods: unknown key 'watr'"),
        ("ground/woods/drawing/fill", "green", "fill is a colour #rrggbb, not 'green'"),
        ("ground/woods/drawing/inset", "wide", "inset is a number from 0, not 'wide'"),
        ("ground/woods/drawing/form", "blob", "form is one of area, course, not 'blob'"),
        ("ground/woods/drawing/marks/0/shape", "tree", "marks: shape is one of trees"),
        ("side/stream/water", "yes", "water is true or false, not 'yes'"),
        ("side/stream/drawing/strokes", [], "needs at least one of strokes"),
        ("side/woods", SMALL["side"]["stream"], "one id stands in two classes"),  # type: ignore[index]
        ("ramps/grey/colours", ["#ffffff"], "needs two colours"),
        ("rivers", {}, "terrain: unknown key 'rivers'"),
    ],
)
def test_a_mistake_in_the_catalogue_is_named_with_its_place(
    path: str, value: object, said: str
) -> None:
    assert said in read(path, value)


def test_every_kind_and_ramp_is_named_in_every_language() -> None:
    everything: list[TerrainKind | ElevationRamp] = [*load_catalogue().kinds.values()]
    everything += load_catalogue().ramps.values()
    for named in everything:
        assert not isinstance(named.name, str)
        assert all(named.name.get(language) for language in MADE_IN), named.id


def test_ground_and_lines_are_drawn_as_such() -> None:
    for kind in load_catalogue().kinds.values():
        wanted = GroundDrawing if kind.lies is TerrainClass.GROUND else LineDrawing
        assert isinstance(kind.drawing, wanted), kind.id


def test_every_shape_that_can_be_drawn_is_used_by_some_kind_in_some_style() -> None:
    styles = [map_style_files.style_shipped(name) for name in map_style_files.shipped_styles()]
    drawings = [kind.drawing for style in styles for kind in style.kinds.kinds.values()]
    grounds = [drawing for drawing in drawings if isinstance(drawing, GroundDrawing)]
    lines = [drawing for drawing in drawings if isinstance(drawing, LineDrawing)]
    strewn = {marks.shape for drawing in grounds for marks in drawing.marks}
    assert strewn | {load_catalogue().unknown_ground.marks[0].shape} == set(ScatterSign) - {
        ScatterSign.PICTURE
    }
    assert {drawing.signs.shape for drawing in lines if drawing.signs} == set(RepeatedLineSymbol)
    assert {drawing.form for drawing in grounds} == set(GroundForm)


def test_a_kind_the_catalogue_does_not_know_is_drawn_as_unknown_and_called_by_its_id() -> None:
    assert load_catalogue().ground("tundra") is load_catalogue().unknown_ground
    assert load_catalogue().line("tundra", TerrainClass.LINK).strokes[0].dash
    assert load_catalogue().name("tundra") == "tundra"
    assert not load_catalogue().is_water("tundra")


def test_a_link_kind_laid_along_hexsides_is_drawn_as_unknown() -> None:
    assert load_catalogue().line("road", TerrainClass.SIDE) is load_catalogue().line(
        "?", TerrainClass.SIDE
    )


def test_ramps_go_from_light_to_dark() -> None:
    for ramp in load_catalogue().ramps.values():
        bright = [sum(int(colour[i : i + 2], 16) for i in (1, 3, 5)) for colour in ramp.colours]
        assert bright == sorted(bright, reverse=True), ramp.id


# What each rule system names: tank M4–M6 and V1, primer P3, V&V 10, Tide of Iron, Little Wars.
OF_THE_GAMES = {
    "tank": "open woods settlement lake reservoir pond river | stream ditch | road",
    "primer": "waste city woods mountain river | | road",
    "valor": "open beach river-bank desert building woods jungle gully wadi orchard haystacks "
    "palm-grove field crops canal pond marsh ocean river brook | wall hedge hedgerow | road bridge",
    "tide": "open woods building rough marsh pond shallow-stream deep-stream flooded-stream | "
    "hedge wall | road bridge",
    "littlewars": "open woods building river | wall | road rail bridge",
}


@pytest.mark.parametrize("game", OF_THE_GAMES)
def test_the_catalogue_has_every_kind_a_rule_system_names(game: str) -> None:
    for lies, words in zip(TerrainClass, OF_THE_GAMES[game].split("|"), strict=True):
        known = {kind.id for kind in load_catalogue().of_class(lies)}
        assert set(words.split()) <= known
