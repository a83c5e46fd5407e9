"""`sandtable install-desktop`: adds the program to the desktop's menu and its kinds of file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click

from engine.files import source_text
from engine.files.file_writer import remove_file
from engine.problems import SandtableError
from engine.texts import text
from studio.cli.common_options import FILE, json_option, print_json, report_errors_of_command
from studio.desktop.freedesktop import PROGRAM, desktop_files

LONGEST = 60.0  # seconds for a desktop to read the new files
READERS = (("update-mime-database", "mime"), ("update-desktop-database", "applications"))


@click.command("install-desktop")
@click.option("--home", type=FILE, metavar="FOLDER", help=text("commands.install-desktop-home"))
@click.option("--remove", is_flag=True, help=text("commands.install-desktop-remove"))
@json_option
@report_errors_of_command
def command(home: Path | None, remove: bool, as_json: bool) -> None:
    if home is None and sys.platform in ("win32", "darwin"):
        raise SandtableError(text("desktop.elsewhere"))
    home = home or _home()
    found = desktop_files(_program())
    for place, content in found.items():
        if remove:
            remove_file(home / place)
        else:
            source_text.make_folder(home / place.parent)
            source_text.write(home / place, content)
    read = [name for name, folder in READERS if _has_read(name, home / folder)]
    if as_json:
        print_json({"files": [str(home / each) for each in found], "installed": not remove,
                "told": read})  # fmt: skip
        return
    for place in found:
        click.echo(home / place)
    click.echo(text("desktop.removed" if remove else "desktop.installed"))
    for name, _ in READERS:
        if name not in read:
            click.echo(text("desktop.not-told", None, program=name))


def _program() -> str:
    """The running program as it was called, not another of several installed."""
    called = Path(sys.argv[0])
    if called.stem == PROGRAM and called.is_file():
        return str(called.absolute())
    return shutil.which(PROGRAM) or str(Path(sys.executable).with_name(PROGRAM))


def _home() -> Path:
    """The folder of this user's shared data (XDG Base Directory Specification)."""
    named = os.environ.get("XDG_DATA_HOME", "")
    return Path(named) if named.startswith("/") else Path.home() / ".local" / "share"


def _has_read(name: str, folder: Path) -> bool:
    """Return whether a desktop program has read the files installed in a folder."""
    program = shutil.which(name)
    if program is None or not folder.is_dir():
        return False
    asked = [program, str(folder)]
    try:
        done = subprocess.run(asked, check=False, capture_output=True, timeout=LONGEST)
    except (OSError, subprocess.TimeoutExpired):
        return False  # the message says that it was not read
    return done.returncode == 0
