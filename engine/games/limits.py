"""What each game installed allows in its scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.games import GAMES, UnknownGame, load
from engine.games.allowed import Limits
from engine.scenario.scenario import Scenario
from engine.texts import text


def limits(game: str, overrides: Mapping[str, Any], sides: Iterable[str] = ()) -> Limits:
    """A game's limits under a scenario's `rules:`, which may speak of its sides.

    Where no sides are named, which of them the rules speak of is not looked at. RuleFault for what
    the game does not allow.
    """
    load(game)
    if game == "tank":
        from engine.games.tank.face.limits import tank_limits

        return tank_limits(overrides, sides)
    if game == "primer":
        from engine.games.primer.face.limits import primer_limits

        return primer_limits(overrides, sides)
    raise UnknownGame(text("game.unknown-game", None, game=game, games=", ".join(GAMES)))


def musters(scenario: Scenario) -> Mapping[str, str]:
    """The zone in which each side that buys its army sets it up; of other games none."""
    if scenario.game != "primer":
        return {}
    load(scenario.game)
    from engine.games.primer.face.limits import musters

    return musters(scenario.rules, [side.id for side in scenario.sides if side.budget])
