"""The journal of a kept game: what it has come to have since its file was written.

It lies beside that file. A line is in it before what the line says is shown, so that a killed
program loses no answer, from any source; a power cut costs the last second. The first line names
the seal of the file that it continues: the journal of an earlier file counts for nothing.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.files import source_text, strict_json
from engine.files.file_writer import append_file, remove_file
from engine.play.dice import DiceSource, SeededDice
from engine.session import replay
from engine.session.history import Branch, History
from engine.session.replay import Replay
from engine.session.timeline import GIVERS, LETTERS, AnswerSource

JOURNAL = ".journal"
VERSION = 1
LAG = 1.0  # seconds: what was written earlier is on the disk
SEAL_BYTES = 256  # at the end of a game's file, of which its seal is a part

Line = dict[str, Any]
BROKEN = (KeyError, TypeError, ValueError, IndexError, replay.InvalidReplayError)


@dataclass
class BranchRecord:
    """A branch of a kept game as it is read: a replay, who gave each answer, its place."""

    record: Replay
    givers: list[AnswerSource]
    name: str = ""
    came_from: int | None = None
    fork: int = 0
    at: int = 0


def journal_path(game: Path) -> Path:
    """Return the file of a kept game's journal, whether it is there or not."""
    return game.with_suffix(JOURNAL)


def read_file_seal(game: Path) -> str:
    """Return the digest in the last line of a game's file; empty where there is none."""
    try:
        with game.open("rb") as file:
            file.seek(max(game.stat().st_size - SEAL_BYTES, 0))
            last = strict_json.loads(file.read().splitlines()[-1].decode())
    except (OSError, ValueError, IndexError):  # no such file, or no game: nothing continues it
        return ""
    return str(last.get("digest", "")) if isinstance(last, dict) else ""


# --- writing --------------------------------------------------------------------------------------


class GameJournal:
    """The journal of one game, from the moment its file was written with all it had."""

    def __init__(self, game: Path, history: History) -> None:
        """Begin a journal in the place of what lies beside the file. FileRemovalError."""
        self.file, self._seal = journal_path(game), read_file_seal(game)
        self._written = [_shape(branch) for branch in history.branches]
        self._state: Mapping[str, Any] = {}
        self._is_begun, self._synced = False, 0.0
        remove_file(self.file)

    def add(self, history: History, state: Mapping[str, Any]) -> None:
        """Write down what the game has come to have, and the state it is in. SaveError.

        After that the journal may lack something: the game's file is to be written anew.
        """
        grown = list(self._grown(history))
        state = {**state, "at": _places(history)}
        if not grown and state == self._state:
            return
        line = seal_line({"grown": grown, **state})
        if self._is_begun:
            self._append(line)
        else:
            source_text.write(self.file, seal_line({"journal": VERSION, "game": self._seal}) + line)
        self._is_begun, self._state = True, state
        self._written = [_shape(branch) for branch in history.branches]

    def _append(self, line: bytes) -> None:
        now = time.monotonic()
        is_due = now - self._synced > LAG
        try:
            append_file(self.file, line, is_flushed=is_due)
        except OSError as error:
            raise source_text.cannot_save(self.file, error) from error
        self._synced = now if is_due else self._synced

    def _grown(self, history: History) -> Iterator[Line]:
        """Yield what each branch has that is not written yet."""
        for number, branch in enumerate(history.branches):
            is_new = number >= len(self._written)
            if not is_new and self._written[number] == _shape(branch):
                continue
            have, answers = branch.fork if is_new else self._written[number][0], branch.line.answers
            new = range(have, len(answers))
            begun = {"from": branch.came_from, "fork": branch.fork, "seeds": _seeds(branch.dice)}
            yield {
                "branch": number,
                "name": branch.name,
                "answers": replay.answer_records(answers, branch.line.overrides, new),
                "givers": "".join(LETTERS[entry.giver] for entry in branch.answered[have:]),
                **(begun if is_new else {}),
            }


def _shape(branch: Branch) -> tuple[int, str]:
    return len(branch.line.answers), branch.name


def _places(history: History) -> list[int]:
    """Return how many answers each branch is at."""
    return [
        history.at if number == history.number else branch.at
        for number, branch in enumerate(history.branches)
    ]


def _seeds(dice: DiceSource) -> Sequence[tuple[int, int]]:
    return dice.seeds if isinstance(dice, SeededDice) else ()


def seal_line(line: Line) -> bytes:
    content = json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode()
    return b"%08x %b\n" % (zlib.crc32(content), content)


# --- reading --------------------------------------------------------------------------------------


def read_lines(game: Path) -> list[Line]:
    """Return what the journal of a game says, up to a line that is not whole."""
    lines = list(_whole_lines(journal_path(game)))
    is_of_it = bool(lines) and lines[0] == {"journal": VERSION, "game": read_file_seal(game)}
    return lines[1:] if is_of_it else []


def last_journal_state(lines: Sequence[Line]) -> Line:
    """Return the state in which a journal ends: what a game's head would say of it."""
    last = lines[-1] if lines else {}
    return {key: value for key, value in last.items() if key not in ("grown", "at")}


def extend_branches(branches: list[BranchRecord], lines: Sequence[Line]) -> None:
    """Add to branches what a journal says. Raises one of BROKEN for lines of another form."""
    for line in lines:
        for grown in line["grown"]:
            _grow(branches, grown)
        for branch, at in zip(branches, line["at"], strict=True):
            branch.at = int(at)


def _grow(branches: list[BranchRecord], grown: Line) -> None:
    if grown["branch"] == len(branches):
        branches.append(_begun(branches[grown["from"]], grown))
    branch = branches[grown["branch"]]
    branch.name = str(grown["name"])
    branch.record.is_whole = False
    branch.givers += [GIVERS[letter] for letter in grown["givers"]]
    replay.add_answers(branch.record, grown["answers"])


def _begun(parent: BranchRecord, grown: Line) -> BranchRecord:
    """Return a branch with the first answers of the one it came from."""
    fork, of = int(grown["fork"]), parent.record
    record = replace(
        of,
        seeds=tuple((int(start), int(seed)) for start, seed in grown["seeds"]),
        answers=of.answers[:fork],
        overrides={number: each for number, each in of.overrides.items() if number < fork},
        lines=of.lines[:fork],
        events=[],
    )
    return BranchRecord(record, parent.givers[:fork], "", grown["from"], fork)


def _whole_lines(file: Path) -> Iterator[Line]:
    """Yield the lines of a file up to one that is not whole: the last may have been cut short."""
    if not source_text.is_file(file):
        return
    with file.open("rb") as lines:
        for sealed in lines:
            seal, _, content = sealed.partition(b" ")
            if not content.endswith(b"\n") or seal != b"%08x" % zlib.crc32(content[:-1]):
                return
            line = strict_json.loads(content.decode())
            if not isinstance(line, dict):
                return
            yield line
