"""A whole game in the dark: no byte sent to a seat tells what its side may not know."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.languages import MADE_IN
from engine.play.position import spot_formatter_for
from engine.scenario.scenario import Scenario
from engine.umpire import umpired_game as room_module
from engine.umpire.umpired_game import UmpiredGame
from studio.web import page_connection, seat_views
from studio.web.game_web_server import GameWebServer
from studio.web.web_app import page_files
from tests.engine.umpire.rooms import SECRETS, drawn
from tests.positions import plain
from tests.studio.web.conftest import HostOne
from tests.studio.web.players import Player, link_of, request, secret_of
from tests.studio.workspaces.umpire.hands import small_cities

BEASTS = {"red": "ostrich", "blue": "tapir"}
ENEMY_ROW = {"red": 1, "blue": 0}  # walkers of the dark stay in a row of their own
STEPS = 80


def named() -> Scenario:
    """The dark scenario with units whose names are nothing else's."""
    scene = drawn("dark")
    units = tuple(replace(u, id=f"{BEASTS[u.side]}-{u.id[1:]}-{u.id}") for u in scene.units)
    scene.units = units
    return scene


class Watch:
    """What a side may know by now, and what its seat was sent."""

    def __init__(self, room: UmpiredGame, side: str, player: Player) -> None:
        self.room, self.side, self.player = room, side, player
        self.enemies = {u.id for u in room.session.scenario.units if u.side != side}
        self.known: set[str] = set()
        self.places: set[str] = set()
        self.read = 0
        self.hidden = self.met = 0

    def check(self) -> None:
        """Search what came since the last check."""
        self.player.settle()
        sent = "".join(self.player.heard[self.read :]) + self.player.heard[0] * (self.read == 0)
        self.read = len(self.player.heard)
        before = self.places
        self._look()
        unknown = self.enemies - self.known
        self.hidden += len(unknown)
        self.met = max(self.met, len(self.known & self.enemies))
        game = self.room.session.game
        for word in [*unknown, *game.rules.secrets(game.state, self.side), *SECRETS]:
            assert word not in sent, (self.side, word)
        row = ENEMY_ROW[self.side]
        told = set(re.findall(rf"@\d+,{row}\b", sent.partition('"game"')[2] or sent))
        assert told <= before | self.places, (self.side, told)

    def _look(self) -> None:
        game = self.room.session.game
        name = spot_formatter_for(game.scenario)
        seen = {unit["id"]: unit["at"] for unit in plain(game, self.side)["units"]}
        ghosts = {ghost.unit: name(ghost.at) for ghost in self.room.ghosts(self.side)}
        self.known |= seen.keys() | ghosts.keys()
        self.places = {*seen.values(), *ghosts.values()}


def _check(watches: list[Watch]) -> None:
    for watch in watches:
        watch.check()


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is too fast."""
    monkeypatch.setattr(seat_views, "ACTS", (1e9, 1e9))
    monkeypatch.setattr(page_connection, "MESSAGES", (1e9, 1e9))


@pytest.fixture
def dark(host_one: HostOne, monkeypatch: pytest.MonkeyPatch) -> GameWebServer:
    monkeypatch.setattr(room_module, "load_playable", lambda path: named())
    return host_one("dark", seed=4)


@pytest.fixture
def watches(dark: GameWebServer) -> Iterator[list[Watch]]:
    with ExitStack() as open_:
        found = []
        for seat, side in (("anna", "red"), ("carl", "blue")):
            player = Player(dark.port, secret_of(link_of(dark, seat).url)).hello()
            open_.callback(player.leave)
            assert isinstance(dark.room, UmpiredGame)
            found.append(Watch(dark.room, side, player))
        yield found


def test_no_byte_sent_to_a_seat_tells_what_its_side_may_not_know(watches: list[Watch]) -> None:
    rng = random.Random(2)
    for _ in range(STEPS):
        asked = [watch for watch in watches if watch.player.desk["asked"]]
        if not asked:
            break
        player = rng.choice(asked).player
        options = player.desk["options"]
        bold = [n for n, option in enumerate(options) if option["deed"] != "pass"]
        player.done(player.draft(rng.choice(bold or range(len(options)))))
        _check(watches)
        player.done(player.act("deliver"))
        _check(watches)
    assert all(watch.hidden > 20 and watch.met for watch in watches), "both had something to hide"


def test_no_unit_the_primer_hides_is_named_to_the_other_side(
    host_one: HostOne, scenarios: dict[str, Path], tmp_path: Path
) -> None:
    scenarios["primer"] = small_cities(tmp_path)
    host, rng = host_one("primer", seed=3), random.Random(6)
    with ExitStack() as open_:
        players = {}
        for seat, side in (("anna", "red"), ("carl", "blue")):
            players[side] = Player(host.port, secret_of(link_of(host, seat).url)).hello()
            open_.callback(players[side].leave)
        hidden = Counter[str]()
        read = dict.fromkeys(players, 0)
        for _ in range(60):
            asked = [player for player in players.values() if player.desk["asked"]]
            if not asked:
                break
            player = asked[0]
            if player.desk["options"]:
                player.done(player.draft(_sensible(player.desk, rng)))
            desk = player.desk
            is_enough = desk["turn"] > 0 and rng.random() < 0.2
            if not desk["asked"] or not desk["options"] or (desk["can_close"] and is_enough):
                player.done(player.act("deliver"))
            for side, other in players.items():
                other.settle()
                sent = "".join(other.heard[read[side] :])
                read[side] = len(other.heard)
                for word in _unknown(host, side):
                    assert f'"{word}"' not in sent, (side, word)
                    hidden[side] += 1
        assert all(hidden[side] > 100 for side in players), "both had something to hide"
        assert any(player.desk["turn"] > 0 for player in players.values())


def _sensible(desk: dict[str, Any], rng: random.Random) -> int:
    """The place of an option that goes on: armies are bought, and nobody gives up."""
    options = desk["options"]
    acting = [place for place, option in enumerate(options) if option["deed"] != "pass"]
    passing = [place for place in range(len(options)) if place not in acting]
    if acting and (not passing or desk["turn"] == 0 or rng.random() < 0.8):
        return rng.choice(acting)
    return passing[0]


def _unknown(host: GameWebServer, side: str) -> Iterator[str]:
    """The ids, and the names in both languages, of units a side has never seen."""
    game = host.room.session.game
    hidden = game.rules.secrets(game.state, side)
    units = game.position().by_id
    for word in hidden:
        yield word
        if word in units:
            for language in MADE_IN:
                yield game.rules.describe_unit(game.state, word, language)


def test_no_file_of_the_page_tells_anything_of_the_game(
    dark: GameWebServer, watches: list[Watch]
) -> None:
    door, cookie = watches[0].player.door, watches[0].player.cookie
    paths = ["/", "/join", f"/s/{door}/", f"/s/{door}/seat", "/page/words.json"]
    paths += [f"/page/{name}" for name in page_files()]
    sent = b"".join(
        b"".join(map(str.encode, [*headers.values()])) + content
        for _, headers, content in (request(dark.port, "GET", p, Cookie=cookie) for p in paths)
    ).decode()
    assert len(sent) > 20_000
    for word in [*BEASTS.values(), "Carl", *SECRETS]:
        assert word not in sent


def test_a_welcome_names_no_unit_and_no_zone(dark: GameWebServer, watches: list[Watch]) -> None:
    for watch in watches:
        assert not re.search("|".join(BEASTS.values()), watch.player.heard[0])
        assert '"zones":[]' in watch.player.heard[0]
