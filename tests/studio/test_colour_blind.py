"""What colours say is understood by the colour-blind too, and ramps grow darker step by step."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from PySide6.QtGui import QColor

from engine.scenario import counters
from engine.scenario.counters import LIKE
from studio.console.difference_marks import SHADES as DIFFERENCES
from studio.drawing import heat, overlays, zones
from studio.lookout import lookout_marks
from studio.mapping import sheet_size
from studio.playtest.board import table_marks
from studio.scenario import arranging_marks
from tests.studio.blindness import EYES, apart, seen
from tests.studio.legible import contrast

TOLD = 12.0  # CIEDE2000: colours of lines and signs that far apart are told from each other
PALETTES = {
    "sides": (counters.COLOURS, LIKE),
    "zones": (zones.COLOURS, TOLD),
    "reach": ((overlays.CHEAP, overlays.DEAR), LIKE),
    "sight": ((overlays.HIDDEN, overlays.SEEN, overlays.HINDERED, overlays.ORIGIN), LIKE),
    "line of sight": (
        (lookout_marks.CLEAR, lookout_marks.BLOCKED, lookout_marks.FAR, lookout_marks.BEYOND),
        TOLD,
    ),
    "room on a table": ((table_marks.FREE, table_marks.BARRED), LIKE),
    "arranging": ((arranging_marks.GOOD, arranging_marks.BAD, arranging_marks.BAND), TOLD),
    "sheet": ((sheet_size.CUT, sheet_size.GAINED), LIKE),
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
    on_white = [contrast(QColor(seen(shade, eyes)), QColor("#ffffff")) for shade in heat.RAMP]
    assert all(darker > 1.1 * lighter for lighter, darker in pairwise(on_white))


def test_red_and_green_of_one_lightness_are_alike_to_who_lacks_green() -> None:
    red, green = "#b3122a", "#1f7a33"
    assert apart(red, green, "deuteranopia") < 5
    assert apart(red, green, "usual") > 30
