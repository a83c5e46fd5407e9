"""Little Wars at players' pages: what is behind the curtain is sent to nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.files.source_text import SHIPPED
from engine.games import rule_system_of
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.web.game_web_server import GameWebServer
from tests.studio.web.players import Player, link_of, secret_of

FARMS = SHIPPED / "samples" / "littlewars" / "scenarios" / "two-farms.scenario.yaml"
BRANCH_LINE = FARMS.with_name("branch-line.scenario.yaml")
SEATS = (
    PlayerSeat("anna", "south", "Anna", secret="anna-has-a-secret"),
    PlayerSeat("carl", "north", "Carl", secret="carl-has-a-secret"),
)
RULES = rule_system_of("littlewars").rules()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[GameWebServer]:
    """The two farms with a curtain between the sides (L2.2), without an umpire."""
    tables = FARMS.parents[1] / "tables"
    words = FARMS.read_text(encoding="utf-8").replace("../tables", str(tables))
    file = tmp_path / "curtain.scenario.yaml"
    file.write_text(words + "\nrules: {curtain: true}\n", encoding="utf-8")
    room = UmpiredGame.begin(file, tmp_path / "game.room", SEATS, 7, is_attended=False)
    found = GameWebServer(room, port=0)
    found.start()
    yield found
    found.stop()
    room.close()


@pytest.fixture
def pages(host: GameWebServer) -> Iterator[dict[str, Player]]:
    found = {
        seat.id: Player(host.port, secret_of(link_of(host, seat.id).url)).hello() for seat in SEATS
    }
    yield found
    for each in found.values():
        each.leave()


def set_up(player: Player) -> None:
    """Body after body is laid as is proposed, and all is handed in."""
    while player.desk["options"]:
        assert player.done(player.draft(0))
    assert player.done(player.act("deliver"))


def heard(player: Player) -> str:
    player.settle()
    return "".join(player.heard)


def test_nobody_is_sent_whom_the_other_side_sets_up_behind_the_curtain(
    host: GameWebServer, pages: dict[str, Player]
) -> None:
    """littlewars L2.2: with a curtain both at once and unseen."""
    set_up(pages["anna"])
    state = host.room.session.game.state
    hidden = RULES.secrets(state, "north")
    assert len(hidden) >= 20, "the South stands behind its curtain"
    assert "s-guards.1" in hidden
    told = heard(pages["carl"])
    assert not [word for word in hidden if f'"{word}"' in told]
    set_up(pages["carl"])
    assert RULES.secrets(host.room.session.game.state, "north") == []
    assert '"s-guards.1"' in heard(pages["carl"]), "the curtain is up"


def test_nobody_is_sent_what_marches_in_the_other_side_s_boxes(tmp_path: Path) -> None:
    """littlewars L21.3: the enemy learns what is inside when within 10 ft of any figure."""
    seats = (PlayerSeat("anna", "west", "Anna"), PlayerSeat("carl", "east", "Carl"))
    room = UmpiredGame.begin(BRANCH_LINE, tmp_path / "game.room", seats, 7, is_attended=False)
    with ExitStack() as open_:
        host = GameWebServer(room, port=0)
        host.start()
        open_.callback(room.close)
        open_.callback(host.stop)
        for seat, side, other in (("anna", "west", "east"), ("carl", "east", "west")):
            page = Player(host.port, secret_of(link_of(host, seat).url)).hello()
            open_.callback(page.leave)
            hidden = room.session.game.rules.secrets(room.session.game.state, side)
            assert any(word.startswith(f"{other}-foot-1.") for word in hidden)
            told = heard(page)
            assert f'"{side}-foot-1.1"' in told
            assert not [word for word in hidden if f'"{word}"' in told]
