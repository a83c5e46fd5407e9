"""A turn's map in a report: counters face as they faced, and have with them what they had."""

from __future__ import annotations

from engine.files import scenario_reader
from engine.files.source_text import ROOT
from engine.games import new_game
from engine.narration import chronicle
from engine.narration.chronicle import UnitOnBoard
from engine.play.players import Question, RandomPlayer
from studio.rendering.map.turn_map import TurnMap

SCENARIO = ROOT / "samples" / "valor" / "scenarios" / "chapel-hill.scenario.yaml"


def test_a_counter_has_its_front_its_rider_and_its_weapon() -> None:
    scenario = scenario_reader.load(SCENARIO)
    (turn, *_) = chronicle.turns_played(new_game(scenario, 1))
    grid, types = scenario.map.grid, [*TurnMap(scenario, turn, "en").types]
    here, there = grid.hex(3, 3), grid.hex(5, 3)
    found = (
        UnitOnBoard("carrier", "a", types[0], here, facing=2),
        UnitOnBoard("rider", "a", types[1], here, holder="carrier"),
        UnitOnBoard("weapon", "a", types[2], here, holder="rider"),
        UnitOnBoard("alone", "b", types[3], there, holder="nobody that is seen"),
    )
    turn.end = turn.end._replace(units={unit.unit: unit for unit in found})
    counters = TurnMap(scenario, turn, "en").counters()
    (carrier,) = counters[here]
    assert carrier.front == grid.orientation.bearing(2)
    assert [each.id for each in carrier.load] == ["rider", "weapon"]
    (alone,) = counters[there]
    assert (alone.front, alone.load) == (None, ())


def test_the_chronicle_tells_fronts_and_who_has_whom() -> None:
    game, player = new_game(scenario_reader.load(SCENARIO), 1), RandomPlayer(1)
    for _ in range(150):
        assert game.decision is not None
        game.choose(player.choose(Question(game, game.decision)))
    last = chronicle.position_after(game, len(game.events))
    position = game.rules.position(game.state)
    placed = [piece for piece in position.pieces if position.hex_of(piece.id) is not None]
    assert [(u.facing, u.holder) for u in last.units.values()] == [
        (piece.facing, piece.inside or piece.bearer) for piece in placed
    ]
    assert any(unit.holder for unit in last.units.values())
