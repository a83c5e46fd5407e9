"""A room is used by several threads at once: the host's and the console's."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import Begin, desk_text, play, seen
from tests.engine.umpire.test_game_record import reopened, without_greeting


def test_two_threads_at_once_spoil_nothing(begin: Begin) -> None:
    room = begin("tank")
    numbers: list[int] = []
    room.listen(lambda: numbers.append(room.change_count))

    def look() -> None:
        for _ in range(100):
            for seat in room.seats:
                json.loads(desk_text(room, seat))

    with ThreadPoolExecutor(3) as threads:
        work = [
            threads.submit(play, room, random.Random(seed), 150, lambda room: None)
            for seed in (1, 2)
        ]
        work.append(threads.submit(look))
    for done in work:
        done.result()  # raises what went wrong in the thread
    assert room.change_count >= len(numbers) > 50
    before = seen(room)
    again = reopened(room)
    assert without_greeting(seen(again)) == without_greeting(before)
    again.close()


def test_a_listener_that_acts_does_not_lock_itself_out(begin: Begin) -> None:
    room: UmpiredGame = begin()

    def answer() -> None:
        if room.can_proceed:
            room.proceed()

    room.listen(answer)
    room.note("begin")
    assert room.desk("anna")["asked"]
    with pytest.raises(RefusedError) as refused:
        room.proceed()
    assert "red" in refused.value.words["en"]
