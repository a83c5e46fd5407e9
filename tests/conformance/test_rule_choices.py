"""Every game under every value of every choice its rulebook leaves to a scenario.

What is asked and what happens has its sentence in all languages. The games are short and random:
what they do not come to is looked for by the classes of events and questions.
"""

from __future__ import annotations

import json
import pkgutil
import random
import re
import traceback
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from engine import games
from engine.files.scenario_reader import load
from engine.files.source_text import ROOT
from engine.games import PACKAGES, new_game, rule_system_of
from engine.games.rules_design import ChoiceKind, RuleChoice
from engine.languages import LANGUAGES
from engine.play.decisions import Decision
from engine.play.events import Event
from engine.play.game import Game
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.session import replay
from engine.texts import parse_translated
from tests.assertions import require
from tests.games.littlewars import cases as little_cases

SEED, ANSWERS, TABLE_ANSWERS = 3, 70, 20
SAMPLES = {
    "tank": "crossroads",
    "primer": "three-cities",
    "valor": "mill-ford",
    "tide": "ridge-line",
}
SLOW = ("field_scale", "setup_depth")
"""Numbers by which much of a table may be set up on, of which one is tried."""
SAID_OTHERWISE = {"GunFired": "gun-on-target"}
"""Events whose sentences are called by another name."""


@cache
def a_scenario(game: str) -> Scenario:
    """A short game: a sample, or one of the small tables on which figures are quickly moved."""
    if game in SAMPLES:
        return load(ROOT / f"samples/{game}/scenarios/{SAMPLES[game]}.scenario.yaml")
    return little_cases.redan() if game == "littlewars-kriegspiel" else little_cases.skirmish()


def other_values(choice: RuleChoice) -> list[Any]:
    """The values a choice may take beside its usual one; of numbers some."""
    if choice.kind is ChoiceKind.ONE_OF:
        values: list[Any] = [word.id for word in choice.words]
    elif choice.kind is ChoiceKind.TRUTH:
        values = [True, False]
    elif choice.id in SLOW:
        values = [choice.least + 1]
    else:
        values = [choice.least, choice.least + 1, choice.least + 12]
    return [value for value in values if value != choice.usual]


def under_another_rule(game: str) -> Iterator[tuple[str, Scenario]]:
    """The scenario under each other value of each choice."""
    usual = a_scenario(game)
    for choice in rule_system_of(game).design().choices():
        for value in other_values(choice):
            yield f"{choice.id}: {value}", replace(usual, rules={**usual.rules, choice.id: value})


def tell_what_is_asked(game: Game[Any]) -> Iterator[str]:
    """The question and one of its answers, in every language."""
    rules, option = game.rules, next(iter(game.options))
    for language in LANGUAGES:
        yield rules.describe_decision(game.state, require(game.decision), language)
        yield rules.describe_option(game.state, require(game.decision), option, language)


def faults_of(scenario: Scenario) -> list[str]:
    """What is said wrongly in a random game, or why it cannot be told or told again."""
    game, dice, told = new_game(scenario, SEED), random.Random(SEED), 0
    faults, most = [], ANSWERS if scenario.game in SAMPLES else TABLE_ANSWERS
    while game.decision is not None and len(game.answers) < most:
        said = list(tell_what_is_asked(game))
        faults += [f"nothing asked: {game.decision}"] * (not all(said))
        game.choose(dice.choice(list(game.options)))
        for event in game.events[told:]:
            said += [game.rules.describe_event(game.state, event, each) for each in LANGUAGES]
        faults += [sentence for sentence in said if re.search(r"\{\w+\}", sentence)]
        told = len(game.events)
    again = replay.resume(replay.parse(replay.compose(game)), scenario)
    return [*faults, *(["its replay differs"] * (again.state != game.state))]


@pytest.mark.long
@pytest.mark.parametrize("game", games.installed_games())
def test_whatever_the_rules_leave_to_a_scenario_can_be_told(game: str) -> None:
    wrong, played = {}, 0
    for named, scenario in under_another_rule(game):
        try:
            found = faults_of(scenario)
        except SandtableError:  # not for this scenario: no such number, or no room for its units
            continue
        except (LookupError, ValueError, TypeError, AttributeError, AssertionError):
            found = [traceback.format_exc(limit=-3)]
        played += 1
        if found:
            wrong[named] = found[:3]
    assert played > len(rule_system_of(game).design().choices()) / 2
    assert not wrong, json.dumps(wrong, indent=1, ensure_ascii=False)


def kinds_of(base: type, package: str) -> set[type]:
    """The classes in a package of games that are events or questions."""
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        import_module(module.name)
    found: set[type] = set()
    below: list[type] = [base]
    while below:
        deeper: list[type] = []
        for each in below:
            deeper += each.__subclasses__()
        below = deeper
        found |= {kind for kind in below if kind.__module__.startswith(f"{package}.")}
    return {
        kind for kind in found if getattr(import_module(kind.__module__), kind.__name__) is kind
    }


def keys_of(package: str) -> set[str]:
    """The keys of the sentences in the files of a package of games."""
    files = (ROOT / "engine/texts/en").glob(f"{package.rpartition('.')[2]}*.yaml")
    return {key for file in files for key in parse_translated(file.read_text("utf-8"))}


def is_left_out(kind: type, game: str) -> bool:
    """True if a game's log leaves events of a class out, whatever they say."""
    first = new_game(a_scenario(game), SEED)
    try:
        return not first.rules.describe_event(first.state, object.__new__(kind), "en")
    except (AttributeError, KeyError):
        return False


@pytest.mark.parametrize("package", sorted({PACKAGES[game] for game in games.installed_games()}))
def test_every_event_and_every_question_has_a_sentence(package: str) -> None:
    keys, of_it = keys_of(package), [game for game, its in PACKAGES.items() if its == package]
    untold = []
    for base, before in ((Event, ""), (Decision, "ask-")):
        for kind in kinds_of(base, package):
            name = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower()
            key = SAID_OTHERWISE.get(kind.__name__, before + name)
            is_said = any(each.startswith(key) for each in keys)
            if not is_said and not any(is_left_out(kind, game) for game in of_it):
                untold.append(kind.__qualname__)
    assert not untold
