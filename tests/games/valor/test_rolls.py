"""What the dice of a whole game came to, with the cells they hit (valor V14.4, V15.5, V16.3)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.games.valor.adapter.rules import VALOR
from engine.games.valor.combat_events import AttackRolled
from engine.games.valor.data.rule_tables import RuleTables
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.players import find_player, play_to_end
from engine.scenario.scenario import Scenario
from tests.games.valor import cases
from tests.games.valor.boards import BLUE, RED


@pytest.mark.parametrize("case", [cases.skirmish, cases.column, cases.bocage])
def test_every_roll_of_a_game_is_told_with_its_cell_in_both_languages(
    case: Callable[[], Scenario],
) -> None:
    game = Game(VALOR, case(), SeededDice.of(4))
    play_to_end(game, {side: find_player("random", 4) for side in (RED, BLUE)})
    found = VALOR.rolled(game.state, game.events)
    assert found
    charts: RuleTables = game.state.book.charts
    for told in found:
        for language in ("en", "zh"):
            said = VALOR.describe_rolled(told, language)
            assert said
            assert "{" not in said
        if told.purpose == "attack":
            event = game.events[told.event]
            assert isinstance(event, AttackRolled)
            points = charts.casualty_points(event.apfp, event.roll) * event.times
            assert told.result == str(points)
            assert told.cell is not None
            assert told.cell.table == "AP"
            assert told.printed == (str(points // event.times) if points else "·")
