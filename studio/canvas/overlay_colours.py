"""Colours of what is drawn over maps: the same in every theme, as the map under them is."""

from __future__ import annotations

HALO, SHADOW = "#ffffff", "#000000"  # around lines, so that they are seen on any ground
ALLOWED, REFUSED, CAUTION = "#00857a", "#b3122a", "#c98a00"
ROUTE, TRANSPORT, COSTLY, LAYING = "#1b4fd0", "#5b2fa0", "#8a6d1f", "#6b5310"
GONE, LOST = "#3d3d3d", "#9c0f2a"
OFFERED, CHOSEN, RIM = "#ffd21f", "#ff8c1a", "#2b241a"
GUIDE = "#12263f"
HIDDEN = "#1d2230"  # under the fog of war
# On tables.
HANDLE, HELD, SNAP = "#1769d2", "#ffd54a", "#d2178a"
BARRED, HELPED, TAPE = "#c1121f", "#2f7d32", "#fdf6e3"
COLD, HOT = "#fff3bf", "#d00000"
SHOT, SIGN, CHARGE = "#1c1c1c", "#263238", "#c77700"
RULER, RULER_CORNER, RULER_INK = "#faf9f6", "#e9e6df", "#4a4a4a"
CAPTION = "#1e2024"  # behind words over a map
