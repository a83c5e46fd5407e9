"""The check of any Sandtable file: its errors and warnings as one list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from engine.checks.map_checks import check_map
from engine.checks.scenario_checks import check_names
from engine.files import format_versions, schemas, source_text
from engine.files.map_reader import read_map
from engine.files.source_text import ParsedSource
from engine.problems import InvalidFileError, Problem, Severity


def check(path: Path) -> list[Problem]:
    """Every problem of a file and of those it names, errors first, then in the order of lines."""
    try:
        return check_source(source_text.read(path))
    except InvalidFileError as error:
        return _sort(error.problems)


def check_source(source: ParsedSource) -> list[Problem]:
    """Every problem of a parsed file, likewise; it need not be on the disk."""
    try:
        kind, _ = schemas.file_kind_and_version(source)
        source = format_versions.migrate(source, kind)
        problems = [*_CHECKS[kind](source), *check_names(source)]
    except InvalidFileError as error:
        problems = list(error.problems)
    return _sort(problems)


def require_no_new_errors(was: ParsedSource, now: ParsedSource) -> None:
    """Raise InvalidFileError with the errors an edit would bring into a file; old ones may stay."""
    known = {(problem.code, problem.message()) for problem in check_source(was)}
    errors = [problem for problem in check_source(now) if problem.severity is Severity.ERROR]
    new = [problem for problem in errors if (problem.code, problem.message()) not in known]
    if new:
        raise InvalidFileError(new)


def _sort(problems: Iterable[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda found: (found.severity != "error", found.file, found.mark))


def _check_map(source: ParsedSource) -> list[Problem]:
    map_, problems = read_map(source)
    return problems + (check_map(map_, source) if map_ is not None and not problems else [])


def _check_table(source: ParsedSource) -> list[Problem]:
    from engine.checks.tabletop_map_checks import lint_table
    from engine.files.tabletop_map_reader import read_table

    table, problems = read_table(source)
    return problems + (lint_table(table, source) if table is not None and not problems else [])


def _check_scenario(source: ParsedSource) -> list[Problem]:
    from engine.checks.scenario_checks import lint_scenario
    from engine.files.scenario_reader import read_scenario

    found, problems = read_scenario(source)
    return problems + (lint_scenario(found) if found is not None else [])


def _check_deck(source: ParsedSource) -> list[Problem]:
    from engine.checks.deck_checks import lint_deck
    from engine.files.deck_files import read_deck

    found, problems = read_deck(source, "")
    return problems + (lint_deck(found) if found is not None else [])


def _check_counters(source: ParsedSource) -> list[Problem]:
    from engine.files.counter_layout_files import read_layout

    return read_layout(source)[1]


def _check_forces(source: ParsedSource) -> list[Problem]:
    from engine.checks.force_checks import lint_force
    from engine.files.force_files import read_force

    found, problems = read_force(source)
    return problems + (list(lint_force(found, source)) if found is not None else [])


def _check_cards(source: ParsedSource) -> list[Problem]:
    from engine.files.card_layout_files import read_layout

    return read_layout(source)[1]


def _check_style(source: ParsedSource) -> list[Problem]:
    from engine.files.map_style_files import read_style

    return read_style(source)[1]


_CHECKS: Mapping[str, Callable[[ParsedSource], list[Problem]]] = {
    "map": _check_map,
    "table": _check_table,
    "scenario": _check_scenario,
    "deck": _check_deck,
    "counters": _check_counters,
    "forces": _check_forces,
    "cards": _check_cards,
    "style": _check_style,
}
