"""The players' screens: the host of a room, started and stopped from the window."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from engine import install_commands
from engine.problems import SandtableError
from engine.texts import text
from engine.umpire.umpired_game import UmpiredGame

if TYPE_CHECKING:  # needs packages that are not always there
    from studio.web.game_web_server import GameWebServer, SeatPresence
    from studio.web.seat_access import JoinLink

LOOPBACK, EVERYWHERE, PORT = "127.0.0.1", "0.0.0.0", 8765


class HostingUnavailable(SandtableError):
    """A package for serving players is not installed."""


class PlayerServer(QObject):
    """Serves one room, or does not."""

    changed = Signal()  # it started or stopped, or a player came or went
    _heard = Signal()

    def __init__(self, room: UmpiredGame, parent: QObject) -> None:
        super().__init__(parent)
        self.room = room
        self.host: GameWebServer | None = None
        self._deafen: Callable[[], None] = lambda: None
        self._leaving: Thread | None = None
        self._heard.connect(self.changed)

    @property
    def is_on(self) -> bool:
        """Return True if players can connect."""
        return self.host is not None and self.host.is_running

    def start(self, bind: str, port: int, *, is_encrypted: bool = False) -> None:
        """Listen at an address of this machine. HostingUnavailable, or the host's own refusals.

        Encrypted with a certificate made here, where that is wanted.
        """
        try:
            from studio.web import certificates, server_addresses
            from studio.web.game_web_server import GameWebServer

            names = server_addresses.host_names_for_address(bind) if is_encrypted else []
            certificate = (
                certificates.self_signed_certificate(self.room.record_path, names)
                if is_encrypted
                else None
            )
        except ImportError as error:
            told = text(
                "hosting.no-extra", None, command=install_commands.extra_install_command("host")
            )
            raise HostingUnavailable(told) from error
        self.stop()
        host = GameWebServer(self.room, bind, port, certificate)
        host.start()
        self.host, self._deafen = host, host.listen(self._heard.emit)
        self.changed.emit()

    def stop(self) -> None:
        """Serve no more; what the players wrote is kept."""
        self.leave_off()
        if self._leaving is not None:
            self._leaving.join()
            self._leaving = None

    def leave_off(self) -> None:
        """The same without waiting for who is being answered just now."""
        host, self.host = self.host, None
        if host is not None:
            self._deafen()
            self._leaving = Thread(target=host.stop, name="sandtable-leaving")
            self._leaving.start()
            self.changed.emit()

    def links(self) -> Mapping[str, JoinLink]:
        """The link of every seat."""
        return {} if self.host is None else {link.seat: link for link in self.host.links()}

    def presence(self) -> Mapping[str, SeatPresence]:
        """Return the presence of each seat."""
        return {} if self.host is None else self.host.presence()


def listening_addresses() -> list[str]:
    """The addresses the host can listen at: this machine alone, its others, all of them."""
    try:
        from studio.web.server_addresses import own_addresses
    except ImportError:
        return [LOOPBACK]
    return [LOOPBACK, *own_addresses(), EVERYWHERE]
