"""A cluster worker, which plays one game of a series by the very same rules.

A worker whose program or rules differ reports that instead of playing.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from engine import __version__
from engine.balance.worker_pool import game_failure_text
from engine.games import PACKAGES, rules_of
from engine.play.players import UnknownPlayerError
from engine.texts import text

if TYPE_CHECKING:
    from engine.balance.series import GameRecord, Series
    from engine.play.game import Game

ENGINE = Path(__file__).parents[1]
SOURCES = (".py", ".yaml")


class ProgramVersions(NamedTuple):
    """The versions that games depend on besides the series: program, sources, rules."""

    program: str
    sources: str
    rules: tuple[tuple[str, int], ...]

    @classmethod
    def here(cls, games: Iterable[str]) -> ProgramVersions:
        """Those of this program."""
        told = tuple((game, rules_of(game).version) for game in sorted(set(games)))
        return cls(__version__, _sources(), told)


@cache
def _sources() -> str:
    """A digest of the engine as it lies on disk; how lines end does not matter."""
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(ENGINE.rglob("*")):
        if path.suffix in SOURCES and "texts" not in path.parts:
            digest.update(path.relative_to(ENGINE).as_posix().encode())
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


class RemoteSeries(NamedTuple):
    """Some series as they are sent: what must be the same there, the games there are, and them."""

    versions: ProgramVersions
    packages: Mapping[str, str]
    series: Sequence[Series]
    weights: str = "{}"
    """Those of the players' tempers here."""

    @classmethod
    def packed(cls, series: Sequence[Series]) -> bytes:
        """Some series for workers elsewhere."""
        games = [each.scenario.game for each in series]
        from engine.balance.series import temperament_weights_json

        try:
            weights = temperament_weights_json(series)
        except UnknownPlayerError:
            weights = "{}"  # the first game says so
        return pickle.dumps(
            cls(ProgramVersions.here(games), dict(PACKAGES), tuple(series), weights)
        )


class RemoteFailure(NamedTuple):
    """The reason a game could not be played."""

    why: str


class RemoteGameResult(NamedTuple):
    """A game that was played elsewhere: its record, what went wrong, or that versions differ."""

    found: GameRecord | RemoteFailure | ProgramVersions


_ours: dict[bytes, tuple[RemoteSeries, dict[int, Game[Any]]]] = {}
_turn = Lock()  # the engine keeps much that it has computed; threads of one worker take turns


def play_remote_game(packed: bytes, series: int, number: int) -> RemoteGameResult:
    """Play one game, in a worker."""
    with _turn:
        try:
            return RemoteGameResult(_play(packed, series, number))
        except Exception as error:  # noqa: BLE001 (whatever it is, who waits is to hear of it)
            return RemoteGameResult(RemoteFailure(game_failure_text(error)))


def _play(packed: bytes, place: int, number: int) -> GameRecord | ProgramVersions | RemoteFailure:
    from engine.balance.series import open_game, play_series_game, temperament_weights_json

    far, opened = _unpack(packed)
    PACKAGES.update(far.packages)
    here = ProgramVersions.here(game for game, _ in far.versions.rules)
    if here != far.versions:
        return here
    series = far.series[place]
    if temperament_weights_json(far.series) != far.weights:
        return RemoteFailure(text("cluster.other-tempers"))
    if place not in opened:
        opened[place] = open_game(series)
    return play_series_game(series, number, opened[place])


def _unpack(packed: bytes) -> tuple[RemoteSeries, dict[int, Game[Any]]]:
    """The series, with the games that were opened of them; those of one call alone are kept."""
    digest = hashlib.blake2b(packed, digest_size=16).digest()
    if digest not in _ours:
        _ours.clear()
        _ours[digest] = pickle.loads(packed), {}
    return _ours[digest]
