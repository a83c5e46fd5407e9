"""`sandtable doctor`: what is installed, missing, outdated or slow, and what mends it."""

from __future__ import annotations

import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from importlib import metadata
from pathlib import Path
from typing import Any

import click
from packaging.requirements import Requirement

from engine import __version__, install_commands, kernel_warmup, plugins
from engine.files.schema_validators import ValidatorKind, current_validator
from engine.games import installed_games
from engine.install_commands import PROGRAM
from engine.interchange.format_registry import exporters, importers
from engine.play.players import player_makers
from engine.problems import SandtableError
from engine.texts import text
from studio.cli.common_options import json_option, print_json

USED = ("host", "push", "terrain", "tiled", "league", "cluster")
"""The extras for users; the others are for those who work on the program."""
MIN_SPACE = 200_000_000  # bytes for journals and compiled kernels
SLOW_FLUSH = 0.05  # seconds until a line is safely on the disk
FLUSHES = 15
LONGEST = 30.0  # seconds for Qt to open a window
WINDOW = (
    "from PySide6.QtWidgets import QApplication, QWidget; a = QApplication([]); QWidget().show()"
)
LACKING = re.compile(r"(lib[\w+.-]+\.so[\w.]*)")
XCB = (
    "libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0"
    " libxkbcommon-x11-0"
)
"""The Debian packages of what Qt's windows need beside Qt itself."""


class CheckStatus(StrEnum):
    """The state of something; what is missing or old keeps the program from working."""

    FINE = "fine"
    LATER = "later"  # not needed for everything
    SLOW = "slow"
    MISSING = "missing"
    OLD = "old"

    @property
    def is_needed(self) -> bool:
        """Return whether the program does not work without it."""
        return self in (CheckStatus.MISSING, CheckStatus.OLD)


@dataclass(frozen=True)
class CheckResult:
    """One thing that was examined: what it is, how it is, and what mends it."""

    what: str
    health: CheckStatus
    words: str
    remedy: str = ""


@click.command("doctor")
@json_option
def command(as_json: bool) -> None:
    found = list(run_checks())
    is_well = not any(one.health.is_needed for one in found)
    if as_json:
        print_json({"well": is_well, "findings": [_as_json(one) for one in found]})
    else:
        for one in found:
            _tell(one)
        click.echo(text("doctor.well" if is_well else "doctor.ill"))
    raise SystemExit(not is_well)


def _as_json(one: CheckResult) -> dict[str, Any]:
    told = {"what": one.what, "health": one.health.value, "words": one.words}
    return {**told, **({"remedy": one.remedy} if one.remedy else {})}


def _tell(one: CheckResult) -> None:
    colours = {CheckStatus.FINE: "green", CheckStatus.LATER: "cyan", CheckStatus.SLOW: "yellow"}
    state = click.style(text(f"doctor.{one.health}"), fg=colours.get(one.health, "red"))
    click.echo(f"{state}: {one.words}")
    if one.remedy:
        click.echo(f"    {one.remedy}")


# --- what is examined -----------------------------------------------------------------------------


def run_checks() -> Iterator[CheckResult]:
    """Examine everything the program needs, one thing after the other."""
    yield _program()
    yield from _packages()
    yield _validator()
    yield from _drawing()
    yield _kernels()
    yield from _plugins()
    yield from _folders()


def _program() -> CheckResult:
    told = {"version": __version__, "python": platform.python_version()}
    return CheckResult(
        "program", CheckStatus.FINE, _say("program", system=platform.platform(), **told)
    )


# --- packages -------------------------------------------------------------------------------------


def _packages() -> Iterator[CheckResult]:
    wanted = [Requirement(line) for line in metadata.requires(PROGRAM) or ()]
    needed = [one for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]
    lacking = [one for one in needed if not _version(one)]
    old = [one for one in needed if _is_old(one)]
    if lacking:
        yield _wrong("missing", lacking, "packages-missing", CheckStatus.MISSING)
    if old:
        yield _wrong("old", old, "packages-old", CheckStatus.OLD)
    if not lacking and not old:
        yield CheckResult("packages", CheckStatus.FINE, _say("packages", count=len(needed)))
    for extra in USED:
        yield from _extra(extra, [one for one in wanted if _is_of(one, extra)])


def _wrong(what: str, found: list[Requirement], key: str, health: CheckStatus) -> CheckResult:
    remedy = install_commands.install_command(f"--upgrade {' '.join(_quote(one) for one in found)}")
    return CheckResult(f"packages-{what}", health, _say(key, names=_name_all(found)), remedy)


def _extra(extra: str, wanted: list[Requirement]) -> Iterator[CheckResult]:
    lacking = [one for one in wanted if not _version(one) or _is_old(one)]
    if lacking:
        words = _say(f"extra-{extra}", names=_name_all(lacking))
        yield CheckResult(
            extra, CheckStatus.LATER, words, install_commands.extra_install_command(extra)
        )
    elif wanted:
        yield CheckResult(extra, CheckStatus.FINE, _say(f"has-{extra}"))


def _is_of(one: Requirement, extra: str) -> bool:
    marker = one.marker
    if marker is None or marker.evaluate({"extra": ""}):
        return False
    return marker.evaluate({"extra": extra})


def _version(one: Requirement) -> str:
    """The installed version; empty if there is none."""
    try:
        return metadata.version(one.name)
    except metadata.PackageNotFoundError:
        return ""


def _is_old(one: Requirement) -> bool:
    found = _version(one)
    return bool(found) and not one.specifier.contains(found, prereleases=True)


def _name_all(found: Iterable[Requirement]) -> str:
    return ", ".join(f"{one.name} {_version(one)}".strip() for one in found)


def _quote(one: Requirement) -> str:
    return f'"{one.name}{one.specifier}"'


def _validator() -> CheckResult:
    """The validator in use."""
    names = {ValidatorKind.COMPILED: "jsonschema-rs", ValidatorKind.REFERENCE: "jsonschema"}
    one = Requirement(names[current_validator()])
    words = _say("validator", name=one.name, version=_version(one))
    return CheckResult("validator", CheckStatus.FINE, words)


# --- drawing --------------------------------------------------------------------------------------


def _drawing() -> Iterator[CheckResult]:
    from studio.rendering import qt_environment

    try:
        qt_environment.ensure_application()
    except SandtableError as error:
        yield CheckResult("qt", CheckStatus.MISSING, str(error))
        return
    from studio.rendering import text_painting

    yield CheckResult("qt", CheckStatus.FINE, _say("qt"))
    yield _window()
    if text_painting.has_chinese():
        yield CheckResult("fonts", CheckStatus.FINE, _say("fonts"))
    else:
        remedy = "apt install fonts-noto-cjk" if sys.platform == "linux" else ""
        yield CheckResult("fonts", CheckStatus.LATER, _say("no-fonts"), remedy)


def _window() -> CheckResult:
    """Check that a window opens, in a process of its own: Qt ends the one it fails in."""
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform == "linux" and not has_display:
        return CheckResult("window", CheckStatus.LATER, _say("no-display"), "xvfb-run -a sandtable")
    told = _try_window()
    if told is None:
        return CheckResult("window", CheckStatus.FINE, _say("window"))
    lacks = LACKING.search(told) or re.search(r"xcb", told)
    remedy = f"apt install {XCB}" if lacks and sys.platform == "linux" else ""
    reason = next((line for line in told.splitlines() if line.strip()), "")
    return CheckResult("window", CheckStatus.MISSING, _say("no-window", reason=reason), remedy)


def _try_window() -> str | None:
    """Return the reason why Qt cannot open a window; None if it can."""
    environment = {key: value for key, value in os.environ.items() if key != "QT_QPA_PLATFORM"}
    try:
        tried = subprocess.run(
            [sys.executable, "-P", "-c", WINDOW],
            env=environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _say("window-late", seconds=int(LONGEST))
    return None if tried.returncode == 0 else tried.stderr or str(tried.returncode)


def _kernels() -> CheckResult:
    if kernel_warmup.is_warm():
        return CheckResult("kernels", CheckStatus.FINE, _say("kernels"))
    return CheckResult("kernels", CheckStatus.SLOW, _say("no-kernels"), f"{PROGRAM} warm")


# --- plug-ins -------------------------------------------------------------------------------------


def _plugins() -> Iterator[CheckResult]:
    """The plug-ins used and those left out; finding out loads what they add."""
    installed_games(), player_makers(), importers(), exporters({})
    failed = {(one.name, one.place) for one in plugins.failed_plugins()}
    for plugin in plugins.find_plugins():
        if (plugin.name, plugin.place) not in failed:
            words = _say("plugin", name=plugin.name, place=plugin.place)
            yield CheckResult(f"plugin-{plugin.name}", CheckStatus.FINE, words)
    for one in plugins.failed_plugins():
        words = _say("plugin-failed", name=one.name, place=one.place, reason=one.reason)
        yield CheckResult(f"plugin-{one.name}", CheckStatus.LATER, words, _say("plugin-remedy"))


# --- folders --------------------------------------------------------------------------------------


def _folders() -> Iterator[CheckResult]:
    from platformdirs import user_config_path

    from engine.session import saved_games
    from studio.documents import recovery_journal

    for what, folder in {
        "settings": user_config_path(PROGRAM),  # studio.preferences needs Qt, which may be missing
        "journals": recovery_journal.journal_folder(),
        "games": saved_games.saved_games_folder(),
    }.items():
        yield _folder(what, folder)


def _folder(what: str, folder: Path) -> CheckResult:
    """Check that files can be saved in a folder, with enough space and speed."""
    called = _say(f"folder-{what}", folder=folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        taken = _flushes(folder)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        words = _say("folder-closed", what=called, reason=error.strerror or error)
        return CheckResult(what, CheckStatus.MISSING, words)
    if free < MIN_SPACE:
        words = _say("folder-full", what=called, free=free // 1_000_000)
        return CheckResult(what, CheckStatus.MISSING, words)
    if taken > SLOW_FLUSH:
        words = _say("folder-slow", what=called, milliseconds=round(1000 * taken))
        return CheckResult(what, CheckStatus.SLOW, words)
    return CheckResult(what, CheckStatus.FINE, _say("folder", what=called))


def _flushes(folder: Path) -> float:
    """Return the time to write a line safely to disk, in seconds: the median of a few."""
    taken = []
    number, name = tempfile.mkstemp(dir=folder, prefix=".doctor-")
    try:
        for _ in range(FLUSHES):
            begun = time.perf_counter()
            os.write(number, b"a line of a journal\n")
            os.fsync(number)
            taken.append(time.perf_counter() - begun)
    finally:
        os.close(number)
        with suppress(OSError):
            os.unlink(name)
    return statistics.median(taken)


def _say(key: str, **values: object) -> str:
    return text(f"doctor.{key}", None, **values)
