"""What speaks for a side in the primer before anybody looks further: points, armies, nearness."""

from __future__ import annotations

import pytest

from engine.ai.temperaments import ai_profile
from engine.games.primer.ai.evaluation import position_advantages
from tests.games.primer.boards import PrimerGame, battle

STEADY = ai_profile("primer").weights
CITIES = {"A1": "red", "B1": "red"}
FAR_OFF = "c c . . . . . . . . . . . bi1\n. . . . . . . . . . . . . ri1"


def told(game: PrimerGame, side: str = "blue") -> dict[str, float]:
    return dict(position_advantages(game.state, side, STEADY))


@pytest.mark.parametrize("board", [FAR_OFF, "c c bi1+bi2 . ra1\n. . . . ."])
def test_what_speaks_for_a_side_speaks_as_much_against_the_other(board: str) -> None:
    game = battle(board, cities=CITIES)
    assert told(game, "red") == {name: -value for name, value in told(game).items()}


def test_cities_that_may_yet_be_taken_are_no_lead_until_the_last_turn() -> None:
    leads = [told(battle(FAR_OFF, cities=CITIES, turns=turns))["points"] for turns in (1, 4, 100)]
    assert leads[0] == pytest.approx(-2.5)
    assert leads == sorted(leads)
    assert leads[-1] == pytest.approx(0, abs=0.01)


def test_a_city_taken_speaks_for_the_attacker_and_so_does_being_near_to_one() -> None:
    game = battle(FAR_OFF, cities=CITIES)
    before, taken = told(game), game.state.copy()
    taken.holders["B1"] = "blue"
    after = dict(position_advantages(taken, "blue", STEADY))
    assert after["points"] > before["points"]
    assert after["held"] == before["held"] + 2
    near = told(battle(FAR_OFF.replace("c c . . .", "c c . . bi2"), cities=CITIES))
    assert near["pressing"] > before["pressing"] == 0


def test_p16_beaten_units_count_less_by_the_weight() -> None:
    board = "bi1 . . . ri1"
    whole, beaten = told(battle(board)), told(battle(board, beaten=["ri1"]))
    assert beaten["units"] - whole["units"] == pytest.approx(STEADY["marked"] / 10)
