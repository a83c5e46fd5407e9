"""Orders of a memo: to several units together, and ruled out by the umpire."""

from __future__ import annotations

from typing import Any

import pytest

from engine.games.primer.memo import MOVE_TOGETHER, unordered_units
from engine.games.primer.state import Phase
from engine.play.arm_commands import CommandScope
from engine.play.decisions import UMPIRE
from engine.play.option_targets import OptionAction
from engine.texts import text
from engine.umpire.orders import OrderState
from engine.umpire.seat_view import option_id
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import LEADERS, Begin, proceed

REASON = "the bridge is down"


def at_the_first_memo(begin: Begin) -> tuple[UmpiredGame, str]:
    """Both armies are deployed, in stacks, and a side is to write its memo."""
    room = begin("primer", 2)
    while room.session.game.state.phase != Phase.MEMO:
        if room.waits_for in LEADERS:
            room.choose(room.session.game.options[0])
        else:
            room.proceed()
    return room, room.waits_for


def write(room: UmpiredGame, side: str, option: Any) -> None:
    room.draft(LEADERS[side], option_id(option), room.desk_number(LEADERS[side]))


def move_together(room: UmpiredGame, side: str) -> set[str]:
    """The units of a hex are ordered to move; which they are."""
    trial = room.game_after_orders(CommandScope(side))
    moves = [one for one in trial.options if one.kind == MOVE_TOGETHER]
    units = set(unordered_units(trial.view, trial.view.units[moves[0].unit]))
    write(room, side, moves[0])
    write(
        room,
        side,
        next(one for one in room.game_after_orders(CommandScope(side)).options if one is not None),
    )
    if None in room.game_after_orders(CommandScope(side)).options:
        write(room, side, None)
    return units


def hand_in(room: UmpiredGame, side: str) -> None:
    room.deliver(LEADERS[side])


def rule_out(room: UmpiredGame, side: str) -> None:
    """The memo is carried out as far as the first order, and that is not."""
    while room.waits_for == side:
        room.proceed()
    assert room.waits_for == UMPIRE
    room.choose(room.session.game.options[1], REASON)


def test_all_units_ordered_together_have_orders_until_the_turn_is_over(begin: Begin) -> None:
    room, side = at_the_first_memo(begin)
    units = move_together(room, side)
    assert len(units) > 1
    assert not units & set(room.units_without_orders(side))
    hand_in(room, side)
    while side == room.session.game.state.active:
        assert not units & set(room.units_without_orders(side))
        room.proceed()


def test_an_order_ruled_out_is_refused_with_all_its_steps_and_its_units_have_none(
    begin: Begin,
) -> None:
    room, side = at_the_first_memo(begin)
    units = move_together(room, side)
    written = [one.id for one in room.orders(side)]
    hand_in(room, side)
    rule_out(room, side)
    refused = [one for one in room.orders(side) if one.state is OrderState.REFUSED]
    assert [one.id for one in refused] == written
    assert {one.reason["en"] for one in refused if one.reason} == {REASON}
    assert units <= set(room.units_without_orders(side)) or room.waits_for != side
    assert room.log[-1].words["en"].count(REASON) == 1


def test_an_order_ruled_out_stays_refused_in_a_room_taken_up_again(begin: Begin) -> None:
    room, side = at_the_first_memo(begin)
    move_together(room, side)
    hand_in(room, side)
    rule_out(room, side)
    orders = room.orders(side)
    room.close()
    again = UmpiredGame.reopen(room.record_path)
    assert again.orders(side) == orders
    again.undo()
    assert OrderState.REFUSED not in {one.state for one in again.orders(side)}
    again.close()


def test_there_is_one_way_to_hand_in_and_it_is_not_among_the_options(begin: Begin) -> None:
    room, side = at_the_first_memo(begin)
    seat = LEADERS[side]
    assert "hand-in" not in {one["deed"] for one in room.desk(seat)["options"]}
    assert room.desk(seat)["can_close"]
    room.deliver(seat)  # a memo without an order
    assert room.orders(side)[-1].pointing.deed is OptionAction.HAND_IN
    proceed(room)
    assert room.session.game.state.memo == ()
    assert room.waits_for != side


def test_a_move_written_by_half_is_not_handed_in(begin: Begin) -> None:
    room, side = at_the_first_memo(begin)
    move = next(
        one
        for one in room.game_after_orders(CommandScope(side)).options
        if one.kind == MOVE_TOGETHER
    )
    write(room, side, move)
    before = room.record_path.read_bytes()
    with pytest.raises(RefusedError, match=r"finished: .*: move"):
        room.deliver(LEADERS[side])
    assert room.record_path.read_bytes() == before
    assert {one.state for one in room.orders(side)} == {OrderState.DRAFT}


def test_what_was_handed_in_is_taken_back_until_the_umpire_goes_on(begin: Begin) -> None:
    room, side = at_the_first_memo(begin)
    seat = LEADERS[side]
    move_together(room, side)
    written = [one.id for one in room.orders(side)]
    hand_in(room, side)
    room.recall(seat)
    assert [(one.id, one.state) for one in room.orders(side)] == [
        (each, OrderState.DRAFT) for each in written
    ]
    room.withdraw(seat, written[0])
    assert room.orders(side) == ()
    hand_in(room, side)
    room.proceed()
    with pytest.raises(RefusedError, match=text("umpiring.nothing-to-recall")):
        room.recall(seat)


def test_what_is_in_the_memo_is_not_told_to_be_done(begin: Begin) -> None:
    room, side = at_the_first_memo(begin)
    move_together(room, side)
    hand_in(room, side)
    told: list[str] = []
    while room.waits_for == side and room.session.game.state.phase == Phase.MEMO:
        room.proceed()
        told.append(room.desk(LEADERS[side])["draft"][0]["state"])
    assert "executed" not in told
    assert told[-1] == "noted"
    while room.session.game.state.memo and room.waits_for != "":
        room.proceed()
    assert room.desk(LEADERS[side])["draft"][0]["state"] == "executed"


def test_a_reason_is_kept_as_the_umpire_wrote_it_and_told_to_be_one(begin: Begin) -> None:
    room, side = at_the_first_memo(begin)
    room.explain(side, REASON)
    (message,) = room.desk(LEADERS[side])["messages"]
    assert (message["words"], message["is_refusal"]) == (REASON, True)
    assert room.log[-1].words["zh"].endswith(f"已驳回——{REASON}")


def test_a_first_bulletin_tells_nothing_of_what_its_side_itself_has_done(begin: Begin) -> None:
    room, side = at_the_first_memo(begin)
    words = room.bulletin(side)["en"]
    assert "finishes buying units" in words or "finish buying units" in words
    assert not [each for each in (" buys ", " deploys ", "## Your units") if each in words]
    assert len(words.splitlines()) < 20


def test_a_bulletin_tells_the_units_that_have_moved_grouped_by_hex(begin: Begin) -> None:
    room, side = at_the_first_memo(begin)
    units = move_together(room, side)
    hand_in(room, side)
    while side == room.session.game.state.active:
        room.proceed()
    told = room.bulletin(side)["en"].partition(f"## {text('umpiring.bulletin-own', 'en')}\n\n")[2]
    (line, *_) = told.split("\n\n")[0].splitlines()
    assert line.count("infantry") == len(units)
    room.announce(side, room.bulletin(side))
    assert "## Your units" not in room.bulletin(side)["en"]
