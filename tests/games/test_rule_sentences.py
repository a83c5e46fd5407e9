"""The sentences that answer Why? say what the rules do, under each choice of a scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from engine.games import installed_games, rule_system_of
from engine.games.game_texts import dash_name
from engine.games.primer.adapter.rules import PRIMER
from engine.games.rules_design import ChoiceKind, RuleChoice
from engine.games.tide import assault_resolution
from engine.games.tide.combat_events import AssaultEnded
from engine.games.tide.data.rulebook import load_rulebook as load_tide
from engine.games.tide.sight import build_sight
from engine.games.valor import combat_events as valor_events
from engine.languages import LANGUAGES
from engine.play.dice import ScriptedDice
from engine.play.game import Game
from engine.session.rule_explanations import has_rule, rule_texts
from engine.texts import names_with_branches, text, texts_with_prefix
from tests.games.primer import boards as primer
from tests.games.primer.test_army import army, buy
from tests.games.tide import fights, slow_sight, test_sight
from tests.games.valor import boards as valor
from tests.games.valor import firing, walking

SILENT = {
    ("primer", "coloured_roads"), ("primer", "execution"), ("primer", "encounter"),
    ("primer", "retreat"), ("primer", "halving"), ("primer", "missile"),
    ("primer", "missile_strength"), ("tank", "full_combat"), ("tide", "hidden_mines"),
    ("littlewars", "shortest"), ("littlewars-kriegspiel", "shortest"),
}  # fmt: skip
"""Choices of which the sentence of their rule says nothing, so that it is right under each."""


def choices(game: str) -> tuple[RuleChoice, ...]:
    """The choices of a game."""
    return rule_system_of(game).design().choices()


def other_values(choice: RuleChoice) -> list[Any]:
    """What may be chosen otherwise than printed."""
    match choice.kind:
        case ChoiceKind.TRUTH:
            return [not choice.usual]
        case ChoiceKind.ONE_OF:
            return [word.id for word in choice.words if word.id != choice.usual]
    return [choice.usual + 2]


def said(game: str, number: str, language: str, **rules: Any) -> str:
    """The sentence of a rule under some choices."""
    (rule,) = rule_texts(game, [number], language, rules)
    return rule.sentence


@pytest.mark.parametrize("game", installed_games())
def test_a_choice_changes_the_sentence_of_its_rule_in_every_language(game: str) -> None:
    for choice in choices(game):
        if not has_rule(game, choice.rule) or (game, choice.id) in SILENT:
            continue
        for value in other_values(choice):
            for language in LANGUAGES:
                printed = said(game, choice.rule, language)
                assert said(game, choice.rule, language, **{choice.id: value}) != printed, choice.id


@pytest.mark.parametrize("game", installed_games())
def test_every_sentence_of_a_choice_belongs_to_a_value_that_can_be_chosen(game: str) -> None:
    known = {
        name
        for choice in choices(game)
        for name in (
            dash_name(choice.id),
            *(f"{dash_name(choice.id)}-{dash_name(str(v))}" for v in other_values(choice)),
        )
    }
    names = {*names_with_branches(game), *names_with_branches(game.partition("-")[0])}
    keys = [key for name in names for key in texts_with_prefix(name, "rule-")]
    assert keys
    for key in keys:
        number, _, variant = key.partition("-")
        assert not variant or (variant in known and has_rule(game, number)), key


# --- sentence, printed value and behaviour --------------------------------------------------------


def ends_on_own_stack(rules: Mapping[str, Any]) -> bool:
    """Blue infantry beside blue infantry, the only other way a river (P6)."""
    return primer.may(primer.battle("bi1 bi2 .\n~ ~ ~", rules=rules), "move", "bi1")


def goes_onto_seen_enemies(rules: Mapping[str, Any]) -> bool:
    """Blue infantry beside red infantry it sees, the only other way a river (P12)."""
    return primer.may(primer.battle("bi1 ri1 .\n~ ~ ~", rules=rules), "move", "bi1")


def is_numbered_as_bought(rules: Mapping[str, Any]) -> bool:
    """Blue buys infantry twice, with lots laid out (P10)."""
    bought = buy(army((10, 9, 8, 7, 6, 5), rules=rules), "infantry", "infantry")
    return [unit.id for unit in bought.state.reserves] == ["blue-1", "blue-2"]


def crosses_a_road_over_a_river(rules: Mapping[str, Any]) -> bool:
    """Blue infantry beside a river hex with a road (P4)."""
    scenario = primer.scenario("bi1 o o\n~ ~ ~", rules=rules)
    scenario.map.ground[0, 1] = list(primer.GROUNDS).index("~")
    game = Game(PRIMER, scenario, ScriptedDice.of())
    return primer.may(game, "move", "bi1")


def looks_over_equal_ground(rules: Mapping[str, Any]) -> bool:
    """From a hill over open ground and another hill to open ground (BS6)."""
    map_ = test_sight.drawn(".1 . .1 . .")
    ends = [map_.labels.find(label) for label in ("A1", "E1")]
    is_blind: bool = load_tide(rules).choices.blind_by_equal_ground
    return build_sight(map_, slow_sight.BLOCKING, is_blind).sees(*ends)


def loses_a_tied_assault(rules: Mapping[str, Any]) -> bool:
    """A squad assaults a squad, one hit each (AS13)."""
    table = fights.fight("r1 b1 .\n . . .", rules)
    at, away = table.unit("b1").at, table.hex(2, 0)
    answers = [] if not rules else [away, None]
    table.run(assault_resolution.carry_out_assault(table.game, "r1", at), answers, "6111", "6111")
    return not table.happened(AssaultEnded)[0].won


def adds_up_op_fire(rules: Mapping[str, Any]) -> bool:
    """A squad fires at one that has come next to it in the open (V13.9)."""
    game = valor.battle("r1 . b1 .", [(3, 4)], phase="movement", rules=rules)
    walking.step(walking.order(game, "r1"), "B1")
    firing.attack(game, ["b1"], firing.aim_at(game, "B1"))
    corrections = valor.last(game, valor_events.AttackRolled).corrections
    return bool(sum(value for _, value in corrections) == -3)


EXPERIMENTS: list[tuple[str, str, str, Any, Callable[[Mapping[str, Any]], bool], bool]] = [
    ("primer", "P6", "joining", True, ends_on_own_stack, False),
    ("primer", "P12", "seen_enemies", "barred", goes_onto_seen_enemies, True),
    ("primer", "P10", "numbers", "lot", is_numbered_as_bought, True),
    ("primer", "P4", "bridges", False, crosses_a_road_over_a_river, True),
    ("tide", "BS6", "blind_by_equal_ground", True, looks_over_equal_ground, True),
    ("tide", "AS13", "assault_tie", "success", loses_a_tied_assault, True),
    ("valor", "V13.9", "opfire_cumulative", False, adds_up_op_fire, True),
]
"""Game, rule, choice, another value than printed, what happens, and whether it does as printed."""


@pytest.mark.parametrize(
    ("game", "number", "choice", "value", "happens", "printed"),
    EXPERIMENTS,
    ids=lambda each: each if isinstance(each, str) else None,
)
def test_what_the_sentence_of_a_choice_says_is_what_happens(
    game: str,
    number: str,
    choice: str,
    value: Any,
    happens: Callable[[Mapping[str, Any]], bool],
    printed: bool,
) -> None:
    """The printed sentence goes with the printed value, another sentence with the other value."""
    assert (happens({}), happens({choice: value})) == (printed, not printed)
    file = next(
        file for file in names_with_branches(game) if texts_with_prefix(file, f"rule-{number}")
    )
    variant = f"rule-{number}-{dash_name(choice)}-{dash_name(str(value))}"
    usual = {each.id: each.usual for each in choices(game)}
    for language in LANGUAGES:
        plain = text(f"{file}.rule-{number}", language, **usual)
        assert said(game, number, language) == plain
        other = text(f"{file}.{variant}", language, **usual)
        assert said(game, number, language, **{choice: value}) == other != plain
