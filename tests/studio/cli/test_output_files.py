"""A command writes over a file that the user named only with `--overwrite`, and says so at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.files.source_text import ROOT
from studio.cli import main

MAP = "tank/maps/crossroads.map.yaml"
SCENARIO = "tank/scenarios/first-shots.scenario.yaml"
DECK = "tank/decks/standard.deck.yaml"
SERIES = (SCENARIO, "--red", "idle", "--blue", "idle", "--games", "1", "--workers", "1")
BEFORE = "what was there before"

WRITES = (
    (("render", MAP, "a.svg"), "a.svg"),
    (("render", SCENARIO, "a.svg"), "a.svg"),
    (("sight", MAP, "@3,4", "@15,9", "--chart", "c.svg"), "c.svg"),
    (("play", SCENARIO, "--red", "idle", "--blue", "idle", "--save", "g.replay"), "g.replay"),
    (("play", SCENARIO, "--red", "idle", "--blue", "idle", "--log", "g.md"), "g.md"),
    (("replay", "kept.replay", "--report", "r.html"), "r.html"),
    (("balance", *SERIES, "--csv", "g.csv"), "g.csv"),
    (("balance", *SERIES, "--report", "b.html"), "b.html"),
    (("league", SCENARIO, "--players", "idle,random", "--games", "2", "--workers", "1",
      "--report", "l.html"), "l.html"),
    (("print", MAP, "m.pdf"), "m.pdf"),
    (("print", SCENARIO, "s.pdf", "--what", "tables", "--language", "both"), "s-zh.pdf"),
    (("print", SCENARIO, "h.pdf", "--what", "handouts", "--each-reader"), "h-umpire.pdf"),
    (("new", "n.map.yaml"), "n.map.yaml"),
    (("export", "csv", DECK, "d.csv"), "d.csv"),
    (("export", "board", MAP, "a.board"), "a.board"),
    (("export", "wesnoth", MAP, "a.map"), "a.map"),
    (("export", "geojson", MAP, "a.geojson"), "a.geojson"),
    (("export", "tiled", MAP, "a.tmx"), "a.tmx"),
    (("import", "board", "kept.board", "b.map.yaml"), "b.map.yaml"),
)  # fmt: skip


def run(*words: str) -> Result:
    result = CliRunner().invoke(main, list(words))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples of a game, a replay and a board."""
    folder = tmp_path_factory.mktemp("over")
    shutil.copytree(ROOT / "samples/tank", folder / "tank")
    play = ("play", str(folder / SCENARIO), "--red", "idle", "--save", str(folder / "kept.replay"))
    assert run(*play).exit_code == 0
    assert run("export", "board", str(folder / MAP), str(folder / "kept.board")).exit_code == 0
    return folder


@pytest.mark.long
def test_no_command_writes_over_a_file_unless_it_is_told_to(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    wrong: list[object] = []
    for words, out in WRITES:
        Path(out).write_text(BEFORE)
        refused = run(*words)
        if refused.exit_code != 1 or Path(out).read_text() != BEFORE or out not in refused.stderr:
            wrong.append(("written over", words, refused.exit_code))
        told = run(*words, "--overwrite")
        if Path(out).read_bytes() == BEFORE.encode():
            wrong.append(("not written with --overwrite", words, told.stderr))
    assert not wrong
