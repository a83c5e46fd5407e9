"""Sessions in files: everything survives, and what is broken is refused in words."""

from __future__ import annotations

import gc
import json
import random
import weakref
from pathlib import Path

import pytest

from engine.files.file_writer import FileRemovalError
from engine.problems import SandtableError
from engine.scenario.scenario import ScenarioUnit
from engine.session import replay
from engine.session import saved_games as keeper_module
from engine.session.replay import ReplayMismatchError
from engine.session.saved_games import SavedGameStore
from engine.session.seats import OWN_SEATS, FogOfWar, Seat
from engine.session.session import Session
from engine.session.session_files import InvalidSessionError
from engine.session.timeline import AnswerSource
from tests.engine.session.sessions import (
    CROSSROADS,
    PERSONS,
    RED_ALONE,
    begun,
    drawn,
    give,
    umpired,
)
from tests.games.boards import scenario


def branched() -> Session:
    """A session with two branches, left in the middle of things in both."""
    session = give(begun(seats=RED_ALONE, fog=FogOfWar.PER_SIDE), random.Random(8), 60)
    session.undo()
    session.undo()
    was = session.history.branch.line.answers[session.answer_count]
    session.answer(next(option for option in session.game.options if option != was))
    give(session, random.Random(1), 20)
    session.step_back()
    session.name_branch(1, "桥")
    return session


def test_all_branches_survive_with_names_redo_seats_and_fog(tmp_path: Path) -> None:
    session = branched()
    session.save(tmp_path / "a.session")
    loaded = Session.resume(tmp_path / "a.session")
    assert loaded.branches() == session.branches()
    assert (loaded.seats, loaded.fog, loaded.seed) == (session.seats, session.fog, session.seed)
    for number in (1, 0):
        loaded.switch(number)
        session.switch(number)
        assert loaded.answer_count == session.answer_count
        assert loaded.game.state == session.game.state
        assert loaded.timeline_entries("en") == session.timeline_entries("en")
        assert loaded.log() == session.log()
        loaded.go_to(loaded.branch_answer_count)
        session.go_to(session.branch_answer_count)
        assert loaded.game.events == session.game.events
    assert loaded.history.tray.dice == session.history.tray.dice


def test_a_session_taken_up_goes_on_as_it_would_have_from_every_stop(tmp_path: Path) -> None:
    seed, file = 3, tmp_path / "a.session"
    session = give(begun(seats=RED_ALONE, seed=seed), random.Random(seed), 70)
    for number in random.Random(seed).sample(session.history.branch.stops, 4):
        session.go_to(number)
        session.save(file)
        loaded = Session.resume(file)
        assert loaded.can_redo == session.can_redo
        assert loaded.game.decision == session.game.decision
        loaded.go_to(loaded.branch_answer_count)
        give(loaded, random.Random(1), 40)
        twin = begun(seats=RED_ALONE, seed=seed)
        give(twin, random.Random(seed), 70)
        give(twin, random.Random(1), 40)
        assert loaded.game.answers == twin.game.answers, f"seed {seed}, answer {number}"


def test_dice_by_hand_overridden_dice_and_umpire_s_acts_survive(tmp_path: Path) -> None:
    session = umpired()
    session.save(tmp_path / "a.session")
    loaded = Session.resume(tmp_path / "a.session")
    assert loaded.has_manual_dice
    assert loaded.game.state == session.game.state
    assert loaded.timeline_entries("en") == session.timeline_entries("en")
    assert loaded.game.overrides == session.game.overrides
    assert {m.giver for m in loaded.timeline_entries("en")} == {
        AnswerSource.PERSON,
        AnswerSource.HAND,
        AnswerSource.UMPIRE,
    }


def test_a_replay_says_who_sat_where_and_is_taken_up_as_a_session(tmp_path: Path) -> None:
    session = give(begun(seats=RED_ALONE), random.Random(2), 50)
    session.undo()
    session.save_replay(tmp_path / "a.replay")
    record = replay.read(tmp_path / "a.replay")
    assert dict(record.players) == {"red": "person", "blue": "greedy"}
    assert len(record.answers) == session.answer_count, "up to where it stands"
    loaded = Session.resume(tmp_path / "a.replay")
    assert loaded.seats == session.seats
    assert loaded.game.state == session.game.state
    assert [m.giver for m in loaded.timeline_entries("en")] == [
        m.giver for m in session.timeline_entries("en")[: session.answer_count]
    ]


def test_a_sample_s_replay_can_be_looked_through() -> None:
    file = CROSSROADS.parent.parent / "replays" / "crossroads-greedy.replay"
    session = Session.resume(file)
    assert session.seats == {"red": Seat.GREEDY, "blue": Seat.GREEDY}
    session.go_to(0)
    while session.can_redo:
        session.step_on()
    assert session.answer_count == session.branch_answer_count


def test_saving_again_writes_the_same_bytes(tmp_path: Path) -> None:
    session, file = branched(), tmp_path / "a.session"
    session.save(file)
    first = file.read_bytes()
    session.save(file)
    assert file.read_bytes() == first
    loaded = Session.resume(file)
    loaded.save(file)
    assert file.read_bytes() == first


def test_a_session_without_a_scenario_file_needs_the_scenario(tmp_path: Path) -> None:
    made = scenario("r1 . b1")
    session = Session.begin(made, PERSONS, 1)
    session.save(tmp_path / "a.session")
    assert Session.resume(tmp_path / "a.session", made).asked == session.asked
    with pytest.raises(InvalidSessionError):
        Session.resume(tmp_path / "a.session")


# --- what is broken ------------------------------------------------------------------------------


def sealed(tmp_path: Path, lines: list[str]) -> Path:
    """Lines as a session file with the right digest, as somebody might forge it."""
    from engine.session.session_files import _digest

    body = "".join(f"{line}\n" for line in lines)
    file = tmp_path / "forged.session"
    file.write_text(
        body + json.dumps({"digest": _digest(body)}, separators=(",", ":")) + "\n", "utf-8"
    )
    return file


def test_a_file_cut_short_or_changed_is_refused(tmp_path: Path) -> None:
    session, file = branched(), tmp_path / "a.session"
    session.save(file)
    whole = file.read_text("utf-8")
    rng = random.Random(4)
    for cut in [0, 1, 10, *(rng.randrange(len(whole)) for _ in range(20))]:
        file.write_text(whole[:cut], "utf-8")
        with pytest.raises(SandtableError):
            Session.resume(file)
    file.write_text(whole.replace("person", "greedy", 1), "utf-8")
    with pytest.raises(InvalidSessionError):
        Session.resume(file)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", []),
        ("seats", {"red": 1}),
        ("fog", 3),
        ("seed", "x"),
        ("branch", 7),
        ("branch", None),
        ("scenario", {}),
    ],
)
def test_a_head_that_says_nonsense_is_refused(tmp_path: Path, key: str, value: object) -> None:
    session, file = branched(), tmp_path / "a.session"
    session.save(file)
    head, *branches = file.read_text("utf-8").splitlines()[:-1]
    changed = json.dumps({**json.loads(head), key: value})
    with pytest.raises(InvalidSessionError):
        Session.resume(sealed(tmp_path, [changed, *branches]))


@pytest.mark.parametrize(
    ("key", "value"),
    [("givers", "p"), ("replay", "no replay"), ("replay", 5), ("at", "x"), ("from", "x")],
)
def test_a_branch_that_says_nonsense_is_refused(tmp_path: Path, key: str, value: object) -> None:
    session, file = branched(), tmp_path / "a.session"
    session.save(file)
    head, branch, other = file.read_text("utf-8").splitlines()[:-1]
    changed = json.dumps({**json.loads(branch), key: value})
    with pytest.raises(SandtableError):
        Session.resume(sealed(tmp_path, [head, changed, other]))


def test_another_kind_of_file_is_no_session(tmp_path: Path) -> None:
    file = tmp_path / "a.session"
    for content in ("", "{}\n", "nonsense\n", '{"sandtable":"map/1"}\n{}\n{}\n', "[]\n"):
        file.write_text(content, "utf-8")
        with pytest.raises(SandtableError):
            Session.resume(file)


def test_answers_against_the_rules_are_refused(tmp_path: Path) -> None:
    session = drawn("r1 . b1")
    session.save(tmp_path / "a.session")
    other = scenario("r1 . b1")
    other.units = (*other.units, ScenarioUnit("b2", "blue", "tank", at=other.map.grid.hex(1, 0)))
    with pytest.raises(SandtableError) as error:
        Session.resume(tmp_path / "a.session", other)
    assert not isinstance(error.value, ReplayMismatchError), "the scenario is another"


def test_a_kept_game_that_was_taken_up_is_kept_in_the_same_file(tmp_path: Path) -> None:
    keeper = SavedGameStore(tmp_path / "games")
    keeper.keep(give(begun(), random.Random(3), 1))
    (kept,) = keeper.games(CROSSROADS)
    taken_up = keeper.resumed(kept.file, CROSSROADS)
    keeper.keep(give(taken_up, random.Random(3), 4))
    (again,) = SavedGameStore(tmp_path / "games").games(CROSSROADS)
    assert keeper.resumed(again.file, CROSSROADS).answer_count == taken_up.answer_count
    assert len(list((tmp_path / "games").iterdir())) == 1


def test_several_games_of_a_scenario_are_kept_with_their_notes(tmp_path: Path) -> None:
    keeper = SavedGameStore(tmp_path / "games")
    turns = []
    for seed in (3, 4):
        session = give(begun(seed=seed), random.Random(seed), 30)
        turns.append(session.game.rules.turn(session.game.state))
        keeper.keep(session)
    later, earlier = keeper.games(CROSSROADS)
    assert {later.seats["red"], later.seats["blue"]} <= set(OWN_SEATS)
    assert [earlier.turn, later.turn] == turns
    keeper_module.write_note(earlier.file, " the bridge \n")
    noted = next(game for game in keeper.games(CROSSROADS) if game.file == earlier.file)
    assert noted.note == "the bridge"
    keeper_module.remove(noted.file)
    assert [game.file for game in keeper.games(CROSSROADS)] == [later.file]
    assert len(list((tmp_path / "games").iterdir())) == 1


def test_games_are_found_whatever_signs_are_in_the_name_of_their_scenario(tmp_path: Path) -> None:
    keeper, session = SavedGameStore(tmp_path / "games"), begun()
    session.path = tmp_path / "[old] hill*.scenario.yaml"
    keeper.keep(session)
    assert keeper.has_game(session.path)


def test_a_game_that_was_kept_when_one_was_kept_of_each_scenario_stays(tmp_path: Path) -> None:
    keeper, old = SavedGameStore(tmp_path / "games"), give(begun(seed=8), random.Random(8), 5)
    keeper.keep(old)
    (kept,) = keeper.games(CROSSROADS)
    lines = kept.file.read_text("utf-8").splitlines()
    head = {key: value for key, value in json.loads(lines[0]).items() if key != "turn"}
    sealed(tmp_path, [json.dumps(head), *lines[1:-1]]).replace(kept.file)
    before, new = kept.file.read_bytes(), SavedGameStore(tmp_path / "games")
    new.keep(give(begun(seed=9), random.Random(9), 5))
    assert kept.file.read_bytes() == before
    told = next(game for game in new.games(CROSSROADS) if game.file == kept.file)
    assert told.turn == 0
    assert new.resumed(told.file, CROSSROADS).game.answers == old.game.answers


def test_a_game_that_goes_on_from_a_file_takes_the_place_of_what_it_has_in_full(
    tmp_path: Path,
) -> None:
    keeper, session = SavedGameStore(tmp_path / "games"), give(begun(seed=5), random.Random(5), 3)
    keeper.keep(session)
    session.save(tmp_path / "mine.session")
    opened = Session.resume(tmp_path / "mine.session")
    opened.path = CROSSROADS
    other = SavedGameStore(tmp_path / "games")
    other.keep(give(opened, random.Random(5), 3))
    assert len(other.games(CROSSROADS)) == 1
    other.forget(opened)
    assert other.games(CROSSROADS) == []


def test_a_game_that_is_over_stays_where_somebody_noted_something(tmp_path: Path) -> None:
    keeper, session = SavedGameStore(tmp_path), give(begun(seed=5), random.Random(5), 3)
    keeper.keep(session)
    keeper_module.write_note(keeper.games(CROSSROADS)[0].file, "well played")
    keeper.forget(session)
    assert [game.note for game in keeper.games(CROSSROADS)] == ["well played"]


def test_a_game_nobody_has_answered_in_is_taken_up_again(tmp_path: Path) -> None:
    session = begun()
    session.save(tmp_path / "a.session")
    session.save_replay(tmp_path / "a.replay")
    for name in ("a.session", "a.replay"):
        assert Session.resume(tmp_path / name, session.scenario).answer_count == 0


def test_a_game_that_nobody_has_open_is_let_go_and_found_again_in_its_file(tmp_path: Path) -> None:
    keeper = SavedGameStore(tmp_path)
    session = give(begun(seats=PERSONS), random.Random(2), 10)
    session.path = CROSSROADS
    keeper.keep(session)
    gone = weakref.ref(session)
    del session
    gc.collect()
    assert gone() is None
    (game,) = keeper.games(CROSSROADS)
    assert keeper.resumed(game.file, CROSSROADS).answer_count


def test_a_game_that_cannot_be_removed_is_told_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper = SavedGameStore(tmp_path)
    session = give(begun(seats=PERSONS), random.Random(2), 10)
    session.path = CROSSROADS
    keeper.keep(session)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(FileRemovalError, match="Permission denied"):
        keeper.forget(session)
    assert keeper.file_of(session) is not None


def test_a_note_that_cannot_be_read_hides_no_game(tmp_path: Path) -> None:
    keeper = SavedGameStore(tmp_path)
    session = give(begun(seats=PERSONS), random.Random(2), 10)
    session.path = CROSSROADS
    keeper.keep(session)
    file = keeper.file_of(session)
    assert file is not None
    file.with_suffix(keeper_module.NOTE).write_bytes(b"\xff\x00")
    (game,) = keeper.games(CROSSROADS)
    assert game.note == ""
