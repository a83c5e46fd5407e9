"""An umpire who does anything at any time: the position stays legal, and nothing is given away."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.games.primer.adapter.rules import PRIMER
from engine.play.dice import SeededDice
from engine.play.game import Intervention, InvalidInterventionError
from engine.play.option_targets import ActionParameter
from engine.play.players import RandomPlayer, let_player_answer
from engine.session import replay
from tests.conformance.cases import ambush, armies
from tests.games.primer.test_secrecy import Watched, woods

MAXIMUM, OFTEN = 250, 0.15


def meddled(seed: int) -> Watched:
    """A random game in which the umpire acts at random between two answers of seven."""
    rng = random.Random(seed)
    Watched.leaks = []
    game = Watched(PRIMER, (woods, armies, ambush)[seed % 3](), SeededDice.of(seed))
    players = {side: RandomPlayer(seed) for side in (*game.state.sides, "umpire")}
    while game.decision is not None and len(game.answers) < MAXIMUM:
        if game.is_between_activities and rng.random() < OFTEN:
            meddle(game, rng)
        else:
            game.look_at_options()
            look_ahead(game)
            let_player_answer(game, players)
        assert_legal(game)
    return game


def meddle(game: Watched, rng: random.Random) -> None:
    """One act, which may be refused."""
    act = rng.choice(PRIMER.acts(game.state))
    arguments = tuple(argument(game, rng, parameter) for parameter in act.parameters)
    try:
        game.intervene(Intervention(act.kind, arguments, "Umpire", "to see what happens"))
    except InvalidInterventionError:
        assert game.decision is not None


def argument(game: Watched, rng: random.Random, parameter: ActionParameter) -> Any:
    match parameter.kind:
        case "unit":
            return rng.choice([*game.state.units, "nobody"])
        case "hex":
            return tuple(rng.choice(list(game.scenario.map.grid)))
        case "id":
            return f"new-{rng.randrange(10**6)}"
    return rng.choice(parameter.options)


def look_ahead(game: Watched) -> None:
    """Ask all that a window asks of an option."""
    asked = game.decision
    assert asked is not None
    view = PRIMER.view(game.state, asked.side)
    for option in game.options[:4]:
        PRIMER.forecast(view, asked, option)
        PRIMER.reach(view, asked, option)
        assert PRIMER.describe_option(view, asked, option, "zh")
        PRIMER.weigh(view, asked, option)


def assert_legal(game: Watched) -> None:
    """P4, P5: nobody is where it may not be, nor with whom."""
    state = game.state
    for unit in state.units.values():
        here = state.units_at(unit.at)
        assert state.field.entry_cost(unit.type, unit.at) is not None, unit
        assert {(other.side, other.type) for other in here} == {(unit.side, unit.type)}
        assert len(here) <= state.book.choices.stacking


@pytest.mark.parametrize("seed", range(12))
def test_whatever_the_umpire_does_the_game_goes_on_by_the_rules(seed: int) -> None:
    game = meddled(seed)
    assert game.leaks == []
    loaded = replay.resume(replay.parse(replay.compose(game)), game.scenario)
    assert (loaded.state, loaded.events) == (game.state, game.events)
