"""The whole window killed in mid-turn, with the host in it: nothing is lost."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.studio.web.players import Player, secret_of
from tests.studio.workspaces.umpire.studio_apart import StudioApart

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="reads actions from a pipe")


@pytest.fixture
def open_(tmp_path: Path) -> Iterator[Callable[[int], StudioApart]]:
    """Opens the studio with the game, at a port."""
    opened: list[StudioApart] = []

    def studio(port: int = 0) -> StudioApart:
        opened.append(StudioApart(tmp_path / "cities.room", port))
        return opened[-1]

    yield studio
    for one in opened:
        one.kill()


def test_a_studio_that_is_killed_in_mid_turn_opens_the_room_with_every_order_and_link(
    open_: Callable[[int], StudioApart],
) -> None:
    first = open_(0)
    port = urlsplit(first.links["blue-1"]).port or 0
    bella = Player(port, secret_of(first.links["blue-1"])).hello()
    for _ in range(3):
        assert bella.done(bella.draft(_going(bella)))
    assert bella.done(bella.draft(_ending(bella)))
    assert bella.done(bella.act("deliver"))
    first.do("room-proceed")
    bella.act("write", to="umpire", words="the bridge first")
    kept, links = bella.desk["draft"], first.links
    assert _states(bella.desk)[0] == "delivered", "more of it waits"
    first.kill()

    again = open_(port)
    assert again.links == links
    bella.socket = bella.connected()  # with the ticket it has
    bella.hello()
    assert bella.desk["draft"] == kept
    assert [one["words"] for one in bella.desk["messages"]] == ["the bridge first"]
    again.do("room-run")
    bella.wait_until(lambda desk: "delivered" not in _states(desk))
    bella.leave()


def _going(player: Player) -> int:
    """The place of an option that orders or moves a unit."""
    options = player.desk["options"]
    return next(place for place, one in enumerate(options) if one["deed"] in ("order", "step"))


def _ending(player: Player) -> int:
    """The place of the option that ends a move."""
    options = player.desk["options"]
    return next(place for place, one in enumerate(options) if one["deed"] == "pass")


def _states(desk: dict[str, Any]) -> list[str]:
    return [order["state"] for order in desk["draft"]]
