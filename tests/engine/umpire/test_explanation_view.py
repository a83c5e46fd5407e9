"""From afar too one asks why: of what has happened, by rules and cells, and of places refused."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.languages import MADE_IN
from engine.umpire import explanation_view
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.umpire.rooms import Begin, advance

Line = dict[str, Any]


def lines(room: UmpiredGame, seat: str = "anna") -> list[Line]:
    """The log as a seat reads it."""
    desk = room.desk(seat)
    return [line for key in desk if key.startswith("happened-") for line in desk[key]]


@pytest.fixture
def room(begin: Begin) -> UmpiredGame:
    """The tank sample, in its first turn."""
    made, rng = begin("tank", is_attended=True), random.Random(4)
    while made.session.game.position().turn < 1 or made.waits_for not in made.sides:
        if made.proposed is not None:
            made.proceed()
        else:
            made.choose(rng.choice(list(made.session.game.options)))
    return made


def test_a_roll_in_the_log_is_explained_by_its_rule_in_every_language(room: UmpiredGame) -> None:
    """T2: who declares first is told by a die."""
    (line, *_) = [each for each in lines(room) if "why" in each]
    said, roll = explanation_view.explain_event(room, "anna", line["why"])
    assert said["what"] == line["words"]
    assert [rule["number"] for rule in roll["rules"]] == ["T2", "T3"]
    assert set(roll["rules"][0]["sentence"]) >= set(MADE_IN)


def test_a_line_without_rolls_or_rules_has_nothing_to_ask(room: UmpiredGame) -> None:
    placed = [each for each in lines(room) if "sets up at" in each["words"]["en"]]
    assert placed
    assert all("why" not in each for each in placed)


def test_numbers_of_lines_count_those_of_one_s_own_log_alone(begin: Begin) -> None:
    room, rng = begin("primer", 2), random.Random(2)
    while room.session.game.position().turn < 1:
        advance(room, rng, lambda room: None)
    told = room.session.history.branch.told[: len(room.session.game.events)]
    for seat, side in (("anna", "red"), ("carl", "blue")):
        log = lines(room, seat)
        assert len(log) < sum(any(each.words.values()) for each in told)
        assert [log[line["why"]] for line in log if "why" in line] == [
            line for line in log if "why" in line
        ]
        said = [refused_or_words(room, seat, number) for number in range(-1, len(told) + 2)]
        assert said[1 : len(log) + 1] == [line["words"] for line in log], side
        assert len({repr(each) for each in (said[0], *said[len(log) + 1 :])}) == 1


def refused_or_words(room: UmpiredGame, seat: str, number: int) -> Any:
    """What is said of a line, or why nothing is."""
    try:
        return explanation_view.explain_event(room, seat, number)[0]["what"]
    except RefusedError as error:
        return error


def test_who_looks_on_asks_as_the_side_he_looks_on_with(room: UmpiredGame) -> None:
    guest, reader = room.admit("Eve", "red"), room.admit("Rolf", "bulletins")
    (line, *_) = [each for each in lines(room) if "why" in each]
    assert explanation_view.explain_event(
        room, guest.id, line["why"]
    ) == explanation_view.explain_event(room, "anna", line["why"])
    with pytest.raises(RefusedError):
        explanation_view.explain_event(room, reader.id, line["why"])


def test_a_hex_that_is_no_answer_says_why_by_a_rule(room: UmpiredGame) -> None:
    asked = "anna" if room.waits_for == "red" else "carl"
    desk = room.desk(asked)
    unit = next(each for each in desk["options"] if each["unit"])["unit"]
    far = "@0,0" if asked == "carl" else room.session.scenario.map.grid.name(
        list(room.session.scenario.map.grid)[-1]
    )  # fmt: skip
    (told,) = explanation_view.explain_place(room, asked, far, unit)
    assert told["what"]["en"]
    assert told["what"]["en"] != told["what"]["zh"]
    assert told["rules"] or told["remark"]["en"]


def test_nobody_is_told_why_who_is_not_asked(room: UmpiredGame) -> None:
    other = "carl" if room.waits_for == "red" else "anna"
    with pytest.raises(RefusedError):
        explanation_view.explain_place(room, other, "@0,0", "")


def test_the_situation_is_told_part_by_part_as_the_side_may_know_it(room: UmpiredGame) -> None:
    desk = room.desk("anna")
    parts = {part["id"]: part for part in desk["situation"]}
    assert list(parts) == ["now", "held", "losses", "coming"]
    assert [part["id"] for part in desk["special"]] == ["rules"]
    assert parts["now"]["title"]["en"] == "Score"
    assert any("Turn 1" in line["words"]["en"] for line in parts["now"]["lines"])
    grid = room.session.scenario.map.grid
    known = {grid.name(hex_) for hex_ in grid}
    held = parts["held"]["lines"]
    assert held
    assert all(set(line["at"]) <= known for line in held)
    others = {line["side"] for line in parts["coming"]["lines"]}
    mine = {unit.side for unit in room.session.game.position("red").coming}
    assert others == mine
