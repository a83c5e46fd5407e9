"""The links of a host's seats: in a file that its owner alone may read, and printed where wanted.

What is printed ends in journals and in logs of containers, and a link is a key.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine.files import source_text
from engine.files.file_writer import OWNER_ALONE
from engine.narration.scenario_names import ScenarioNames
from engine.texts import text
from engine.umpire.umpired_game import UmpiredGame
from studio.cli import host_options
from studio.cli.common_options import print_json
from studio.web.server_addresses import LOOPBACK

if TYPE_CHECKING:
    from studio.web.game_web_server import GameWebServer
    from studio.web.seat_access import JoinLink

ENDING = ".links"


def links_file(room: UmpiredGame) -> Path:
    """Return the file with the links of a room."""
    return room.record_path.with_name(room.record_path.name + ENDING)


def print_links(host: GameWebServer, room: UmpiredGame, *, has_codes: bool, is_shown: bool) -> None:
    """Write the links, say where they are and who can come; SaveError where they cannot be."""
    file, words = links_file(room), "\n".join(_lines(host, room, has_codes=has_codes))
    source_text.write(file, words.lstrip("\n") + "\n", OWNER_ALONE)
    if is_shown:
        click.echo(words)
    click.echo(text("hosting.links-written", None, file=file))
    click.echo(text("hosting.serving", None, address=host.bind, port=host.port))
    if host.bind in (LOOPBACK, "localhost", "::1"):
        click.echo(text("hosting.only-here"))
    elif host.certificate is None:
        click.echo(text("hosting.in-the-clear"), err=True)
    if host.certificate is not None and host.certificate.is_own:
        click.echo(text("hosting.own", None, fingerprint=host.certificate.fingerprint), err=True)
    sys.stdout.flush()


def print_json_seat_links(
    host: GameWebServer, room: UmpiredGame, *, has_codes: bool, is_shown: bool
) -> None:
    """The same as one JSON document; the links stand in it where they are to be shown."""
    file, words = links_file(room), "\n".join(_lines(host, room, has_codes=has_codes))
    source_text.write(file, words.lstrip("\n") + "\n", OWNER_ALONE)
    told = [{"seat": o.seat, "side": o.side, "name": o.name, "url": o.url} for o in host.links()]
    encrypted = host.certificate.fingerprint if host.certificate else None
    place = {"bind": host.bind, "port": host.port, "certificate": encrypted}
    shown = {"links": told} if is_shown else {}
    print_json({**place, "room": str(room.record_path), "links-file": str(file), **shown})
    sys.stdout.flush()


def _lines(host: GameWebServer, room: UmpiredGame, *, has_codes: bool) -> Iterator[str]:
    """A line for every link, below it the code."""
    names = ScenarioNames(room.session.scenario)
    for link in host.links():
        side = names.side(link.side) if link.side else host_options.guest_text(room, link.seat)
        yield f"\n{_call(link, side)}: {link.url}"
        if has_codes:
            yield link.terminal()


def _call(link: JoinLink, side: str) -> str:
    """A seat's name, with its side where the name does not say it."""
    if side in link.name:
        return link.name
    return text("hosting.seat-of-side", None, name=link.name, side=side)
