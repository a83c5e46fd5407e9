"""A seat reads its own briefing, how it wins, and what its units can do; nothing of the others."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.checks.scenario_checks import load_playable
from engine.scenario.scenario import Scenario, VictoryCondition, VictoryKind
from engine.texts import LocalText
from engine.umpire.seat_briefing import seat_briefing
from tests.engine.umpire.rooms import CROSSROADS, THREE_CITIES, Begin

SIDES = ("red", "blue")


def told() -> Scenario:
    """The crossroads with briefings and ways to win that nothing else is called like."""
    scenario = load_playable(CROSSROADS)
    plans: dict[str, LocalText] = {
        side: {"en": f"plan-of-{side}", "zh": f"方案-{side}"} for side in (*SIDES, "umpire")
    }
    shares = {"red": 37, "blue": 41}
    ways = [VictoryCondition(VictoryKind.LOSSES, side=each, percent=shares[each]) for each in SIDES]
    return replace(scenario, briefings=plans, victory=tuple(ways), notes="plan-of-the-author")


@pytest.mark.parametrize(("side", "other"), [SIDES, SIDES[::-1]])
def test_papers_hold_a_side_s_own_plan_and_no_other(side: str, other: str) -> None:
    found = seat_briefing(told(), side)
    assert found["briefing"] == {
        "en": [["p", {}, f"plan-of-{side}"]], "zh": [["p", {}, f"方案-{side}"]]
    }  # fmt: skip
    text = json.dumps(found, ensure_ascii=False)
    for word in (other, "umpire", "author"):
        assert f"plan-of-{word}" not in text.replace("the-", "")
        assert f"方案-{word}" not in text


def test_papers_say_how_a_side_wins_and_not_how_the_other_does() -> None:
    for side, own, hidden in (("red", "37", "41"), ("blue", "41", "37")):
        (aim,) = seat_briefing(told(), side)["aims"]
        assert own in aim["en"]
        assert own in aim["zh"]
        assert hidden not in json.dumps(seat_briefing(told(), side))


def test_papers_name_only_the_types_a_side_has() -> None:
    (tank,) = seat_briefing(load_playable(CROSSROADS), "red")["chart"]
    assert tank["name"] == {"en": "tank", "zh": "坦克"}
    assert tank["values"]["en"].startswith("Gun 85 mm · MP 5")
    nobody = replace(load_playable(CROSSROADS), units=())
    assert seat_briefing(nobody, "red")["chart"] == []


def test_a_side_that_buys_its_army_reads_of_every_type() -> None:
    chart = seat_briefing(load_playable(THREE_CITIES), "blue")["chart"]
    assert [entry["name"]["en"] for entry in chart][:2] == ["infantry", "armour"]
    assert all("Cost" in entry["values"]["en"] for entry in chart)


def test_the_desk_of_every_seat_has_its_side_s_papers(begin: Begin) -> None:
    room = begin("tank", 1)
    for seat in room.seats.values():
        mine = seat_briefing(room.session.scenario, seat.side)
        assert mine["briefing"]["en"]
        assert mine.items() <= room.desk(seat.id).items()
