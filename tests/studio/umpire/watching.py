"""What each side may know of a room, kept while the game goes on, and what its page was sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from engine.texts import LANGUAGES
from studio.umpiring.room import Room

Place = tuple[str, str]  # a unit's id, and a hex


class Watch:
    """Follows what one side has come to know. `private` are words that are not for it."""

    def __init__(self, room: Room, side: str) -> None:
        self.room, self.side = room, side
        self.private = {seat.secret for seat in room.seats.values()}
        self.met: set[str] = set()
        self.places: set[Place] = set()
        self.hidden: set[str] = set()  # searched for at least once
        self.look()

    def look(self) -> None:
        """See what the side sees now; to be called after every change."""
        with self.room.held() as session:
            game = session.game
            view = game.rules.as_json(game.rules.view(game.state, self.side))
            seen = {(unit["id"], unit["at"]) for unit in view["units"] if unit["side"] != self.side}
        self.places |= seen | {(ghost.unit, ghost.at) for ghost in self.room.ghosts(self.side)}
        self.met |= {unit for unit, _ in self.places}

    def search(self, frames: Iterable[str], answers: str) -> None:
        """Fail if anything that came to the side's page tells what it may not know."""
        frames = list(frames)
        sent = "\n".join([*frames, answers])
        for word in self.private:
            assert word not in sent, (self.side, word)
        for unit in self._unknown():
            self.hidden.add(unit)
            for word in self._called(unit):
                assert not re.search(rf"(?<![\w-]){re.escape(word)}(?!\d)", sent), (self.side, word)
        for told in map(json.loads, frames):
            assert self._enemies(told.get("desk", {})) <= self.places, self.side

    def _unknown(self) -> list[str]:
        """The enemies the side has never known of."""
        game = self.room.session.game
        units = {unit["id"] for unit in game.rules.as_json(game.state)["units"]}
        hidden = set(game.rules.secrets(game.state, self.side))
        return sorted(hidden & units - self.met)

    def _called(self, unit: str) -> Iterator[str]:
        """The id of a unit, and its names in both languages."""
        game = self.room.session.game
        yield unit
        for language in LANGUAGES:
            yield game.rules.describe_unit(game.state, unit, language)

    def _enemies(self, desk: dict[str, Any]) -> set[Place]:
        """Where a desk says that enemies are, or were."""
        lists = [desk.get(name) or [] for name in ("units", "seen", "ghosts")]
        listed = [unit for each in lists for unit in each]
        return {(unit["id"], unit["at"]) for unit in listed if unit["side"] != self.side}
