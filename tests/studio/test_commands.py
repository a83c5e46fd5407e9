"""`check`, `show`, `schema` and `new` as a user types them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.files.map_reader import load
from engine.files.schemas import load_schema
from engine.texts import text
from studio.cli import COMMANDS, main
from tests.engine.comparing_maps import FULL

WRONG = """\
sandtable: map/1
titel: Ford
grid: {columns: 3, rows: 2}
legend: {".": open, w: wods}
sides: {stream: ["@9,0 E"]}
"""
DOUBTFUL = """\
sandtable: map/1
grid: {columns: 5, rows: 4, labels: {style: letter-number}}
links: {road: ["@0,1 @1,1"]}
"""


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a wrong, a doubtful and a sound map, to be in."""
    for name, written in (("wrong", WRONG), ("doubtful", DOUBTFUL), ("sound", FULL)):
        (tmp_path / f"{name}.yaml").write_text(written, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from studio.cli import main; main()", *arguments],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        check=False,
        env={**os.environ, **environment},
    )


# --- check ----------------------------------------------------------------------------------------


def test_a_sound_file_is_said_to_be_so(folder: Path) -> None:
    (folder / "plain.yaml").write_text("sandtable: map/1\ngrid: {columns: 2, rows: 2}\n")
    result = run("check", "plain.yaml")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == text("commands.checked-clean", "en", files=1) + "\n"


@pytest.mark.usefixtures("folder")
def test_errors_are_told_on_standard_error_and_end_with_1() -> None:
    result = run("check", "wrong.yaml")
    assert (result.exit_code, result.stdout) == (1, "")
    lines = result.stderr.splitlines()
    assert lines[0].startswith("wrong.yaml:2:1: error: unknown key 'titel'")
    assert lines[1] == "    did you mean 'title'?"
    assert lines[2].startswith("wrong.yaml:4:24: error: unknown terrain 'wods'")
    assert "wrong.yaml:5:18: error: @9,0 " in result.stderr
    assert lines[-1] == "errors: 3, warnings: 0, files: 1"


@pytest.mark.usefixtures("folder")
def test_warnings_alone_end_with_0() -> None:
    result = run("check", "doubtful.yaml")
    assert (result.exit_code, result.stdout) == (0, "")
    told = text("problems.dangling-link", "en", kind="road", hex="B2")
    assert f"doubtful.yaml:3:16: warning: {told}" in result.stderr
    assert "(dangling-link)" in result.stderr


@pytest.mark.usefixtures("folder")
def test_problems_as_json_say_what_and_where() -> None:
    result = run("check", "--json", "wrong.yaml", "doubtful.yaml")
    assert (result.exit_code, result.stderr) == (1, "")
    problems: list[dict[str, Any]] = json.loads(result.stdout)
    keys = {"file", "line", "column", "where", "at", "severity", "code", "message", "hint"}
    assert all(problem.keys() == keys for problem in problems)
    codes = [(problem["severity"], problem["code"]) for problem in problems]
    assert codes == [
        ("error", "unknown-key"),
        ("error", "unknown-ground"),
        ("error", "unknown-hex"),
        ("warning", "dangling-link"),
    ]
    assert problems[0] == {
        "file": "wrong.yaml", "line": 2, "column": 1, "where": "titel", "at": [],
        "severity": "error", "code": "unknown-key", "message": "unknown key 'titel'",
        "hint": "did you mean 'title'?",
    }  # fmt: skip
    assert problems[3]["at"] == ["@1,1"]
    assert problems[3]["where"] == "B2"


@pytest.mark.usefixtures("folder")
def test_nothing_wrong_as_json_is_an_empty_list(folder: Path) -> None:
    (folder / "plain.yaml").write_text("sandtable: map/1\ngrid: {columns: 2, rows: 2}\n")
    result = run("check", "plain.yaml", "--json")
    assert (result.exit_code, json.loads(result.stdout), result.stderr) == (0, [], "")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", ["check", "show"])
@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.yaml", None, "none.yaml:1:1: error: file not found"),
        ("a.yaml", b"", "a.yaml:1:1: error: the file is empty"),
        ("a.yaml", b"\xff\xfe", "a.yaml:1:1: error: this looks like UTF-16, not UTF-8"),
        ("a.yaml", b"a: [", "a.yaml:1:5: error: invalid YAML"),
        ("a.yaml", b"a: 1\n", "the key 'sandtable' is missing"),
        ("a.yaml", b"sandtable: map/7\n", "a.yaml:1:12: error: cannot read version map/7"),
    ],
)
def test_a_file_that_cannot_be_used_gets_one_error(
    folder: Path, command: str, name: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        (folder / name).write_bytes(content)
    result = run(command, name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert said in result.stderr
    assert result.stderr.count("error:") == 1


@pytest.mark.usefixtures("folder")
def test_problems_are_told_in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "zh")
    result = run("check", "wrong.yaml")
    assert "wrong.yaml:2:1: 错误: 未知的键“titel” [titel] (unknown-key)" in result.stderr
    assert "是否想写“title”？" in result.stderr
    assert result.stderr.splitlines()[-1] == "1 个文件：3 个错误，0 个警告"


# --- show -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_a_map_in_figures_as_json() -> None:
    result = run("show", "sound.yaml", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == {
        "kind": "map/1",
        "title": {"en": "Ford", "zh": "渡口"},
        "grid": {
            "columns": 8, "rows": 4, "orientation": "pointy", "shifted": "odd",
            "hex_metres": 50.0, "width_km": 0.425, "height_km": 0.188,
        },
        "labels": {"style": "km-square", "first": "4563AA", "last": "4563DI"},
        "levels": {"lowest": 0, "highest": 2, "metres": 10.0, "base": 100.0},
        "ground": {"open": 22, "woods": 4, "settlement": 4, "lake": 2},
        "sides": {"stream": 2, "wall": 3},
        "links": {"road": 4},
        "zones": {"red-setup": 3, "mill": 1},
        "places": [
            {"at": "@2,1", "label": "4563BD", "name": {"en": "Neudorf"}},
            {"at": "@5,2", "label": "4563CF", "name": "Hill"},
        ],
        "credits": "© OpenStreetMap contributors (ODbL)",
    }  # fmt: skip


@pytest.mark.usefixtures("folder")
def test_a_map_in_figures_for_people() -> None:
    result = run("show", "sound.yaml")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = dict(re.split(r" {2,}", line, maxsplit=1) for line in result.stdout.splitlines())
    assert lines["title"] == "Ford"
    assert lines["size"] == "8 × 4 hexes, pointy-top, 50 m each: 0.425 × 0.188 km"
    assert lines[text("commands.show-labels", "en")] == "km-square, 4563AA to 4563DI"
    assert (
        lines[text("commands.show-ground", "en")] == "Open ground 22, Woods 4, Settlement 4, Lake 2"
    )
    assert lines[text("commands.show-places", "en")] == "Neudorf 4563BD, Hill 4563CF"


@pytest.mark.usefixtures("folder")
def test_a_map_in_figures_in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "zh")
    result = run("show", "sound.yaml")
    assert "渡口" in result.stdout
    assert "8 × 4 格，尖顶，每格 50 米：0.425 × 0.188 千米" in result.stdout


@pytest.mark.usefixtures("folder")
def test_a_wrong_map_is_not_shown() -> None:
    result = run("show", "wrong.yaml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert text("problems.unknown-ground", "en", name="wods") in result.stderr


@pytest.mark.usefixtures("folder")
def test_asked_for_json_a_wrong_map_is_answered_with_its_problems() -> None:
    result = run("show", "wrong.yaml", "--json")
    document = json.loads(result.stdout)
    assert result.exit_code == 1
    assert text("problems.unknown-ground", "en", name="wods") in document["error"]
    assert "unknown-ground" in {problem["code"] for problem in document["problems"]}


@pytest.mark.usefixtures("folder")
def test_a_new_map_of_more_hexes_than_a_map_may_have_is_refused() -> None:
    result = run("new", "new.yaml", "--columns=10000", "--rows=10000", "--json")
    assert result.exit_code == 1
    assert "16000000" in json.loads(result.stdout)["error"]
    assert not Path("new.yaml").exists()


# --- schema ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [("schema", "map"), ("schema", "map", "--json")])
def test_the_schema_is_printed_as_shipped(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    assert json.loads(result.stdout) == load_schema("map")


def test_an_unknown_kind_of_file_is_wrong_use() -> None:
    result = run("schema", "card")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "map" in result.stderr


# --- new ------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_a_new_map_is_as_it_was_ordered_and_clean() -> None:
    result = run(
        "new", "new.yaml", "--columns", "7", "--rows", "5", "--orientation", "flat",
        "--hex-metres", "62.5", "--title", "十字: x",
    )  # fmt: skip
    assert (result.exit_code, result.stderr) == (0, "")
    assert "new.yaml: 7 × 5 hexes of open ground" in result.stdout
    map_ = load(Path("new.yaml"))
    assert (map_.grid.columns, map_.grid.rows, map_.grid.orientation) == (7, 5, "flat")
    assert (map_.hex_metres, map_.title) == (62.5, "十字: x")
    assert run("check", "new.yaml").exit_code == 0
    assert Path("new.yaml").read_text("utf-8").startswith("sandtable: map/1\n")


@pytest.mark.usefixtures("folder")
def test_a_new_map_answers_as_json() -> None:
    result = run("new", "new.yaml", "--json")
    assert json.loads(result.stdout) == {"file": "new.yaml", "columns": 24, "rows": 18}


@pytest.mark.usefixtures("folder")
def test_a_new_map_does_not_replace_a_file() -> None:
    result = run("new", "sound.yaml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "sound.yaml" in result.stderr
    assert Path("sound.yaml").read_text("utf-8") == FULL


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["hill", "hill.scenario.yaml", "hill.deck.yaml", "hill.txt"])
def test_a_new_map_is_not_called_as_what_it_is_not(name: str) -> None:
    result = run("new", name)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "hill.map.yaml" in result.stderr
    assert not Path(name).exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("new.map.yaml", "--setup"), "--setup need --generate"),
        (("new.table.yaml", "--generate", "hills"), "new.table.yaml: --generate"),
    ],
)
def test_country_that_would_not_be_made_is_an_error(words: tuple[str, ...], told: str) -> None:
    result = run("new", *words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert told in result.stderr
    assert not Path(words[0]).exists()


@pytest.mark.usefixtures("folder")
def test_a_new_map_in_a_folder_that_is_not_there_is_an_error() -> None:
    result = run("new", "none/new.yaml")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "does not exist" in result.stderr


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "option",
    ["--columns=0", "--rows=10001", "--columns=x", "--hex-metres=0", "--hex-metres=nan",
     "--hex-metres=inf", "--orientation=round", "--colour=red"],
)  # fmt: skip
def test_a_new_map_that_cannot_be_is_wrong_use(option: str) -> None:
    result = run("new", "new.yaml", option)
    assert (result.exit_code, result.stdout) == (2, "")
    assert not Path("new.yaml").exists()


# --- the command line -----------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["check", "show", "schema", "new"])
def test_a_command_without_what_it_needs_is_wrong_use(command: str) -> None:
    result = run(command)
    assert (result.exit_code, result.stdout) == (2, "")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_lists_every_command_with_a_sentence(flag: str) -> None:
    result = run(flag)
    assert result.exit_code == 0
    listed = {line.split()[0] for line in result.stdout.splitlines() if line.startswith("  ")}
    assert set(COMMANDS) <= listed
    assert text("commands.stamp", "en")[:40] in " ".join(result.stdout.split())


def test_every_command_has_a_help_of_its_own() -> None:
    for name in COMMANDS:
        result = run(name, "--help")
        assert result.exit_code == 0
        assert "--help" in result.stdout


def test_help_speaks_chinese() -> None:
    result = process("new", "--help", SANDTABLE_LANGUAGE="zh")
    assert result.returncode == 0
    said = "".join(result.stdout.split())
    for key in ("commands.new", "commands.new-columns"):
        assert "".join(text(key, "zh").split()) in said


def test_the_language_follows_the_locale() -> None:
    for variable in ("LC_ALL", "LANG"):
        others = {"SANDTABLE_LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}
        result = process("--help", **{**others, variable: "zh_CN.UTF-8"})
        assert "".join(text("commands.check", "zh").split()) in "".join(result.stdout.split())


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_terminal_without_chinese_is_no_reason_to_crash(encoding: str) -> None:
    plain = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "SANDTABLE_LANGUAGE": "zh"}
    shown = process("show", "sound.yaml", **plain)
    assert (shown.returncode, "Traceback" in shown.stderr) == (0, False)
    as_json = process("show", "sound.yaml", "--json", **plain)
    assert json.loads(as_json.stdout)["title"]["zh"] == "渡口"
    wrong = process("check", "wrong.yaml", **plain)
    assert (wrong.returncode, "Traceback" in wrong.stderr) == (1, False)


@pytest.mark.usefixtures("folder")
def test_a_whole_process_ends_with_the_same_codes() -> None:
    assert process("check", "sound.yaml").returncode == 0
    assert process("check", "wrong.yaml").returncode == 1
    assert process("check").returncode == 2


@pytest.mark.parametrize(("verb", "kind"), [("import", "terrain"), ("export", "vassal")])
def test_a_file_in_place_of_a_kind_is_answered_with_the_kinds(verb: str, kind: str) -> None:
    result = run(verb, "mill.png", "out")
    assert result.exit_code == 2
    assert "'mill.png'" in result.stderr
    assert f"\n  {kind} " in result.stderr
