"""JSON Schema's reference implementation, beside the compiled validator that the program uses.

`watch` has every file that a test opens judged by both, the sound ones and the broken ones: it runs
with `pytest --both-validators`. `tests/test_schemas.py` compares the two on every sample.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from unittest import mock

from engine.files import schemas
from engine.files.schema_validators import VARIABLE, ValidatorKind
from engine.files.source_text import ParsedSource

Told = tuple[tuple[str | int, ...], str, int, int, str]  # path, code, line, column, sentence
_find = schemas.find_violations
_judged: set[tuple[str, int]] = set()


def watch() -> None:
    """From now on the two must agree on every file that is held against a schema."""

    def violations(source: ParsedSource, kind: str) -> Iterator[schemas.Violation]:
        judge_alike(source, kind)
        return _find(source, kind)

    schemas.find_violations = violations


def judge_alike(source: ParsedSource, kind: str) -> None:
    """Assert that both find the same problems in the same words, once for each text."""
    known = kind, hash(source.text)
    if known not in _judged:
        ours = told(source, kind, ValidatorKind.COMPILED)
        theirs = told(source, kind, ValidatorKind.REFERENCE)
        assert ours == theirs, f"a {kind}, by one validator only: {set(ours) ^ set(theirs)}"
        _judged.add(known)


def told(source: ParsedSource, kind: str, validator: ValidatorKind) -> list[Told]:
    """Return what one validator has the program say of a file."""
    with mock.patch.dict(os.environ, {VARIABLE: validator}):
        found = list(_find(source, kind))
    return [(path, said.code, said.mark.line, said.mark.column, said.message())
            for path, said in found]  # fmt: skip
