"""Sessions in files: every branch as a replay, with who sat where.

`session/1` is JSON lines: a head, a line for each branch, and a last line that seals the rest with
a digest. A replay is taken up as a session of one branch. What a kept game has come to have since
its file was written lies beside it (`engine/session/game_journal.py`).
"""

from __future__ import annotations

import copy
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from engine.checks.scenario_checks import load_playable
from engine.files import source_text, strict_json
from engine.games import new_game
from engine.play.ai_support import DEFAULT
from engine.play.decisions import Answer
from engine.play.dice import SeededDice
from engine.play.game import Game
from engine.play.time_limits import TimeLeft
from engine.problems import SandtableError
from engine.scenario.scenario import Scenario
from engine.session import game_journal, replay
from engine.session.dice_tray import SessionDice
from engine.session.game_journal import BranchRecord, journal_path
from engine.session.history import Branch, History
from engine.session.replay import RecordedDice, Replay
from engine.session.replay_restore import restore_branch
from engine.session.seats import (
    FogOfWar,
    Seat,
    Seats,
    player_name_with_temperament,
    temperament_in_name,
)
from engine.session.timeline import GIVERS, LETTERS, AnswerSource
from engine.texts import text

KIND = "session/1"
LONGEST_HEAD = 65_536  # characters


class InvalidSessionError(SandtableError):
    """A session file that cannot be read; the text names the file and the line."""


class SessionHead(NamedTuple):
    """The summary of a session's file and journal; a turn of 0 is unknown."""

    seats: Mapping[str, str] = {}
    seed: int = 0
    turn: int = 0
    is_over: bool = False


class SavedSession(NamedTuple):
    """A session as saved; `path` is the scenario's file, if it has one."""

    history: History
    seats: Seats
    fog: FogOfWar
    seed: int
    path: Path | None
    time_left: TimeLeft = TimeLeft()
    tempers: Mapping[str, str] = {}  # by side


# --- saving --------------------------------------------------------------------------------------


def save(kept: SavedSession, file: Path) -> None:
    """Keep a session with all its branches, in one step; SaveError leaves the old file whole."""
    history, named = kept.history, _scenario_from(kept, file)
    history.branch.at = history.at
    lines = [_head(kept, named), *(_branch(kept, branch, named) for branch in history.branches)]
    body = "".join(f"{_spell(line)}\n" for line in lines)
    source_text.write(file, f"{body}{_spell({'digest': _digest(body)})}\n")


def save_replay(kept: SavedSession, file: Path) -> None:
    """Keep this branch up to where it stands, as a replay with who sat where."""
    history = kept.history
    game = _twin(history, history.branch, history.at)
    replay.save(game, file, _scenario_from(kept, file), _players(kept))


def _head(kept: SavedSession, scenario: str) -> dict[str, Any]:
    return {
        "sandtable": KIND,
        "scenario": scenario,
        "fog": kept.fog.value,
        "seed": kept.seed,
        **changing_head_values(kept),
    }


def changing_head_values(kept: SavedSession) -> dict[str, Any]:
    """Return what of a session's head may change at any moment."""
    game = kept.history.game
    return {
        "seats": _players(kept),
        "branch": kept.history.number,
        "turn": game.rules.turn(game.state),
        "over": game.is_over,
        "clock": list(kept.time_left),
    }


def _branch(kept: SavedSession, branch: Branch, scenario: str) -> dict[str, Any]:
    """A branch; one that has not grown since is not put into words again."""
    head = _spell([scenario, _players(kept)])
    if branch.written is None or branch.written[:2] != (branch.line, head):
        twin = _twin(kept.history, branch, len(branch.line.answers))
        branch.written = branch.line, head, replay.compose(twin, scenario, _players(kept))
    return {
        "name": branch.name,
        "from": branch.came_from,
        "fork": branch.fork,
        "at": branch.at,
        "givers": "".join(LETTERS[entry.giver] for entry in branch.answered),
        "replay": branch.written[2],
    }


def _twin(history: History, branch: Branch, answers: int) -> Game[Any]:
    """The game of a branch after so many answers, apart from the one that is played."""
    twin = copy.copy(history.game)
    twin.fingerprints = history.game.fingerprints
    twin.dice = branch.dice
    twin.go_to_point(branch.line, answers)
    return twin


def _players(kept: SavedSession) -> dict[str, str]:
    return {
        side: player_name_with_temperament(seat, kept.tempers.get(side, DEFAULT))
        for side, seat in kept.seats.items()
    }


def _scenario_from(kept: SavedSession, file: Path) -> str:
    """The scenario's path as seen from the folder of the file to be written."""
    return "" if kept.path is None else source_text.relative_path(file, kept.path)


def _spell(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _digest(body: str) -> str:
    return hashlib.blake2b(body.encode(), digest_size=8).hexdigest()


# --- taking up -----------------------------------------------------------------------------------


def resume(file: Path, scenario: Scenario | None = None) -> SavedSession:
    """A session or a replay taken up again; without a scenario, the one its file names.

    InvalidSessionError, InvalidReplayError and ReplayMismatchError say what cannot be taken up,
    and why.
    """
    content = source_text.read_text(file)
    lines = list(io.StringIO(content, newline="\n"))
    head = _mapping(lines[0], file, 1) if lines else {}
    if head.get("sandtable") == replay.KIND:
        return _of_replay(replay.parse(content, str(file)), file, scenario)
    if head.get("sandtable") != KIND:
        _refuse("session-kind", file, found=head.get("sandtable", "–"), wanted=KIND)
    if len(lines) < 3 or _mapping(lines[-1], file, len(lines)) != {
        "digest": _digest("".join(lines[:-1]))
    }:
        _refuse("session-edited", file)
    return _of_lines(head, lines[1:-1], file, scenario)


def head_of(file: Path) -> SessionHead:
    """Return the summary of a session; empty if its file cannot be read as one."""
    try:
        with file.open(encoding="utf-8") as lines:
            head = strict_json.loads(lines.readline(LONGEST_HEAD))
        if not isinstance(head, dict) or head.get("sandtable") != KIND:
            return SessionHead()
        head |= game_journal.last_journal_state(game_journal.read_lines(file))
    except (OSError, ValueError):  # the reason is shown when it is resumed
        return SessionHead()
    seats, seed, turn = head.get("seats"), head.get("seed"), head.get("turn")
    return SessionHead(
        {str(side): str(name) for side, name in seats.items()} if isinstance(seats, dict) else {},
        seed if isinstance(seed, int) else 0,
        turn if isinstance(turn, int) else 0,
        head.get("over") is True,
    )


def answers_in(file: Path) -> list[Sequence[Answer]]:
    """The answers of every branch of a session, not played again; the errors of `resume`."""
    branches, _ = _branches(source_text.read_text(file).splitlines()[1:-1], file)
    return [
        [
            answer.faces if isinstance(answer, RecordedDice) else answer
            for answer in branch.record.answers
        ]
        for branch in branches
    ]


def _of_lines(
    head: Mapping[str, Any], lines: list[str], file: Path, given: Scenario | None
) -> SavedSession:
    _check_head(head, file)
    found, state = _branches(lines, file)
    head = {**head, **state}
    _check_head(head, file)
    path = file.parent / head["scenario"]
    history = _begin(given or _scenario(path, file))
    branches = [_take_up(history, branch) for branch in found]
    if not 0 <= head["branch"] < len(branches):
        _refuse("session-line", file, line=1)
    history.restore_branches(branches, head["branch"])
    seats = {str(side): Seat.named(name) for side, name in head["seats"].items()}
    fog = FogOfWar.PER_SIDE if head["fog"] == FogOfWar.PER_SIDE else FogOfWar.OPEN
    path_ = path if head["scenario"] else None
    tempers = {str(side): temperament_in_name(name) for side, name in head["seats"].items()}
    left = _time_left(head, file)
    return SavedSession(history, seats, fog, head["seed"], path_, left, tempers)


def _time_left(head: Mapping[str, Any], file: Path) -> TimeLeft:
    """Return the time left on the clock; older files have none."""
    told = head.get("clock", ["", 0])
    is_sound = isinstance(told, list) and list(map(type, told)) == [str, int]
    return TimeLeft(*told) if is_sound else _refuse("session-line", file, line=1)


def _branches(lines: Sequence[str], file: Path) -> tuple[list[BranchRecord], dict[str, Any]]:
    """Return every branch with what the journal adds to it, and the state the journal ends in."""
    branches = [_branch_in(line, file, number) for number, line in enumerate(lines, 2)]
    try:
        noted = game_journal.read_lines(file)
        game_journal.extend_branches(branches, noted)
    except game_journal.BROKEN as error:
        raise InvalidSessionError(
            text("playtest.session-edited", None, file=journal_path(file))
        ) from error
    return branches, game_journal.last_journal_state(noted)


def _branch_in(line: str, file: Path, number: int) -> BranchRecord:
    entry = _mapping(line, file, number)
    _check(entry, _BRANCH, file, number)
    record = replay.parse(entry["replay"], str(file))
    givers = [GIVERS.get(letter, AnswerSource.PERSON) for letter in entry["givers"]]
    if len(givers) != len(record.answers):
        _refuse("session-line", file, line=number)
    return BranchRecord(record, givers, entry["name"], entry["from"], entry["fork"], entry["at"])


def _take_up(history: History, kept: BranchRecord) -> Branch:
    branch = restore_branch(history, kept.record, kept.givers)
    branch.name, branch.came_from, branch.fork = kept.name, kept.came_from, kept.fork
    branch.at = branch.first_stop_at(kept.at)
    return branch


def _of_replay(record: Replay, file: Path, given: Scenario | None) -> SavedSession:
    """A session of one branch; dice without a seed were entered by hand."""
    path = file.parent / record.scenario
    history = _begin(given or _scenario(path, file))
    branch = restore_branch(history, record, [])
    branch.at = len(record.answers)
    history.restore_branches([branch], 0)
    seats = {side: Seat.named(name) for side, name in record.players.items()}
    seed = record.seeds[0][1] if record.seeds else 0
    return SavedSession(history, seats, FogOfWar.OPEN, seed, path if record.scenario else None)


def _begin(scenario: Scenario) -> History:
    """The game of a scenario, on which the branches are laid."""
    tray = SessionDice(SeededDice.of(0))
    return History(new_game(scenario, tray), tray)


def _scenario(path: Path, file: Path) -> Scenario:
    if not source_text.is_file(path):
        _refuse("no-scenario-file", file, scenario=path)
    return load_playable(path)


_HEAD = {"scenario": str, "seats": dict, "fog": str, "seed": int, "branch": int}
_BRANCH = {
    "name": str, "from": (int, type(None)), "fork": int, "at": int, "givers": str, "replay": str,
}  # fmt: skip


def _check_head(head: Mapping[str, Any], file: Path) -> None:
    _check(head, _HEAD, file, 1)
    are_named = all(isinstance(name, str) for name in head["seats"].values())
    if not (are_named and source_text.can_name(head["scenario"])):
        _refuse("session-line", file, line=1)


def _check(entry: Mapping[str, Any], wanted: Mapping[str, Any], file: Path, line: int) -> None:
    """Refuse a line that lacks something, or has it of another kind."""
    if not all(isinstance(entry.get(key, ...), kind) for key, kind in wanted.items()):
        _refuse("session-line", file, line=line)


def _mapping(line: str, file: Path, number: int) -> Mapping[str, Any]:
    try:
        found = strict_json.loads(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        _refuse("session-line", file, line=number)
    return found


def _refuse(key: str, file: Path, **values: object) -> NoReturn:
    raise InvalidSessionError(text(f"playtest.{key}", None, file=file, **values))
