"""The settings of playback: speed and sounds, remembered from day to day."""

from __future__ import annotations

from typing import TYPE_CHECKING

import PySide6
from PySide6.QtCore import QObject, Signal

from engine import install_commands
from studio.preferences import Preferences
from studio.widgets.localization import Localizer
from studio.workspaces.play.game_view.playback import PACKAGE, PlaybackSpeed, SoundPlayer, has_audio

if TYPE_CHECKING:  # loaded when the first game begins
    from studio.workspaces.play.game_view.game_controller import GameController


class PlaybackSettings(QObject):
    """The pace of every game in the window, and its sounds."""

    changed = Signal()
    told = Signal(str)  # what sounds need

    def __init__(self, preferences: Preferences, localize: Localizer, parent: QObject) -> None:
        super().__init__(parent)
        self._preferences, self._localize = preferences, localize
        self._speed: PlaybackSpeed | None = None  # until it is asked for
        self.sounds = SoundPlayer(self)
        self.sounds.is_on = preferences.sounds
        self._play: GameController | None = None
        self._machines = False  # were asked when the game in front last settled

    @property
    def speed(self) -> PlaybackSpeed:
        """Return the speed of playback."""
        if self._speed is None:
            self._speed = PlaybackSpeed.kept(self._preferences.pace)
        return self._speed

    def is_chosen(self, speed: PlaybackSpeed) -> bool:
        """Return True if the speed was chosen, or a game has it."""
        is_known = self._speed is not None or bool(self._preferences.pace)
        return is_known and self.speed is speed

    def set_speed(self, speed: PlaybackSpeed) -> None:
        """Show it faster or slower from now on."""
        self._speed, self._preferences.pace = speed, speed.name
        if self._play is not None:
            self._play.speed = speed
        self.changed.emit()

    def toggle_sounds(self) -> None:
        """Switch sounds on or off; say what they need if it is not installed."""
        if not self.sounds.is_on and not has_audio():
            fitting = install_commands.install_command(f"{PACKAGE}=={PySide6.__version__}")
            self.told.emit(self._localize("sounds-need", package=PACKAGE, command=fitting))
            return
        self.sounds.is_on = self._preferences.sounds = not self.sounds.is_on
        self.changed.emit()

    @property
    def asks_after_arrival(self) -> bool:
        """True if a unit that has arrived is asked whether it goes on."""
        return self._preferences.asks_after_arrival

    def toggle_asking_after_arrival(self) -> None:
        """Let a unit that arrives end its move, or be asked whether it goes on."""
        self._preferences.asks_after_arrival = not self.asks_after_arrival
        if self._play is not None:
            self._play.ends_moves = not self.asks_after_arrival
        self.changed.emit()

    def follow(self, play: GameController | None) -> None:
        """Another game is in front, or none."""
        if self._play is not None and self._play is not play:
            self._play.cue.disconnect(self.sounds.play)
            self._play.settled.disconnect(self._call)
        if play is not None and self._play is not play:
            play.speed = self.speed
            play.ends_moves = not self.asks_after_arrival
            play.cue.connect(self.sounds.play)
            play.settled.connect(self._call)
        self._play = play

    def _call(self) -> None:
        """Play a sound when a person at the screen is asked after a computer player's move."""
        play = self._play
        was = self._machines
        self._machines = play is not None and not play.may_answer
        if was and play is not None and play.may_answer:
            self.sounds.play("asked")
