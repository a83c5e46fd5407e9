"""What a side sees of valor (V0.3, V19.14), and the position as values."""

from __future__ import annotations

import json

from engine.games.valor import side_views
from engine.games.valor.support_events import SmokeLaid
from engine.play.position import as_json, spot_formatter
from engine.scenario.scenario import Arrival, ScenarioUnit
from tests.games.valor.boards import at, battle

ZONES = {"west": "A1 A2"}


def test_v19_14_hidden_mines_are_known_to_their_side_alone() -> None:
    """Hidden mines only by scenario: known to the owner and the umpire."""
    game = battle("r1 . .\n . . b1", works={"B1": "minefield"}, rules={"hidden_mines": True})
    assert side_views.side_view(game.state, "red").works == {}
    assert len(side_views.side_view(game.state, "blue").works) == 1
    assert side_views.secret_words(game.state, "red") == ["work-B1"]
    open_ = battle("r1 . .\n . . b1", works={"B1": "minefield"})
    assert len(side_views.side_view(open_.state, "red").works) == 1


def test_v0_3_reinforcements_and_their_weapons_are_not_seen_by_the_enemy() -> None:
    """Nothing on the map is hidden except hidden mines and reinforcements yet to come."""
    late = ScenarioUnit("r5", "red", "us-rifle", arrives=Arrival(3, "west"))
    gun = ScenarioUnit("m5", "red", "m1919a6", bearer="r5")
    game = battle("r1 . .\n . . b1", units=[late, gun], zones=ZONES)
    seen = side_views.side_view(game.state, "blue")
    assert seen.reserves == ()
    assert "m5" not in seen.weapons
    assert set(side_views.secret_words(game.state, "blue")) == {"r5", "m5"}


def test_the_position_tells_cargo_weapons_smoke_and_works() -> None:
    """Pieces are inside or borne by others; smoke and positions lie in hexes."""
    game = battle(
        "rt . .\n . . b1", types={"rt": "truck"}, facing={"rt": 2}, aboard={"r1": "rt"},
        weapons={"m": ("m1919a6", "r1")}, works={"B1": "bunker-wood"}, work_facing={"B1": 3},
        stocks={"red": {"smoke": 2}},
    )  # fmt: skip
    game.emit(SmokeLaid("red", "r1", at(game, "A2"), 2, 2, "shell"))
    told = game.rules.position(game.state)
    assert told.by_id["r1"].inside == "rt"
    assert told.by_id["m"].bearer == "r1"
    assert told.by_id["rt"].facing == 2
    assert told.spot_of("m") == at(game, "A1")
    lying = {each.kind: each for each in told.lying}
    assert lying["bunker-wood"].facing == 3
    assert lying["smoke"].amount == 2
    assert told.stocks["red"] == {"smoke": 0}
    assert json.dumps(as_json(told, spot_formatter(game.state.field.board.grid)))
