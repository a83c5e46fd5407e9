"""JSON Schema's reference implementation, beside the compiled validator that the program uses.

`watch` has every file that a test opens judged by both: the sound ones and the broken ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from engine.files import schemas
from engine.files.source_text import Source

Fault = tuple[tuple[str, ...], str]  # the path to the value, the keyword it breaks
_judged: set[tuple[str, int]] = set()


def watch() -> None:
    """From now on the two must agree on every value that is held against a schema."""
    of_the_program = schemas.find_violations

    def violations(source: Source, kind: str) -> Iterator[schemas.Violation]:
        judge_alike(source.root.plain(), kind)
        return of_the_program(source, kind)

    schemas.find_violations = violations


def judge_alike(value: Any, kind: str) -> None:
    """Assert that both find the same rules broken in the same places, once for each value."""
    known = kind, hash(json.dumps(value))
    if known not in _judged:
        ours, theirs = compiled(value, kind), reference(value, kind)
        assert ours == theirs, f"a {kind}: {ours ^ theirs} found by one validator only"
        _judged.add(known)


def compiled(value: Any, kind: str) -> set[Fault]:
    """Where a value breaks which rule of its schema, as the program finds it."""
    return {
        (_place(error.instance_path), str(error.schema_path[-1]))
        for error in schemas._validator(kind).iter_errors(value)
    }


def reference(value: Any, kind: str) -> set[Fault]:
    """The same, as the reference implementation finds it."""
    return {
        (_place(error.absolute_path), str(error.absolute_schema_path[-1]))
        for error in _reference(kind).iter_errors(value)
    }


def _place(path: Iterable[str | int]) -> tuple[str, ...]:
    """A path without the keys that are no letter long, which the compiled validator leaves out.

    It takes keys of digits for places in lists, `01` for 1: here all are words without zeros.
    """
    return tuple(_NUMBER.sub(r"\1", str(part)) for part in path if part != "")


_NUMBER = re.compile(r"^\+?0*([0-9]+)$")


@cache
def _reference(kind: str) -> Draft202012Validator:
    return Draft202012Validator(_ended(schemas.load_schema(kind)))


def _ended(part: Any) -> Any:
    """A schema whose `$` is the very end, as JSON Schema has it: Python's stands before a last
    line break as well."""
    if isinstance(part, list):
        return [_ended(each) for each in part]
    if isinstance(part, dict):
        return {key: _end(value) if key == "pattern" and isinstance(value, str) else _ended(value)
                for key, value in part.items()}  # fmt: skip
    return part


def _end(pattern: str) -> str:
    return re.sub(r"\$$", r"\\Z", pattern)
