"""How valor names pieces in sentences: the side once, ids where nothing else tells them apart."""

from __future__ import annotations

from engine.files.scenario_reader import load
from engine.files.source_text import SHIPPED
from engine.games import new_game
from engine.games.shared_events import GameEnded
from engine.games.valor import command_phase
from engine.games.valor.events import SquadSplit, WeaponHandedOver
from engine.games.valor.presentation.name_texts import piece_name
from engine.games.valor.presentation.sentences import event_text
from engine.games.valor.state import State
from engine.play.dice import SeededDice

FARM = SHIPPED / "samples" / "valor" / "scenarios" / "orchard-farm.scenario.yaml"


def set_up_farm() -> State:
    """Orchard Farm when everything is set up; its weapons have no names of their own."""
    game = new_game(load(FARM), SeededDice.of(1))
    while game.rules.turn(game.state) < 1:
        game.choose(game.options[0])
    state = game.state
    assert isinstance(state, State)
    state.weapons = {id_: each._replace(name="") for id_, each in state.weapons.items()}
    return state


def test_a_side_is_named_once_and_a_type_that_is_alone_has_no_id() -> None:
    state = set_up_farm()
    told = WeaponHandedOver("us-mortar", "us5", "us3")
    assert event_text(state, told, "en") == "American Mortar Team gives 60 mm mortar to 3rd Squad."
    assert event_text(state, told, "zh") == "美军迫击炮组把 60 毫米迫击炮交给三班。"


def test_of_two_of_a_type_the_id_tells_which() -> None:
    assert piece_name(set_up_farm(), "us-mg-a", "en") == "American M1919A6 us-mg-a"


def test_the_halves_of_a_squad_are_told_apart() -> None:
    """A squad that splits becomes two half squads of its name (V5.4)."""
    state = set_up_farm()
    SquadSplit(
        "us3", "us-rifle-half", ("us3", command_phase.unused_half_id(state, "us3")), "us3"
    ).apply(state)
    halves = [piece_name(state, id_, "en") for id_ in ("us3", "us3/b")]
    assert halves == ["American 3rd Squad (A)", "American 3rd Squad (B)"]
    assert piece_name(state, "us3/b", "zh") == "美军三班（B）"


def test_the_end_suits_sides_of_any_number() -> None:
    told = GameEnded("de", "conditions", (("us", 5), ("de", 10)))
    assert event_text(set_up_farm(), told, "en").startswith("The Germans win (victory conditions)")
