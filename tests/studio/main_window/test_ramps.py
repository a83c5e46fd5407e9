"""The elevation ramp is chosen in the View menu and kept."""

from __future__ import annotations

from collections.abc import Callable

from engine.map.terrain import load_catalogue
from studio.main_window.main_window import MainWindow
from studio.workspaces.map.map_editor_tab import MapEditorTab
from tests.studio.main_window.conftest import do


def test_a_ramp_is_chosen_for_every_map_and_remembered(
    make_window: Callable[..., MainWindow],
) -> None:
    first = make_window()
    do(first, "new")
    do(first, "ramp-cividis")
    position = first.required_map_editor.canvas.position
    assert position is not None
    assert position.layers.ramp == "cividis"
    assert make_window().looks.layers.ramp == "cividis"


def test_the_chosen_ramp_alone_is_checked(window: MainWindow, editor: MapEditorTab) -> None:
    do(window, "ramp-grey")
    actions = window.bars.actions
    assert [ramp for ramp in load_catalogue().ramps if actions[f"ramp-{ramp}"].isChecked()] == [
        "grey"
    ]
