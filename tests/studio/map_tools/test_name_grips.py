"""Names are pinned, and the points of their curves dragged, by the tool for names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.editing.name_curves import arch_of, curve_along_water
from engine.hexes.grid import Grid
from engine.map.map import Map, NameStyle, PlaceName
from studio.documents.map_document import MapDocument
from studio.map_tools.editing_context import MapEditingContext
from studio.map_tools.place_name_tool import PlaceNameTool
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer


@pytest.fixture
def context() -> MapEditingContext:
    map_ = Map.blank(Grid(8, 6))
    map_.places = [PlaceName(map_.grid.hex(3, 3), "Mill")]
    return MapEditingContext(MapDocument(map_))


def drag(
    context: MapEditingContext, spots: Sequence[tuple[float, float]], *, control: bool = False
) -> None:
    """Press at the first of these spots of the page, let go at the last."""
    phases = [PointerPhase.PRESS, *[PointerPhase.MOVE] * (len(spots) - 2), PointerPhase.RELEASE]
    pointers = [
        ToolPointer(phase, *spot, control=control)
        for phase, spot in zip(phases, spots, strict=True)
    ]
    context.begin("name")
    stroke = PlaceNameTool().stroke(context, pointers[0])
    next(stroke)
    for pointer in pointers[1:]:
        try:
            stroke.send(pointer)
        except StopIteration:
            break
    context.sheet.end_stroke()


def middle(context: MapEditingContext) -> tuple[float, float]:
    return context.grid.centre(context.map.places[0].at)


def test_with_control_a_name_is_pinned_where_it_is_let_go(context: MapEditingContext) -> None:
    x, y = middle(context)
    drag(context, [(x, y), (x + 0.5, y), (x + 1.3, y - 0.4)], control=True)
    (place,) = context.map.places
    assert place.look.pin == (1.3, -0.4)
    assert place.at == context.grid.hex(3, 3)


def test_a_pinned_name_is_dragged_without_a_key_and_undone_in_one_step(
    context: MapEditingContext,
) -> None:
    context.map.places[0] = context.map.places[0]._replace(look=NameStyle(pin=(1.0, 0.0)))
    x, y = middle(context)
    drag(context, [(x + 1.0, y), (x + 1.0, y + 0.5)])
    assert context.map.places[0].look.pin == (1.0, 0.5)
    assert isinstance(context.sheet, MapDocument)
    context.sheet.history.undo()
    assert context.map.places[0].look.pin == (1.0, 0.0)


def test_a_point_of_a_curve_is_dragged_alone(context: MapEditingContext) -> None:
    look = NameStyle(curve=((-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)))
    context.map.places[0] = context.map.places[0]._replace(look=look)
    x, y = middle(context)
    drag(context, [(x, y), (x, y - 0.6)])
    assert context.map.places[0].look.curve == ((-1.0, 0.0), (0.0, -0.6), (1.0, 0.0))


def test_a_locked_layer_of_names_stays_as_it_is(context: MapEditingContext) -> None:
    from studio.map_tools.edit_limits import parts_of_layers

    context.locked = parts_of_layers({"places"})
    x, y = middle(context)
    drag(context, [(x, y), (x + 1.3, y - 0.4)], control=True)
    assert context.map.places[0].look == NameStyle()
    assert context.hit_locked_layer


def test_a_curve_follows_the_stream_beside_its_hex_from_left_to_right() -> None:
    map_ = Map.blank(Grid(9, 7))
    for column in range(1, 8):
        for direction in (4, 5):  # a stream along the lower sides of a row
            map_.set_side("stream", map_.grid.hex(column, 3), direction)
    curve = curve_along_water(map_, map_.grid.hex(4, 3), 3.0)
    assert curve is not None
    assert curve[0][0] < -0.5
    assert curve[-1][0] > 0.5
    assert all(0.0 < y < 0.9 for _, y in curve)
    assert curve_along_water(replace(map_, sides={}), map_.grid.hex(4, 3), 3.0) is None


def test_an_arch_rises_in_its_middle() -> None:
    ys = [y for _, y in arch_of(4.0)]
    assert ys[2] == min(ys)
