"""What is wrong or doubtful in any Sandtable file, as one list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from engine import files, migrations, schemas
from engine.files import Source
from engine.lint import lint
from engine.mapfile import read_map
from engine.problems import InvalidFile, Problem


def check(path: Path) -> list[Problem]:
    """Every problem of a file, errors first, then in the order of its lines."""
    try:
        source = files.read(path)
        kind, _ = schemas.kind_of(source)
        problems = _CHECKS[kind](migrations.migrated(source, kind))
    except InvalidFile as error:
        problems = list(error.problems)
    return sorted(problems, key=lambda problem: (problem.severity != "error", problem.mark))


def _check_map(source: Source) -> list[Problem]:
    map_, problems = read_map(source)
    return problems + (lint(map_, source) if map_ is not None and not problems else [])


_CHECKS: Mapping[str, Callable[[Source], list[Problem]]] = {"map": _check_map}
