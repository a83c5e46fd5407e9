"""Stamps that come with the studio; any selection can be kept as another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from engine.editing.clips import Clip
from engine.editing.touched import MapPart
from engine.hexes.hex import STEPS, Hex, disc, ring

CENTRE = Hex(0, 0)


def _of_ground(hexes: Mapping[Hex, str]) -> Clip:
    """A stamp of ground alone."""
    kinds = tuple(dict.fromkeys(hexes.values()))
    return Clip(
        np.array(list(hexes), np.int32),
        np.zeros(len(hexes), np.int16),
        np.array([kinds.index(kind) for kind in hexes.values()], np.uint8),
        kinds,
        parts=frozenset({MapPart.GROUND}),
    )


def _of_roads(kind: str, hexes: list[Hex]) -> Clip:
    """A stamp of links alone, between all of its hexes that touch."""
    masks = [
        sum(1 << bit for bit, step in enumerate(STEPS) if here.moved(step) in hexes)
        for here in hexes
    ]
    return replace(
        _of_ground(dict.fromkeys(hexes, "open")),
        links={kind: np.array(masks, np.uint8)},
        parts=frozenset({MapPart.LINKS}),
    )


_VILLAGE = {CENTRE: "settlement", Hex(1, 0): "settlement", Hex(0, 1): "settlement"}
_TOWN = dict.fromkeys(disc(CENTRE, 1), "settlement") | {CENTRE: "city"}
_ROADS = [CENTRE, *(step for step in STEPS[::2]), *(Hex(2 * q, 2 * r) for q, r in STEPS[::2])]

STAMPS: Mapping[str, Clip] = {
    "village": _of_ground(_VILLAGE),
    "town": _of_ground(_TOWN),
    "wood": _of_ground(dict.fromkeys(disc(CENTRE, 1), "woods")),
    "pond": _of_ground(
        dict.fromkeys([CENTRE, *STEPS[:2]], "lake")
        | dict.fromkeys([hex_ for hex_ in ring(CENTRE, 1) if hex_ not in STEPS[:2]], "marsh")
    ),
    "farm": _of_ground(
        {CENTRE: "building"} | dict.fromkeys(STEPS[:3], "field") | {STEPS[3]: "orchard"}
    ),
    "crossroads": _of_roads("road", _ROADS),
}
"""By id; a user interface names them."""
