"""Which validator is in use, and that the other is not loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from engine.files import schema_validators
from engine.files.schema_validators import (
    VARIABLE,
    ValidatorKind,
    current_validator,
    make_validator,
)

LOADED = """\
import sys
from engine.files import schemas, source_text
source = source_text.parse("sandtable: map/1\\n", "a.map.yaml")
assert [each.problem.code for each in schemas.find_violations(source, "map")] == ["missing-key"]
print(*sorted({"jsonschema", "jsonschema_rs"} & set(sys.modules)))
"""


@pytest.fixture(autouse=True)
def _looked_for_anew() -> Iterator[None]:
    schema_validators._has_compiled.cache_clear()
    yield
    schema_validators._has_compiled.cache_clear()


def test_the_compiled_validator_is_in_use_where_nothing_is_said() -> None:
    assert current_validator() is ValidatorKind.COMPILED


def test_the_reference_is_in_use_where_the_variable_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, "reference")
    assert current_validator() is ValidatorKind.REFERENCE


def test_the_reference_is_in_use_where_the_compiled_cannot_be_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "jsonschema_rs", None)
    assert current_validator() is ValidatorKind.REFERENCE
    (error,) = make_validator({"type": "object", "required": ["a"]}).iter_errors({})
    assert (error.path, error.keyword) == ((), "required")


@pytest.mark.parametrize("validator", list(ValidatorKind))
def test_a_value_is_judged_alike(validator: ValidatorKind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, validator)
    schema = {"items": {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^a$"}]}}
    by_either = make_validator(schema)
    assert by_either.is_valid([1, "a"])
    assert not by_either.is_valid(["a\n"])
    (error,) = by_either.iter_errors([1, "b"])
    assert (error.path, error.keyword, error.instance) == ((1,), "anyOf", "b")
    assert [[inner.keyword for inner in branch] for branch in error.branches] == [
        ["type"],
        ["pattern"],
    ]


@pytest.mark.parametrize(("named", "loaded"), [("", "jsonschema_rs"), ("reference", "jsonschema")])
def test_the_other_validator_is_not_loaded(named: str, loaded: str) -> None:
    env = {**os.environ, VARIABLE: named}
    command = [sys.executable, "-c", LOADED]
    ran = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert ran.stdout.split() == [loaded], ran.stderr
