"""Whichever call to the file system fails, nothing is torn, and what was acknowledged is there."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from engine.balance import league as balance_league
from engine.balance.balance_report import as_csv
from engine.balance.balance_summary import BalanceSummary
from engine.balance.league import League, LeagueGame
from engine.balance.series import GameRecord, Series, open_game, play_series_game
from engine.balance.series_file import SeriesFile
from engine.balance.worker_pool import run
from engine.checks.scenario_checks import load_playable
from engine.editing.edits import CellLayer, SetCells
from engine.files import map_reader, source_text
from engine.files.source_text import SaveError
from engine.problems import SandtableError
from engine.session.saved_games import SavedGameStore, write_note
from engine.session.session import Session
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.documents.map_document import MapDocument
from studio.documents.recovery_journal import find_recoveries
from tests.engine.comparing_maps import FULL
from tests.engine.scenario_texts import folder as scenario_folder
from tests.engine.session.sessions import give
from tests.fuzz.faulty import NUMBERS, failing

MAX_CALLS = 200  # far more than any of these needs
STEPS = 4
WANTED = [90 + step for step in range(STEPS)]
T = TypeVar("T")
kinds = pytest.mark.parametrize("for_good", [False, True], ids=["once", "for good"])


def every_call(
    work: Callable[[int], T], looked_at: Callable[[int, T], None], *, for_good: bool
) -> int:
    """Do a work again and again, each time another of its calls failing; how many it has.

    What came of it is looked at once the file system is whole again.
    """
    for number in count(1):
        assert number < MAX_CALLS
        with failing(number, NUMBERS[number % len(NUMBERS)], for_good=for_good) as faulty:
            result = work(number)
        looked_at(number, result)
        if faulty.calls < number:
            return number - 1
    raise AssertionError


def saved(write: Callable[[], object]) -> bool:
    """Whether something could be saved; SaveError says why it could not."""
    try:
        write()
    except SaveError:
        return False
    return True


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A map in a folder of its own."""
    (tmp_path / "maps").mkdir()
    place = tmp_path / "maps" / "a.map.yaml"
    place.write_text(FULL, encoding="utf-8")
    return place


@pytest.fixture(autouse=True)
def application(qapp: object) -> None:
    """Undo stacks need Qt running."""


def level(hex_: int, value: int) -> SetCells:
    return SetCells(CellLayer.LEVEL, np.array([hex_]), np.array([value]))


@kinds
def test_a_file_is_the_old_one_or_the_new_one(file: Path, for_good: bool) -> None:
    def work(number: int) -> bool:
        return saved(lambda: source_text.write(file, f"{number}"))

    def looked_at(number: int, is_saved: bool) -> None:
        assert [each.name for each in file.parent.iterdir()] == [file.name]
        assert file.read_text("utf-8") in ({f"{number}"} if is_saved else {"old", f"{number}"})
        file.write_text("old", "utf-8")

    file.write_text("old", "utf-8")
    assert every_call(work, looked_at, for_good=for_good) >= 5


@kinds
def test_a_document_that_cannot_be_saved_is_dirty_and_can_be_saved_later(
    file: Path, for_good: bool
) -> None:
    def work(number: int) -> bool:
        document.apply(level(0, number), "Raise")
        return saved(document.save)

    def looked_at(number: int, is_saved: bool) -> None:
        assert document.is_dirty is not is_saved
        document.keep_mine()
        document.save()
        assert map_reader.load(file).level[0, 0] == number

    document = MapDocument.open(file)
    assert every_call(work, looked_at, for_good=for_good) >= 5
    document.close()


@kinds
def test_a_journal_that_cannot_be_written_is_told_once_and_holds_what_came_before(
    file: Path, tmp_path: Path, for_good: bool
) -> None:
    def work(number: int) -> tuple[MapDocument, int]:
        told.clear()
        document = MapDocument.open(file, tmp_path / f"{number}")
        document.unprotected.connect(told.append)
        kept = 0
        for step in range(STEPS):
            document.apply(level(step, 90 + step), "Raise")
            kept += not told
        return document, kept

    def looked_at(number: int, done: tuple[MapDocument, int]) -> None:
        document, kept = done
        assert document.map.level.reshape(-1)[:STEPS].tolist() == WANTED
        assert len(told) <= 1
        assert bool(told) is (kept < STEPS)
        assert recovered(document, tmp_path / f"{number}")[:kept] == WANTED[:kept]
        document._protection.end()
        document.close()

    told: list[str] = []
    assert every_call(work, looked_at, for_good=for_good) >= STEPS


def recovered(document: MapDocument, folder: Path) -> list[int]:
    """The steps that can be recovered once the program of a document dies."""
    journal = document._protection._journal
    if journal is None:
        return []
    journal._syncing.close()
    assert journal._lock is not None
    journal._lock.close()
    found = [
        recovery.map().level.reshape(-1)[:STEPS].tolist() for recovery in find_recoveries(folder)
    ]
    return found[0] if found else []


# --- a room ---------------------------------------------------------------------------------------


@pytest.fixture
def room(tmp_path: Path) -> Callable[[str], UmpiredGame]:
    """Rooms by the names of their files."""
    scenario = scenario_folder(tmp_path)
    seats = [PlayerSeat("anna", "red", "Anna", secret="a" * 16),
             PlayerSeat("carl", "blue", "Carl", secret="c" * 16)]  # fmt: skip
    return lambda name: UmpiredGame.begin(scenario, tmp_path / name, seats, 1)


@kinds
def test_a_room_has_what_it_told_of_and_nothing_that_it_refused(
    room: Callable[[str], UmpiredGame], for_good: bool
) -> None:
    def work(number: int) -> tuple[UmpiredGame, list[str]]:
        words = [f"note {step}" for step in range(STEPS)]
        return rooms[number], [each for each in words if saved(lambda: rooms[number].note(each))]  # noqa: B023 called at once

    def looked_at(number: int, done: tuple[UmpiredGame, list[str]]) -> None:
        before, told = done
        assert [note.words for note in before.notes] == told
        before.close()
        again = UmpiredGame.reopen(before.record_path)
        found = [note.words for note in again.notes]
        assert found[: len(told)] == told
        # Where not even what was half done can be taken back, it may have been done after all.
        assert len(found) <= len(told) + for_good
        again.close()

    rooms = {number: room(f"{number}.room") for number in range(1, 4 * STEPS)}
    assert every_call(work, looked_at, for_good=for_good) >= STEPS
    for each in rooms.values():
        each.close()


@kinds
def test_a_room_begins_whole_or_leaves_no_record(
    room: Callable[[str], UmpiredGame], tmp_path: Path, for_good: bool
) -> None:
    def work(number: int) -> UmpiredGame | None:
        try:
            return room(f"{number}.room")
        except SandtableError:
            return None

    def looked_at(number: int, begun: UmpiredGame | None) -> None:
        file = tmp_path / f"{number}.room"
        assert file.exists() is (begun is not None)
        if begun is not None:
            begun.close()
            UmpiredGame.reopen(file).close()

    assert every_call(work, looked_at, for_good=for_good) >= 2


# --- balance --------------------------------------------------------------------------------------


@kinds
def test_the_results_of_many_games_are_written_whole_or_not_at_all(
    tmp_path: Path, for_good: bool
) -> None:
    series = Series(
        load_playable(scenario_folder(tmp_path)), {"red": "random", "blue": "random"}, 2, 1
    )
    balance = BalanceSummary.of(series, run(series, 1))
    table = tmp_path / "results" / "games.csv"
    table.parent.mkdir()
    source_text.write(table, as_csv(balance))
    whole = table.read_bytes()

    def work(number: int) -> bool:
        return saved(lambda: source_text.write(table, as_csv(balance)))

    def looked_at(number: int, is_saved: bool) -> None:
        held = [each.read_bytes() for each in table.parent.iterdir()]
        assert held == [whole] if is_saved else held in ([], [whole])
        table.unlink(missing_ok=True)

    assert every_call(work, looked_at, for_good=for_good) >= 5


# --- leagues and kept games -----------------------------------------------------------------------


@kinds
def test_the_games_of_a_league_that_were_kept_are_there(tmp_path: Path, for_good: bool) -> None:
    players = ("random", "greedy")
    league = League((load_playable(scenario_folder(tmp_path)),), players, 2 * STEPS, 1)
    games = [LeagueGame(0, number, "random", 3) for number in range(1, STEPS + 1)]

    def work(number: int) -> list[LeagueGame]:
        file, kept = tmp_path / f"{number}.jsonl", []
        try:
            keeping = balance_league.open_league_file(file, league)
            for game in games:
                keeping.add(game)
                kept.append(game)
        except SaveError:
            pass
        return kept

    def looked_at(number: int, kept: list[LeagueGame]) -> None:
        found = balance_league.read(tmp_path / f"{number}.jsonl", league)
        assert found[: len(kept)] == kept
        assert len(found) <= len(kept) + for_good

    assert every_call(work, looked_at, for_good=for_good) >= 2 * STEPS


@kinds
def test_the_games_of_a_series_that_were_kept_are_there(tmp_path: Path, for_good: bool) -> None:
    scenario = load_playable(scenario_folder(tmp_path))
    series = Series(scenario, {"red": "random", "blue": "random"}, STEPS, 1)
    first = open_game(series)
    records = [play_series_game(series, number, first) for number in range(1, STEPS + 1)]

    def work(number: int) -> list[GameRecord]:
        found: list[GameRecord] = []
        try:
            file = SeriesFile(tmp_path / f"{number}.jsonl", scenario)
            for record in records:
                file.add(series, record)
                found.append(record)
        except SaveError:
            pass
        return found

    def looked_at(number: int, found: list[GameRecord]) -> None:
        again = list(SeriesFile(tmp_path / f"{number}.jsonl", scenario).records(series))
        assert again[: len(found)] == found
        assert len(again) <= len(found) + for_good

    assert every_call(work, looked_at, for_good=for_good) >= 2 * STEPS


@kinds
def test_a_kept_game_is_as_it_was_kept_last_or_as_it_is_now(tmp_path: Path, for_good: bool) -> None:
    scenario = scenario_folder(tmp_path)
    keeper, games = SavedGameStore(tmp_path / "state" / "games"), tmp_path / "state" / "games"
    session = Session.begin(load_playable(scenario), {}, 1, path=scenario)
    give(session, random.Random(3), 1)
    last = [0]

    def work(number: int) -> bool:
        give(session, random.Random(3), 1)
        return saved(lambda: keeper.keep(session)) and saved(lambda: noted(number))

    def noted(number: int) -> None:
        file = keeper.file_of(session)
        assert file is not None
        write_note(file, f"{number}")

    def looked_at(number: int, is_saved: bool) -> None:
        kept = SavedGameStore(games).games(scenario)
        if kept:
            assert len(list(games.iterdir())) <= 2, "something half written was left"
            at = Session.resume(kept[0].file).answer_count
            assert at in (last[0], session.answer_count)
            last[0] = at
        if is_saved:
            assert (kept[0].note, last[0]) == (f"{number}", session.answer_count)
        keeper.keep(session)
        last[0] = session.answer_count

    assert every_call(work, looked_at, for_good=for_good) >= 10
