"""`balance` and `replay --report` as a user types them, and the pages they write."""

from __future__ import annotations

import csv
import json
import re
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from engine.checks.scenario_checks import load_playable
from engine.files.source_text import ROOT
from engine.narration.turn_text import turn_title
from engine.texts import text
from studio.cli import main

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

SCENARIO = "tank/scenarios/first-shots.scenario.yaml"
CROSSROADS = "tank/scenarios/crossroads.scenario.yaml"
REPLAY = "tank/replays/crossroads-greedy.replay"


@pytest.fixture(autouse=True)
def samples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Path:
    """A copy of the samples, to be in."""
    shutil.copytree(ROOT / "samples/tank", tmp_path / "tank")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SANDTABLE_LANGUAGE", "en")
    return tmp_path


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def balanced(*arguments: str) -> Any:
    result = run("balance", SCENARIO, "--games", "6", "--workers", "1", "--json", *arguments)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def page(file: str) -> tuple[str, ET.Element]:
    """The text of a page without its styles, and its elements; fails if it is not well-formed."""
    content = Path(file).read_text(encoding="utf-8")
    root = ET.fromstring(content.split("\n", 1)[1])
    return re.sub(r"<style>.*?</style>|<[^>]*>", " ", content, flags=re.DOTALL), root


def assert_is_complete(words: str, root: ET.Element, file: str) -> None:
    """Every key is replaced, and nothing is fetched or run."""
    assert not re.search(r"[{}]|\b(balance|scenario|tank|drawing)\.[a-z-]+\b", words)
    tags = {element.tag.split("}")[-1] for element in root.iter()}
    assert tags & {"script", "link", "iframe", "object"} == set()
    links = [
        v for e in root.iter() for k, v in e.attrib.items() if k.split("}")[-1] in ("href", "src")
    ]
    assert all(link.startswith(("data:image/", "#")) for link in links), file


# --- balance --------------------------------------------------------------------------------------


def test_balance_answers_one_document_that_is_the_same_every_time() -> None:
    told = balanced("--red", "random")
    assert told["players"] == {"red": "random", "blue": "greedy"}
    assert told["games"] == 6
    assert sum(side["count"] for side in told["wins"].values()) + told["draws"]["count"] == 6
    assert told == balanced("--red", "random")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", [text("balance.heat-entered", "en"), "Wilson"]),
        ("zh", [
            text("balance.title", "zh", title=""), "以 95% 的置信度，红方",
            text("balance.heat-entered", "zh"), "威尔逊",
        ]),
    ],
)  # fmt: skip
def test_the_report_is_complete_in_both_languages(language: str, said: list[str]) -> None:
    balanced("--report", "out.html", "--language", language, "--csv", "out.csv")
    words, root = page("out.html")
    assert_is_complete(words, root, "out.html")
    assert [word for word in said if word not in words] == []
    assert len(list(root.iter("{http://www.w3.org/1999/xhtml}figure"))) == 10
    with open("out.csv", encoding="utf-8", newline="") as table:
        assert len(list(csv.DictReader(table))) == 6


def test_a_report_can_be_a_pdf() -> None:
    balanced("--report", "out.pdf")
    assert Path("out.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--games", "0"], 2, "--games"),
        (["--red", "geedy"], 1, "'geedy'"),
        (["--bleu", "greedy"], 2, "did you mean '--blue'?"),
        (["--report", "out.doc"], 2, text("balance.report-format", "en", file="out.doc")),
        (["--report", "nowhere/out.html"], 1, str(Path("nowhere"))),
        (["--csv", "nowhere/out.csv"], 1, str(Path("nowhere"))),
        (["other.yaml"], 2, text("commands.play-one-scenario", "en")),
    ],
)
def test_balance_says_what_is_wrong_before_it_plays(words: list[str], code: int, said: str) -> None:
    result = run("balance", SCENARIO, *words)
    assert (result.exit_code, result.stdout) == (code, "")
    assert said in result.stderr
    assert "processes" not in result.stderr


def test_balance_refuses_a_scenario_with_errors() -> None:
    source = Path(SCENARIO)
    source.write_text(source.read_text("utf-8").replace('at: "@4,9"', 'at: "@4,13"', 1), "utf-8")
    result = run("balance", SCENARIO, "--json")
    assert (result.exit_code, json.loads(result.stdout)["problems"][0]["line"] > 1) == (1, True)


LUCK_ASIDE = "Without dice luck,"


def test_balance_says_who_would_win_without_luck_and_keeps_it_with_the_games() -> None:
    words = ("balance", SCENARIO, "--games", "40", "--workers", "1", "--resume", "games.jsonl")
    said = run(*words).stdout
    assert re.search(
        rf"^{LUCK_ASIDE} Red would win \d+ % of the games \(.*\); luck explains", said, re.M
    )
    run(*words, "--report", "out.html")
    whole, root = page("out.html")
    assert_is_complete(whole, root, "out.html")
    assert LUCK_ASIDE in whole
    assert "control variates" in whole
    taken_up = json.loads(run(*words, "--json").stdout)
    assert any(each in said for each in taken_up["says"] if each.startswith(LUCK_ASIDE))
    assert LUCK_ASIDE not in run("balance", SCENARIO, "--until", "±20", "--workers", "1").stdout


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (["--players", "greedy,novice"], r"computer \((greedy|novice)\) against itself"),
        (["--vary", "turns=5"], "unchanged|turns=5"),
    ],
)
def test_a_comparison_says_it_of_each_series_in_which_it_can_be_told(
    asked: list[str], named: str
) -> None:
    words = ["balance", SCENARIO, "--games", "40", "--workers", "1", *asked]
    lines = run(*words, "--report", "beside.html").stdout.splitlines()
    aside = [line for line in lines if re.search(rf" {LUCK_ASIDE} Red would", line)]
    assert len(aside) == 2
    assert all(re.match(named, line) for line in aside), aside
    whole, root = page("beside.html")
    assert_is_complete(whole, root, "beside.html")
    assert text("balance.luck-aside", "en", side="Red") in whole
    assert "control variates" in whole
    few = run(*words[:3], "29", *words[4:], "--report", "few.html").stdout
    assert LUCK_ASIDE not in few
    assert text("balance.luck-aside", "en", side="Red") not in page("few.html")[0]


def test_a_league_says_it_of_each_meeting_and_keeps_it_with_the_games() -> None:
    pytest.importorskip("choix")
    words = ("league", SCENARIO, "--players", "greedy,novice", "--games", "40", "--workers", "1",
             "--seed", "3", "--resume", "league.jsonl")  # fmt: skip
    said = run(*words).stdout
    assert re.search(rf"^{LUCK_ASIDE} “.*” would beat “.*” in \d+ % of their games \(", said, re.M)
    told = json.loads(run(*words, "--json", "--report", "out.html").stdout)
    found, turned = (each["without_luck"] for each in told["meetings"])
    assert found["low"] < found["rate"] < found["high"]
    assert sum(each["wins"]["count"] for each in told["meetings"]) == 40, "no game was a draw"
    assert found["luck"] == pytest.approx(turned["luck"])
    assert found["rate"] == pytest.approx(1 - turned["rate"])
    assert text("league.luck-aside", "en") in page("out.html")[0]
    kept = Path("league.jsonl")
    first, game, *others = kept.read_text("utf-8").splitlines()
    old = json.dumps(json.loads(game)[:4])
    kept.write_text("\n".join([first, old, *others, ""]), encoding="utf-8")
    assert LUCK_ASIDE not in run(*words).stdout


def _wait_for(is_so: Callable[[], bool], at_most: float = 3.0) -> None:
    """Wait until something is so; where a system does not tell, as long as it may take."""
    end = time.monotonic() + at_most
    while not is_so() and time.monotonic() < end:
        time.sleep(0.02)


@pytest.mark.parametrize("points", ["wide", "0", "±90"])
def test_points_nobody_can_wait_for_are_wrong_use(points: str) -> None:
    result = run("balance", SCENARIO, "--until", points)
    assert result.exit_code == 2
    assert "points from 0.5 to 50" in result.stderr
    assert points in result.stderr


def test_a_series_ends_when_it_is_sure_enough() -> None:
    """Any number of workers stops at the same game, the first score that is enough."""
    result = run("balance", SCENARIO, "--until", "±20", "--workers", "2", "--json")
    told = json.loads(result.stdout)
    assert told["games"] == 60
    for share in told["wins"].values():
        assert share["high"] - share["low"] <= 0.4


def test_variants_stand_beside_the_scenario_as_it_is() -> None:
    """One shorter, one as long as it is: the games of that are those of the scenario."""
    turns = load_playable(Path(SCENARIO)).turns
    words = ["--games", "6", "--workers", "1", "--vary", f"turns=1,{turns}", "--report", "v.html"]
    words.append("--overwrite")
    result = run("balance", SCENARIO, *words, "--resume", "games.jsonl", "--json")
    told = json.loads(result.stdout)
    as_it_is, short, same = told["variants"]
    assert [each["variant"] for each in told["variants"]] == [None, "turns=1", f"turns={turns}"]
    assert short["turns"]["most"] == 1 < as_it_is["turns"]["most"]
    assert same["wins"] == as_it_is["wins"]
    words_of_page, root = page("v.html")
    assert_is_complete(words_of_page, root, "v.html")
    assert f"turns={turns}" in words_of_page
    kept = len(Path("games.jsonl").read_text(encoding="utf-8").splitlines())
    assert (
        run("balance", SCENARIO, *words, "--resume", "games.jsonl", "--json").stdout
        == result.stdout
    )
    assert len(Path("games.jsonl").read_text(encoding="utf-8").splitlines()) == kept


def test_fresh_games_of_what_is_proposed_stand_in_the_chart_and_the_table() -> None:
    """Two tanks against one favour Red; the second is left out in fresh games."""
    source = Path(SCENARIO)
    one = next(line for line in source.read_text("utf-8").splitlines() if "{id: r1," in line)
    two = f"{one}\n{one.replace('id: r1,', 'id: r2,')}"
    source.write_text(source.read_text("utf-8").replace(one, two), "utf-8")
    words = ["--games", "12", "--workers", "1", "--vary", "without=r2", "--report", "v.html"]
    result = run("balance", SCENARIO, *words)
    assert "without=r2. In 12 new games with it" in result.stdout
    assert "computer (greedy), Blue computer (greedy)" in result.stdout
    told, _ = page("v.html")
    assert told.count(text("balance.fresh", "en", name="without=r2")) == 2, (
        "of the chart, and of the table"
    )


def test_a_change_nobody_can_make_is_told_before_anything_is_played() -> None:
    result = run("balance", SCENARIO, "--vary", "without=r77")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "unit r77" in result.stderr


def _hear_interrupts() -> None:
    """Undo what a shell does to programs it runs in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_ctrl_c_stops_at_once_and_writes_nothing() -> None:
    words = ["balance", CROSSROADS, "--games", "100000", "--workers", "2", "--csv", "out.csv"]
    code = "import sys; from studio.cli import main; main(sys.argv[1:])"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=_hear_interrupts,
    )
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        _wait_for(lambda: children.exists() and len(children.read_text().split()) >= 2)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, Path("out.csv").exists(), children.exists()) == (1, False, False)
    assert "Traceback" not in said
    assert re.search(r"stopped after \d+ of 100000 games|aborted", said, re.I)


# --- the report of one game -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["After-action report: Crossroads", "Red 5, Blue 6", "Red: expected", "2d6: "]),
        ("zh", ["十字路口", "红方 5", turn_title("tank", 7, "zh"), "2d6："]),
    ],
)  # fmt: skip
def test_a_game_s_report_is_complete_in_both_languages(language: str, said: list[str]) -> None:
    result = run("replay", REPLAY, "--report", "game.html", "--language", language)
    assert result.exit_code == 0, result.stderr
    words, root = page("game.html")
    assert_is_complete(words, root, "game.html")
    assert [word for word in said if word not in words] == []
    maps = [e for e in root.iter() if e.tag.endswith("}use")]
    assert len(maps) == 8  # set-up and seven turns


@pytest.mark.parametrize("answers", ["0", "6", "100"])
def test_an_unfinished_game_has_a_report(answers: str) -> None:
    result = run("replay", REPLAY, "--to", answers, "--report", "game.html")
    assert result.exit_code == 0, result.stderr
    words, root = page("game.html")
    assert_is_complete(words, root, "game.html")
    assert "The game is not finished." in words


def test_a_game_s_report_can_be_a_pdf() -> None:
    replay = "tank/replays/first-shots-greedy.replay"
    assert run("replay", replay, "--report", "game.pdf").exit_code == 0
    first = Path("game.pdf").read_bytes()
    assert first.startswith(b"%PDF-")
    done = int(time.time())
    _wait_for(lambda: int(time.time()) > done)  # the moment is written in seconds
    assert run("replay", replay, "--report", "game.pdf", "--overwrite").exit_code == 0
    assert Path("game.pdf").read_bytes() == first, "the same game, the same bytes"


def test_a_broken_replay_has_no_report_but_a_clear_error() -> None:
    source = Path(REPLAY)
    source.write_text("".join(source.read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8")
    result = run("replay", REPLAY, "--report", "game.html")
    assert result.exit_code == 1
    assert "the replay is cut off here" in result.stderr
    assert not Path("game.html").exists()
