"""Most of the window is map, in every workspace, on small screens and in every language."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtTest import QTest

from engine.files.source_text import SHIPPED
from engine.languages import LANGUAGES
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from studio.preferences import Preferences
from tests.studio.main_window.conftest import Scripted
from tools.workspaces import LEAST, SCENARIOS, map_share, show_workspaces


@pytest.mark.parametrize("game", ["valor", "tank"])
def test_the_map_has_its_share_of_the_window(tmp_path: Path, game: str) -> None:
    """Umpired games keep their record in a folder."""
    prompts = Scripted()
    window = MainWindow(Preferences(None), prompts, tmp_path / "journals", tmp_path / "games")
    window.show()
    wrong = []
    scenario = SHIPPED / "samples" / SCENARIOS[game]
    for workspace in show_workspaces(window, scenario, tmp_path):
        for size, least in LEAST.items():
            wide, high = map(int, size.split("x"))
            for language in LANGUAGES:
                window.looks.choose_language(language)
                window.resize(wide, high)
                QTest.qWait(20)
                assert window.size() == QSize(wide, high)
                share = map_share(window)
                if share < least[workspace]:
                    wrong.append(f"{workspace} {size} {language}: {share:.1f} %")
        window.looks.choose_language("en")
    assert not wrong, "\n".join(wrong)
    prompts.answers = [PromptAnswer.YES] * len(window.works)
    assert window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
