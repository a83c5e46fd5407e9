"""Mixtures of ground, and hillocks: patches that are the same however often they are painted."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from engine.hexes.grid import Grid
from engine.map.map import Map
from engine.map_generator.ground_mixes import KEEP, list_mixes
from studio.map_tools.brush_tools import SHAPES, Brush
from studio.map_tools.paints import MixedGroundPaint, RoughenPaint
from tests.studio.map_tools.hands import blank, drag, ground_of, hand_on

EVERY = np.arange(40 * 40, dtype=np.int32)


@pytest.mark.parametrize("id_", list_mixes())
def test_every_kind_of_a_mixture_has_about_its_share(id_: str) -> None:
    map_ = Map.blank(Grid(40, 40))
    map_.grounds, map_.symbols = ("snow",), (".",)
    edit = MixedGroundPaint(id_).edit(map_, EVERY)
    assert edit is not None
    edit.apply(map_)
    found = Counter(np.array(map_.grounds)[map_.ground].reshape(-1).tolist())
    for kind, share in list_mixes()[id_].shares.items():
        assert found["snow" if kind == KEEP else kind] / 16 == pytest.approx(share, abs=14), kind


def test_a_stroke_painted_again_changes_nothing() -> None:
    map_ = blank(14, 10)
    drag(hand_on(map_, Brush(MixedGroundPaint("clearings"), SHAPES["19"])), (3, 3), (9, 6))
    once = ground_of(map_)
    assert "w" in once
    drag(hand_on(map_, Brush(MixedGroundPaint("clearings"), SHAPES["19"])), (4, 3), (8, 6))
    assert ground_of(map_) == once


def test_rough_ground_rises_and_sinks_by_no_more_than_its_step() -> None:
    map_ = Map.blank(Grid(40, 40))
    edit = RoughenPaint(2).edit(map_, EVERY)
    assert edit is not None
    inverse = edit.apply(map_)
    assert (int(map_.level.min()), int(map_.level.max())) == (-2, 2)
    inverse.apply(map_)
    assert not map_.level.any()
