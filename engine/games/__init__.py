"""The rule systems installed: one package each, named here and nowhere else."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from engine import plugins, texts
from engine.legacy_imports import accept_legacy_imports
from engine.problems import SandtableError
from engine.texts import text

if TYPE_CHECKING:  # the command line asks for the names alone, and must start fast
    from collections.abc import Iterable, Iterator, Mapping
    from types import ModuleType

    from engine.games.card_effects import CardEffectType
    from engine.games.counter_values import CounterValues
    from engine.games.game_appearance import MarkLooks, ResultLooks
    from engine.games.handbook import Handbook
    from engine.games.rule_system import Overrides, RuleSystem
    from engine.games.scenario_limits import ScenarioLimits
    from engine.play.dice import DiceSource
    from engine.play.game import Game, Rules
    from engine.play.luck import AttackRecord
    from engine.scenario.scenario import Card, Scenario
    from engine.texts import LocalText

PACKAGES = {
    "tank": "engine.games.tank",
    "primer": "engine.games.primer",
    "valor": "engine.games.valor",
    "tide": "engine.games.tide",
    "littlewars": "engine.games.littlewars",
    "littlewars-kriegspiel": "engine.games.littlewars",
}
"""Modules with the `SYSTEM` of each game, in the order of lists."""


class UnknownGame(SandtableError):
    """A game this program has no rules for."""


# --- which there are ------------------------------------------------------------------------------


def installed_games() -> tuple[str, ...]:
    """The ids of the games, the usual one first, those of plug-ins last."""
    _add_those_of_plugins()
    return tuple(PACKAGES)


def known_games() -> tuple[str, ...]:
    """The ids of the games known by now: those of plug-ins if they were loaded."""
    return tuple(PACKAGES)


def default_game() -> str:
    """The id of the game that is meant where none is named."""
    return next(iter(PACKAGES))


def is_installed(game: str) -> bool:
    """Return True if there are rules of this name; unknown names are looked up in plug-ins."""
    return game in PACKAGES or game in installed_games()


def games_played_on(ground: str) -> tuple[str, ...]:
    """The ids of the games that are played on maps of hexes, or on tables without any."""
    return tuple(game for game in installed_games() if rule_system_of(game).ground == ground)


def map_games() -> tuple[str, ...]:
    """The ids of the games that are played on maps of hexes."""
    return games_played_on("map")


def is_on_maps(game: str) -> bool:
    """Return True if there are rules of this name, for maps of hexes."""
    return is_installed(game) and rule_system_of(game).ground == "map"


def install(game: str, package: str) -> None:
    """Add a game whose `SYSTEM` lies in a package of its own, in this process."""
    PACKAGES[game] = package
    own = rule_system_of(game).texts
    if own is not None:
        texts.add_text_file(game, own)


def remove(game: str) -> None:
    """Take a game out again."""
    del PACKAGES[game]
    texts.remove_text_file(game)


def register_games(packages: Mapping[str, str]) -> None:
    """Have the games of another process, by whose word this one works, known here as there."""
    if not packages.keys() <= PACKAGES.keys():
        installed_games()  # which looks for plug-ins that are files
    PACKAGES.update(packages)


def title_of(game: str) -> LocalText:
    """Return the title of a game; its id if it is not installed."""
    return rule_system_of(game).title if is_installed(game) else game


def rule_system_of(game: str) -> RuleSystem:
    """A game by its id; UnknownGame names those there are."""
    if not is_installed(game):
        raise UnknownGame(text("game.unknown-game", None, game=game, games=", ".join(PACKAGES)))
    found = next((system for system in _systems(PACKAGES[game]) if system.id == game), None)
    assert found is not None, f"{PACKAGES[game]} has no {game}"
    return found


def _systems(package: str) -> tuple[RuleSystem, ...]:
    module = (
        import_module(package) if package.startswith("engine.") else _import_plugin_package(package)
    )
    return getattr(module, "SYSTEMS", None) or (module.SYSTEM,)


def _import_plugin_package(package: str) -> ModuleType:
    """Import a package of a plug-in, which another process may have found."""
    with accept_legacy_imports():
        return import_module(package)


@cache
def _add_those_of_plugins() -> None:
    for plugin, packages in plugins.plugins_offering("GAMES"):
        with plugins.isolate_failures(plugin.name, plugin.place):
            for package in packages:
                for system in _systems(package):
                    if system.id in PACKAGES:
                        raise plugins.DuplicatePluginError(f"{system.id}: {PACKAGES[system.id]}")
                    install(system.id, package)


# --- what they say --------------------------------------------------------------------------------


def rules_of(game: str) -> Rules[Any]:
    """The rules of a game by its id."""
    return rule_system_of(game).rules()


def new_game(scenario: Scenario, dice: DiceSource | int) -> Game[Any]:
    """A game of a scenario from its beginning, with some dice or with those of a seed."""
    from engine.play.dice import SeededDice
    from engine.play.game import Game

    return Game(
        rules_of(scenario.game), scenario, SeededDice.of(dice) if isinstance(dice, int) else dice
    )


def handbook_of(scenario: Scenario) -> Handbook:
    """The handbook of a scenario's game with what its `rules:` change."""
    return rule_system_of(scenario.game).handbook(scenario.rules)


def scenario_limits_of(
    game: str, overrides: Overrides, sides: Iterable[str] = ()
) -> ScenarioLimits:
    """A game's limits under a scenario's `rules:`, which may speak of its sides.

    Where no sides are named, which of them the rules speak of is not looked at. RuleError for what
    the game does not allow.
    """
    return rule_system_of(game).limits(overrides, sides)


def muster_zones(scenario: Scenario) -> Mapping[str, str]:
    """The zone in which each side that buys its army sets it up; none in unknown games."""
    if not is_installed(scenario.game):
        return {}
    buyers = [side.id for side in scenario.sides if side.budget]
    return rule_system_of(scenario.game).musters(scenario.rules, buyers)


def list_attacks(game: Game[Any]) -> Iterator[AttackRecord]:
    """The attacks of a game with their odds, of games that know them; else none."""
    return rule_system_of(game.rules.id).attacks(game)


def printed_counter_values(game: str) -> CounterValues:
    """Return the values that a game's counters print; none if it is not installed."""
    from engine.games.counter_values import NOTHING_PRINTED

    return rule_system_of(game).printed if is_installed(game) else NOTHING_PRINTED


def mark_looks_of(game: str) -> MarkLooks:
    """Return the looks of a game's marks; none are known if it is not installed."""
    from engine.games.game_appearance import NO_MARKS

    return rule_system_of(game).marks if is_installed(game) else NO_MARKS


def result_looks_of(game: str) -> ResultLooks:
    """Return the looks of a game's results; none are known if it is not installed."""
    from engine.games.game_appearance import NO_RESULTS

    return rule_system_of(game).results if is_installed(game) else NO_RESULTS


def card_effects_of(game: str, overrides: Overrides | None = None) -> Mapping[str, CardEffectType]:
    """Return the card effects under a scenario's `rules:`; under faulty ones, the rulebook's.

    A game that is not installed has none.
    """
    from engine.games.scenario_limits import RuleError

    if not is_installed(game):
        return {}
    try:
        return scenario_limits_of(game, overrides or {}).cards_do
    except RuleError:
        return scenario_limits_of(game, {}).cards_do


def cards_by_id(game: str) -> Mapping[str, Card]:
    """The cards of the game's own, by id."""
    return scenario_limits_of(game, {}).cards
