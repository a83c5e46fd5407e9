"""Reports count the attacks of a game, and say what was to be expected of its dice (RS4, RS5)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.games import list_attacks
from engine.games.tide import fire
from engine.games.tide.attack_declaration import Aim, AttackDraft, AttackShare
from engine.games.tide.combat_events import AttackRolled
from engine.games.tide.dice_odds import DiceSet, net_hit_odds
from engine.games.tide.presentation import attack_report
from engine.games.tide.presentation.attack_report import result_text
from engine.play.luck import AttackRecord
from engine.session import replay
from tests.games.tide.fights import Fight, fight
from tests.games.tide.test_combined import FIRE, FOUR, NORMAL

TIDE = SHIPPED / "samples" / "tide"


def test_rs5_attacks_of_a_recorded_game_are_counted_with_their_odds() -> None:
    """Hits = black − red successes, never below 0."""
    scenario = load(TIDE / "scenarios" / "two-lanes.scenario.yaml")
    game = replay.load(TIDE / "replays" / "two-lanes-greedy.replay", scenario)
    rolled = [event for event in game.events if isinstance(event, AttackRolled)]
    found = list(list_attacks(game))
    assert [(each.side, each.result) for each in found] == [
        (event.side, result_text(event.hits)) for event in rolled
    ]
    assert rolled
    for each, event in zip(found, rolled, strict=True):
        assert sum(each.odds.values()) == pytest.approx(1.0)
        if not event.red:
            missed = ((event.least - 1) / 6) ** len(event.black)
            assert each.odds["no-hit"] == pytest.approx(missed)
    assert any(not event.red for event in rolled)


def only_attack(table: Fight) -> AttackRecord:
    """The one attack of a fight, as reports have it."""
    game: Any = table
    (found,) = attack_report.list_attacks(game)
    return found


def test_u8_the_red_die_that_succeeds_for_sure_is_one_more_than_those_rolled() -> None:
    table = fight("r1 . b1", r1="sherman", b1="tiger")
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(
        fire.carry_out_attack(table.game, AttackDraft(aim, AttackShare("r1", ())), FIRE),
        (),
        "66111111",
        "11111",
    )
    found = only_attack(table)
    assert found.result == "one-hit"
    black, red = DiceSet(8, 5), DiceSet(6, 5, sure=1)
    none = net_hit_odds(black, red)[0]
    assert found.odds["no-hit"] == pytest.approx(float(none))


def test_d7_an_attack_counts_as_its_dice_fell_before_a_card_had_them_rolled_again() -> None:
    """Four dice, of which one hits at first, and three with two of them rolled again."""
    table = fight("r1 . b1").effect("reroll", "red", "black", 2)
    aim = Aim(table.unit("b1").at, "b1", NORMAL)
    table.run(fire.resolve_attack(table.game, "r1", FIRE), [aim, FOUR, True], "5111", "56")
    found = only_attack(table)
    assert table.happened(AttackRolled)[0].hits == 3
    assert found.result == "one-hit"
    assert found.odds["no-hit"] == pytest.approx((4 / 6) ** 4)
