"""Written orders: drafted by the seats of a side, delivered, then executed or refused."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from engine.play.game import Intervention
from engine.texts import text
from engine.umpire import seat_view, seat_view_cache
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import Begin, draft, option, order, proceed, seen, shot_at, states


def test_an_order_handed_in_waits_for_the_umpire(begin: Begin) -> None:
    room = begin()
    proceed(room)
    order(room, "anna", "r1")
    assert states(room, "anna") == ["delivered"]
    assert room.session.game.state.units["r1"].at == 0
    room.proceed()
    assert states(room, "anna") == ["executed"]
    assert room.session.game.state.units["r1"].at == 1


def test_without_an_umpire_everything_goes_on_until_a_player_is_asked(begin: Begin) -> None:
    room = begin(is_attended=False)
    assert room.desk("anna")["asked"]
    order(room, "anna", "r1")
    assert states(room, "anna") == ["executed"]
    assert room.desk("carl")["asked"]


def test_the_seats_of_a_side_share_its_draft(begin: Begin) -> None:
    room = begin()
    proceed(room)
    draft(room, "bo", "r1")
    assert [(entry["by"], entry["words"]["en"]) for entry in room.desk("anna")["draft"]] == [
        ("bo", "r1")
    ]
    assert room.desk("carl")["draft"] == []


def test_a_seat_that_may_not_deliver_is_refused(begin: Begin) -> None:
    room = begin()
    proceed(room)
    draft(room, "bo", "r1")
    with pytest.raises(RefusedError):
        room.deliver("bo")
    room.deliver("anna")
    assert states(room, "bo") == ["delivered"]


def test_a_draft_goes_on_where_its_side_is_asked_next(begin: Begin) -> None:
    room = begin("tank")
    draft(room, "anna", "4563EB", "4563JB")
    assert room.desk("anna")["question"]["en"] == text(
        "tank.ask-place-unit", "en", side="Red", unit="Red 3"
    )
    room.deliver("anna")
    proceed(room)
    assert states(room, "anna") == ["executed", "executed"]
    assert set(room.session.game.state.units) == {"r1", "r2"}


def test_a_draft_ends_where_others_are_asked_first(begin: Begin) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    assert not room.desk("anna")["asked"]
    assert room.desk("anna")["options"] == []
    with pytest.raises(RefusedError):
        room.draft("anna", "x", room.desk_number("anna"))


def test_a_draft_is_not_tried_any_further_where_units_are_hidden(begin: Begin) -> None:
    """Red's pass ends its turn, blue's pass the turn: in the dark the second is not foreseen."""
    room = begin("dark")
    proceed(room)
    draft(room, "anna", "None")
    assert room._table.trials.of_side("red").decision is None
    assert len(room._table.trials.of_side("red").tried) == 1


def test_a_draft_taken_back_is_gone_with_what_follows_from_it(begin: Begin) -> None:
    room = begin("tank")
    first, _ = draft(room, "anna", "4563EB", "4563JB")
    room.withdraw("bo", first)
    assert room.desk("anna")["draft"] == []
    assert room.desk("anna")["question"]["en"] == text(
        "tank.ask-place-unit", "en", side="Red", unit="Red 1"
    )


def test_an_order_handed_in_cannot_be_taken_back(begin: Begin) -> None:
    room = begin()
    proceed(room)
    (written,) = order(room, "anna", "r1")
    with pytest.raises(RefusedError):
        room.withdraw("anna", written)
    assert states(room, "anna") == ["delivered"]


def test_an_order_from_a_desk_that_has_changed_since_is_refused(begin: Begin) -> None:
    room = begin()
    proceed(room)
    number, wanted = room.desk_number("anna"), option(room, "anna", "r2")
    draft(room, "bo", "r1")
    with pytest.raises(RefusedError) as refused:
        room.draft("anna", wanted, number)
    assert refused.value.words["zh"].startswith("情况")


def test_a_letter_does_not_make_a_desk_stale(begin: Begin) -> None:
    room = begin()
    proceed(room)
    number, wanted = room.desk_number("anna"), option(room, "anna", "r2")
    room.write_message("red", "make haste")
    assert room.desk_number("anna") == number + 1
    room.draft("anna", wanted, number)


def test_what_stays_as_it_is_is_put_together_once(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of thirty seats each would be told anew who sits beside it whenever anything happens."""
    place, spell = (
        Mock(side_effect=seat_view.seat_identity_view),
        Mock(side_effect=seat_view_cache._spell),
    )
    monkeypatch.setattr(seat_view, "seat_identity_view", place)
    monkeypatch.setattr(seat_view_cache, "_spell", spell)
    room = begin()
    before = {seat: room.desk(seat) for seat in room.seats}
    proceed(room)
    for unit in ("r1", "r2"):
        room.withdraw("bo", draft(room, "bo", unit)[0])
    after = {seat: room.desk(seat) for seat in room.seats}
    assert place.call_count == len(room.seats)
    for seat in room.seats:
        assert after[seat]["number"] > before[seat]["number"]
        assert after[seat]["turn_words"] is before[seat]["turn_words"], "it is not spelled again"
    count = spell.call_count
    room.set_clock(60)
    assert room.desk("anna")["clock"]["seconds"] == 60
    assert spell.call_count == count


def test_what_is_no_option_is_refused(begin: Begin) -> None:
    room = begin()
    proceed(room)
    before = seen(room)
    with pytest.raises(RefusedError):
        room.draft("anna", "0123456789abcdef", room.desk_number("anna"))
    assert seen(room) == before


def test_a_side_that_is_not_asked_writes_no_orders(begin: Begin) -> None:
    room = begin()
    proceed(room)
    wanted = option(room, "anna", "r1")
    with pytest.raises(RefusedError):
        room.draft("carl", wanted, room.desk_number("carl"))


def test_the_umpire_refuses_an_order_with_a_reason(begin: Begin) -> None:
    room = begin()
    proceed(room)
    (written,) = order(room, "anna", "r1")
    room.refuse(written, "the bridge is blown")
    (entry,) = room.desk("anna")["draft"]
    assert (entry["state"], entry["reason"]["en"]) == ("refused", "the bridge is blown")
    assert not room.can_proceed


def test_an_order_that_is_no_longer_possible_is_refused_when_its_time_comes(begin: Begin) -> None:
    room = begin()
    proceed(room)
    order(room, "anna", "r1")
    room.intervene(Intervention("destroy", ("r1",), "Ute", "a mine"))
    room.proceed()
    (entry,) = room.desk("anna")["draft"]
    assert (entry["state"], entry["unit"]) == ("refused", "r1")
    assert not room.can_proceed
    assert room.desk("anna")["asked"]


def test_an_order_for_another_unit_than_the_one_asked_for_waits(begin: Begin) -> None:
    room = begin("tank")
    first, _ = order(room, "anna", "4563EB", "4563JB")
    room.refuse(first, "not there")
    assert not room.can_proceed
    order(room, "anna", "4563DD")
    proceed(room)
    units = room.session.game.state.units
    assert {
        name: room.session.scenario.map.labels.label(unit.at) for name, unit in units.items()
    } == {
        "r1": "4563DD",
        "r2": "4563JB",
    }


def test_a_draft_that_answers_nothing_any_more_is_void(begin: Begin) -> None:
    room = begin()
    proceed(room)
    draft(room, "anna", "r1")
    room.choose(None)  # the umpire passes for red
    (entry,) = room.desk("anna")["draft"]
    assert entry["state"] == "refused"
    assert entry["reason"]["en"].startswith("The situation changed")


def test_an_interrupt_is_answered_before_orders_that_wait(begin: Begin) -> None:
    room = shot_at(begin)
    assert [one.state for one in room.orders("blue")] == ["executed"]
    assert room.proposed is not None


def test_what_a_screen_sends_again_is_done_once_after_a_crash_too(begin: Begin) -> None:
    room = begin("tank")
    wanted, number = option(room, "anna", "4563EB"), room.desk_number("anna")
    first = room.draft("anna", wanted, number, "act-1")
    assert room.draft("anna", wanted, number, "act-1") == first
    room.deliver("anna", "act-2")
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert again.draft("anna", wanted, number, "act-1") == first
    again.deliver("anna", "act-2")
    assert states(again, "anna") == ["delivered"]
    again.close()


def test_units_without_orders_are_told(begin: Begin) -> None:
    room = begin("dark")
    proceed(room)
    draft(room, "anna", "r1")
    assert room.units_without_orders("red") == ["r2", "r3"]
    assert [unit["has_order"] for unit in room.desk("anna")["units"]] == [True, False, False]


def test_an_order_of_a_turn_that_is_over_is_not_executed(begin: Begin) -> None:
    room = begin("tank")
    for seat in ("anna", "carl"):
        while room.desk(seat)["asked"]:
            room.draft(seat, room.desk(seat)["options"][0]["id"], room.desk_number(seat))
        room.deliver(seat)
        proceed(room)
    assert {one.state for side in room.sides for one in room.orders(side)} == {"executed"}
