"""Two validators of JSON Schema behind one interface: the compiled one, and the reference.

`jsonschema-rs` is compiled and fast; it has no wheel for every system. `jsonschema` is the
reference implementation in Python: it takes over where the other cannot be imported, and wherever
the variable `SANDTABLE_VALIDATOR` says `reference`. Both find the same errors.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError as ReferenceError_
    from jsonschema.protocols import Validator
    from jsonschema_rs import ValidationError as CompiledError

VARIABLE = "SANDTABLE_VALIDATOR"
Path = tuple[str | int, ...]


class ValidatorKind(StrEnum):
    """The validators there are."""

    COMPILED = "compiled"
    REFERENCE = "reference"


class SchemaError(NamedTuple):
    """A value that breaks a rule of its schema."""

    path: Path
    """The place of the value. The compiled validator gives keys of digits as numbers."""
    rule: Path
    """The place of the rule in the schema; its keyword comes last."""
    rules: dict[str, Any]
    """The part of the schema with the rule."""
    instance: Any
    branches: tuple[tuple[SchemaError, ...], ...]
    """Of a value with several forms allowed: the errors it has by each of them."""
    is_of_key: bool
    """True if a key of the value breaks the rule, and not the value itself."""

    @property
    def keyword(self) -> str:
        """The keyword of the rule."""
        return str(self.rule[-1])


class SchemaValidator(Protocol):
    """A validator for one schema."""

    def iter_errors(self, value: Any) -> Iterable[SchemaError]:
        """Yield every error of a value, sorted by keyword and otherwise as the values stand."""
        ...

    def is_valid(self, value: Any) -> bool:
        """Return True if a value breaks no rule."""
        ...


def current_validator() -> ValidatorKind:
    """Return the validator in use: the compiled one where it can be, unless told otherwise."""
    wanted = os.environ.get(VARIABLE) == ValidatorKind.REFERENCE
    return ValidatorKind.REFERENCE if wanted or not _has_compiled() else ValidatorKind.COMPILED


def make_validator(schema: dict[str, Any]) -> SchemaValidator:
    """Make a validator for a schema, of the kind in use."""
    if current_validator() is ValidatorKind.COMPILED:
        return _CompiledValidator(schema)
    return _ReferenceValidator(schema)


@cache
def _has_compiled() -> bool:
    if find_spec("jsonschema_rs") is None:
        return False
    try:
        import_module("jsonschema_rs")  # what is there may still not load
    except ImportError:
        return False
    return True


class _CompiledValidator:
    """The validator of `jsonschema-rs`."""

    def __init__(self, schema: dict[str, Any]) -> None:
        from jsonschema_rs import Draft202012Validator

        self._schema = schema
        self._validator = Draft202012Validator(schema)

    def iter_errors(self, value: Any) -> list[SchemaError]:
        return _sort(map(self._error, self._validator.iter_errors(value)))

    def is_valid(self, value: Any) -> bool:
        return bool(self._validator.is_valid(value))

    def _error(self, error: CompiledError) -> SchemaError:
        rule = tuple(error.schema_path)
        branches = getattr(error.kind, "context", [])
        inner = tuple(tuple(_sort(map(self._error, branch))) for branch in branches)
        path, is_of_key = tuple(error.instance_path), type(error.kind).__name__ == "PropertyNames"
        return SchemaError(path, rule, self._rules(rule), error.instance, inner, is_of_key)

    def _rules(self, rule: Path) -> dict[str, Any]:
        part: Any = self._schema
        for step in rule[:-1]:
            part = part[step]
        return part if isinstance(part, dict) else {}


class _ReferenceValidator:
    """The validator of `jsonschema`."""

    def __init__(self, schema: dict[str, Any]) -> None:
        from jsonschema import Draft202012Validator
        from jsonschema.validators import extend

        known = {"pattern": _check_pattern}
        whole = extend(Draft202012Validator, known)  # type: ignore[no-untyped-call]
        self._validator: Validator = whole(schema)

    def iter_errors(self, value: Any) -> list[SchemaError]:
        return _sort(map(_reference_error, self._validator.iter_errors(value)))

    def is_valid(self, value: Any) -> bool:
        return bool(self._validator.is_valid(value))


def _reference_error(error: ReferenceError_) -> SchemaError:
    branches: dict[Any, list[SchemaError]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(_reference_error(inner))
    return SchemaError(
        tuple(error.absolute_path),
        tuple(error.absolute_schema_path),
        dict(error.schema) if isinstance(error.schema, dict) else {},
        error.instance,
        tuple(tuple(_sort(branch)) for branch in branches.values()),
        "propertyNames" in error.absolute_schema_path,
    )


def _sort(errors: Iterable[SchemaError]) -> list[SchemaError]:
    return sorted(errors, key=lambda error: error.keyword)


def _check_pattern(
    _: Validator, pattern: str, instance: object, __: Any
) -> Iterator[ReferenceError_]:
    """Check a text with `$` as the very end, as JSON Schema has it.

    Python's stands before a last line break as well.
    """
    from jsonschema.exceptions import ValidationError

    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(pattern)
