"""Nothing a page is sent depends on what the enemy does unseen: two games, byte for byte."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

import pytest

from engine.checks.scenario_checks import load_playable
from engine.play.decisions import Answer, Faces, Roll, is_dice
from engine.play.game import Game
from engine.scenario.scenario import Scenario
from engine.umpire import game_setup, recorded_game, umpired_game_state
from engine.umpire import umpired_game as room_module
from engine.umpire.orders import OrderState
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from studio.web.page_connection import state_patch
from studio.web.page_messages import Act, AskMoves, AskWhy, EraseDrawing
from studio.web.seat_views import SeatViewBroadcaster, SeatViewParts
from tests.twin_games import Twins, twins

SAMPLES = Path(__file__).parents[3] / "samples"
SCENES = [  # a scenario, who looks, a seed, and how many steps there are
    ("primer/scenarios/three-cities", "red", 2, 14),
    ("primer/scenarios/three-cities", "blue", 1, 17),
    ("tank/scenarios/crossroads", "red", 4, 60),
    ("littlewars/scenarios/redoubt", "south", 1, 16),
    ("tide/scenarios/canal-bridge", "west", 1, 26),
    ("valor/scenarios/chapel-hill", "uk", 1, 20),
]
NOW = 1_800_000_000.0
SEED = 1
AHEAD = 2  # orders that are tried out


@dataclass
class Page:
    """A page of a seat, as far as it is sent its desk; `heard` is every byte."""

    seat: str
    place: Any
    heard: list[str] = field(default_factory=list)
    address: str = ""
    sent: SeatViewParts | None = None

    def try_to_queue(self, desk: SeatViewParts) -> None:
        if message := state_patch(self.sent, desk, NOW):
            self.heard.append(message)
        self.sent = desk

    def tell(self, message: str) -> None:
        self.heard.append(message)

    def leave(self, code: int) -> None:
        self.heard.append(f"left {code}")


class Hosted:
    """A room in which a course is played at pages, and what the pages of one side were sent."""

    def __init__(self, room: UmpiredGame, course: Game[Any], viewer: str, is_busy: bool) -> None:
        """`is_busy`: the other side writes, draws, tries orders and comes and goes besides."""
        self.room, self.course, self.viewer, self.is_busy = room, course, viewer, is_busy
        self.desks = SeatViewBroadcaster(room, lambda: None)
        self.guest = room.admit("Olga", viewer).id
        places = [each for each in room.places.values() if self._looks(each)]
        self.pages = [Page(place.id, place) for place in places]
        self.planned = 0
        self.by_side = {seat.side: seat.id for seat in room.seats.values() if seat.may_deliver}

    def _looks(self, place: Any) -> bool:
        return place.id == self.guest or getattr(place, "side", "") == self.viewer

    async def play(self, answers: int) -> None:
        """Play so many answers of the course: the side that looks by orders, others in any way."""
        for page in self.pages:
            await self.desks.enter(page)
        await self._push()
        room = self.room
        while (number := room.session.answer_count) < answers:
            side = room.session.asked
            if not side or (side == self.viewer and room.next_order is not None):
                room.proceed()
            elif side == self.viewer:
                await self._plan()
                if not await self._write(self.course.answers[number:answers]):
                    return
            else:
                if self.is_busy and side in self.by_side and number % 3 == 0:
                    await self._bustle(self.by_side[side])
                room.choose(self.course.answers[number])
            await self._push()

    async def _write(self, orders: Sequence[Answer]) -> bool:
        """Write orders until they can be handed in; False where they end before."""
        room, seat = self.room, self.by_side[self.viewer]
        command = room.seats[seat].command
        for answer in orders:
            assert not is_dice(answer), "orders end before dice"
            is_closing = answer in room.game_after_orders(command).closing
            if not is_closing:
                room.draft(seat, "", room.desk_number(seat), answer=answer)
                await self._push()
            if (
                is_closing or not room.game_after_orders(command).closing
            ):  # else handing in says it is all
                with suppress(RefusedError):
                    room.deliver(seat)
                    return True
        return False

    async def _plan(self) -> None:
        """Let the side that looks try out what it might write, and take it back."""
        room, seat = self.room, self.by_side[self.viewer]
        self.planned += 1
        rng = random.Random(self.planned)
        for _ in range(AHEAD):
            if options := room.desk(seat)["options"]:
                room.draft(seat, rng.choice(options)["id"], room.desk_number(seat))
                await self._push()
        for order in room.orders(self.viewer):
            if order.state is OrderState.DRAFT:
                with suppress(RefusedError):  # it has gone with one before
                    room.withdraw(seat, order.id)
        await self._push()

    async def _bustle(self, seat: str) -> None:
        """Do what nobody of the other side hears of."""
        room = self.room
        room.connected(seat)
        room.sketch(seat, "line", 0, (1, 2, 3, 4), is_shared=False)
        room.write(seat, "umpire", "not a word")
        option = next(iter(room.desk(seat)["options"]), None)
        if option is not None:
            room.withdraw(seat, room.draft(seat, option["id"], room.desk_number(seat)))
        room.disconnect_screen(seat)
        await self._push()

    async def _push(self) -> None:
        await self.desks._offer_all()

    async def ask(self, units: set[str]) -> None:
        """Ask of everything by numbers and names, of what there is and what there is not."""
        room = self.room
        asked: list[Act] = [AskWhy("why", number) for number in (*range(40), 10**6)]
        asked += [AskMoves("ways", unit) for unit in sorted(units)]
        if not room.session.scenario.is_on_table:
            grid = room.session.scenario.map.grid
            hexes = random.Random(SEED).sample(list(grid), 6)
            asked += [AskWhy("why", -1, grid.name(at), unit) for at in hexes for unit in ("", "x")]
        asked.append(EraseDrawing("wipe", 1))
        for page in self.pages[1:]:
            page.heard += [self.desks._answer(page.seat, act) for act in asked]


async def heard(
    room: UmpiredGame, course: Game[Any], answers: int, found: Twins, is_busy: bool
) -> dict[str, list[str]]:
    """Every byte that the pages of the side were sent in a course, and when the host came back."""
    hosted = Hosted(room, course, found.viewer, is_busy)
    await hosted.play(answers)
    assert room.session.game.answers == course.answers[: room.session.answer_count]
    pieces = (*found.one.position().pieces, *found.other.position().pieces)
    await hosted.ask({piece.id for piece in pieces} | {"nobody"})
    room.close()
    again = Hosted(UmpiredGame.reopen(room.record_path), course, found.viewer, is_busy)
    await again.play(0)
    again.room.close()
    pages = (*hosted.pages, *again.pages)
    return {f"{number} {page.seat}": page.heard for number, page in enumerate(pages)}


def seats_of(scenario: Scenario) -> list[PlayerSeat]:
    return [
        PlayerSeat(f"{side.id}-{number}", side.id, f"{side.id} {number}", may_deliver=number == 1,
                   secret=f"{side.id}-{number}-has-a-secret")
        for side in scenario.sides for number in (1, 2)
    ]  # fmt: skip


def fallen_in(course: Game[Any]) -> Callable[[int, int, Roll], Faces]:
    """The dice as they fell in a course."""

    def faces(seed: int, number: int, roll: Roll) -> Faces:
        return course.answers[number]  # type: ignore[no-any-return]

    return faces


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes, and nobody waits for a disk."""
    monkeypatch.setattr(recorded_game, "monotonic_now", lambda: NOW)
    monkeypatch.setattr(os, "fsync", lambda file: None)


def test_no_byte_depends_on_what_the_enemy_does_unseen(
    tmp_path: Path, still: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = []
    for number, (name, viewer, seed, steps) in enumerate(SCENES):
        path = SAMPLES / f"{name}.scenario.yaml"
        scenario = load_playable(path)
        for module in (game_setup, room_module):
            monkeypatch.setattr(module, "load_playable", lambda _, scenario=scenario: scenario)
        head = UmpiredGame.begin(path, tmp_path / f"{number}.room", seats_of(scenario), 1)
        found = twins(head.session.game, viewer, seed, steps)
        head.close()
        assert found.unlike, f"{name}, seed {seed}: the enemy did nothing unseen"
        streams = []
        for which, course in enumerate((found.one, found.other)):
            monkeypatch.setattr(umpired_game_state, "seeded_faces", fallen_in(course))
            file = tmp_path / f"{number}-{which}.room"
            room = UmpiredGame.begin(path, file, seats_of(scenario), 1, may_talk=True)
            answers = found.pairs[-1][which]
            streams.append(asyncio.run(heard(room, course, answers, found, which == 1)))
        one, other = streams
        for seat in one:
            pairs = zip_longest(one[seat], other[seat], fillvalue="")
            apart = (place for place, (a, b) in enumerate(pairs) if a != b)
            if (place := next(apart, None)) is not None:
                wrong.append(
                    (name, seed, seat, place, tails(one[seat][place:], other[seat][place:]))
                )
    assert wrong == []


def tails(one: list[str], other: list[str]) -> list[str]:
    """Two messages from where they differ."""
    said = [each[0] if each else "" for each in (one, other)]
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(*said, strict=False))
    shared = len(list(alike))
    return [each[max(0, shared - 80) : shared + 80] for each in said]
