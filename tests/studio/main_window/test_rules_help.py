"""Help shows the rules of the game in front, as its scenario changes them."""

from __future__ import annotations

from pathlib import Path

from engine.files.source_text import SAMPLES
from studio.main_window.main_window import MainWindow
from studio.rulebook.rulebook_dialog import RulebookDialog
from tests.studio.main_window.conftest import do


def test_help_opens_the_rules_of_the_scenario_in_front(window: MainWindow, tmp_path: Path) -> None:
    sample = SAMPLES / "tank" / "scenarios" / "first-shots.scenario.yaml"
    words = sample.read_text(encoding="utf-8").replace("../maps", str(SAMPLES / "tank" / "maps"))
    file = tmp_path / "few.scenario.yaml"
    file.write_text(words.replace("rules: {", "rules: {stacking: 2, "), encoding="utf-8")
    window.filing.open_file(file)
    do(window, "rules")
    reader = window.findChild(RulebookDialog)
    assert reader is not None
    assert reader.book is not None
    assert reader.book.game == "tank"
    assert reader.book.entries["V9"][1].is_changed
    reader.close()
