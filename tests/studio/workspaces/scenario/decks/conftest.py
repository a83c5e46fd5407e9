"""A window with a deck in it; the window and the answers are those of the window's own tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.files.source_text import SHIPPED
from studio.documents import document_loader
from studio.main_window.main_window import MainWindow
from studio.workspaces.scenario.decks.deck_tab import DeckTab
from tests.studio.main_window.conftest import Scripted, make_window, prompts, window  # noqa: F401 (fixtures are found by their names)

STANDARD = SHIPPED / "samples/tank/decks/standard.deck.yaml"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The deck of seven, to be changed."""
    return Path(shutil.copy(STANDARD, tmp_path / "standard.deck.yaml"))


@pytest.fixture
def tab(window: MainWindow, file: Path) -> DeckTab:  # noqa: F811 (the fixture)
    """The deck of seven in the window."""
    window.open_tab(document_loader.open_document(file))
    assert isinstance(window.active_tab, DeckTab)
    return window.active_tab
