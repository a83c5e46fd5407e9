"""The Kriegspiel where nobody plays: its kinds and printed tables."""

from __future__ import annotations

from engine.games.littlewars.adapter.handbook import LittleWarsHandbook
from engine.games.littlewars.kriegspiel.rulebook import krieg_book
from engine.games.system import Overrides


class KriegspielHandbook(LittleWarsHandbook):
    """The Kriegspiel by its standard rulebook, or by one a scenario has changed."""

    id = "littlewars-kriegspiel"

    def __init__(self, overrides: Overrides | None = None) -> None:
        super().__init__(krieg_book(overrides))
