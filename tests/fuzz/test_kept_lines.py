"""Lines of what the program keeps for itself that were no lines of it ended in a traceback once."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.problems import SandtableError
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio.documents.map_document import MapDocument
from studio.documents.recovery_journal import STEPS, find_recoveries
from tests.engine.comparing_maps import FULL
from tests.engine.scenario_texts import folder as scenario_folder
from tests.fuzz.mutator import sealed_journal
from tests.fuzz.test_faults import level

BROKEN: list[Callable[[dict[str, Any]], Any]] = [
    lambda head: [],
    lambda head: None,
    lambda head: 3,
    lambda head: "journal",
    lambda head: {key: value for key, value in head.items() if key != "title"},
    lambda head: {key: value for key, value in head.items() if key != "path"},
    lambda head: head | {"title": [1]},
    lambda head: head | {"path": {"a": 1}},
    lambda head: head | {"path": "a\0b"},
    lambda head: head | {"kind": []},
]


@pytest.mark.parametrize("change", BROKEN)
def test_a_journal_whose_head_is_none_is_nothing_to_recover(
    change: Callable[[dict[str, Any]], Any], tmp_path: Path, qapp: object
) -> None:
    (tmp_path / "a.map.yaml").write_text(FULL, encoding="utf-8")
    document = MapDocument.open(tmp_path / "a.map.yaml", tmp_path / "journals")
    document.apply(level(0, 7), "Raise")
    (held,) = (tmp_path / "journals").iterdir()
    lines = [line.partition(b" ")[2] for line in (held / STEPS).read_bytes().splitlines()]
    document.close()
    left = tmp_path / "left" / "a"
    left.mkdir(parents=True)
    (left / "lock").touch()
    (left / "base.yaml").write_text(FULL, encoding="utf-8")
    (left / STEPS).write_bytes(sealed_journal(lines))
    assert len(find_recoveries(tmp_path / "left")) == 1, "it was sound"
    lines[0] = json.dumps(change(json.loads(lines[0]))).encode()
    (left / STEPS).write_bytes(sealed_journal(lines))
    assert find_recoveries(tmp_path / "left") == []


@pytest.mark.parametrize("time", [1e30, -1e30, 1e12, "noon", None, [1]])
def test_a_time_that_is_none_in_a_record_is_refused_or_told(time: object, tmp_path: Path) -> None:
    seats = [PlayerSeat("anna", "red", "Anna"), PlayerSeat("carl", "blue", "Carl")]
    file = tmp_path / "a.room"
    room = UmpiredGame.begin(scenario_folder(tmp_path), file, seats, 1)
    room.note("It rains.")
    room.close()
    head, *acts = file.read_text("utf-8").splitlines()
    said = json.loads(acts[-1])
    (key,) = (key for key, value in said.items() if isinstance(value, float) and value > 1e9)
    file.write_text("\n".join([head, *acts[:-1], json.dumps(said | {key: time}), ""]), "utf-8")
    try:
        again = UmpiredGame.reopen(file)
    except SandtableError as refused:
        assert str(file.name) in str(refused)  # noqa: PT017 it may also be told
    else:
        assert "It rains." in again.export("en")
        again.close()
