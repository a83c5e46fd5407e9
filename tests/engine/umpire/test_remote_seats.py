"""A side of a window's game at a page: it sees what the side may, and answers in the window."""

from __future__ import annotations

import logging
import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.checks.scenario_checks import load_playable
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from engine.texts import text
from engine.umpire.orders import OrderState
from engine.umpire.remote_seats import (
    RemoteSeatsGame,
    RemoteSeatsState,
    SubmittedAnswers,
    seat_page_id,
)
from engine.umpire.sightings import Sightings
from engine.umpire.umpire_refusals import RefusedError
from tests.engine.session.sessions import CROSSROADS, begun

RED, BLUE = seat_page_id("red"), seat_page_id("blue")
Lay = Callable[..., "Window"]


class Window:
    """A game as a window plays it, with a room for those who sit at pages."""

    def __init__(self, session: Session, folder: Path) -> None:
        self.session, self.room = session, RemoteSeatsGame(session, folder)
        self.look()

    def look(self) -> None:
        """Seat the pages and show them the game, and wait until they have it."""
        seats = self.session.seats.items()
        self.room.allow_links_of(side for side, seat in seats if seat == Seat.PAGE)
        self.room.follow(self.session)
        self.wait()

    def wait(self) -> None:
        """Wait until everything is done that is done behind the window."""
        self.room._worker.submit(lambda: None).result()

    def sought(self) -> SubmittedAnswers | None:
        """What a page has handed in that answers what is asked now."""
        found: list[SubmittedAnswers] = []
        self.room.seek_submitted_answers(self.session, found.append)
        self.wait()
        return found[0] if found else None

    def take(self) -> bool:
        """Take what a page has handed in, if it answers what is asked."""
        found = self.sought()
        if found is None:
            return False
        number = self.session.answer_count
        self.session.answer(found.order.option)
        self.room.confirm_order(found.order, number)
        self.look()
        return True

    def write(self, seat: str, option: int = 0) -> str:
        """Draft an option at a page."""
        desk = self.room.desk(seat)
        return self.room.draft(seat, desk["options"][option]["id"], desk["number"])

    def hand_in(self, seat: str, option: int = 0) -> None:
        """Write an order to its end, and hand it in."""
        self.write(seat, option)
        while self.room.game_after_orders(self.room.seats[seat].command).unfinished is not None:
            self.write(seat)
        self.room.deliver(seat)

    def play_until(self, side: str) -> None:
        """Answer here whatever others are asked."""
        while self.session.asked != side:
            self.session.answer(self.session.offered[0])
        self.look()


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Lay]:
    made: list[Window] = []

    def laid(fog: FogOfWar = FogOfWar.OPEN, **seats: Seat) -> Window:
        made.append(Window(begun(seats=seats, fog=fog), tmp_path))
        return made[-1]

    yield laid
    for one in made:
        one.room.close()


def test_a_page_s_answer_becomes_one_of_the_window_s_game(lay: Lay) -> None:
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)
    window.play_until("red")
    offered = list(window.session.offered)
    window.hand_in(RED, 1)
    assert window.take()
    assert window.session.game.answers[-1] == offered[1]
    assert not window.take(), "what was handed in answers once"


def test_a_page_follows_the_game_of_the_window_and_no_dice_of_its_own(lay: Lay) -> None:
    """The whole game: the twin stands where the window's game does, after each answer."""
    window, rng = lay(red=Seat.PAGE, blue=Seat.PERSON), random.Random(3)
    for _ in range(25):
        session = window.session
        if session.is_remote_turn:
            window.hand_in(RED, rng.randrange(len(window.room.desk(RED)["options"])))
            assert window.take()
            while window.take():
                pass
        else:
            session.answer(rng.choice(list(session.offered)))
            window.look()
        twin = window.room.session.game
        assert twin.answers == window.session.game.answers
        assert twin.position("red") == window.session.game.position("red")
        assert [*map(repr, twin.events)] == [*map(repr, window.session.game.events)]


def test_what_goes_wrong_behind_the_window_is_logged(
    lay: Lay, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(RemoteSeatsState, "follow", fail)
    with caplog.at_level(logging.ERROR):
        window.look()
    assert [one.message for one in caplog.records] == ["the pages could not follow the game"]
    assert "ZeroDivisionError" in caplog.text


def test_an_act_that_fails_leaves_everything_that_was_written(
    lay: Lay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a bug cuts short is as if it had not been begun; drafts, links and letters stay."""
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)
    window.play_until("red")
    window.room.new_link(RED)
    window.wait()
    draft, secret = window.write(RED), window.room.places[RED].secret
    window.room.write(RED, "umpire", "a letter")
    window.room.sketch(RED, "line", 0, [0, 0, 1, 1], is_shared=False)
    before = window.room.desk(RED)

    def fail(table: RemoteSeatsState, *_: object) -> None:
        table.books["red"].strike([draft])
        table.moves += 1
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(RemoteSeatsState, "_withdraw", fail)
        with pytest.raises(ZeroDivisionError):
            window.room.withdraw(RED, draft)
    assert [order.id for order in window.room.orders("red")] == [draft]
    assert window.room.places[RED].secret == secret
    assert window.room.desk(RED) == before
    assert window.write(RED) != draft, "numbers go on"


def test_a_table_that_cannot_follow_stays_whole_and_follows_the_next_time(
    lay: Lay, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Half on the way it would stand elsewhere than it says; nothing is lost meanwhile."""
    window, failures = lay(red=Seat.PAGE, blue=Seat.PAGE), list[BaseException]()
    window.room.failed = failures.append
    window.write(seat_page_id(window.session.asked))
    side, stood = window.session.asked, list(window.session.game.answers)
    window.session.answer(window.session.offered[-1])

    follow = Sightings.follow

    def fail_once(sightings: Sightings) -> None:
        monkeypatch.setattr(Sightings, "follow", follow)
        raise ZeroDivisionError

    monkeypatch.setattr(Sightings, "follow", fail_once)
    window.look()
    room = window.room
    assert room.session.game.answers == stood
    assert [type(each) for each in failures] == [ZeroDivisionError]
    assert [order.state for order in room.orders(side)] == [OrderState.DRAFT]
    assert room.desk(seat_page_id(side))["asked"]
    window.look()
    assert room.session.game.answers == window.session.game.answers
    assert room.session.game.position(side) == window.session.game.position(side)
    caplog.clear()


def test_what_could_not_be_done_in_the_window_is_told_at_the_page(lay: Lay) -> None:
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)
    window.play_until("red")
    window.hand_in(RED)
    found = window.sought()
    assert found is not None
    window.room.reject_order(found.order)
    window.wait()
    order = window.room.orders("red")[0]
    assert order.state is OrderState.REFUSED
    assert order.reason is not None
    assert order.reason["en"] == text("umpiring.not-possible", "en")
    assert window.room.desk(RED)["asked"], "the page may decide otherwise"


def test_the_window_never_waits_for_the_room(lay: Lay) -> None:
    """All that a window asks for is begun at once, and done when the room is free."""
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)
    window.play_until("red")
    window.hand_in(RED)
    found = window.sought()
    assert found is not None
    secret, took = window.room.places[RED].secret, threading.Event()
    free = threading.Event()

    def hold() -> None:
        with window.room.locked_session():
            took.set()
            free.wait(20)

    holder = threading.Thread(target=hold)
    holder.start()
    took.wait()
    room, number = window.room, window.session.answer_count
    window.session.answer(found.order.option)
    for deed in (
        lambda: room.allow_links_of(["red", "blue"]),
        lambda: room.confirm_order(found.order, number),
        lambda: room.follow(window.session),
        lambda: room.seek_submitted_answers(window.session, lambda _: None),
        lambda: room.new_link(RED),
        lambda: room.listen(lambda: None)(),
        lambda: room.places,
    ):
        deed()
    assert holder.is_alive(), "somebody has the room all the time"
    assert room.away == {"red"}
    free.set()
    holder.join()
    window.wait()
    assert room.away == {"red", "blue"}
    assert room.orders("red")[0].number == number
    assert room.places[RED].secret != secret


def test_closing_waits_for_nobody(lay: Lay) -> None:
    window, free, begun = lay(red=Seat.PAGE), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        free.wait(20)

    working = window.room._worker.submit(work)
    begun.wait()
    window.room.close()
    assert not working.done()
    free.set()


def test_a_page_is_told_what_its_side_may_know_and_no_more(lay: Lay) -> None:
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)
    window.play_until("blue")
    desk = window.room.desk(RED)
    assert desk["side"] == "red"
    assert not desk["asked"], "the other side's question is not its own"
    assert desk["options"] == []
    known = window.session.game.position("red")
    assert {unit["id"] for unit in desk["units"]} == {p.id for p in known.pieces if p.side == "red"}


def test_a_seat_that_is_taken_back_opens_nothing_and_opens_again_when_it_is_given(lay: Lay) -> None:
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)
    secret = window.room.places[RED].secret
    assert window.room.join(secret) is not None
    window.play_until("red")
    window.write(RED)
    window.session.seat("red", Seat.PERSON)
    window.look()
    assert window.room.join(secret) is None
    assert window.sought() is None
    with pytest.raises(RefusedError):
        window.room.deliver(RED)
    window.session.seat("red", Seat.PAGE)
    window.look()
    assert window.room.join(secret) is not None


def test_what_is_undone_in_the_window_is_taken_back_at_the_page(lay: Lay) -> None:
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)
    window.play_until("red")
    window.hand_in(RED)
    assert window.take()
    window.session.undo()
    window.look()
    assert window.room.desk(RED)["asked"]
    assert not window.take(), "what was undone is not done again by itself"
    told = window.room.orders("red")[-1].reason
    assert told is not None
    assert told["en"] == text("umpiring.taken-back", "en")


def test_an_order_that_waits_is_no_answer_to_another_question(lay: Lay) -> None:
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)
    window.play_until("red")
    window.hand_in(RED)
    number, other = window.session.answer_count, window.session.offered[-1]
    window.session.answer(other)
    assert not window.take(), "the page has not seen yet what the window's game asks"
    window.look()
    while window.take():
        pass
    assert window.session.game.answers[number] == other
    assert window.room.session.game.answers == window.session.game.answers


def test_a_new_link_takes_the_old_one_s_place(lay: Lay) -> None:
    window = lay(red=Seat.PAGE, blue=Seat.PERSON)
    old = window.room.places[RED].secret
    window.room.new_link(RED)
    window.wait()
    assert window.room.join(old) is None
    assert window.room.join(window.room.places[RED].secret) is not None


def test_nobody_here_is_handed_the_screen_for_who_sits_at_a_page(lay: Lay) -> None:
    window = lay(FogOfWar.PER_SIDE, red=Seat.PAGE, blue=Seat.PERSON)
    window.play_until("red")
    assert window.session.is_remote_turn
    assert not window.session.needs_hand_over
    assert window.session.viewer == "blue"


def test_both_sides_may_sit_at_pages(lay: Lay) -> None:
    window = lay(red=Seat.PAGE, blue=Seat.PAGE)
    while window.session.asked != "red":
        window.hand_in(seat_page_id(window.session.asked))
        assert window.take()
    assert window.room.desk(RED)["asked"]
    assert not window.room.desk(BLUE)["asked"]


@pytest.mark.parametrize(
    "name", ["tide/scenarios/two-lanes", "valor/scenarios/orchard-farm",
             "littlewars/scenarios/two-farms"],
)  # fmt: skip
def test_a_page_plays_every_kind_of_game(name: str, tmp_path: Path) -> None:
    scenario = load_playable(CROSSROADS.parents[2] / f"{name}.scenario.yaml")
    side = scenario.sides[0].id
    window = Window(Session.begin(scenario, {side: Seat.PAGE}, 3), tmp_path)
    for _ in range(12):
        if window.session.is_remote_turn:
            window.hand_in(seat_page_id(side))
            assert window.take()
            while window.take():
                pass
        else:
            window.session.answer(window.session.offered[0])
            window.look()
        assert window.room.session.game.answers == window.session.game.answers
    assert any(order.number is not None for order in window.room.orders(side))
    window.room.close()
