"""Pages of seats that command an arm: what they are asked, and how far their words go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.texts import text
from studio.web.game_web_server import GameWebServer
from tests.engine.umpire.rooms import ARMED_SEATS
from tests.studio.web.conftest import HostOne
from tests.studio.web.players import Player

Come = Callable[[str], Player]


@pytest.fixture
def host(host_one: HostOne) -> GameWebServer:
    """A host of the toy with two arms a side, where red is asked first."""
    return host_one("armed-toy", seats=ARMED_SEATS, may_talk=True)


@pytest.fixture
def pages(come: Come) -> dict[str, Player]:
    """A page of everybody of red, and of the guns of blue."""
    return {seat: come(seat) for seat in ("anna", "bo", "ruth", "dora")}


def words(player: Player) -> list[str]:
    return [one["words"]["en"] for one in player.desk["options"]]


def choose(player: Player, word: str) -> None:
    """Draft an option by its words and hand it in; done once the page shows what comes after."""
    player.wait_until(lambda desk: any(o["words"]["en"] == word for o in desk["options"]))
    assert player.draft(words(player).index(word))["kind"] == "done"
    assert player.done(player.act("deliver"))


def test_pages_offer_each_arm_its_own(pages: dict[str, Player]) -> None:
    assert words(pages["anna"]) == ["r1", "None"]
    assert words(pages["bo"]) == ["r2", "r3"]
    assert words(pages["ruth"]) == ["r1", "r2", "r3", "None"]


def test_a_page_cannot_order_for_another_arm(pages: dict[str, Player]) -> None:
    option = pages["anna"].desk["options"][0]["id"]
    bo = pages["bo"]
    refused = bo.act("draft", option=option, number=bo.desk["number"])
    assert refused["kind"] == "refused"
    assert refused["words"]["en"] == text("umpiring.not-your-arm", "en")


def test_words_reach_as_far_as_the_game_lets_them(pages: dict[str, Player]) -> None:
    anna, bo, ruth, dora = pages.values()
    for word in ("r1", "on", "on"):
        choose(anna, word)
        choose(dora, "hold")
    anna.wait_until(lambda desk: any("out_of_reach" in one for one in desk["mates"]))
    refused = anna.act("write", to="bo", words="where are you?")
    assert refused["words"]["en"] == text("umpiring.out-of-reach", "en")
    assert anna.act("write", to="side", words="the road is free")["kind"] == "done"
    ruth.wait_until(lambda desk: bool(desk["messages"]))
    assert bo.act("write", to="umpire", words="any news?")["kind"] == "done"
    bo.wait_until(lambda desk: bool(desk["messages"]))
    assert [one["words"] for one in bo.desk["messages"]] == ["any news?"]
    assert not any("the road is free" in heard for heard in bo.heard)


def test_what_an_arm_drafts_out_of_hearing_is_in_no_byte_of_another_s_page(
    pages: dict[str, Player],
) -> None:
    anna, bo, ruth, dora = pages.values()
    for word in ("r1", "on", "on"):
        choose(anna, word)
        choose(dora, "hold")
    choose(anna, "halt")
    anna.wait_until(lambda desk: any("out_of_reach" in one for one in desk["mates"]))
    bo.wait_until(lambda desk: desk["asked"] and any("out_of_reach" in m for m in desk["mates"]))
    heard = len(anna.heard)
    assert bo.draft(words(bo).index("r2"))["kind"] == "done"
    ruth.wait_until(lambda desk: any(one["by"] == "bo" for one in desk["draft"]))
    assert anna.act("write", to="umpire", words="any news?")["kind"] == "done"
    anna.wait_until(lambda desk: bool(desk["messages"]))
    assert not any('"by":"bo"' in said for said in anna.heard[heard:])
    assert {one["by"] for one in anna.desk["draft"]} == {"anna"}
