"""A scenario in a window that nobody sees, and an author with mouse and keys."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.files.source_text import SHIPPED
from studio.framework.prompts import PromptAnswer
from studio.main_window.main_window import MainWindow
from tests.studio.main_window.conftest import Scripted
from tests.studio.main_window.conftest import make_window as make_window
from tests.studio.main_window.conftest import prompts as prompts
from tests.studio.workspaces.scenario.forces.author import Author


@pytest.fixture
def crossroads(tmp_path: Path) -> Path:
    """A copy of the sample, to be written to."""
    shutil.copytree(SHIPPED / "samples" / "tank", tmp_path / "tank")
    return tmp_path / "tank" / "scenarios" / "crossroads.scenario.yaml"


@pytest.fixture
def author(
    make_window: Callable[..., MainWindow],  # the fixture
    prompts: Scripted,  # likewise
    crossroads: Path,
    tmp_path: Path,
) -> Iterator[Author]:
    """An author with the sample in front; it is closed unsaved."""
    window = make_window()
    window.resize(1400, 900)
    found = Author(window, prompts, crossroads, tmp_path / "journals")
    yield found
    prompts.answers = [PromptAnswer.NO]
    assert window.close_tab(found.tab)
