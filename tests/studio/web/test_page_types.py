"""The types of the page's code are those of what host and page say to each other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from studio.web.page_messages import READERS
from studio.web.web_app import PAGE
from tests.engine.umpire.rooms import Begin, proceed

TYPES = (PAGE / "types.d.ts").read_text("utf-8")
BARE = {"hello", "ping"}  # said by the talk itself


def fields(name: str) -> set[str]:
    """The fields of a type, without those it has from others."""
    head = re.search(rf"\b(?:interface|type) {name}\b[^{{\n]*\{{\n(.*?)^\}}", TYPES, re.M | re.S)
    assert head is not None, name
    return set(re.findall(r"^  (\w+)\??:", head.group(1), re.M))


ANY_DESK = {"number", "role"} | fields("DeskParts")


def undeclared(rows: list[dict[str, Any]] | None, declared: set[str]) -> set[str]:
    return {key for row in rows or [] for key in row} - declared


def test_a_page_says_what_the_host_reads() -> None:
    assert fields("Acts") | fields("Askings") | BARE == set(READERS)


@pytest.mark.parametrize("game", ["tank", "toy", "open-toy", "dark", "armed-toy", "drill-toy"])
def test_every_part_of_a_desk_has_a_type(begin: Begin, game: str) -> None:
    room = begin(game)
    proceed(room)
    for one in room.desk("anna")["options"][:1]:
        room.draft("anna", one["id"], room.desk_number("anna"))
    umpire = room.admit("Uwe", is_umpire=True).id
    observers = [room.admit("Olga", sees).id for sees in ("everything", "bulletins", "red")]
    room.write("anna", "umpire", "a letter")
    room.announce("red", {"en": "news"})
    for place in (*room.seats, *observers, umpire):
        desk = room.desk(place)
        parts = {key for key in desk if not key.startswith("happened-")}
        own = fields("UmpireDesk") if place == umpire else set()
        assert parts - ANY_DESK - own == set(), place
        for key, name in {"options": "Option", "draft": "Order", "messages": "Letter"}.items():
            assert undeclared(desk.get(key), fields(name)) == set(), (place, key)
        assert undeclared(desk.get("bulletins"), fields("Bulletin")) == set(), place
        known = fields("Piece") | fields("Ghost")
        assert undeclared([*desk["units"], *desk["seen"], *desk["ghosts"]], known) == set(), place
