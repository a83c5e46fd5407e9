"""The brush and its paints."""

from __future__ import annotations

import numpy as np
import pytest

from engine.editing.edit_extent import MapPart
from engine.editing.edits import CellLayer, MaskGroup, SetCells, SetMasks
from engine.hexes.flat_index import from_indices
from engine.hexes.grid import Orientation
from engine.hexes.hex import Hex, distance
from engine.map.map import PlaceName, Zone
from studio.map_tools.brush_tools import SHAPES, Brush, stroke_hexes
from studio.map_tools.paints import (
    ErasePaint,
    FlattenPaint,
    GroundPaint,
    LevelPaint,
    RaisePaint,
    SelectionMode,
    SelectionPaint,
    SmoothPaint,
    ZonePaint,
)
from studio.map_tools.tool_pointer import PointerPhase, ToolPointer
from tests.studio.map_tools.hands import (
    at,
    blank,
    board,
    drag,
    drawn,
    ground_of,
    hand_on,
    levels_of,
)


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize(("shape", "radius"), [("1", 0), ("7", 1), ("19", 2), ("37", 3)])
def test_a_round_brush_covers_all_hexes_within_its_radius(
    orientation: Orientation, shape: str, radius: int
) -> None:
    grid = blank(11, 11, orientation).grid
    centre = grid.hex(5, 5)
    found = from_indices(grid, stroke_hexes(grid, SHAPES[shape], [centre]))
    assert set(found) == {hex_ for hex_ in grid if distance(hex_, centre) <= radius}
    assert len(found) == int(shape)


def test_ground_is_painted_along_the_way_of_the_pointer_without_gaps() -> None:
    map_ = blank(7, 4)
    drag(hand_on(map_, Brush(GroundPaint("woods"))), (0, 0), (5, 2), (6, 2))
    assert ground_of(map_) == drawn(
        """
        ww.....
        .www...
        ....www
        .......
        """
    )


def test_ground_the_legend_lacks_is_added_to_it() -> None:
    map_ = blank(2, 1)
    drag(hand_on(map_, Brush(GroundPaint("marsh"))), (0, 0))
    assert map_.grounds[-1] == "marsh"
    assert ground_of(map_) == "m."


def test_a_stroke_raises_every_hex_once_however_often_it_passes() -> None:
    map_ = blank(5, 1)
    drag(hand_on(map_, Brush(RaisePaint(2))), (1, 0), (3, 0), (1, 0))
    assert levels_of(map_) == "0 2 2 2 0"


def test_lowering_ends_at_the_lowest_level() -> None:
    map_ = blank(2, 1)
    SetCells(CellLayer.LEVEL, np.array([0]), np.array([-998])).apply(map_)
    drag(hand_on(map_, Brush(RaisePaint(-5))), (0, 0), (1, 0))
    assert map_.level.tolist() == [[-999, -5]]


def test_a_level_is_set() -> None:
    map_ = blank(3, 1)
    drag(hand_on(map_, Brush(LevelPaint(4))), (1, 0), (2, 0))
    assert levels_of(map_) == "0 4 4"


def test_flattening_takes_the_level_where_the_stroke_began() -> None:
    map_ = board(".....", levels="1 3 5 2 9")
    drag(hand_on(map_, Brush(FlattenPaint())), (1, 0), (3, 0))
    assert levels_of(map_) == "1 3 3 3 9"


def test_smoothing_brings_a_peak_towards_its_surroundings() -> None:
    map_ = board("... ... ...", levels="0 0 0\n0 7 0\n0 0 0")
    drag(hand_on(map_, Brush(SmoothPaint())), (1, 1))
    assert map_.level[1, 1] == 1
    assert np.count_nonzero(map_.level) == 1


def test_smoothing_leaves_a_plain_as_it_is_up_to_its_edges() -> None:
    map_ = board("... ...", levels="4 4 4\n4 4 4")
    drag(hand_on(map_, Brush(SmoothPaint(), SHAPES["19"])), (1, 1))
    assert levels_of(map_) == "4 4 4\n4 4 4"


def test_hexes_are_painted_into_a_zone_and_wiped_out_of_it() -> None:
    map_ = blank(4, 1)
    map_.zones["mill"] = Zone(np.zeros(map_.grid.shape, np.bool_))
    drag(hand_on(map_, Brush(ZonePaint("mill"))), (0, 0), (3, 0))
    drag(hand_on(map_, Brush(ErasePaint(frozenset({MapPart.ZONES})))), (1, 0))
    assert map_.zones["mill"].hexes.tolist() == [[True, False, True, True]]


def test_the_eraser_takes_away_the_parts_it_is_for_and_no_others() -> None:
    map_ = board("ww ww", levels="3 3\n3 3")
    for group, kind in ((MaskGroup.SIDES, "wall"), (MaskGroup.LINKS, "road")):
        SetMasks(group, kind, np.array([0]), np.array([1])).apply(map_)
    map_.places.append(PlaceName(at(map_, 0, 0), "Mill"))
    drag(
        hand_on(
            map_, Brush(ErasePaint(frozenset({MapPart.LINKS, MapPart.GROUND, MapPart.PLACES})))
        ),
        (0, 0),
    )
    assert ground_of(map_) == ".w\nww"
    assert not map_.links["road"].any()
    assert map_.sides["wall"].any()
    assert not map_.places
    assert map_.level.min() == 3


def test_a_brush_can_select() -> None:
    map_ = blank(5, 1)
    hand = hand_on(map_, Brush(SelectionPaint(SelectionMode.ADD)))
    drag(hand, (0, 0), (1, 0))
    drag(hand, (3, 0))
    assert hand.context.selection.tolist() == [0, 1, 3]
    hand.take(Brush(SelectionPaint(SelectionMode.REMOVE)), "less")
    drag(hand, (1, 0))
    assert hand.context.selection.tolist() == [0, 3]


# --- the hand -------------------------------------------------------------------------------------


def test_with_shift_a_straight_line_is_painted_when_the_pointer_is_let_go() -> None:
    map_ = blank(6, 3)
    drag(hand_on(map_, Brush(GroundPaint("woods"))), (0, 0), (3, 2), (5, 0), shift=True)
    assert ground_of(map_) == "wwwwww\n......\n......"


def test_a_click_with_shift_draws_from_where_the_last_stroke_ended() -> None:
    map_ = blank(6, 1)
    hand = hand_on(map_, Brush(GroundPaint("woods")))
    drag(hand, (1, 0))
    drag(hand, (4, 0), shift=True)
    assert ground_of(map_) == ".wwww."


def test_escape_gives_the_stroke_up_and_what_it_painted_with_it() -> None:
    map_ = blank(4, 1)
    hand = hand_on(map_, Brush(RaisePaint(1)))
    for phase, column in ((PointerPhase.PRESS, 0), (PointerPhase.MOVE, 2)):
        hand.point(ToolPointer(phase, *map_.grid.centre(at(map_, column, 0))))
    assert levels_of(map_) == "1 1 1 0"
    assert hand.escape()
    assert levels_of(map_) == "0 0 0 0"
    assert not hand.escape()


def test_the_outline_shows_what_a_click_would_touch() -> None:
    map_ = blank(5, 1)
    hand = hand_on(map_, Brush(GroundPaint("woods"), SHAPES["7"]))
    shown = hand.point(ToolPointer(PointerPhase.MOVE, *map_.grid.centre(at(map_, 2, 0))))
    assert shown.hexes.tolist() == [1, 2, 3]
    assert ground_of(map_) == "....."


def test_a_brush_off_the_map_paints_only_what_it_reaches() -> None:
    map_ = blank(3, 1)
    drag(hand_on(map_, Brush(GroundPaint("woods"), SHAPES["7"])), (-1, 0), (-5, 0))
    assert ground_of(map_) == "w.."


def test_with_alt_or_the_right_button_any_tool_picks_instead() -> None:
    map_ = board("w~", levels="3 5")
    SetMasks(MaskGroup.LINKS, "road", np.array([0]), np.array([1])).apply(map_)
    hand = hand_on(map_, Brush(GroundPaint("settlement")))
    drag(hand, (0, 0), (1, 0), alt=True)
    picked = hand.context.picked
    assert picked is not None
    assert (picked.ground, picked.level, picked.links) == ("lake", 5, (("road", 3),))
    assert ground_of(map_) == "w~"


def test_a_stroke_that_ended_elsewhere_is_not_gone_on_with() -> None:
    map_ = blank(4, 1)
    hand = hand_on(map_, Brush(RaisePaint(1)))
    hand.point(ToolPointer(PointerPhase.PRESS, *map_.grid.centre(at(map_, 0, 0))))
    hand.context.sheet.end_stroke()
    hand.point(ToolPointer(PointerPhase.MOVE, *map_.grid.centre(at(map_, 3, 0))))
    assert levels_of(map_) == "1 0 0 0"
    assert not hand.is_busy


def test_a_tool_that_fails_leaves_no_stroke_behind() -> None:
    map_ = blank(4, 1)
    hand = hand_on(map_, Brush(ZonePaint("nowhere")))
    with pytest.raises(KeyError):
        drag(hand, (0, 0))
    assert not hand.is_busy
    assert not hand.context.sheet.is_stroking


def test_bars_and_triangles_are_brushes_too() -> None:
    map_ = blank(5, 1)
    drag(hand_on(map_, Brush(GroundPaint("woods"), SHAPES["bar"])), (2, 0))
    assert ground_of(map_) == "wwwww"
    assert SHAPES["triangle"] == (Hex(0, 0), Hex(1, 0), Hex(0, 1))
