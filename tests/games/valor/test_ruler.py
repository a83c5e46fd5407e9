"""The referee's own instruments against the worked examples (valor V26): ruler, tables, arcs."""

from __future__ import annotations

import random
from functools import cache

import pytest

from engine.files.map_reader import load
from engine.files.source_text import ROOT
from engine.games.valor.data.rulebook import load_rulebook
from engine.games.valor.sight import build_sight, hindrance_effects
from engine.hexes.hex import Hex
from tests.games.valor.slow_sight import Sheet, sees
from tests.games.valor.slow_tables import elimination, is_in_arc, kill_number, plate, points

MAPS = ROOT / "samples/valor/maps"


@cache
def sheet(name: str) -> Sheet:
    return Sheet(load(MAPS / f"{name}.map.yaml"), {}, frozenset())


def seen(name: str, a: str, b: str) -> int | None:
    find = sheet(name).map.labels.find
    return sees(sheet(name), find(a), find(b))


@pytest.mark.parametrize(
    ("a", "b", "modifier"),
    [
        ("B4", "H4", 1), ("H4", "B4", 1), ("G5", "I4", 1), ("I4", "G5", 0), ("F3", "J3", None),
        ("C6", "I5", 3), ("I5", "C6", 3), ("F5", "H5", 0), ("H2", "H6", None), ("D6", "G5", 1),
        ("G5", "D6", 2),
    ],
)  # fmt: skip
def test_v26_14_the_ruler_on_orchard_farm(a: str, b: str, modifier: int | None) -> None:
    assert seen("orchard-farm", a, b) == modifier


@pytest.mark.parametrize(
    ("a", "b", "modifier"),
    [
        ("F5", "F8", 0), ("F4", "F8", None), ("E5", "E8", None), ("E5", "H5", None),
        ("F4", "B4", 0), ("F4", "G6", None), ("B10", "F5", None), ("D10", "D8", 0),
        ("D8", "D10", 1), ("H4", "H8", None),
    ],
)  # fmt: skip
def test_v26_15_the_ruler_on_chapel_hill(a: str, b: str, modifier: int | None) -> None:
    assert seen("chapel-hill", a, b) == modifier


@pytest.mark.parametrize(
    ("a", "b", "modifier"),
    [("L3", "G5", 0), ("L3", "A3", None), ("K2", "M4", None), ("L5", "L3", 0)],
)
def test_v26_16_the_ruler_on_mill_ford(a: str, b: str, modifier: int | None) -> None:
    assert seen("mill-ford", a, b) == modifier


@pytest.mark.parametrize("name", ["orchard-farm", "mill-ford", "chapel-hill"])
def test_v9_10_the_game_and_the_ruler_agree_whatever_smoke_and_bunkers_lie_about(name: str) -> None:
    """Order of evaluation: blocked, or the sum of hindrances, of any two hexes (V9.1–V9.9)."""
    rng, map_ = random.Random(name), sheet(name).map
    hexes = list(map_.grid)
    for round_ in range(3):
        smoke = {hex_: rng.choice((1, 2)) for hex_ in rng.sample(hexes, 4 * round_)}
        bunkers = frozenset(rng.sample(hexes, 2 * round_))
        grown = bool(round_ % 2)
        seen_now = build_sight(map_, load_rulebook({"crops": grown}).ground).with_added_effects(
            hindrance_effects(smoke, bunkers)
        )
        ruler = Sheet(map_, smoke, bunkers, grown)
        for _ in range(150):
            a, b = rng.sample(hexes, 2)
            assert seen_now.modifier(a, b) == sees(ruler, a, b), (a, b, smoke, bunkers)


def test_v26_17_the_arc_of_a_unit_facing_north() -> None:
    here = Hex(0, 0)
    assert is_in_arc(0, here, Hex(1, -2))
    assert plate(0, here, Hex(1, -2)) == "front"
    assert not is_in_arc(0, here, Hex(2, -1))
    assert plate(0, here, Hex(2, -1)) == "die"
    assert plate(0, here, Hex(1, 0)) == "rear"


def test_v26_1_to_7_the_tables() -> None:
    assert (points(12, 7), points(13, 6), points(6, 8)) == (2, 3, 0)
    assert (kill_number(13, 11), kill_number(14, 6), kill_number(6, 14)) == (6, 8, 5)
    assert (elimination("D", "D"), elimination("D", "E"), elimination("D", "A")) == ("7", "5", "E")
    assert points(38, 5) == 6
