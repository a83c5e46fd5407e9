"""The Command phase (tide CM)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.games.shared_events import DONE, ObjectiveTaken
from engine.games.tide import command_phase
from engine.games.tide.card_events import (
    CommandReceived,
    InitiativeDecided,
    InitiativeRaised,
    PointsScored,
)
from engine.games.tide.state import Phase
from engine.scenario.scenario import Objective
from tests.games.tide.fights import Fight, fight
from tests.games.tide.hands import hold, pile, shipped

RULES = {"objectives": {"mill": {"command": 2}, "ford": {"neutral": 1}, "hill": {"each_round": 3}}}


def table(board: str = "r1 . b1", rules: Any = None, **places: tuple[int, int]) -> Fight:
    """The Command phase with objectives in hexes, and a red headquarters without anything."""
    made = fight(board, rules or RULES)
    made.state.phase = Phase.COMMAND
    hexes = {id_: (made.hex(*place),) for id_, place in places.items()}
    objectives = tuple(Objective(id_, at=at) for id_, (at,) in hexes.items())
    made.state.aims = replace(made.state.aims, objectives=objectives, objective_hexes=hexes)
    made.state.holders = dict.fromkeys(hexes, "")
    return made


def go(made: Fight, *answers: Any) -> Fight:
    """The whole phase, with what both sides answer in turn."""
    left = list(answers)
    while made.state.stage != DONE:
        asked = made.state.stage == command_phase.SPEND
        made.run(command_phase.command_activity(made.game), [left.pop(0)] if asked else [])
    assert not left
    return made


def test_cm1_a_side_captures_an_objective_by_being_there_alone() -> None:
    """A side captures it by having a unit there and no enemy; control stays after leaving."""
    made = go(table(mill=(0, 0), ford=(1, 0)), None, None)
    assert made.happened(ObjectiveTaken) == [ObjectiveTaken("mill", "red")]
    made.state.replace_unit(made.unit("r1")._replace(at=made.hex(1, 0)))
    made.state.stage = ""
    go(made, None, None)
    assert made.state.holders == {"mill": "red", "ford": "red"}


def test_cm1_at_first_it_is_nobodys() -> None:
    """At first nobody's unless the scenario says."""
    made = go(table(mill=(1, 0)))
    assert made.state.holders == {"mill": ""}
    assert made.happened(CommandReceived) == []


def test_cm2_each_side_receives_command_for_what_it_controls() -> None:
    """Each side receives command points for the command objectives it controls."""
    made = go(table(mill=(2, 0)), None)
    assert made.happened(CommandReceived) == [CommandReceived("blue", 2, "objectives")]
    assert made.state.hq["blue"].command == 2


def test_cm2_neutral_objectives_give_both_sides_what_the_scenario_says() -> None:
    """And from `neutral` objectives that nobody contests, what the scenario says."""
    made = go(table(ford=(1, 0)), None, None)
    assert [(each.side, each.points) for each in made.happened(CommandReceived)] == [
        ("red", 1), ("blue", 1),
    ]  # fmt: skip


def test_cm2_victory_points_are_scored_each_round() -> None:
    """Victory points for victory objectives."""
    made = go(table(hill=(0, 0)))
    assert made.happened(PointsScored) == [PointsScored("red", 3)]
    assert made.state.points["red"] == 3


def test_cm3_sides_spend_in_order_of_initiative() -> None:
    """In order of initiative each side spends command."""
    made = table()
    made.state.initiative = "blue"
    for side in ("red", "blue"):
        made.state.alter_headquarters(side, command=2)
    go(made, 1, None, None)
    assert made.happened(InitiativeRaised) == [InitiativeRaised("blue", 1)]


def test_cm3_a_side_buys_its_command_cards() -> None:
    """Buys its Command cards, puts any number on its initiative card (those are gone)."""
    made = table()
    hold(made, "red", shipped("storeman"), shipped("keep-going"), command=4)
    pile(made, "red", "orders", shipped("once-more"))
    asked = command_phase.Spend("red").options(made.state)
    assert asked == ["storeman", 1, 2, 3, 4, None]
    made.run(command_phase.receive_command(made.game))
    made.run(command_phase.command_activity(made.game), ["storeman"], "1")
    go(made, 2, None)
    assert made.state.hq["red"].hand == ("keep-going", "once-more")
    assert made.state.hq["red"].command == 1


def test_cm4_most_points_have_the_initiative_next_round() -> None:
    """Most points on the initiative card has it next round. The card is emptied."""
    made = table()
    for side in ("red", "blue"):
        made.state.alter_headquarters(side, command=3)
    go(made, 1, None, 2, None)
    assert made.happened(InitiativeDecided) == [InitiativeDecided("blue", (1, 2))]
    assert made.state.initiative == "blue"
    assert [made.state.hq[side].initiative for side in ("red", "blue")] == [0, 0]


def test_ex16_equal_points_leave_it_with_the_holder() -> None:
    """CM4: 3 v 3 on the initiative cards => the holder keeps it."""
    made = table()
    for side in ("red", "blue"):
        made.state.alter_headquarters(side, command=3)
    go(made, 3, 3)
    assert made.state.initiative == "red"


def test_cm5_command_not_spent_is_kept() -> None:
    """Command not spent is kept."""
    made = table()
    made.state.alter_headquarters("red", command=3)
    go(made, None)
    assert made.state.hq["red"].command == 3


def test_cm5_a_scenario_may_have_it_lost() -> None:
    made = table(rules={"command_kept": False})
    made.state.alter_headquarters("red", command=3)
    go(made, 1, None)
    assert made.state.hq["red"].command == 0


def test_who_has_nothing_to_spend_is_not_asked() -> None:
    assert go(table()).asked == []
