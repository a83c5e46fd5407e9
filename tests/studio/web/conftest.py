"""Hosts of rooms with four seats: the toy, the toy in the dark, the tank sample."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from studio.web.game_web_server import GameWebServer
from studio.web.page_map_tiles import MapPictures
from studio.web.seat_access import JoinLink
from tests.engine.umpire.conftest import begin, drawings  # noqa: F401 (fixtures)
from tests.engine.umpire.conftest import scenarios as known_scenarios  # noqa: F401 (a fixture)
from tests.engine.umpire.rooms import CROSSROADS, Begin
from tests.studio.web.players import Player, link_of, secret_of

HostOne = Callable[..., GameWebServer]
SAMPLES = CROSSROADS.parents[2]
THREE_CITIES = SAMPLES / "primer" / "scenarios" / "three-cities.scenario.yaml"


@pytest.fixture
def scenarios(known_scenarios: dict[str, Path]) -> dict[str, Path]:  # noqa: F811 (a fixture)
    """The scenarios there are to play, by game."""
    return {**known_scenarios, "primer": THREE_CITIES}


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Maps whose pictures nobody draws."""
    monkeypatch.setattr(MapPictures, "draw", lambda self, done: None)


@pytest.fixture
def host_one(begin: Begin, undrawn: None) -> Iterator[HostOne]:  # noqa: F811 (a fixture)
    """Starts a host of a new room; it is stopped after the test."""
    hosts: list[GameWebServer] = []

    def host(game: str = "tank", **options: Any) -> GameWebServer:
        options.setdefault("is_attended", False)
        hosts.append(GameWebServer(begin(game, **options), port=0))
        hosts[-1].start()
        return hosts[-1]

    yield host
    for one in hosts:
        one.stop()


@pytest.fixture
def host(host_one: HostOne) -> GameWebServer:
    """A host of the tank sample without an umpire: red is set up first."""
    return host_one()


@pytest.fixture
def come(host: GameWebServer) -> Iterator[Callable[[str], Player]]:
    """Lets a seat's player come to the host."""
    there: list[Player] = []

    def player(seat: str) -> Player:
        there.append(Player(host.port, secret_of(link_of(host, seat).url)).hello())
        return there[-1]

    yield player
    for one in there:
        one.leave()


@pytest.fixture
def anna(come: Callable[[str], Player]) -> Player:
    """Red's first player, who hands orders in."""
    return come("anna")


@pytest.fixture
def anna_s_link(host: GameWebServer) -> JoinLink:
    return link_of(host, "anna")
