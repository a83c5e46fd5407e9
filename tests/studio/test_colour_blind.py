"""What colours say is understood by the colour-blind too, and ramps grow darker step by step."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from PySide6.QtGui import QColor

from engine.scenario import counters
from engine.scenario.counters import LIKE
from studio.previews import preview_overlays
from studio.rendering.charts import heat_map
from studio.rendering.map import preview_tints, zones
from studio.workspaces.map.dialogs import resize_map_dialog
from studio.workspaces.play.game_view import tabletop_overlays
from studio.workspaces.scenario.editor import placement_overlays
from studio.workspaces.umpire.belief_differences import SHADES as DIFFERENCES
from tests.studio.blindness import EYES, apart, seen
from tests.studio.legible import contrast

TOLD = 12.0  # CIEDE2000: colours of lines and signs that far apart are told from each other
PALETTES = {
    "sides": (counters.COLOURS, LIKE),
    "zones": (zones.COLOURS, TOLD),
    "reach": ((preview_tints.CHEAP, preview_tints.DEAR), LIKE),
    "sight": (
        (preview_tints.HIDDEN, preview_tints.SEEN, preview_tints.HINDERED, preview_tints.ORIGIN),
        LIKE,
    ),
    "line of sight": (
        (
            preview_overlays.CLEAR,
            preview_overlays.BLOCKED,
            preview_overlays.FAR,
            preview_overlays.BEYOND,
        ),
        TOLD,
    ),
    "room on a table": ((tabletop_overlays.FREE, tabletop_overlays.BARRED), LIKE),
    "arranging": ((placement_overlays.GOOD, placement_overlays.BAD, placement_overlays.BAND), TOLD),
    "sheet": ((resize_map_dialog.CUT, resize_map_dialog.GAINED), LIKE),
    "differences": (tuple(DIFFERENCES.values()), TOLD),
}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("palette", PALETTES)
def test_no_two_colours_of_a_palette_look_alike_to_any_eyes(palette: str, eyes: str) -> None:
    colours, least = PALETTES[palette]
    near = {pair: apart(*pair, eyes) for pair in combinations(colours, 2)}
    assert {pair: round(far, 1) for pair, far in near.items() if far < least} == {}


@pytest.mark.parametrize("eyes", EYES)
def test_the_steps_of_a_heat_map_grow_darker_to_all_eyes(eyes: str) -> None:
    on_white = [contrast(QColor(seen(shade, eyes)), QColor("#ffffff")) for shade in heat_map.RAMP]
    assert all(darker > 1.1 * lighter for lighter, darker in pairwise(on_white))


def test_red_and_green_of_one_lightness_are_alike_to_who_lacks_green() -> None:
    red, green = "#b3122a", "#1f7a33"
    assert apart(red, green, "deuteranopia") < 5
    assert apart(red, green, "usual") > 30
