"""A package that somebody else made, built and installed by pip: all that it adds is at hand.

A game from `sandtable new-game`, beside it a module of every other hook and one that fails, each
an entry point of one distribution with a `pyproject.toml` of its own.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox

from engine.files import scenario_reader
from engine.files.counter_layout_files import find
from engine.files.source_text import ROOT
from engine.play.decisions import is_dice
from engine.session.seats import Seat
from studio import app
from studio.cli import main
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from studio.printing.game_print_dialog import GamePrintDialog
from studio.printing.print_page import PrintedPart
from studio.printing.print_settings import GamePrintSettings
from studio.rendering.map.render_options import RenderOptions
from studio.workspaces.map.map_editor_tab import MapEditorTab
from studio.workspaces.play.balance.series_form import SeriesForm
from studio.workspaces.play.game_view.playback import PlaybackSpeed
from studio.workspaces.play.start_game_dialog import GameSetup
from studio.workspaces.scenario.decks.deck_editor import DeckEditor
from studio.workspaces.scenario.editor.scenario_tab import ScenarioTab
from tests.plugins.conftest import Adding
from tests.plugins.test_hooks import WHOLE
from tests.studio.main_window.conftest import Scripted, close_unsaved, do
from tests.studio.workspaces.play.hands import Hand

SEED = 20261123
CROSSROADS = ROOT / "samples/tank/maps/crossroads.map.yaml"
DECK = ROOT / "samples/tank/decks/standard.deck.yaml"
SHIPPED = ROOT / "engine/files"
LENT = {
    "night.style.yaml": SHIPPED / "styles/staff-map.style.yaml",
    "plain.counters.yaml": SHIPPED / "layouts/standard.counters.yaml",
    "slim.cards.yaml": SHIPPED / "layouts/poker.cards.yaml",
}
"""Files of the program, as this package's own under other names."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as its maker has it."""
    folder = tmp_path_factory.mktemp("plugged-source") / "hill-war"
    ran = CliRunner().invoke(main, ["new-game", str(folder), "--title", "Hill war"])
    assert ran.exit_code == 0, ran.output
    package = folder / "hill_war"
    (package / "extras").mkdir()
    (package / "extras/__init__.py").write_text(WHOLE, encoding="utf-8")
    for name, source in LENT.items():
        (package / "extras" / name).write_bytes(source.read_bytes())
    (package / "lost.py").write_text("import nothing_like_this\n", encoding="utf-8")
    told = (folder / "pyproject.toml").read_text(encoding="utf-8")
    named = 'hill_war = "hill_war"\n'
    assert named in told
    more = 'hill_extras = "hill_war.extras"\nhill_lost = "hill_war.lost"\n'
    (folder / "pyproject.toml").write_text(told.replace(named, named + more), encoding="utf-8")
    return folder


@pytest.fixture(scope="module", autouse=True)
def installed(
    project: Path, add_folder: Adding, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Path]:
    """The folder into which pip built and installed it."""
    site = tmp_path_factory.mktemp("plugged-site")
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet"]
    pip += ["--no-build-isolation", "--target", str(site), str(project)]
    subprocess.run(pip, check=True, capture_output=True, timeout=120)
    sys.path.insert(0, str(site))
    add_folder(site / "no-such-folder")
    yield site
    sys.path.remove(str(site))


@pytest.fixture(scope="module")
def window(
    installed: Path, qapp: QApplication, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[MainWindow]:
    folder = tmp_path_factory.mktemp("window")
    prompts = Scripted()
    made = MainWindow(Preferences(None), prompts, folder / "journals", folder / "games")
    made.resize(1300, 850)
    made.show()
    QTest.qWaitForWindowExposed(made)
    app.report_plugins(made)
    yield made
    close_unsaved(made, prompts)


@pytest.fixture
def prompts(window: MainWindow) -> Scripted:
    assert isinstance(window.prompts, Scripted)
    return window.prompts


def open_(window: MainWindow, file: Path) -> None:
    number = len(window.works)
    window.filing.open_file(file)
    while len(window.works) == number:
        QCoreApplication.processEvents()


def offered(box: QComboBox) -> list[object]:
    return [box.itemData(place) for place in range(box.count())]


def test_the_one_that_fails_is_named_and_the_others_are_there(
    window: MainWindow, installed: Path
) -> None:
    assert "hill_lost" in window.statusBar().currentMessage()
    assert "hill_extras" not in window.statusBar().currentMessage()
    said = CliRunner().invoke(main, ["doctor"]).output
    assert "hill_lost" in said
    assert "nothing_like_this" in said
    assert not (installed / "hill_war/rules.py").is_relative_to(ROOT)
    assert sys.modules["hill_war"].__file__ == str(installed / "hill_war/__init__.py")


def test_a_turn_of_its_game_is_played_by_the_mouse(
    window: MainWindow, prompts: Scripted, project: Path
) -> None:
    open_(window, project / "first.scenario.yaml")
    assert isinstance(window.active_tab, ScenarioTab)
    prompts.setup = GameSetup({"red": Seat.PERSON, "blue": Seat.PERSON}, seed=SEED)
    window.playing.set_speed(PlaybackSpeed.SKIP)
    window.stage.play()
    hand = Hand(window, Random(SEED))
    while hand.play.session.game.state.turn < 2:
        hand.give_an_answer()
    given = hand.play.session.game.answers
    assert sum(not is_dice(answer) for answer in given) >= 4
    assert hand.used.keys() >= {"list"}, hand.used
    window.playing.stop()


def test_its_player_plays_and_is_offered_for_many_games(window: MainWindow, project: Path) -> None:
    battle = str(project / "first.scenario.yaml")
    words = ["play", battle, "--red", "dawdler", "--blue", "dawdler", "--seed", "4"]
    assert "the battle is over" in CliRunner().invoke(main, words).output
    form = SeriesForm(window.localize)
    form.show_scenario(scenario_reader.load(Path(battle)), "en")
    assert "dawdler" in {each for box in form.findChildren(QComboBox) for each in offered(box)}


def test_its_formats_are_read_and_written_by_the_window(
    window: MainWindow, prompts: Scripted, tmp_path: Path
) -> None:
    (tmp_path / "a.size").write_text("7 5", encoding="utf-8")
    prompts.picture, number = tmp_path / "a.size", len(window.works)
    do(window, "import")
    window.jobs.patience = 60.0
    while len(window.works) == number:
        QCoreApplication.processEvents()
    prompts.picture = None
    assert isinstance(window.active_tab, MapEditorTab)
    assert window.required_map_editor.document.map.grid.shape == (5, 7)
    prompts.file, prompts.answers = tmp_path / "b.size", []
    do(window, "export-map")
    while not prompts.file.exists():
        QCoreApplication.processEvents()
    assert prompts.file.read_text(encoding="utf-8") == "7 5"


def test_maps_are_drawn_in_its_style(window: MainWindow) -> None:
    box = window.docks.layers.styles
    assert "night" in offered(box)
    box.setCurrentIndex(box.findData("night"))
    box.activated.emit(box.currentIndex())
    style = window.looks.layers.style
    assert style is not None
    assert style.id == "night"
    assert "night" in {choice.style.id for choice in window.looks.style_choices() if choice.style}


def test_its_layouts_of_cards_and_counters_are_offered(window: MainWindow) -> None:
    open_(window, DECK)
    (panel,) = (each for each in window.findChildren(DeckEditor) if each.isVisible())
    assert "slim" in offered(panel.design)
    open_(window, ROOT / "samples/tank/scenarios/first-shots.scenario.yaml")
    assert isinstance(window.active_tab, ScenarioTab)
    scenario = window.active_tab.document.scenario
    settings = GamePrintSettings({PrintedPart.COUNTERS: ()})
    dialog = GamePrintDialog(
        scenario, CROSSROADS.parent, RenderOptions(), settings, window.localize, window
    )
    assert "plain" in offered(dialog.counters)
    dialog.deleteLater()


def test_counters_are_printed_in_its_layout_and_a_word_like_it_is_told(tmp_path: Path) -> None:
    battle = str(ROOT / "samples/tank/scenarios/first-shots.scenario.yaml")
    words = ["print", battle, str(tmp_path / "a.pdf"), "--what", "counters", "--counters"]
    printed = CliRunner().invoke(main, [*words, "plain"])
    assert printed.exit_code == 0, printed.output
    assert find("plain").id == "plain"
    assert "'plain'" in CliRunner().invoke(main, [*words, "plane", "--overwrite"]).output
