"""All automatic players by name: those that do not look ahead, and the levels of those that do.

A level may have a temper, as `veteran:bold`; which there are is data of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from engine.ai.lookahead_player import LookaheadPlayer
from engine.ai.rollout_workers import rollout_pool
from engine.ai.successive_halving import SearchBudget
from engine.ai.temperaments import ai_profile, allows_parallel_search, names_of_tempers
from engine.play.ai_support import DEFAULT
from engine.play.players import PLAYERS, Player, UnknownPlayerError, player_makers
from engine.texts import text

LEVELS: Mapping[str, SearchBudget] = {
    "novice": SearchBudget(0, overlooks="novice"),
    "regular": SearchBudget(0, overlooks="regular"),
    "veteran": SearchBudget(0, overlooks="veteran"),
    "elite": SearchBudget(96, 8),
}
"""The levels of players that judge whole orders, by what they spend on an answer."""


def player_names() -> tuple[str, ...]:
    """Every player without a temper, the weakest first, those of plug-ins last."""
    plugged = (name for name in player_makers() if name not in PLAYERS)
    return (*PLAYERS, *LEVELS, *plugged)


def make_player(name: str, seed: int) -> Player:
    """An automatic player by name; UnknownPlayerError names those there are."""
    found = _maker(name)
    return found(seed)


def make_parallel_player(made: Player, game: str) -> Player:
    """Make a player for a game that waits for its answers: it uses all cores.

    Where many games are played at a time each has a core, and a player thinks alone.
    """
    if isinstance(made, LookaheadPlayer) and made.budget.playouts and allows_parallel_search(game):
        made.aides = rollout_pool()
        made.aides.start_missing()
    return made


def check_players(names: Iterable[str], game: str) -> None:
    """See that a game can be played by these; UnknownPlayerError says which it does not know.

    InvalidFileError lists the faults of the user's own tempers, if any of them looks ahead.
    """
    for name in names:
        found = make_player(name, 0)
        if isinstance(found, LookaheadPlayer):
            names_of_tempers(game)
            ai_profile(game, found.temper)


def _maker(name: str) -> Callable[[int], Player]:
    level, _, temper = name.partition(":")
    if level in LEVELS:
        return partial(_search_player, LEVELS[level], temper or DEFAULT)
    if name in PLAYERS:
        return PLAYERS[name]
    if name in (known := player_makers()):
        return known[name]
    raise UnknownPlayerError(
        text("game.unknown-player", None, player=name, players=", ".join(player_names()))
    )


def _search_player(budget: SearchBudget, temper: str, seed: int) -> Player:
    return LookaheadPlayer(seed, budget, temper)
