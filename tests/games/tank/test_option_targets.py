"""Options and events on the map: what each points at, and where it happened."""

from __future__ import annotations

import json
from inspect import getmembers, isclass
from typing import Any

import pytest

from engine.games.tank import card_events
from engine.games.tank import events as happened
from engine.games.tank.adapter.rules import TANK
from engine.games.tank.cards import BoostShot, CardSwap, LowerResult, PlanSupport, RepairUnit
from engine.games.tank.cards import SwapCard as AskSwap
from engine.games.tank.close_combat import CloseTarget
from engine.games.tank.data.rulebook import FireManner
from engine.games.tank.fire import ChooseShot, FireAgain, JoinFire, Shot
from engine.games.tank.initial_state import PlaceUnit
from engine.games.tank.movement import ChooseStep, MoveOrder
from engine.games.tank.opportunity_fire import CoverFire, MoverFires, OpportunityFire
from engine.hexes.hex import Hex
from engine.play.events import Event, field_names
from engine.play.game import Game
from engine.play.option_targets import ENDING, EventLocation, OptionAction, OptionTarget
from engine.play.players import Question, find_player, play_to_end
from engine.scenario.scenario import Objective
from tests.assertions import require
from tests.conformance.cases import CASES
from tests.games.boards import at, battle
from tests.games.tank.turns import order, pass_fire
from tests.positions import plain

BOARD = """
r1 .  b1 .
 .  .  .  .
"""
HERE = Hex(1, 0)

POINTED = [
    (ChooseShot("red", ()), Shot("r1", "b1"), OptionTarget(OptionAction.FIRE, "r1", "b1")),
    (
        JoinFire("red", "b1", ("r2",), ("r1",), FireManner.DIRECT),
        "r1",
        OptionTarget(OptionAction.FIRE, "r1", "b1"),
    ),
    (OpportunityFire("red", "b1", ("r1",)), "r1", OptionTarget(OptionAction.FIRE, "r1", "b1")),
    (
        CoverFire("red", "r1", ("b1",), ()),
        Shot("r2", "b1"),
        OptionTarget(OptionAction.FIRE, "r2", "b1"),
    ),
    (
        MoverFires("red", "r1", "short-halt", ("b1",)),
        "b1",
        OptionTarget(OptionAction.FIRE, "r1", "b1"),
    ),
    (CloseTarget("red", "r1"), "b1", OptionTarget(OptionAction.FIRE, "r1", "b1")),
    (PlaceUnit("red", "r2"), HERE, OptionTarget(OptionAction.PLACE, "r2", hex=HERE)),
    (PlanSupport("red", "guns", 3), HERE, OptionTarget(OptionAction.AIM, hex=HERE, card="guns")),
    (RepairUnit("red", "mend"), "r1", OptionTarget(OptionAction.UNIT, "r1", card="mend")),
    (
        FireAgain("red", "quick", "r1", "b1", FireManner.DIRECT),
        "b1",
        OptionTarget(OptionAction.CARD, "r1", "b1", None, "quick"),
    ),
    (
        BoostShot("red", "up", "r1", "b1", FireManner.DIRECT),
        "use",
        OptionTarget(OptionAction.CARD, "r1", "b1", None, "up"),
    ),
    (
        BoostShot("red", "up", "r1", "b1", FireManner.DIRECT),
        "keep",
        OptionTarget(OptionAction.PASS),
    ),
    (
        LowerResult("red", "low", "r1", "K"),
        "use",
        OptionTarget(OptionAction.CARD, "r1", card="low"),
    ),
    (AskSwap("red"), CardSwap("a", "b"), OptionTarget(OptionAction.CARD, card="b")),
    (ChooseShot("red", ()), None, OptionTarget(OptionAction.PASS)),
]


@pytest.mark.parametrize(("asked", "option", "wanted"), POINTED, ids=lambda it: str(it)[:24])
def test_an_option_points_at_who_acts_at_whom_and_where(
    asked: Any, option: Any, wanted: OptionTarget
) -> None:
    assert TANK.points_at(battle(BOARD).state, asked, option) == wanted


def test_hexes_entered_normally_on_the_march_and_in_attack_are_told_apart() -> None:
    def deeds(game: Game[Any]) -> dict[tuple[int, int], OptionAction]:
        found = {}
        for option in game.options:
            points = TANK.points_at(game.state, require(game.decision), option)
            if points.hex is not None:
                found[game.scenario.map.grid.column_row(points.hex)] = points.deed
        return found

    walking = order(battle("r1 b1 .\n . . .", [1, 1], roads=["@0,0 @0,1"]), "r1")
    assert deeds(walking) == {(1, 0): OptionAction.ASSAULT, (0, 1): OptionAction.STEP}
    marching = order(battle("r1 b1 .\n . . .", [1, 1], roads=["@0,0 @0,1"]), "r1", "march")
    assert deeds(marching) == {(0, 1): OptionAction.MARCH}
    strict = order(
        battle("r1 . s . b1", [1, 1], rules={"strict": True, "units": {"tank": {"mp": 3}}}), "r1"
    )
    strict.choose(at(strict, 1, 0))
    while not isinstance(strict.decision, ChooseStep):
        strict.choose(None)
    assert deeds(strict) == {(0, 0): OptionAction.STEP, (2, 0): OptionAction.OVERSPEND}


def test_an_order_reaches_what_the_unit_can_pay_for_and_a_step_what_is_left() -> None:
    game = pass_fire(battle("r1 . . . . . . b1", [1, 1]))
    reach = TANK.reach(game.state, require(game.decision), MoveOrder("r1", "move"))
    assert reach is not None
    assert at(game, 5, 0) in reach.arrivals
    assert at(game, 6, 0) not in reach.arrivals
    game.choose(MoveOrder("r1", "move"))
    game.choose(at(game, 1, 0))
    while not isinstance(game.decision, ChooseStep):
        game.choose(None)
    left = TANK.reach(game.state, game.decision, None)
    assert left is not None
    assert [step.at for step in left.path(at(game, 3, 0))] == [at(game, c, 0) for c in (1, 2, 3)]
    assert TANK.reach(game.state, ChooseShot("red", ()), None) is None


# --- events --------------------------------------------------------------------------------------

SAMPLES: dict[str, Any] = {
    "unit": "r1", "firer": "r1", "target": "b1", "firers": ("r1",), "units": ("r1",),
    "at": HERE, "to": HERE, "start": Hex(0, 0), "objective": "hill", "side": "red",
}  # fmt: skip
BOUND_TO_NOTHING = {
    "TurnBegan", "PhaseBegan", "InitiativeRolled", "SidePassed", "GameEnded", "UmpireActed",
    "CardPicked", "CardTaken", "CardDrawn", "CardsLapsed", "CardSwapped", "DeckShuffled",
    "DrawGranted",
}  # fmt: skip


def kinds() -> list[type[Event[Any]]]:
    found = [*getmembers(happened, isclass), *getmembers(card_events, isclass)]
    return list(
        {
            kind: None
            for _, kind in found
            if issubclass(kind, Event) and kind.__module__.startswith("engine.games")
        }
    )


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_every_event_is_somewhere_unless_it_is_bound_to_no_place(kind: type[Event[Any]]) -> None:
    state = battle(BOARD, objectives=(Objective("hill", at=HERE),)).state
    is_hex = kind.__name__.startswith("Support")
    fields = {
        name: HERE if is_hex and name == "target" else SAMPLES.get(name, 0)
        for name in field_names(kind)
    }
    place = TANK.where(state, kind(**fields))
    if kind.__name__ in BOUND_TO_NOTHING:
        assert place == EventLocation()
    else:
        assert place.hexes
        assert set(place.units) <= {"r1", "b1"}
        assert bool(place.units) == bool(
            {"unit", "firer", "firers", "units"} & set(field_names(kind))
        )


def test_a_lost_unit_s_event_lies_where_it_was() -> None:
    game = battle("r1 . b1")
    annihilated = happened.UnitAnnihilated("b1", "umpire")
    game.emit(annihilated)
    assert TANK.where(game.state, annihilated).hexes == (at(game, 2, 0),)


@pytest.mark.parametrize("case", [c for c in CASES if "toy" not in c.id], ids=lambda case: case.id)
def test_in_play_every_place_is_on_the_map_and_every_unit_is_known(case: Any) -> None:
    seed = 11
    game = case.game(seed)
    play_to_end(game, {side: find_player("random", seed) for side in case.rules.sides(game.state)})
    told = json.dumps(plain(game))  # bought units are in no scenario
    units = {unit.id for unit in (*case.scenario.units, *case.scenario.bodies)}
    for event in game.events:
        place = case.rules.where(game.state, event)
        assert all(hex_ in case.scenario.map.grid for hex_ in place.hexes), (seed, event)
        unknown = set(place.units) - units
        assert all(f'"{unit}"' in told for unit in unknown), (seed, event)


@pytest.mark.parametrize("case", [c for c in CASES if "toy" not in c.id], ids=lambda case: case.id)
def test_in_play_every_option_points_at_something_and_one_at_most_passes(case: Any) -> None:
    seed = 12
    game, rules = case.game(seed), case.rules
    who = find_player("random", seed)
    while game.decision is not None:
        pointed = [
            rules.points_at(game.state, game.decision, option) for option in game.options[:60]
        ]
        passes = {points for points in pointed if points.deed in ENDING and not points.points}
        assert len(passes) <= 1, f"seed {seed}, answer {len(game.answers)}"
        others = [points for points in pointed if points.deed not in ENDING]
        # A purchase, a withdrawal, points on a card of all: said in words alone.
        of_a_side = (OptionTarget(OptionAction.UNIT), OptionTarget(OptionAction.CARD))
        assert all(p.unit or p.hex is not None or p.card or p in of_a_side for p in others)
        game.choose(who.choose(Question(game, game.decision)))
