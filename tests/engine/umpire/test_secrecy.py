"""No desk tells what its side may not know: the other side's secrets, units, hexes, papers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from engine.languages import MADE_IN
from engine.play.position import spot_formatter_for
from engine.texts import localised
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import SECRETS, Begin, advance, desk_text, play, proceed
from tests.positions import plain

ROUNDS = 12


def forbidden(room: UmpiredGame, side: str) -> Iterator[str]:
    """Words that must stand on no desk of a side."""
    game = room.session.game
    yield from (rf"\b{re.escape(word)}\b" for word in game.rules.secrets(game.state, side))
    yield from SECRETS
    yield "note-of-the-umpire"
    for other in room.sides:
        if other != side:
            yield f"letter-of-{other}"
            yield from (f'"{order.id}"' for order in room.orders(other))
    yield from (f'"{seat.id}"' for seat in room.seats.values() if seat.side != side)
    for reader, words in room.session.scenario.briefings.items():
        if reader != side:
            yield from (re.escape(localised(words, each).strip()[-20:]) for each in MADE_IN)


def ever_seen(room: UmpiredGame, side: str) -> set[str]:
    """The enemies a side has seen so far."""
    return set(room.debrief()[-1].memory[side])


def unseen(room: UmpiredGame, side: str) -> Iterator[str]:
    """The enemies a side has never seen, and where they are."""
    game = room.session.game
    told, name = plain(game), spot_formatter_for(game.scenario)
    known = ever_seen(room, side)
    shown = {unit["at"] for unit in plain(game, side)["units"]}
    shown |= {name(ghost.at) for ghost in room.ghosts(side)}
    for unit in told["units"]:
        if unit["side"] != side and unit["id"] not in known:
            yield f'"{unit["id"]}"'
            if unit["at"] not in shown:
                yield f'"{unit["at"]}"'


def check(room: UmpiredGame, *, is_dark: bool) -> None:
    for seat in room.seats.values():
        text = desk_text(room, seat.id)
        words = [*forbidden(room, seat.side), *(unseen(room, seat.side) if is_dark else ())]
        told = [word for word in words if re.search(word, text)]
        assert told == [], f"{seat.id} after {room.session.answer_count} answers"
        for language, said in room.bulletin(seat.side).items():
            told = [word for word in words if re.search(word.replace('"', r"\b"), said)]
            assert told == [], f"bulletin in {language} after {room.session.answer_count} answers"


@pytest.mark.parametrize("game", ["toy", "dark", "tank", "primer"])
@pytest.mark.parametrize("seed", [1, 2])
def test_no_desk_tells_what_its_side_may_not_know(begin: Begin, game: str, seed: int) -> None:
    room = begin(game, seed)
    rng = random.Random(seed)
    for _ in range(4):
        proceed(room)
        play(room, rng, 20, lambda room: check(room, is_dark=game == "dark"))
    for _ in range(ROUNDS):
        if room.session.result is None:
            advance(room, rng, lambda room: check(room, is_dark=game == "dark"))
    assert room.session.answer_count > 15 or room.session.result is not None


def test_the_memo_is_written_whole_before_anything_of_it_is_handed_in(begin: Begin) -> None:
    room, rng = begin("primer", 2), random.Random(2)
    while not (room.session.game.state.turn and room.desk("anna")["units"]):
        advance(room, rng, lambda room: None)
    seat = "anna" if room.waits_for == "red" else "carl"
    desk = room.desk(seat)
    move = next(one for one in desk["options"] if one["words"]["en"].endswith(": move"))
    room.draft(seat, move["id"], desk["number"])
    while len(room.desk(seat)["options"]) > 1 and room.desk(seat)["options"][0]["deed"] == "step":
        room.draft(seat, room.desk(seat)["options"][0]["id"], room.desk_number(seat))
    assert room.desk(seat)["asked"]
    assert move["unit"] not in room.units_without_orders(room.seats[seat].side)
    other = "carl" if seat == "anna" else "anna"
    assert all(order["state"] != "draft" for order in room.desk(other)["draft"])
    assert all(unit["at"] for unit in room.desk(seat)["units"])
