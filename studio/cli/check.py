"""`sandtable check`: everything wrong or doubtful in files, where, and what would be right."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

import click

from engine.checks.check import check
from engine.files import source_text
from engine.files.schemas import KINDS
from engine.files.source_text import TOP
from engine.problems import Problem, SandtableError, Severity
from engine.texts import text
from studio.cli.common_options import (
    FILE,
    json_option,
    print_json,
    print_problem,
    report_errors_of_command,
)
from studio.rendering.qt_environment import QtUnavailable

ENDINGS = (".yaml", ".yml")
MAX_FILES = 20_000  # of any kind in a folder: more are a whole disk


@click.command("check")
@click.argument("named", metavar="FILE|FOLDER…", nargs=-1, required=True, type=FILE)
@json_option
@report_errors_of_command
def command(named: tuple[Path, ...], as_json: bool) -> None:
    unreadable: list[Problem] = []
    files = [file for path in named for file in _files_of(path, unreadable)]
    found = (each for file in files for each in (*check(file), *_overfull(file)))
    problems = [*unreadable, *_each_once(found)]
    if as_json:
        print_json([problem.as_json() for problem in problems])
    else:
        for problem in problems:
            print_problem(problem)
        _summarise(len(files), [problem.severity for problem in problems])
    if any(problem.severity is Severity.ERROR for problem in problems):
        raise SystemExit(1)


def _files_of(path: Path, unreadable: list[Problem]) -> list[Path]:
    """A file itself; of a folder what lies in it and in those below, but for hidden ones.

    Folders that cannot be looked into are added to `unreadable`.
    """
    if not source_text.is_folder(path):
        return [path]
    inside = list(islice(_inside(path, unreadable), MAX_FILES + 1))
    if len(inside) > MAX_FILES:
        values = {"folder": path, "most": MAX_FILES}
        raise SandtableError(text("commands.check-too-many", None, **values))
    files = [file for file in inside if file.suffix in ENDINGS and _is_ours(file)]
    if not files and not unreadable:
        values = {"folder": path, "names": ", ".join(f"*.{kind}.yaml" for kind in KINDS)}
        raise SandtableError(text("commands.check-nothing-in-folder", None, **values))
    return files


def _each_once(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems without duplicates: those of a map or deck that several scenarios name."""
    told: dict[tuple[object, ...], Problem] = {}
    for each in problems:
        file = source_text.resolve_links(Path(each.file))
        told.setdefault((file, each.mark, each.code, each.message()), each)
    return list(told.values())


def _inside(folder: Path, unreadable: list[Problem]) -> Iterator[Path]:
    """Every file in a folder and in those below, but for hidden ones."""

    def note(error: OSError) -> None:
        values = {"reason": error.strerror}
        told = Problem("unreadable-folder", Severity.ERROR, str(error.filename), TOP, values=values)
        unreadable.append(told)

    for where, folders, files in os.walk(folder, onerror=note):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(where, name) for name in sorted(files) if not name.startswith("."))


def _is_ours(file: Path) -> bool:
    """Return whether a file is named NAME.map.yaml and the like, or states its kind.

    A file of such a name that cannot be read, such as a broken link, is reported with the others.
    """
    if Path(file.stem).suffix[1:] in KINDS:
        return True
    if not source_text.is_file(file):
        return file.is_symlink()  # a broken one; a pipe would wait
    try:
        return any(line.startswith(b"sandtable:") for line in file.read_bytes().splitlines())
    except OSError:
        return True


def _may_have_cards(file: Path) -> bool:
    """False where a file neither is a deck nor has `decks`, and need not be read again."""
    try:
        return source_text.is_file(file) and b"deck" in file.read_bytes()  # a pipe would wait
    except OSError:
        return False


def _overfull(file: Path) -> list[Problem]:
    """The cards whose words do not fit; without Qt this cannot be known, and is said so."""
    if not _may_have_cards(file):
        return []
    from studio.rendering.cards.text_overflow import overfull_cards

    try:
        return overfull_cards(file)
    except QtUnavailable as error:
        click.echo(error, err=True)
        return []


def _summarise(files: int, severities: list[Severity]) -> None:
    errors, warnings = severities.count(Severity.ERROR), severities.count(Severity.WARNING)
    key = "commands.checked" if severities else "commands.checked-clean"
    click.echo(text(key, files=files, errors=errors, warnings=warnings), err=bool(severities))
