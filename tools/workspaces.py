"""Pictures of every workspace of every game, with the share of the window that is map.

python -m tools.workspaces                       all, into out/workspaces
python -m tools.workspaces --game valor          those of one game
python -m tools.workspaces --size 1366x768 --theme light --language en

For each picture a line is printed: the game, the workspace, size, theme, language and share.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QSize
from PySide6.QtTest import QTest

from engine.files.scenario_reader import load
from engine.languages import LANGUAGES
from engine.session.seats import Seat
from engine.session.session import Session
from engine.umpire.seats import PlayerSeat
from engine.umpire.umpired_game import UmpiredGame
from studio import app
from studio.main_window.main_window import MainWindow
from studio.main_window.workspace_switch import Workspace
from studio.workspaces.scenario.editor.scenario_tab_base import ScenarioTabBase
from tools.stage import ROOT, SAMPLES, settled, until

# A scenario of each game; its map or table is the one in the map workspace.
SCENARIOS = {
    "tank": "tank/scenarios/crossroads.scenario.yaml",
    "primer": "primer/scenarios/three-cities.scenario.yaml",
    "valor": "valor/scenarios/chapel-hill.scenario.yaml",
    "tide": "tide/scenarios/ridge-line.scenario.yaml",
    "littlewars": "littlewars/scenarios/two-farms.scenario.yaml",
}
SIZES = ("1366x768", "1600x1000", "2560x1440")
THEMES = "light", "dark"
# The least share of the window that is map, in per cent, at the two smaller sizes.
LEAST = {
    "1366x768": {"map": 68, "scenario": 52, "play": 62, "umpire": 52},
    "1600x1000": {"map": 75, "scenario": 60, "play": 70, "umpire": 60},
}
OUT = ROOT / "out" / "workspaces"
Case: TypeAlias = tuple[str, str, str, str]  # game, size, theme, language


def map_share(window: MainWindow) -> float:
    """Return the share of the window that is map or table, in per cent."""
    tab = window.active_tab
    canvas = tab.surface if tab is not None else None
    if canvas is None or not canvas.isVisible():
        return 0.0
    return 100 * canvas.width() * canvas.height() / (window.width() * window.height())


def show_workspaces(window: MainWindow, scenario: Path, folder: Path) -> Iterator[Workspace]:
    """Bring one workspace of a scenario to the front after the other; yield when it is there."""
    window.filing.open_file(scenario)
    until(lambda: isinstance(window.active_tab, ScenarioTabBase))
    tab = window.active_tab
    assert isinstance(tab, ScenarioTabBase)
    yield Workspace.SCENARIO
    window.workspaces.go_to(Workspace.MAP)
    until(lambda: window.workspaces.current is Workspace.MAP)
    yield Workspace.MAP
    window.tabs.setCurrentWidget(tab)
    begun = tab.document.playable_scenario()
    seats = dict.fromkeys((side.id for side in begun.sides), Seat.PERSON)
    window.playing.play_session(tab, Session.begin(begun, seats, seed=3))
    yield Workspace.PLAY
    window.filing.open_file(_umpired(scenario, folder))
    until(lambda: window.workspaces.current is Workspace.UMPIRE)
    yield Workspace.UMPIRE


def _umpired(scenario: Path, folder: Path) -> Path:
    """Return the record of an umpired game of a copy of a scenario, begun in a folder."""
    game = scenario.parent.parent
    shutil.copytree(game, folder / game.name)
    copied = folder / game.name / "scenarios" / scenario.name
    record = copied.with_name("game.room")
    seats = [PlayerSeat(f"seat-{side.id}", side.id, side.id) for side in load(copied).sides]
    UmpiredGame.begin(copied, record, seats, 3).close()
    return record


def photograph(case: Case, folder: Path) -> Iterator[str]:
    """Take the pictures of one game in one window; yield a line for each."""
    game, size, theme, language = case
    with tempfile.TemporaryDirectory() as copies:
        window = app.open_window([], safe_mode=True)
        sys.excepthook = sys.__excepthook__
        window.looks.set_theme(theme)
        window.looks.choose_language(language)
        window.resize(QSize(*map(int, size.split("x"))))
        window.show()
        for workspace in show_workspaces(window, SAMPLES / SCENARIOS[game], Path(copies)):
            QTest.qWait(300)
            tab = window.active_tab
            if tab is not None and tab.surface is not None:
                tab.surface.fit()
            name = f"{game}-{workspace}-{size}-{theme}-{language}.png"
            settled(window).save(str(folder / name))
            yield f"{game:12}{workspace:10}{size:10}{theme:7}{language:9}{map_share(window):5.1f} %"
        window.hide()


def main(words: list[str]) -> int:
    """Take the pictures the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.workspaces")
    parser.add_argument("--game", choices=SCENARIOS, action="append")
    parser.add_argument("--size", choices=SIZES, action="append")
    parser.add_argument("--theme", choices=THEMES, action="append")
    parser.add_argument("--language", choices=[*LANGUAGES], action="append")
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args(words)
    asked.out.mkdir(parents=True, exist_ok=True)
    app.start_qt_application()
    cases = product(asked.game or SCENARIOS, asked.size or SIZES, asked.theme or THEMES,
                    asked.language or LANGUAGES)  # fmt: skip
    for case in cases:
        for line in photograph(case, asked.out):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.exit(main(sys.argv[1:]))
