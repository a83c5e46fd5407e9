"""The layers panel at work: its wishes are applied to all maps, and remembered."""

from __future__ import annotations

from studio.mapping.layers_panel import LayersPanel
from studio.mapping.toolbox import Toolbox
from studio.parts.looks import Appearance
from studio.parts.speech import Localizer
from studio.preferences import Preferences


class LayersController:
    """Ties the panel to the looks of all works and to what the tools may change."""

    def __init__(
        self, panel: LayersPanel, looks: Appearance, toolbox: Toolbox, preferences: Preferences,
        say: Localizer,
    ) -> None:  # fmt: skip
        self.panel, self._looks, self._toolbox = panel, looks, toolbox
        self._preferences = preferences
        toolbox.lock(preferences.locked_layers)
        panel.wanted.connect(looks.show_layers)
        panel.style_wanted.connect(looks.choose_style)
        panel.locks_wanted.connect(self._lock)
        looks.shown.connect(self.show)
        looks.dressed.connect(self.show)  # locks are drawn in the ink of the theme
        self.show()

    def show(self) -> None:
        """Show everything as it is."""
        self.panel.show_layers(self._looks.layers)
        self.panel.show_locks(self._toolbox.locked)
        styles = [(name, self._looks.style_title(name)) for name in self._looks.style_names]
        self.panel.show_styles(styles, self._looks.map_style)

    def _lock(self, layers: frozenset[str]) -> None:
        self._preferences.locked_layers = layers
        self._toolbox.lock(layers)
        self.panel.show_locks(layers)
