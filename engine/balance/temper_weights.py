"""The weights that the players of some series have: a user may change his own between two calls."""

from __future__ import annotations

import json
from collections.abc import Iterable

from engine.balance.series import Series
from engine.search.tempers import ai_profile


def weights_of(every: Iterable[Series]) -> str:
    """The weights of all tempers that players are named with, as JSON; `{}` without any."""
    seated = ((series.scenario.game, series.players.values()) for series in every)
    return json.dumps(weights_by_player(seated), sort_keys=True)


def weights_by_player(seated: Iterable[tuple[str, Iterable[str]]]) -> dict[str, dict[str, float]]:
    """The same of games and who plays them, by game and player."""
    return {
        f"{game} {who}": dict(ai_profile(game, temper).weights)
        for game, players in seated
        for who in players
        if (temper := who.partition(":")[2])
    }
