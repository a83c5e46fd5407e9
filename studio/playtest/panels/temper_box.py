"""A list of the tempers that machines may have, in a game or in any."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QComboBox

from engine.games import installed
from engine.play.thinking import USUAL
from engine.problems import InvalidFile
from engine.search.tempers import names_of_tempers
from engine.telling.names import temper_named
from studio.parts.speech import Localizer

KNOWN_TEMPERS = ("steady", "cautious", "bold", "purposeful")


class TemperamentBox(QComboBox):
    """The tempers of a game, or without a game those of all games, the user's own last.

    If the user's own file is faulty there is only the default; `fault` says what is wrong.
    """

    def __init__(self, say: Localizer, game: str = "") -> None:
        super().__init__()
        self._say, self.fault = say, ""
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        try:
            found = _tempers([game] if game else installed())
        except InvalidFile as error:
            found, self.fault = (USUAL,), str(error)
        for temper in found:
            self.addItem("", temper)
        self.retranslate()

    @property
    def temper(self) -> str:
        """The one that is chosen."""
        return str(self.currentData())

    def show_temper(self, temper: str) -> None:
        """Choose a temper; the default one if it no longer exists."""
        self.setCurrentIndex(max(0, self.findData(temper)))

    def retranslate(self) -> None:
        """Say everything in the window's language; a user's own tempers are as he calls them."""
        for place in range(self.count()):
            self.setItemText(place, temper_named(self.itemData(place), self._say.language))
        self.setToolTip(self.fault or self._say("players-temper-hint"))
        self.setAccessibleName(self._say("players-temper"))


def _tempers(games: Iterable[str]) -> tuple[str, ...]:
    """All tempers of some games, each once, those of the program first."""
    found = dict.fromkeys(temper for game in games for temper in names_of_tempers(game))
    return tuple(sorted(found, key=lambda temper: temper not in KNOWN_TEMPERS))
