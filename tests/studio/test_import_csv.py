"""`import csv`: a table is taken whole, or not at all and told; taken twice it changes nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.checks.check import check
from studio.cli import main
from tests.engine.scenario_texts import changed
from tests.engine.scenario_texts import folder as scenario_folder

OUT = "lake.scenario.yaml"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The order of battle of a scenario in the folder to be in."""
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")
    monkeypatch.chdir(tmp_path)
    scenario_folder(tmp_path)
    answered("export", "csv", OUT, "forces.csv")
    return Path("forces.csv").read_text("utf-8-sig")


def answered(*words: str) -> Any:
    result = CliRunner().invoke(main, [*words, "--json"], catch_exceptions=False)
    return {**json.loads(result.stdout), "code": result.exit_code}


def imported(table: str) -> Any:
    Path("changed.csv").write_text(table, "utf-8")
    return answered("import", "csv", "changed.csv", OUT)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("0201", "0702", "forbidden-ground"),
        (",west,", ",pond,", "zone-too-small"),
        (",2,east", ",2,nowhere", "cell-word"),
        ("r1,red", "r1,green", "cell-side"),
    ],
)
def test_a_table_that_would_bring_errors_is_refused_and_nothing_is_written(
    table: str, old: str, new: str, code: str
) -> None:
    before = Path(OUT).read_bytes()
    answer = imported(changed(table, (old, new)))
    assert answer["code"] == 1
    assert code in [problem["code"] for problem in answer["problems"]]
    assert Path(OUT).read_bytes() == before


@pytest.mark.parametrize("empty", ["", "\n\n", "id,side,type\n"])
def test_a_table_without_rows_takes_nobody_away(table: str, empty: str) -> None:
    before = Path(OUT).read_bytes()
    answer = imported(empty)
    assert [problem["code"] for problem in answer["problems"]] == ["table-empty"]
    assert Path(OUT).read_bytes() == before


def test_a_table_taken_twice_changes_nothing_the_second_time(table: str) -> None:
    wanted = changed(table, ("0201", "0101"), ("Lion", '"Li,on"'), (",2,east", ",3,east"))
    assert imported(wanted)["written"]
    once = Path(OUT).read_bytes()
    assert not imported(wanted)["written"]
    assert Path(OUT).read_bytes() == once
    assert not check(Path(OUT))


@pytest.mark.parametrize("encoding", ["gb18030", "gbk", "utf-16", "utf-8"])
def test_a_table_in_any_encoding_of_spreadsheets_comes_back_and_says_which(
    table: str, encoding: str
) -> None:
    first, *others = table.splitlines()
    columns = first.split(",")
    rows = [line.split(",") for line in others]
    rows[0][columns.index("name_zh")] = "第一坦克营"
    Path("named.csv").write_text("\n".join(map(",".join, [columns, *rows])), "utf-8")
    assert answered("import", "csv", "named.csv", OUT)["written"]
    answered("export", "csv", OUT, "again.csv", "--encoding", encoding)
    content = Path("again.csv").read_bytes()
    assert "第一坦克营" in content.decode(encoding)
    answer = answered("import", "csv", "again.csv", OUT)
    said = {"gbk": "gb18030"}.get(encoding, encoding)
    assert (answer["written"], answer["encoding"]) == (False, said)
    told = CliRunner().invoke(main, ["import", "csv", "again.csv", OUT]).output
    assert (said.upper() in told) == (encoding != "utf-8")
