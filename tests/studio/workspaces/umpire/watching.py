"""What each side may know of a room, kept while the game goes on, and what its page was sent."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.languages import MADE_IN
from engine.play.position import spot_formatter_for
from engine.umpire.umpired_game import UmpiredGame
from studio.web.seat_access import seat_path_name
from tests.positions import plain

Place = tuple[str, str]  # a unit's id, and a hex


class Wire:
    """All that a host sends, by the seat's door it is sent through; what anybody is given by ""."""

    def __init__(self) -> None:
        self.sent: defaultdict[str, list[str]] = defaultdict(list)

    def tap(self, app: ASGIApp) -> ASGIApp:
        """An application that does the same and is listened to."""

        async def tapped(scope: Scope, receive: Receive, send: Send) -> None:
            found = re.match(r"/s/(\w+)/", scope.get("path", ""))
            sent = self.sent[found[1] if found else ""]

            async def kept(message: Message) -> None:
                sent.append(_content(message))
                await send(message)

            await app(scope, receive, kept)

        return tapped


def _content(message: Message) -> str:
    """What of a message leaves the machine."""
    heads = b"\n".join(b": ".join(head) for head in message.get("headers", ()))
    body = heads + (message.get("body") or b"") + (message.get("bytes") or b"")
    return body.decode("utf-8", "replace") + (message.get("text") or "")


class Watch:
    """Follows what a side has come to know. `private` are words that are not for it."""

    def __init__(self, room: UmpiredGame, seat: str, wire: Wire) -> None:
        self.room, self.side = room, room.seats[seat].side
        self._ways = [(wire.sent[way], 0) for way in ("", seat_path_name(room.seats[seat].secret))]
        self.private = {seat.secret for seat in room.seats.values()}
        self.met: set[str] = set()
        self.places: set[Place] = set()
        self.hidden: set[str] = set()  # searched for at least once
        self.look()

    def look(self) -> None:
        """See what the side sees now; to be called after every change."""
        with self.room.locked_session() as session:
            game = session.game
            name = spot_formatter_for(game.scenario)
            units = plain(game, self.side)["units"]
            seen = {(unit["id"], unit["at"]) for unit in units if unit["side"] != self.side}
        ghosts = self.room.ghosts(self.side)
        self.places |= seen | {(ghost.unit, name(ghost.at)) for ghost in ghosts}
        self.met |= {unit for unit, _ in self.places}

    def search(self) -> int:
        """Fail if anything sent since the last search tells what the side may not know.

        Gives back how many messages were searched.
        """
        parts = [part for sent, read in self._ways for part in sent[read:]]
        self._ways = [(sent, len(sent)) for sent, _ in self._ways]
        whole = "\n".join(parts)
        for word in self.private:
            assert word not in whole, (self.side, word)
        for unit in self._unknown():
            self.hidden.add(unit)
            for word in self._called(unit):
                found = re.search(rf"(?<![\w-]){re.escape(word)}(?!\d)", whole)
                assert not found, (self.side, word)
        for told in (json.loads(part) for part in parts if part.startswith('{"v":')):
            assert self._enemies(told.get("desk", {})) <= self.places, self.side
        return len(parts)

    def _unknown(self) -> list[str]:
        """The enemies the side has never known of."""
        game = self.room.session.game
        units = {*game.position().by_id}
        hidden = set(game.rules.secrets(game.state, self.side))
        return sorted(hidden & units - self.met)

    def _called(self, unit: str) -> Iterator[str]:
        """The id of a unit, and its names in both languages."""
        game = self.room.session.game
        yield unit
        for language in MADE_IN:
            yield game.rules.describe_unit(game.state, unit, language)

    def _enemies(self, desk: dict[str, Any]) -> set[Place]:
        """Where a desk says that enemies are, or were."""
        lists = [desk.get(name) or [] for name in ("units", "seen", "ghosts")]
        listed = [unit for each in lists for unit in each]
        return {(unit["id"], unit["at"]) for unit in listed if unit["side"] != self.side}
