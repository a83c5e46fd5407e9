"""The appearance of the window: theme, language, layers and tints of every map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from engine import plugins
from engine.files import map_style_files
from engine.map.styles import MapStyle
from engine.problems import SandtableError
from studio.canvas.canvas_content import LayerSettings
from studio.framework.document_tab import DocumentTab
from studio.preferences import Preferences
from studio.rendering.length_units import LengthUnits
from studio.widgets.localization import Localizer, install_qt_translation
from studio.widgets.map_style_box import StyleChoice
from studio.widgets.themes import apply_text_settings, apply_theme


class Appearance(QObject):
    """Changes the looks of all open works at once, and remembers them."""

    dressed = Signal()  # icons are to be drawn anew
    shown = Signal()  # other layers are shown, or in another style
    refused = Signal(str)  # why a style cannot be used

    def __init__(
        self,
        preferences: Preferences,
        localize: Localizer,
        works: Callable[[], Sequence[DocumentTab]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._preferences, self._localize, self._works = preferences, localize, works
        self.may_speak: Callable[[str], bool] = lambda language: True
        """Asked before another language is spoken, of what has to be put into it first."""
        self.map_style = preferences.map_style  # by name; empty for each map's own
        localize.units = LengthUnits.parse(preferences.units)
        every = LayerSettings(
            language=localize.language, ramp=preferences.ramp, units=localize.units
        )
        every = every.with_only(preferences.hidden_layers, preferences.added_layers)
        self.layers = replace(
            every, opacities=preferences.opacities, style=self._style(self.map_style)
        )
        self.theme = preferences.theme  # light, dark, or as the system has it
        self.motion, self.text_size = preferences.motion, preferences.text_size
        self._dress()
        apply_text_settings(localize.language, self.text_size)
        install_qt_translation(localize.language)

    def set_theme(self, theme: str) -> None:
        """Another look of the window."""
        self._preferences.theme = self.theme = theme
        self._dress()
        self.dressed.emit()

    def set_motion(self, motion: str) -> None:
        """Let things move as the system does, or not at all."""
        self._preferences.motion = self.motion = motion
        self._dress()
        self.dressed.emit()

    def set_text_size(self, per_cent: int) -> None:
        """Larger or smaller words in the window, at once."""
        self._preferences.text_size = self.text_size = per_cent
        apply_text_settings(self._localize.language, per_cent)
        self._dress()  # menus and titles of panels measure their words anew
        self.dressed.emit()

    def _dress(self) -> None:
        apply_theme(self.theme, is_still=self.motion == "none")

    def choose_language(self, language: str) -> None:
        """Another language, at once; none where the user gave up what was to be put into it."""
        if not self.may_speak(language):
            return
        self._preferences.language = language
        install_qt_translation(language)
        self._localize.set_language(language)
        apply_text_settings(language, self.text_size)

    def choose_units(self, named: str) -> None:
        """Other units of length, at once and on every map."""
        self._preferences.units = named
        self._localize.measure(LengthUnits.parse(named))

    def choose_ramp(self, ramp: str) -> None:
        """Other elevation tints, of every map and the pictures made of them."""
        self._preferences.ramp = ramp
        self.show_layers(replace(self.layers, ramp=ramp))

    def choose_style(self, named: str) -> None:
        """Draw every map in a style; without a name each in its own."""
        self._preferences.map_style = self.map_style = named
        self.show_layers(replace(self.layers, style=self._style(named)))

    @property
    def style_folders(self) -> list[Path]:
        """Return the folders of the user's styles: next to open works, and in the settings."""
        files = (tab.document.path for tab in self._works())
        beside = dict.fromkeys(file.parent for file in files if file is not None)
        return [*beside, *filter(None, [self._preferences.styles])]

    @property
    def style_names(self) -> list[str]:
        """The styles there are: those of the program, the user's own, then those of plug-ins.

        This does not wait for plug-ins that are not loaded yet: `look_again` adds them.
        """
        plugged = map_style_files.plugged_folders() if plugins.are_looked_for() else []
        own = map_style_files.find_style_files([*self.style_folders, *plugged])
        shipped = map_style_files.shipped_styles()
        return [*shipped, *(name for name in own if name not in shipped)]

    def style_title(self, named: str) -> str:
        """Return the title of a style; of an unreadable one, its file."""
        if named in map_style_files.shipped_styles():  # nothing need be read for it
            return self._localize(f"style-{named}")
        try:
            style = map_style_files.find(named, self.style_folders)
        except SandtableError:
            return named
        return self._localize.localize_text(style.name) or named

    def style_choices(self) -> list[StyleChoice]:
        """The styles a picture can be drawn in: each map's own, then those that can be read."""
        own = StyleChoice(self._localize("style-own"), None)
        return [own, *(choice for named in self.style_names for choice in self._choice(named))]

    def _choice(self, named: str) -> list[StyleChoice]:
        try:
            style = map_style_files.find(named, self.style_folders)
        except SandtableError:  # choosing it for the screen shows the reason
            return []
        return [StyleChoice(self.style_title(named), style)]

    def _style(self, named: str) -> MapStyle | None:
        """A style by name; None for none, and for one that is not there or cannot be read."""
        if not named:
            return None
        try:
            return map_style_files.find(named, self.style_folders)
        except SandtableError as error:
            self.refused.emit(str(error))
            return None

    def show_layers(self, layers: LayerSettings) -> None:
        """Show these layers of every map."""
        self.layers = layers
        self._preferences.hidden_layers = layers.hidden
        self._preferences.added_layers = layers.added
        self._preferences.opacities = layers.opacities
        self.shown.emit()
        for tab in self._works():
            tab.set_layers(layers)

    def retranslate(self) -> None:
        """The names on maps in the window's language, and their lengths in its units."""
        self.show_layers(
            replace(self.layers, language=self._localize.language, units=self._localize.units)
        )
