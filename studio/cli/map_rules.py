"""By which game's rules `sight`, `reach` and `render` judge a map."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.editing.dependent_scenarios import games_of_dependent_scenarios
from engine.files import source_text
from engine.files.map_reader import load
from engine.files.schemas import file_kind_and_version
from engine.games import (
    default_game,
    handbook_of,
    is_installed,
    is_on_maps,
    rule_system_of,
    title_of,
)
from engine.map.map import Map
from engine.texts import localised, text

if TYPE_CHECKING:
    from engine.games.handbook import Handbook
    from engine.scenario.scenario import Scenario


class GameNameSource(StrEnum):
    """The source of the game's name."""

    OPTION = "option"
    SCENARIO = "scenario"
    NEIGHBOURS = "neighbours"
    NOTHING = "nothing"


@dataclass(frozen=True)
class MapRules:
    """A map, the game it is judged by, and what named that game."""

    map: Map
    scenario: Scenario | None
    book: Handbook
    named_by: GameNameSource
    scenarios: tuple[str, ...] = ()
    """The files that name the game."""
    others: tuple[str, ...] = ()
    """Games that other scenarios beside the map name."""

    def as_json(self) -> dict[str, Any]:
        """Return its values for `--json`."""
        told = {"game": self.book.id, "game_named_by": self.named_by.value}
        return {**told, "scenarios": list(self.scenarios), "other_games": list(self.others)}

    def sentence(self) -> str:
        """Return the first line of an answer in words."""
        others = text("commands.comma").join(localised(title_of(game)) for game in self.others)
        files = text("commands.comma").join(self.scenarios)
        values = {"game": localised(title_of(self.book.id)), "scenarios": files, "others": others}
        said = text(f"commands.rules-by-{self.named_by}", None, **values)
        return said + (text("commands.rules-of-others", None, **values) if self.others else "")


def load_map_or_scenario(path: Path) -> tuple[Map, Scenario | None]:
    """The map in a file; for a scenario, its map under the scenario's title, and the scenario."""
    kind, _ = file_kind_and_version(source_text.read(path))
    if kind != "scenario":
        return load(path), None
    from engine.files import scenario_reader

    scenario = scenario_reader.load(path)
    return replace(scenario.map, title=scenario.title or scenario.map.title), scenario


def rules_for(file: Path, game: str | None) -> MapRules:
    """Return the map in a file, or a scenario's map, with the rules to judge it by.

    These are of the game that is asked for, else of the scenario, else of most scenarios beside
    the map that play on it, else of the usual game.
    """
    map_, scenario = load_map_or_scenario(file)
    if scenario is not None and game in (None, scenario.game):
        named_by = GameNameSource.OPTION if game else GameNameSource.SCENARIO
        return MapRules(map_, scenario, handbook_of(scenario), named_by, (file.name,))
    if game is not None:
        return MapRules(map_, scenario, rule_system_of(game).handbook({}), GameNameSource.OPTION)
    found = {path: named for path, named in games_of_dependent_scenarios(file).items()
             if is_installed(named) and is_on_maps(named)}  # fmt: skip
    counted = [named for named, _ in Counter(found.values()).most_common()]
    if not counted:
        return MapRules(
            map_, None, rule_system_of(default_game()).handbook({}), GameNameSource.NOTHING
        )
    first, *others = counted
    files = tuple(path.name for path, named in found.items() if named == first)
    book = rule_system_of(first).handbook({})
    return MapRules(map_, None, book, GameNameSource.NEIGHBOURS, files, tuple(others))


def print_rules(rules: MapRules) -> None:
    """Say by which rules the answer is that follows."""
    click.echo(rules.sentence())
