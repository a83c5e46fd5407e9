"""What lies in hexes, loads, fronts, figures and the newer symbols look as they should."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage

from engine.hexes.grid import Orientation
from engine.hexes.hex import Hex
from engine.play.position import HexFeature
from studio.rendering.counters.carried_units import (
    MAX_CHIPS,
    attach_cargo,
    carried_unit_at,
    chip_rects,
)
from studio.rendering.counters.counter_painter import Counter, paint_counter
from studio.rendering.counters.hex_features import LINES, SOLID, paint_hex_features
from tests.studio.rendering.comparing import pixels
from tests.studio.rendering.test_counter_painter import antialiased, blank, drawn

REFERENCE = Path(__file__).parent / "reference"
SQUAD = Counter("r1", "red", "#c8352b", "infantry", "1", "Squad 1", "Squad")
NEW_SYMBOLS = ("half-squad", "leader", "truck", "half-track", "car")
HERE = Hex(0, 0)


def lain(*kinds: str, **more: int) -> QImage:
    """What lies in a hex, on paper."""
    image = blank(100, 100)
    painter = antialiased(image)
    lying = [HexFeature(kind, HERE, **more) for kind in kinds]  # type: ignore[arg-type]
    paint_hex_features(painter, lying, QPointF(50, 50), 90, Orientation.POINTY.bearing)
    painter.end()
    return image


def same(one: QImage, other: QImage) -> bool:
    return bool(np.array_equal(pixels(one), pixels(other)))


def test_every_kind_looks_different_and_is_seen() -> None:
    kinds = (*LINES, *SOLID, "smoke", "cabbage", "onions")
    pictures = {kind: pixels(lain(kind)).tobytes() for kind in kinds}
    assert len(set(pictures.values())) == len(kinds)
    assert pixels(blank(100, 100)).tobytes() not in pictures.values()


def test_a_front_and_an_amount_are_seen() -> None:
    assert not same(lain("bunker", facing=0), lain("bunker", facing=3))
    assert not same(lain("smoke", amount=1), lain("smoke", amount=4))


def test_several_of_a_hex_lie_side_by_side() -> None:
    wire, both = pixels(lain("wire")).astype(int), pixels(lain("wire", "mines")).astype(int)
    bare = pixels(blank(100, 100)).astype(int)
    left = np.s_[:, :45]
    assert np.array_equal(wire[left], both[left])
    assert not np.array_equal(both[:, 55:], bare[:, 55:])


# --- counters -------------------------------------------------------------------------------------


def test_fronts_figures_and_loads_change_a_counter_and_nothing_else_does() -> None:
    plain = drawn(SQUAD, 60)
    rider = replace(SQUAD, id="r2")
    for other in (
        replace(SQUAD, front=90),
        replace(SQUAD, figures=3),
        replace(SQUAD, load=(rider,)),
    ):
        assert not same(plain, drawn(other, 60))
    assert same(plain, drawn(replace(SQUAD, figures=0, load=()), 60))


def test_loads_lie_on_those_that_have_them_down_to_the_last() -> None:
    names = ("truck", "squad", "gun", "alone", "orphan")
    counters = [replace(SQUAD, id=name) for name in names]
    holders = {"squad": "truck", "gun": "squad", "orphan": "nobody"}
    found = [counter for _, counter in attach_cargo(counters, holders)]
    assert [counter.id for counter in found] == ["truck", "alone", "orphan"]
    assert [each.id for each in found[0].load] == ["squad", "gun"]


def test_units_that_carry_each_other_lie_by_themselves() -> None:
    counters = [replace(SQUAD, id=name) for name in ("a", "b")]
    found = [each for _, each in attach_cargo(counters, {"a": "b", "b": "a"})]
    assert [(each.id, each.load) for each in found] == [("a", ()), ("b", ())]


@pytest.mark.parametrize("count", range(1, 6))
def test_a_chip_is_the_unit_that_is_seen_there(count: int) -> None:
    load = tuple(replace(SQUAD, id=f"p{number}") for number in range(count))
    counter, square = replace(SQUAD, load=load), QRectF(0, 0, 60, 60)
    rooms = chip_rects(square, count)
    assert len(rooms) == min(count, MAX_CHIPS)
    told = [carried_unit_at(counter, square, room.center()) for room in rooms]
    is_more = count > MAX_CHIPS
    assert told == [f"p{n}" for n in range(len(rooms) - is_more)] + [None] * is_more


# --- reference pictures ---------------------------------------------------------------------------


def sample() -> QImage:
    """New symbols, a carrier with its load and front, and what lies beside them."""
    image = blank(480, 200)
    painter = antialiased(image)
    for number, symbol in enumerate(NEW_SYMBOLS):
        counter = replace(SQUAD, symbol=symbol, figures=number, front=60 * number)
        paint_counter(painter, counter, QPointF(60 + 90 * number, 55), 56, "en")
    loaded = replace(SQUAD, symbol="truck", front=90, load=(SQUAD, replace(SQUAD, symbol="mortar")))
    paint_counter(painter, loaded, QPointF(60, 145), 56, "en")
    for number, kind in enumerate(("wire", "mines", "bunker", "smoke")):
        lying = [HexFeature(kind, HERE, facing=1 if kind == "bunker" else None, amount=2)]
        at = QPointF(150 + 90 * number, 145)
        paint_hex_features(painter, lying, at, 80, Orientation.POINTY.bearing)
    painter.end()
    return image


def test_they_look_as_in_the_reference_picture() -> None:
    """SANDTABLE_NEW_PICTURES=1 draws it anew."""
    file, picture = REFERENCE / "loads-and-works.png", sample()
    if os.environ.get("SANDTABLE_NEW_PICTURES"):
        picture.save(str(file))
    wanted = pixels(QImage(str(file)).convertToFormat(picture.format())).astype(int)
    assert np.abs(wanted - pixels(picture).astype(int)).mean() < 1.5
