"""What stands on the counters of valor, and on its printed charts (V1)."""

from __future__ import annotations

import pytest

from engine.games import handbook_of
from engine.games.valor import SYSTEM
from tests.games.valor.scenarios import chapel_hill


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        ("de-rifle", ("4-6-5",)),
        ("us-rifle-half", ("2-6-2",)),
        ("uk-elite", ("5-6-5", "E")),
        ("leader-0", ("1-3-1", "0")),
        ("leader-2", ("1-3-1", "−2")),
        ("m4a3e8", ("Ⓓ12④3", "E/C", "10")),
        ("stug-iii", ("D12·3", "D/B", "10")),
        ("m3-halftrack", ("④", "A", "14")),
        ("sdkfz-251", ("④3", "A", "14")),
        ("jeep", ("④", "3", "16")),
        ("truck", ("–", "4", "14")),
        ("pak40", ("D6-3", "1")),
        ("bren", ("3-6", "L")),
        ("hmg", ("6-10", "H")),
        ("bazooka", ("C-4", "L")),
        ("mortar-60mm", ("6A-2−9", "H")),
    ],
)
def test_v1_10_a_counter_bears_its_values_and_what_fires_all_round_is_circled(
    type_: str, values: tuple[str, ...]
) -> None:
    """Circled `mg360` fires in any direction, uncircled `mgff` only into the arc (V1.10, V1.11)."""
    assert SYSTEM.handbook({}).units()[type_]["printed"] == values


def test_v1_8_a_chart_has_a_dash_for_what_a_unit_has_not() -> None:
    """A dash means the unit lacks that weapon or ability."""
    chart = SYSTEM.handbook({}).tables()["units"]
    rows = dict(zip(chart["rows"], chart["cells"], strict=True))
    jeep = dict(zip(chart["columns"], rows["jeep"], strict=True))
    assert (jeep["apfp"], jeep["mg360"], jeep["tows"]) == ("–", "4", "small-gun")
    leader = dict(zip(chart["columns"], rows["leader-2"], strict=True))
    assert leader["modifier"] == "−2"


def test_v5_4_a_squad_falls_into_two_halves() -> None:
    types = SYSTEM.handbook({}).units()
    assert types["us-rifle"]["parts"] == ("us-rifle-half",) * 2
    assert types["us-rifle-half"]["parts"] == types["leader-1"]["parts"] == ()


def test_v1_17_there_is_a_marker_for_whatever_lies_in_hexes() -> None:
    """In hexes: smoke 1/2, fire lane, support mission, sniper, fortification."""
    scenario = chapel_hill()
    found = {marker.front: marker for marker in handbook_of(scenario).markers(scenario)}
    assert {"smoke", "lane", "sniper", "bunker-wood", "wire", "trenches", "minefield"} <= set(found)
    assert found["smoke"].amounts == (2, 1)
    assert (found["wire"].count, found["minefield"].count) == (3, 2)
