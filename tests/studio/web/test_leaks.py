"""Umpired games with a canary in every secret text: every byte sent to every seat is searched."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from engine.checks.scenario_checks import load_playable
from engine.scenario.scenario import Scenario
from engine.umpire import game_setup
from engine.umpire import umpired_game as room_module
from engine.umpire.couriers import CourierTerms
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from studio.web import page_connection, seat_views
from studio.web.game_web_server import GameWebServer
from tests.engine.umpire.rooms import SEATS, SECRETS, advance, play
from tests.studio.web.players import Player, link_of, request, secret_of
from tests.studio.workspaces.umpire.hands import small_cities

OLGA, PRESS = "guest-1", "guest-2"  # one looks on as red, the other reads bulletins
SIDES = {seat.id: seat.side for seat in SEATS}
OTHER = {"red": "blue", "blue": "red"}
ROUNDS = {"toy": 10, "dark": 30, "tank": 16, "primer": 16}
NOBODY: frozenset[str] = frozenset()


def seats_of(*sides: str) -> frozenset[str]:
    return frozenset(seat for seat, side in SIDES.items() if side in sides)


def shown(side: str, *others: str) -> frozenset[str]:
    """A side's seats, and who looks on as it."""
    return seats_of(side) | ({OLGA} if side == "red" else NOBODY) | {*others}


@dataclass
class Canaries:
    """Words that stand nowhere else, and the seats that may read each."""

    readers: dict[str, frozenset[str]] = field(default_factory=dict)

    def word(self, what: str, readers: frozenset[str]) -> str:
        name = f"canary-{what}-{len(self.readers)}-sings"
        self.readers[name] = readers
        return name


class Game:
    """A hosted game with a page of every seat, and everything each was ever sent."""

    def __init__(self, room: UmpiredGame, canaries: Canaries, open_: ExitStack) -> None:
        self.room, self.canaries, self._open = room, canaries, open_
        self.sent: defaultdict[str, str] = defaultdict(str)
        self.hidden = 0
        room.admit("Olga", "red")
        room.admit("Press", "bulletins")
        self._serve()

    def _serve(self) -> None:
        self.host = GameWebServer(self.room, port=0)
        self.host.start()
        self._open.callback(self.host.stop)
        self._open.callback(self.room.close)
        self.players = {seat: self._page(seat) for seat in self.room.places}
        self.read = dict.fromkeys(self.players, 0)

    def _page(self, seat: str) -> Player:
        player = Player(self.host.port, secret_of(link_of(self.host, seat).url)).hello()
        self._open.callback(player.leave)
        return player

    def is_killed_and_taken_up(self) -> None:
        """The host ends in the middle of everything, and another goes on with the record."""
        for player in self.players.values():
            player.leave()
        self.host.stop()
        self.room.close()
        self.room = UmpiredGame.reopen(self.room.record_path)
        self._serve()
        self.check()

    def check(self, room: UmpiredGame | None = None) -> None:
        """Wait for what every page is to know by now, and search what came since the last time."""
        for seat, player in self.players.items():
            number = self.room.desk_number(seat)
            player.wait_until(lambda desk, number=number: desk["number"] >= number)  # type: ignore[misc]
            player.settle()
            news = "".join(player.heard[self.read[seat] :])
            self.read[seat] = len(player.heard)
            self.sent[seat] += news
            for word in self._unknown_to(seat):
                assert f'"{word}"' not in news, (seat, word, self.room.session.answer_count)
                self.hidden += 1

    def _unknown_to(self, seat: str) -> Iterator[str]:
        """What the rules hide from a side; the other side's seats; orders not its own."""
        if seat not in SIDES:
            yield from (order.id for side in self.room.sides for order in self.room.orders(side))
        if seat == PRESS:
            return
        side = SIDES.get(seat, "red")
        game, other = self.room.session.game, OTHER[side]
        yield from game.rules.secrets(game.state, side)
        yield from (seat for seat, of in SIDES.items() if of == other)
        yield from (order.id for order in self.room.orders(other))

    def search(self) -> None:
        """Every canary was read by those it is for, and by nobody else."""
        for seat, text in self.sent.items():
            text += self.replay(seat)
            assert not [secret for secret in SECRETS if secret in text]
            told = {word for word in self.canaries.readers if word in text}
            due = {word for word, readers in self.canaries.readers.items() if seat in readers}
            assert told == due, seat

    def replay(self, seat: str) -> str:
        """What a page is sent of a game that is over; while it goes on, nothing."""
        player = self.players[seat]
        path = f"/s/{player.door}/replay"
        status, _, content = request(self.host.port, "GET", path, Cookie=player.cookie)
        is_shown = self.room.session.result is not None and seat != PRESS
        assert status == (200 if is_shown else 409), seat
        return content.decode()

    # --- what people do ---------------------------------------------------------------------------

    def write(self) -> None:
        """Mail of every kind, notes, bulletins, reasons."""
        word, room = self.canaries.word, self.room
        room.allow_talk(True)
        for seat, side in SIDES.items():
            mail = word("mail", frozenset({seat}))
            answer = self.players[seat].act("write", id=mail, to="umpire", words=mail)
            assert answer["kind"] == "done"
            room.write(seat, "side", word("talk", seats_of(side)))
            room.write_message(seat, word("answer", frozenset({seat})))
            only = {
                "en": word("to-one", frozenset({seat})),
                "zh": word("to-one", frozenset({seat})),
            }
            room.announce(seat, only)
        for side in room.sides:
            room.write_message(side, word("said", seats_of(side)))
            room.explain(side, word("reason", seats_of(side)))
            room.announce(side, dict.fromkeys(("en", "zh"), word("bulletin", shown(side, PRESS))))
        press = word("press", frozenset({OLGA, PRESS}))
        room.announce("observers", dict.fromkeys(("en", "zh"), press))
        room.note(word("note", NOBODY))
        self.draw()
        self.ride()

    def ride(self) -> None:
        """Letters by couriers of whom all are lost: only their writers have them."""
        room = self.room
        room.set_couriers(CourierTerms(1, loss=100))
        for seat, side in SIDES.items():
            mail, before = self.canaries.word("rides", frozenset({seat})), len(room.couriers)
            room.write(seat, "side", mail)
            if len(room.couriers) == before:  # they stand together: it was read at once
                self.canaries.readers[mail] = seats_of(side)
        room.set_couriers(None)

    def draw(self) -> None:
        """Lines on maps, for a seat and for its side; their points are the canaries."""
        readers = self.canaries.readers
        for number, (seat, side) in enumerate(SIDES.items()):
            for is_shared, known in ((False, frozenset({seat})), (True, seats_of(side))):
                points = [7_000_000 + 10_000 * len(readers) + number, 1, 2, 3]
                readers[str(points[0])] = known
                self.room.sketch(seat, "line", 0, points, is_shared=is_shared)

    def refuse(self) -> None:
        """An order that was handed in is refused for a reason."""
        waiting = [one for side in self.room.sides for one in self.room.orders(side) if one.is_live]
        handed_in = next((one for one in waiting if one.state.value == "delivered"), None)
        if handed_in is not None:
            reason = self.canaries.word("refusal", seats_of(handed_in.side))
            self.room.refuse(handed_in.id, reason)

    def branch(self) -> bool:
        """The last roll is changed with a note; then that is taken back. Whether there was one."""
        answered = self.room.session.history.branch.answered[: self.room.session.answer_count]
        rolls = [entry for entry in answered if entry.roll is not None]
        if not rolls:
            return False
        roll = rolls[-1].roll
        assert roll is not None
        note = self.canaries.word("dice", NOBODY)
        self.room.override(rolls[-1].number, [roll.sides] * roll.dice, note)
        self.check()
        self.room.undo()
        self.check()
        return True


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is too fast."""
    monkeypatch.setattr(seat_views, "ACTS", (1e9, 1e9))
    monkeypatch.setattr(page_connection, "MESSAGES", (1e9, 1e9))


Sung = Callable[[str, int], Game]


@pytest.fixture
def hosted(
    tmp_path: Path, scenarios: dict[str, Path], undrawn: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Sung]:
    """Hosts a game whose briefings, notes and aims carry canaries."""
    with ExitStack() as open_:

        def begin(game: str, seed: int) -> Game:
            canaries, read = Canaries(), load_playable
            path = small_cities(tmp_path) if game == "primer" else scenarios[game]
            sung = _with_canaries(read(path), canaries)
            for module in (game_setup, room_module):
                monkeypatch.setattr(module, "load_playable", lambda path: sung)
            room = UmpiredGame.begin(path, tmp_path / "leaks.room", SEATS, seed)
            return Game(room, canaries, open_)

        yield begin


def _with_canaries(scene: Scenario, canaries: Canaries) -> Scenario:
    """The scenario with briefings and notes that only those may read whom they are for."""
    briefings = {side.id: canaries.word("briefing", shown(side.id)) for side in scene.sides}
    umpire_s = canaries.word("umpire-briefing", NOBODY)
    notes = canaries.word("notes", NOBODY)
    return replace(scene, briefings={**briefings, "umpire": umpire_s}, notes=notes)


@pytest.mark.parametrize("game", ["toy", "dark", "tank", "primer"])
@pytest.mark.parametrize("seed", [5])
def test_no_byte_of_an_umpired_game_reaches_who_may_not_read_it(
    hosted: Sung, game: str, seed: int
) -> None:
    rng, one = random.Random(seed), hosted(game, seed)
    has_branched = False
    for number in range(ROUNDS[game]):
        if one.room.session.result is not None:
            break
        play(one.room, rng, 3, one.check)
        try:
            advance(one.room, rng, one.check)
        except RefusedError:
            one.check()
        if number in (1, 5):
            one.write()
            one.refuse()
            one.check()
            one.is_killed_and_taken_up()
        has_branched |= number > 2 and not has_branched and one.branch()
    one.write()
    one.check()
    one.search()
    assert one.hidden > 100
    assert has_branched == any("dice" in word for word in one.canaries.readers)
