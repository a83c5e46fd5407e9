"""A killed program loses no answer: all that a game had lies in its file and its journal."""

from __future__ import annotations

import errno
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

from engine.files.source_text import SaveError
from engine.play.game import Intervention
from engine.session.game_journal import journal_path, read_file_seal, read_lines, seal_line
from engine.session.saved_games import SavedGameStore
from engine.session.seats import FogOfWar, Seat
from engine.session.session import Session
from engine.session.session_files import InvalidSessionError
from tests.engine.session.sessions import CROSSROADS, RED_ALONE, begun, give

Deed = Callable[[Session, random.Random], object]


def found(games: Path) -> Session:
    """The only game of a folder, as a program that is started anew finds it."""
    keeper = SavedGameStore(games)
    (game,) = keeper.games(CROSSROADS)
    return keeper.resumed(game.file, CROSSROADS)


def alike(one: Session, other: Session) -> bool:
    """True if two sessions are the same, in every branch."""

    def told(session: Session) -> object:
        branches = [
            (each.name, each.came_from, each.fork, each.line.answers, each.line.overrides,
             [entry.giver for entry in each.answered], each.dice)
            for each in session.history.branches
        ]  # fmt: skip
        return (
            branches,
            session.history.number,
            session.answer_count,
            session.seats,
            session.game.state,
        )

    return told(one) == told(other)


def otherwise(session: Session, rng: random.Random) -> None:
    """Go back and answer something else."""
    session.undo()
    if session.question() is not None and session.can_redo:
        was = session.history.branch.line.answers[session.answer_count]
        others = [option for option in session.game.options if option != was]
        if others and session.is_local_turn:
            session.answer(rng.choice(others))


def override(session: Session, rng: random.Random) -> None:
    """Change a roll, as an umpire."""
    rolls = [
        m
        for m in session.timeline_entries("en")
        if m.faces is not None and m.number < session.place
    ]
    if rolls:
        moment = rng.choice(rolls)
        assert moment.faces is not None
        answer = session.course.answers_at(moment.number)
        session.override_dice(answer, moment.faces[::-1], "Ann", "cocked")


def intervene(session: Session, rng: random.Random) -> None:
    if session.result is None and session.may_intervene:
        session.intervene(Intervention("hurt", ("r1", "S"), "Ann", "tired"))


DEEDS: dict[str, Deed] = {
    "answer": lambda session, rng: give(session, rng, rng.randint(1, 9)),
    "otherwise": otherwise,
    "back": lambda session, rng: session.step_back(),
    "on": lambda session, rng: session.redo(),
    "luck": lambda session, rng: session.branch_with_new_dice(),
    "switch": lambda session, rng: session.switch(rng.randrange(len(session.branches()))),
    "name": lambda session, rng: session.name_branch(
        rng.randrange(len(session.branches())), rng.choice("桥b")
    ),
    "seat": lambda session, rng: session.seat("red", rng.choice([Seat.PERSON, Seat.GREEDY])),
    "override": override,
    "intervene": intervene,
}


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_done_a_killed_program_has_noted_it(tmp_path: Path, seed: int) -> None:
    rng, games, keeper = random.Random(seed), tmp_path / "games", SavedGameStore(tmp_path / "games")
    session = begun(seats=RED_ALONE, seed=seed, fog=FogOfWar.PER_SIDE)
    keeper.note(session)
    file, done = keeper.file_of(session), set[str]()
    assert file is not None
    for step in range(1, 36):
        deed = "answer" if step % 3 == 1 else rng.choice(sorted(DEEDS))
        DEEDS[deed](session, rng)
        keeper.note(session)
        done.add(deed)
        if step % 7 == 0:
            left = tmp_path / f"left-{step}"
            shutil.copytree(games, left)
            assert alike(found(left), session), (step, deed)
        if step == 20:
            keeper.keep(session)
            assert not journal_path(file).exists()
    assert len(read_lines(file)) > 5, "the journal is what was read"
    assert len(done) > 6
    assert len(session.branches()) > 2


def test_what_the_journal_says_is_listed_and_kept_again(tmp_path: Path) -> None:
    keeper, session = SavedGameStore(tmp_path), begun(seats=RED_ALONE)
    keeper.keep(session)
    give(session, random.Random(1), 90)
    keeper.note(session)
    again = SavedGameStore(tmp_path)
    (listed,) = again.games(CROSSROADS)
    assert listed.turn == session.game.rules.turn(session.game.state) > 0
    taken_up = again.resumed(listed.file, CROSSROADS)
    again.keep(taken_up)
    assert [each.name for each in tmp_path.iterdir()] == [listed.file.name]
    assert alike(found(tmp_path), session)


def test_a_game_with_a_journal_does_not_make_room_for_another_that_lacks_it(tmp_path: Path) -> None:
    keeper, session = SavedGameStore(tmp_path / "games"), give(begun(seed=5), random.Random(5), 3)
    keeper.keep(session)
    session.save(tmp_path / "mine.session")
    give(session, random.Random(5), 3)
    keeper.note(session)
    opened = Session.resume(tmp_path / "mine.session")
    opened.path = CROSSROADS
    other = SavedGameStore(tmp_path / "games")
    other.keep(opened)
    assert len(other.games(CROSSROADS)) == 2


def test_the_journal_of_an_earlier_file_counts_for_nothing(tmp_path: Path) -> None:
    keeper, session = SavedGameStore(tmp_path), begun(seats=RED_ALONE)
    keeper.keep(session)
    file = keeper.file_of(session)
    assert file is not None
    give(session, random.Random(1), 10)
    keeper.note(session)
    old = journal_path(file).read_bytes()
    session.branch_with_new_dice()
    keeper.keep(session)
    journal_path(file).write_bytes(old)
    assert alike(found(tmp_path), session)


@pytest.mark.parametrize("cut", [1, 9, 40])
def test_a_line_that_was_cut_short_costs_that_line_alone(tmp_path: Path, cut: int) -> None:
    keeper, session = SavedGameStore(tmp_path), begun(seats=RED_ALONE)
    keeper.keep(session)
    for _ in range(3):
        answers = list(session.game.answers)
        give(session, random.Random(1), 4)
        keeper.note(session)
    file = keeper.file_of(session)
    assert file is not None
    whole = journal_path(file).read_bytes()
    journal_path(file).write_bytes(whole[:-cut])
    assert found(tmp_path).game.answers == answers


def test_a_journal_of_another_form_is_refused_in_words(tmp_path: Path) -> None:
    keeper, session = SavedGameStore(tmp_path), begun(seats=RED_ALONE)
    keeper.keep(session)
    file = keeper.file_of(session)
    assert file is not None
    head = {"journal": 1, "game": read_file_seal(file)}
    lines: list[dict[str, Any]] = [
        {"grown": 3}, {}, {"grown": [{"branch": 4}], "at": [0]},
        {"grown": [{"branch": 0, "name": "", "answers": 7, "givers": ""}], "at": [0]},
        {"grown": [{"branch": 0, "name": "", "answers": [], "givers": "?"}], "at": [0]},
        {"grown": [], "at": ["x"]}, {"grown": [], "at": []},
        {"grown": [], "at": [0], "seats": 3}, {"grown": [], "at": [0], "branch": 9},
    ]  # fmt: skip
    for line in lines:
        journal_path(file).write_bytes(seal_line(head) + seal_line(line))
        with pytest.raises(InvalidSessionError, match=file.stem):
            found(tmp_path)


def test_a_disk_that_was_full_leaves_no_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, session = SavedGameStore(tmp_path), begun(seats=RED_ALONE)
    keeper.keep(session)
    give(session, random.Random(1), 4)
    keeper.note(session)
    give(session, random.Random(1), 4)

    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr("engine.files.file_writer.os.write", full)
        with pytest.raises(SaveError, match=os.strerror(errno.ENOSPC)):
            keeper.note(session)
    give(session, random.Random(1), 4)
    keeper.note(session)
    assert alike(found(tmp_path), session)


def test_a_game_whose_file_is_gone_is_kept_again(tmp_path: Path) -> None:
    keeper, session = SavedGameStore(tmp_path), begun(seats=RED_ALONE)
    keeper.note(session)
    shutil.rmtree(tmp_path)
    give(session, random.Random(1), 4)
    keeper.note(session)
    assert alike(found(tmp_path), session)
