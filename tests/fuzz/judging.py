"""The law a damaged file is judged by, and what it comes to for files that several formats are."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from engine.checks.check import check
from engine.files import scenario_reader, scenario_writer
from engine.files.map_reader import open_file as opened_map
from engine.files.map_writer import new_map_text
from engine.problems import InvalidFileError, SandtableError
from engine.umpire import game_record
from engine.umpire.umpired_game import UmpiredGame
from tests.engine.comparing_maps import facts, read_text

Damage = Callable[[bytes, int, int], bytes]
Opened = TypeVar("Opened")


@dataclass(frozen=True)
class Format:
    """A format: the name of its file, a sound one, how it is damaged, and what judges it.

    `law` raises AssertionError, or anything that is not our own, for a finding. In a long campaign
    it has its turn in `every` so many rounds: large files are slow.
    """

    file: str
    sound: bytes
    damage: Damage
    law: Callable[[Path], None]
    every: int = 1


def judged(format_: Format, folder: Path, content: bytes) -> None:
    """Judge a content as a file of a format in a folder; what is raised is a finding."""
    path = folder / format_.file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    error = _refusal(format_.law, path)
    assert error is None or str(error).encode(), "refused without a word"
    if isinstance(error, InvalidFileError):
        assert error.problems, "refused for no reason"
        for problem in error.problems:
            assert problem.mark.line > 0, "refused without a place"
            assert problem.sentence("en").encode()
            assert problem.sentence("zh").encode()


def _refusal(law: Callable[[Path], None], path: Path) -> SandtableError | None:
    try:
        law(path)
    except SandtableError as error:
        return error
    return None


def is_map(path: Path) -> None:
    map_ = check_says_the_same(path, lambda: opened_map(path)).map
    assert facts(read_text(new_map_text(map_, path)).map) == facts(map_)


def is_scenario(path: Path) -> None:
    file = check_says_the_same(path, lambda: scenario_reader.open_file(path))
    again = path.with_name("again.scenario.yaml")
    scenario_writer.save(file.scenario, again, file)
    assert scenario_reader.load(again).fingerprint() == file.scenario.fingerprint()


def check_says_the_same(path: Path, opens: Callable[[], Opened]) -> Opened:
    """What is opened; `check` and the loader agree about whether it can be."""
    told = check(path)
    json.dumps([problem.as_json() for problem in told], allow_nan=False).encode()
    try:
        return opens()
    except InvalidFileError:
        is_told = any(problem.severity == "error" for problem in told)
        assert is_told, "refused by the loader and not by the check"
        raise


def is_record(path: Path) -> None:
    game_record.read(path)
    room = UmpiredGame.reopen(path)
    try:
        for language in ("en", "zh"):
            assert room.export(language).encode()
        for seat in room.seats:
            json.dumps(room.desk(seat), allow_nan=False).encode()
    finally:
        room.close()


def is_fine(path: Path) -> None:
    """What an import said is fine has no errors."""
    errors = [problem.sentence("en") for problem in check(path) if problem.severity == "error"]
    assert not errors, "imported without a word, and wrong: " + "\n".join(errors)
