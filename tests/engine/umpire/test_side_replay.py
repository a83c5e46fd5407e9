"""A game over again as a side knew it, and a rematch by the same links."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.play.position import piece_as_json, spot_formatter_for
from engine.umpire import side_replay
from engine.umpire.rematch import next_game_path, start_rematch
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import Begin, advance, proceed


def played(begin: Begin, game: str, seed: int = 3) -> UmpiredGame:
    """A game that is over."""
    room, rng = begin(game), random.Random(seed)
    for _ in range(300):
        if room.session.result is not None:
            return room
        try:
            advance(room, rng, lambda room: None)
        except RefusedError:
            proceed(room)
    raise AssertionError(f"seed {seed}: not over")


def whole(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for frame in frames:
        found.append({**(found[-1] if found else {}), **frame})
    return found


@pytest.mark.parametrize("game", ["toy", "dark"])
def test_no_step_shows_a_side_what_it_did_not_know_then(begin: Begin, game: str) -> None:
    room = played(begin, game)
    session = room.session.game
    for seat, side in (("anna", "red"), ("carl", "blue")):
        frames = whole(room.replay(seat))
        assert len(frames) > 5
        views, state = [], session.opening.copy()
        for event in (None, *session.events):
            if event is not None:
                state = state.copy()
                event.apply(state)
            known = session.rules.position(session.rules.view(state, side))
            name = spot_formatter_for(session.scenario)
            pieces = [piece_as_json(p, known.spot_of(p.id), name) for p in known.pieces]
            views.append(json.dumps([p for p in pieces if p["side"] == side], sort_keys=True))
            views[-1] += json.dumps(
                [p for p in pieces if p["side"] != side and p["at"] is not None], sort_keys=True
            )
        at = 0
        for frame in frames:
            shown = [
                json.dumps(
                    [{k: v for k, v in unit.items() if k != "name"} for unit in frame[key]],
                    sort_keys=True,
                )
                for key in ("units", "seen")
            ]
            at = next((n for n in range(at, len(views)) if views[n] == "".join(shown)), -1)
            assert at >= 0, (side, frame["words"])


def test_in_the_dark_the_sides_have_seen_different_games(begin: Begin) -> None:
    room = played(begin, "dark")
    red, blue = whole(room.replay("anna")), whole(room.replay("carl"))
    enemies = {unit["id"] for frame in red for unit in frame["seen"]}
    assert enemies <= {unit["id"] for unit in blue[0]["units"]}
    assert red[0]["seen"] == []


def test_the_last_step_is_how_it_ended(begin: Begin) -> None:
    room = played(begin, "toy")
    last, desk = whole(room.replay("anna"))[-1], room.desk("anna")
    for key in ("turn", "seen"):
        assert last[key] == desk[key]
    assert [(u["id"], u["at"]) for u in last["units"]] == [
        (u["id"], u["at"]) for u in desk["units"]
    ]


def test_a_game_is_looked_at_again_only_when_it_is_over(begin: Begin) -> None:
    room = begin()
    proceed(room)
    with pytest.raises(RefusedError):
        room.replay("anna")


def test_who_looks_on_as_a_side_sees_its_replay_and_others_none(begin: Begin) -> None:
    room = played(begin, "dark")
    olga, press = room.admit("Olga", "red"), room.admit("Press", "bulletins")
    assert room.replay(olga.id) == room.replay("anna")
    with pytest.raises(RefusedError):
        room.replay(press.id)


@pytest.mark.parametrize("is_swapped", [False, True])
def test_in_a_rematch_the_same_links_open_the_new_room(begin: Begin, is_swapped: bool) -> None:
    old = played(begin, "toy")
    olga, udo = old.admit("Olga", "red", 60.0), old.admit("Udo", is_umpire=True)
    file = next_game_path(old.record_path)
    new = start_rematch(old, file, is_swapped=is_swapped)
    assert new.session.game.result is None
    assert new.terms.seed != old.terms.seed
    for seat in old.seats.values():
        again = new.join(seat.secret)
        assert again is not None
        assert again.name == seat.name
        assert (again.side == seat.side) is not is_swapped
        assert again.may_deliver == seat.may_deliver
    looks_on, umpires = new.observer_with(olga.secret), new.observer_with(udo.secret)
    assert looks_on == replace(olga, sees="blue" if is_swapped else "red")
    assert umpires == udo
    new.close()
    UmpiredGame.reopen(file).close()


def test_the_room_goes_on_while_a_replay_is_made_and_what_is_taken_back_begins_it_again(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, slices = played(begin, "toy"), list[int]()
    monkeypatch.setattr(side_replay, "SLICE", 2)
    made, is_changed = side_replay._changes, [False]

    def changes(*given: Any) -> Iterator[Any]:
        for frame in made(*given):
            slices.append(room.change_count)
            if not is_changed[0]:
                is_changed[0] = True
                room._table.moves += 1  # as by an umpire who takes a step back and does it again
            yield frame

    monkeypatch.setattr(side_replay, "_changes", changes)
    frames = room.replay("anna")
    assert len(slices) == len(frames) + 2, "two were made in vain"
    assert room.replay("bo") is frames, "made once for a side"
    monkeypatch.undo()
    room._replays = side_replay.SideReplays()
    assert room.replay("anna") == frames


def test_rematches_are_numbered(begin: Begin) -> None:
    room = begin()
    second = next_game_path(room.record_path)
    assert [second.name, next_game_path(second).name] == ["game-2.room", "game-3.room"]
