"""The dialog of preferences: language, theme, style and tints of maps, saving by itself."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.map.terrain import catalogue
from engine.texts import LANGUAGES
from studio.parts.looks import Looks
from studio.parts.speech import Speech
from studio.preferences import THEMES, Preferences

MOST_MINUTES = 120


class PreferencesDialog(QDialog):
    """Everything is so at once, and stays so."""

    def __init__(
        self, preferences: Preferences, looks: Looks, say: Speech, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._preferences, self._looks, self._say = preferences, looks, say
        self.language, self.theme, self.ramp = QComboBox(), QComboBox(), QComboBox()
        self.minutes = QSpinBox()
        self.minutes.setRange(0, MOST_MINUTES)
        self.minutes.setValue(preferences.autosave)
        self.form, self.hint = QFormLayout(), QLabel()
        self.hint.setWordWrap(True)
        self.buttons = QDialogButtonBox()
        self.close_ = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.close_.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self._labels = [QLabel() for _ in range(4)]
        fields = (self.language, self.theme, self.ramp, self.minutes)
        for label, field in zip(self._labels, fields, strict=True):
            label.setBuddy(field)
            self.form.addRow(label, field)
        layout = QVBoxLayout(self)
        layout.addLayout(self.form)
        layout.addWidget(self.hint)
        layout.addWidget(self.buttons)
        self._fill()
        self._connect()
        self._retranslate()

    def _fill(self) -> None:
        for language in LANGUAGES:
            self.language.addItem(self._say(f"action-language-{language}"), language)
        for theme in THEMES:
            self.theme.addItem("", theme)
        for ramp in catalogue().ramps:
            self.ramp.addItem("", ramp)
        self.language.setCurrentIndex(self.language.findData(self._say.language))
        self.theme.setCurrentIndex(self.theme.findData(self._looks.theme))
        self.ramp.setCurrentIndex(self.ramp.findData(self._looks.layers.ramp))

    def _connect(self) -> None:
        looks = self._looks
        self.language.activated.connect(
            lambda _: looks.choose_language(self.language.currentData())
        )
        self.theme.activated.connect(lambda _: looks.set_theme(self.theme.currentData()))
        self.ramp.activated.connect(lambda _: looks.choose_ramp(self.ramp.currentData()))
        self.minutes.valueChanged.connect(self._keep_minutes)
        self._say.changed.connect(self._retranslate)

    def _keep_minutes(self, minutes: int) -> None:
        self._preferences.autosave = minutes

    def _retranslate(self) -> None:
        """Also while it is open: the language may be chosen here."""
        say = self._say
        self.setWindowTitle(say("preferences-title"))
        for label, key in zip(self._labels, ("language", "theme", "ramp", "autosave"), strict=True):
            label.setText(say(f"preferences-{key}"))
        for place, theme in enumerate(THEMES):
            self.theme.setItemText(place, say(f"action-theme-{theme}"))
        for place, ramp in enumerate(catalogue().ramps.values()):
            self.ramp.setItemText(place, say.of(ramp.name))
        self.minutes.setSpecialValueText(say("preferences-never"))
        self.minutes.setSuffix(say("preferences-minutes"))
        self.hint.setText(say("preferences-hint"))
        self.close_.setText(say("preferences-close"))

    def done(self, result: int) -> None:
        """Listen no more."""
        self._say.changed.disconnect(self._retranslate)
        super().done(result)
