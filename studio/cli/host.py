"""`sandtable host SCENARIO`: players join a game at their own screens."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from engine import install_commands
from engine.checks.scenario_checks import load_playable
from engine.files import source_text
from engine.languages import LANGUAGES
from engine.narration.game_report import outcome_text
from engine.narration.scenario_names import ScenarioNames
from engine.problems import SandtableError
from engine.texts import add_text_languages, localised, text
from engine.umpire.clock import TimeoutAction
from engine.umpire.game_setup import exempt_from_garbage_collection
from engine.umpire.umpire_refusals import RefusedError
from engine.umpire.umpired_game import UmpiredGame
from studio.cli import host_options, seat_links
from studio.cli import host_options as couriers
from studio.cli.common_options import (
    FILE,
    LimitedNumber,
    json_option,
    report_errors_of_command,
    warn_about_compiling,
)
from studio.signal_handling import signal_handlers_replaced
from studio.web.server_addresses import (
    LOOPBACK,
    PORT,
    host_names_for_address,
    open_listening_socket,
)

if TYPE_CHECKING:
    from studio.web.certificates import Certificate
    from studio.web.game_web_server import GameWebServer

NEEDED = ("segno", "starlette", "uvicorn", "websockets")
ENDING = ".room"


class HostingError(SandtableError):
    """The options do not go together, or packages are missing."""


@click.command("host")
@click.argument("scenario", required=False, type=FILE)
@click.option("--room", "file", type=FILE, help=text("hosting.room"))
@click.option("--bind", default=LOOPBACK, show_default=True, help=text("hosting.bind"))
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help=text("hosting.port"),
)
@click.option("--seats", metavar="SEATS", help=text("hosting.seats"))
@click.option("--seed", type=int, help=text("hosting.seed"))
@click.option("--clock", "minutes", type=LimitedNumber(0, 10_000), help=text("hosting.clock"))
@click.option("--grace", type=LimitedNumber(0, 10_000), default=0.0, help=text("hosting.grace"))
@click.option("--attended/--unattended", default=None, help=text("hosting.attended"))
@click.option("--new-link", "renewed", metavar="SEAT", multiple=True, help=text("hosting.new-link"))
@click.option("--observer", "looking", metavar="NAME[:SEES[:MINUTES]]", multiple=True,
              help=text("hosting.observer"))  # fmt: skip
@click.option("--umpire", "umpires", metavar="NAME", multiple=True, help=text("hosting.umpire"))
@click.option("--dismiss", "gone", metavar="NAME", multiple=True, help=text("hosting.dismiss"))
@click.option("--rematch", type=FILE, help=text("hosting.rematch"))
@click.option("--swap-sides", "is_swapped", is_flag=True, help=text("hosting.swap-sides"))
@click.option("--mail", "mail_file", type=FILE, help=text("hosting.mail"))
@click.option("--days", type=LimitedNumber(0, 60), help=text("hosting.days"))
@click.option("--deadline", help=text("hosting.deadline"))
@click.option("--couriers", "riding", metavar="SPEED[:LOSS[:CAPTURE]]", default="",
              help=text("hosting.couriers"))  # fmt: skip
@click.option("--headquarters", "places", metavar="WHO=WHERE", multiple=True,
              help=text("hosting.headquarters"))  # fmt: skip
@click.option(
    "--tls", "files", nargs=2, type=FILE, metavar="CERTIFICATE KEY", help=text("hosting.tls")
)
@click.option("--self-signed", "is_own", is_flag=True, help=text("hosting.self-signed"))
@click.option("--name", default="", help=text("hosting.name"), callback=lambda c, p, v: _named(v))
@click.option("--qr/--no-qr", "has_codes", default=True, help=text("hosting.no-qr"))
@click.option("--show-links", "is_shown", is_flag=True, help=text("hosting.show-links"))
@json_option
@report_errors_of_command
def command(
    scenario: Path | None,
    file: Path | None,
    bind: str,
    port: int,
    seats: str | None,
    seed: int | None,
    minutes: float | None,
    grace: float,
    attended: bool | None,
    renewed: tuple[str, ...],
    looking: tuple[str, ...],
    umpires: tuple[str, ...],
    gone: tuple[str, ...],
    rematch: Path | None,
    is_swapped: bool,
    mail_file: Path | None,
    days: float | None,
    deadline: str | None,
    riding: str,
    places: tuple[str, ...],
    files: tuple[Path, Path] | None,
    is_own: bool,
    name: str,
    has_codes: bool,
    is_shown: bool,
    as_json: bool,
) -> None:
    if not all(find_spec(name) for name in NEEDED):
        raise HostingError(
            text("hosting.no-extra", None, command=install_commands.extra_install_command("host"))
        )
    from studio.web.game_web_server import GameWebServer

    add_text_languages(*LANGUAGES)  # players may read any language, from the first word on
    _check_together(minutes, days or deadline, riding, places, rematch, is_swapped)
    if rematch is not None:
        file = host_options.begin_rematch(rematch, file, is_swapped=is_swapped)
    if file is None and scenario is not None and scenario.suffix == ENDING:
        scenario, file = None, scenario
    if scenario is None and file is None:
        raise click.UsageError(text("hosting.no-scenario"))
    if files and is_own:
        raise click.UsageError(text("hosting.one-certificate"))
    kept = file or _beside(scenario)
    certificate = _certificate(
        kept,
        [name, *host_names_for_address(bind)] if name else host_names_for_address(bind),
        files,
        is_own,
    )
    mail = host_options.load_mail_settings(mail_file)
    if is_under_way := source_text.path_exists(kept):
        room = _take_up(kept, scenario)
    else:
        _check_place(bind, port)
        room = _begin(kept, scenario, seats or "", seed or 0, bool(attended))
    with closing(room):
        host_options.check_mail_seats(room, mail_file, mail)
        if is_under_way and not _is_begun_so(room, seats, seed, attended):
            raise HostingError(text("hosting.new-options", None, file=kept))
        if minutes and not _is_timed_so(room, minutes, grace):
            room.set_clock(60 * minutes, TimeoutAction.DELIVER, is_renewed=True, grace=60 * grace)
        host_options.set_deadline(room, days, deadline, grace)
        for seat in renewed:
            room.new_link(seat)
        host_options.dismiss_guests(room, gone)
        host_options.admit_guests(room, looking, umpires)
        if riding:
            couriers.set_couriers(room, riding, places)
        warn_about_compiling()
        with _start(GameWebServer(room, bind, port, certificate, name, mail)) as host:
            tell = seat_links.print_json_seat_links if as_json else seat_links.print_links
            tell(host, room, has_codes=has_codes, is_shown=is_shown)
            threading.Thread(target=exempt_from_garbage_collection, daemon=True).start()
            _wait(host, room)
    click.echo(text("hosting.ended", None, file=kept), err=True)


def _check_together(
    minutes: float | None,
    days: float | str | None,
    riding: str,
    places: tuple[str, ...],
    rematch: Path | None,
    is_swapped: bool,
) -> None:
    """UsageError for options that would do nothing, or cancel each other out."""
    wrong = {
        "one-clock": minutes and days,
        "headquarters-alone": places and riding in ("", "none"),
        "swap-alone": is_swapped and rematch is None,
    }
    for key, is_so in wrong.items():
        if is_so:
            raise click.UsageError(text(f"hosting.{key}"))


def _named(name: str) -> str:
    """A machine's name in a form that fits in a link."""
    if name and not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", name):
        raise click.BadParameter(text("hosting.bad-name", None, name=name))
    return name


def _certificate(
    room: Path, names: list[str], files: tuple[Path, Path] | None, is_own: bool
) -> Certificate | None:
    """The certificate for encrypting connections, if any; CertificateError where it is unusable."""
    from studio.web import certificates

    if files:
        return certificates.load_certificate(*files)
    if not is_own:
        return None
    if find_spec("cryptography") is None:
        raise HostingError(
            text("hosting.no-extra", None, command=install_commands.extra_install_command("host"))
        )
    return certificates.self_signed_certificate(room, names)


@contextmanager
def _start(host: GameWebServer) -> Iterator[GameWebServer]:
    host.start()
    try:
        yield host
    finally:
        host.stop()


def _check_place(bind: str, port: int) -> None:
    """ListenError where the host could not listen, raised before a new game has a record.

    A record left behind would be taken for a game under way at the next start.
    """
    open_listening_socket(bind, port).close()


def _beside(scenario: Path | None) -> Path:
    """The default file for a scenario's game."""
    assert scenario is not None
    return scenario.parent / (scenario.name.partition(".")[0] + ENDING)


def _begin(
    file: Path, scenario: Path | None, seats: str, seed: int, is_attended: bool
) -> UmpiredGame:
    from studio.cli.host_options import parse_seats

    if scenario is None:
        raise click.UsageError(text("hosting.no-scenario"))
    seated = parse_seats(load_playable(scenario), seats)
    room = UmpiredGame.begin(scenario, file, seated, seed, is_attended=is_attended)
    title = localised(room.session.scenario.title)
    click.echo(text("hosting.begun", None, title=title, file=file), err=True)
    return room


def _is_begun_so(
    room: UmpiredGame, seats: str | None, seed: int | None, is_attended: bool | None
) -> bool:
    """Return whether the resumed game has the options given."""
    from studio.cli.host_options import parse_seats

    terms = room.terms
    wanted = (
        list(room.seats.values()) if seats is None else parse_seats(room.session.scenario, seats)
    )
    return (
        [(one.command, one.name) for one in wanted]
        == [(one.command, one.name) for one in room.seats.values()]
        and seed in (None, terms.seed)
        and is_attended in (None, terms.is_attended)
    )


def _is_timed_so(room: UmpiredGame, minutes: float, grace: float) -> bool:
    """Return whether the resumed game's clock has this time; then it continues."""
    clock = room.clock
    if clock is None or not clock.is_renewed:
        return False
    return (clock.seconds, clock.grace) == (60 * minutes, 60 * grace)


def _take_up(file: Path, scenario: Path | None) -> UmpiredGame:
    room = UmpiredGame.reopen(file)
    if scenario is not None and source_text.resolve_links(scenario) != source_text.resolve_links(
        room.path
    ):
        room.close()
        raise HostingError(text("hosting.other-scenario", None, file=file, kept=room.path))
    game = room.session.game
    title = localised(room.session.scenario.title)
    values = {"title": title, "file": file, "turn": game.rules.turn(game.state)}
    click.echo(text("hosting.taken-up", None, **values), err=True)
    return room


# --- reports --------------------------------------------------------------------------------------


def _wait(host: GameWebServer, room: UmpiredGame) -> None:
    """Report changes until the user ends it; Enter continues an attended game."""
    happened, is_ended = threading.Event(), threading.Event()
    ends = [room.listen(happened.set), host.listen(happened.set)]
    if room.is_attended:
        threading.Thread(target=_go_on_at_enter, args=(room,), daemon=True).start()
    news = _ChangeReporter(host, room)
    with signal_handlers_replaced(lambda *_: is_ended.set()):
        while not is_ended.is_set():
            for line in news.lines():
                click.echo(line, err=True)
            happened.wait(0.5)
            happened.clear()
    for end in ends:
        end()


def _go_on_at_enter(room: UmpiredGame) -> None:
    for _ in sys.stdin:
        try:
            room.proceed()
        except RefusedError as error:
            click.echo(localised(error.words), err=True)


class _ChangeReporter:
    """A reporter of changes since the last report."""

    def __init__(self, host: GameWebServer, room: UmpiredGame) -> None:
        self.host, self.room = host, room
        self._there: set[str] = set()
        self._screens: dict[str, int] = {}
        self._told = self._failure = ""

    def lines(self) -> Iterator[str]:
        """A line for everything that is new."""
        yield from self._presence()
        told = self._standing()
        if told != self._told:
            yield told
        self._told = told
        if self.host.ground.failure and not self._failure:
            self._failure = self.host.ground.failure
            yield text("hosting.no-pictures", None, reason=self._failure)

    def _presence(self) -> Iterator[str]:
        for seat, presence in self.host.presence().items():
            if (place := self.room.places.get(seat)) is None:
                continue
            name = place.name
            if presence.pages > 1 and presence.pages > self._screens.get(seat, 1):
                yield text("hosting.second", None, seat=name, count=presence.pages)
            self._screens[seat] = presence.pages
            if presence.pages and seat not in self._there:
                self._there.add(seat)
                yield text("hosting.came", None, seat=name, address=presence.address)
            elif not presence.pages and seat in self._there:
                self._there.remove(seat)
                yield text("hosting.went", None, seat=name)

    def _standing(self) -> str:
        with self.room.locked_session() as session:
            game, names = session.game, ScenarioNames(session.scenario)
            if game.is_over:
                return text("hosting.over", None, result=outcome_text(game))
            phase = game.position().phase
            values = {
                "turn": game.rules.turn(game.state),
                "phase": names.word("phase", phase) if phase else "",
                "waits": self._waits(names),
            }
        return text("hosting.changed", None, **values)

    def _waits(self, names: ScenarioNames) -> str:
        waits = self.room.waits_for
        if self.room.awaits_real_dice:
            return text("hosting.waits-faces")
        if waits in self.room.sides and not self.room.can_proceed:
            return text("hosting.waits-for", None, side=names.side(waits))
        return text("hosting.waits-umpire" if waits else "hosting.waits-enter")
