"""Warnings a designer keeps: which problems are waived, and waivers that waive nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from engine.files.source_text import ParsedSource
from engine.problems import MORE, Problem, Severity, Waiver, nearest_word

MEASURED = frozenset({"card-too-full"})
"""Warnings that need fonts: callers with fonts decide whether their waivers are idle."""


def apply_waivers(
    found: Sequence[Problem],
    waivers: Sequence[Waiver],
    source: ParsedSource,
    codes: Collection[str],
) -> Iterator[Problem]:
    """Yield the problems that are not waived, and a warning for each idle waiver.

    `codes` are the warnings that can be waived. Where only the first of many problems were listed,
    a waiver may have waived one of the others, and none is called idle.
    """
    is_cut = any(problem.code == MORE for problem in found)
    yield from unwaived_problems(waivers, found)
    for place, waiver in enumerate(waivers):
        if waiver.code in MEASURED:
            continue
        values: dict[str, object] = {"waived": waiver.code, "place": place}
        if waiver.code not in codes:
            values["near"] = nearest_word(waiver.code, sorted(codes))
            yield _idle(source, "unknown-waiver", place, values)
        elif not is_cut and not any(_waives(waiver, problem) for problem in found):
            yield _idle(source, "unused-waiver", place, values)


def unwaived_problems(waivers: Sequence[Waiver], found: Sequence[Problem]) -> Iterator[Problem]:
    """The problems that no waiver keeps."""
    for problem in found:
        if not any(_waives(waiver, problem) for waiver in waivers):
            yield problem


def _waives(waiver: Waiver, problem: Problem) -> bool:
    if waiver.code != problem.code or problem.severity is not Severity.WARNING:
        return False
    return not waiver.at or bool(set(waiver.at) & set(problem.at))


def _idle(source: ParsedSource, code: str, place: int, values: dict[str, object]) -> Problem:
    return source.problem(code, ["waived", place, "code"], values, severity=Severity.WARNING)
