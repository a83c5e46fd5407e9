"""The weights that the players of some series have: a user may change his own between two calls."""

from __future__ import annotations

import json
from collections.abc import Iterable

from engine.balance.series import Series
from engine.search.tempers import mind_of


def weights_of(every: Iterable[Series]) -> str:
    """The weights of all tempers that players are named with, as JSON; `{}` without any."""
    found = {
        f"{series.scenario.game} {who}": dict(mind_of(series.scenario.game, temper).weights)
        for series in every
        for who in series.players.values()
        if (temper := who.partition(":")[2])
    }
    return json.dumps(found, sort_keys=True)
