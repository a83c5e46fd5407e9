"""The formats' JSON Schemas, and the problems of files that violate them.

A schema in ``schemas/`` may carry `x-form` beside a rule: the name of the sentence (`form-…`, filed
with those about problems) that says what the value should look like, and `x-since` where a version
of the format added a key or words (see versions.py). Everything else in it is JSON Schema 2020-12.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from engine.files.schema_validators import (
    SchemaError,
    SchemaValidator,
    ValidatorKind,
    current_validator,
    make_validator,
)
from engine.files.source_text import SHIPPED, ParsedSource, SourceNode
from engine.problems import InvalidFileError, Problem, TextPosition, file_key, nearest_word
from engine.texts import has_text, text

KINDS = ("map", "table", "scenario", "deck", "counters", "forces", "cards", "style")


@cache
def load_schema(kind: str) -> dict[str, Any]:
    """The JSON Schema of a kind of file, of its newest version."""
    path = SHIPPED / "schemas" / f"{kind}.schema.json"
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def newest_version(kind: str) -> int:
    """The newest version of a kind of file."""
    said = load_schema(kind)["properties"]["sandtable"]
    return max(int(word.partition("/")[2]) for word in said.get("enum", [said.get("const")]))


def file_kind_and_version(source: ParsedSource) -> tuple[str, int]:
    """The kind and version a file says it is; InvalidFileError if its `sandtable:` key does not."""
    root = source.root
    declared = root.value.get("sandtable") if isinstance(root.value, dict) else None
    if declared is None:
        raise InvalidFileError([source.problem("no-kind", [], {"kinds": _kinds()})])
    kind, _, number = str(declared.value).partition("/")
    if kind == "room":
        raise InvalidFileError([source.problem("is-a-room", ["sandtable"])])
    if kind not in KINDS or not (number.isascii() and number.isdigit() and len(number) < 4):
        close = nearest_word(kind, KINDS)
        near = f"sandtable: {close}/{newest_version(close)}" if close else ""
        found = _as_written(declared, source.text)
        values = {"found": found, "kinds": _kinds(), "near": near}
        raise InvalidFileError([source.problem("unknown-kind", ["sandtable"], values)])
    return kind, int(number)


def _kinds() -> str:
    return ", ".join(f"{kind}/{newest_version(kind)}" for kind in KINDS)


_Path = tuple[str | int, ...]
_NUMBER = re.compile(r"\+?[0-9]{1,20}")
LEFT_OUT = frozenset({"unknown-key", "nameless-key"})
"""The codes of keys that are taken out of what is read; what lies beside them may be sound."""


class Violation(NamedTuple):
    """A violation of a schema: the path of the value or key, and its problem."""

    path: tuple[str | int, ...]
    problem: Problem


def find_violations(source: ParsedSource, kind: str) -> Iterator[Violation]:
    """Yield everything that a file's schema does not allow, a value or key at a time.

    They come in the order of the file, whichever validator is in use.
    """
    for path, mark in nameless_keys(source.root):
        yield Violation((*path, ""), source.problem("nameless-key", path, {}, mark=mark))
    found: dict[tuple[_Path, object], Violation] = {}
    taken = set[_Taken]()
    for error in _validator(kind, current_validator()).iter_errors(
        _with_names(source.root.plain())
    ):
        for violation in _tell(source, load_schema(kind), error, taken):
            found.setdefault((violation.path, violation.problem.values.get("key")), violation)
    yield from sorted(found.values(), key=lambda violation: violation.problem.mark)


def nameless_keys(node: SourceNode, path: _Path = ()) -> Iterator[tuple[_Path, TextPosition]]:
    """Yield the paths of mappings with an empty key, which is not allowed, and its position."""
    inside: Any = node.value.items() if isinstance(node.value, dict) else ()
    if isinstance(node.value, list):
        inside = enumerate(node.value)
    for step, entry in inside:
        if step == "":
            yield path, node.keys[step].mark
        elif isinstance(entry.value, dict | list):
            yield from nameless_keys(entry, (*path, step))


def _with_names(value: Any) -> Any:
    """Plain values without what stands under empty keys: the validator loses them in its paths."""
    if isinstance(value, dict):
        return {key: _with_names(entry) for key, entry in value.items() if key != ""}
    return [_with_names(entry) for entry in value] if isinstance(value, list) else value


@cache
def _validator(kind: str, _: ValidatorKind) -> SchemaValidator:
    return make_validator(load_schema(kind))


_Taken = tuple[_Path, tuple[str | int, ...]]  # a value with the rule that it breaks


def _tell(
    source: ParsedSource, whole: dict[str, Any], error: SchemaError, taken: set[_Taken]
) -> Iterator[Violation]:
    """Yield the violations behind an error: always at least one, so that no value passes."""
    inner = _meant(error)
    if inner:
        for closer in inner:
            yield from _tell(source, whole, closer, taken)
        return
    path, rules = _path_in(source.root, error, taken), error.rules
    if parts := list(_wrong_parts(source, path, error, rules)):
        yield from parts
    elif text_meant := _quote_problem(source, path, whole, rules):
        yield Violation(tuple(path), text_meant)
    else:
        yield Violation(tuple(path), _wrong_value(source, path, error, whole, rules))


def _path_in(root: SourceNode, error: SchemaError, taken: set[_Taken]) -> list[str | int]:
    """Return where a value stands. The validator gives a key of digits as a number.

    `"01"` and `"1"` are then one to it: of several keys the first counts that has such a value and
    has not been reported for this rule yet.
    """
    paths = list(_paths_in(root, list(error.path)))
    if len(paths) > 1:
        alike = [path for path in paths if _with_names(root.at(path).plain()) == error.instance]
        free = [path for path in alike or paths if (path, error.rule) not in taken]
        paths = free or alike or paths
        taken.add((paths[0], error.rule))
    return list(paths[0])


def _paths_in(node: SourceNode, steps: list[str | int]) -> Iterator[_Path]:
    """Every path that may be meant by the steps of the validator."""
    if not steps:
        yield ()
        return
    step, inside = steps[0], node.value
    fitting: list[str | int] = []
    if isinstance(inside, list):
        fitting = [step] if isinstance(step, int) and step < len(inside) else []
    elif isinstance(inside, dict):
        fitting = [key for key in inside if key == step or _is_number(key, step)]
    for key in fitting:
        yield from ((key, *rest) for rest in _paths_in(inside[key], steps[1:]))


def _is_number(key: str, number: object) -> bool:
    return isinstance(number, int) and bool(_NUMBER.fullmatch(key)) and int(key) == number


def _wrong_parts(
    source: ParsedSource, path: list[str | int], error: SchemaError, rules: dict[str, Any]
) -> Iterator[Violation]:
    """The keys an error is about, where it is about keys."""
    keyword = error.keyword
    if error.is_of_key:
        yield from _wrong_names(source, path, rules)
    elif keyword == "additionalProperties":
        yield from _unknown_keys(source, path, rules)
    elif keyword == "required":
        yield from _missing_keys(source, path, rules)


def _quote_problem(
    source: ParsedSource, path: list[str | int], whole: dict[str, Any], rules: dict[str, Any]
) -> Problem | None:
    """The problem with a value that would be right as text, and is a number for want of quotes."""
    node = source.root.at(path)
    kind = _PLAIN_KINDS.get(type(node.value))
    written = source.text[node.start : node.end]
    if kind is None or not written or not _is_sound(whole, rules, written):
        return None
    return source.problem("unquoted", path, {"found": written, "kind": text(f"problems.{kind}")})


_PLAIN_KINDS = {int: "read-as-number", float: "read-as-number", bool: "read-as-truth",
                type(None): "read-as-nothing"}  # fmt: skip


def _meant_by(value: object, whole: dict[str, Any], rules: dict[str, Any]) -> str:
    """The number or truth value that a text was likely meant to be, as the file would write it."""
    if not isinstance(value, str) or len(value) > _LONGEST_NUMBER:
        return ""
    word = value.strip().lower()
    meant: object = _TRUTHS.get(word)
    if meant is None:
        try:
            meant = int(word, 0) if word[:2] in ("0o", "0x", "0b") else json.loads(word)
        except ValueError:
            return ""
    return json.dumps(meant) if _is_sound(whole, rules, meant) else ""


_LONGEST_NUMBER = 20
_TRUTHS = {"yes": True, "on": True, "y": True, "no": False, "off": False, "n": False}


def _is_sound(whole: dict[str, Any], rules: dict[str, Any], value: object) -> bool:
    """True if a value obeys one of the rules in a schema."""
    return make_validator({"$defs": whole.get("$defs", {}), **rules}).is_valid(value)


def _as_written(node: SourceNode, text_: str) -> str:
    """A value of a file as a message quotes it: a number as it is written there."""
    if isinstance(node.value, str | dict | list):
        return quote_value(node.plain())
    return text_[node.start : node.end] or text("problems.an-empty-value")


def _wrong_value(
    source: ParsedSource,
    path: list[str | int],
    error: SchemaError,
    whole: dict[str, Any],
    rules: dict[str, Any],
) -> Problem:
    keyword, found = error.keyword, _as_written(source.root.at(path), source.text)
    if "x-form" in rules:
        if isinstance(error.instance, list) and keyword in ("minItems", "maxItems"):
            found = _length(error.instance)
        form = text(file_key(f"form-{rules['x-form']}"))
        return source.problem("wrong-form", path, {"found": found, "form": form})
    if keyword == "type":
        near = _meant_by(error.instance, whole, rules)
        values = {"found": found, "wanted": _type_names(rules["type"]), "near": near}
        return source.problem("wrong-type", path, values)
    if keyword in ("enum", "const"):
        options = [str(option) for option in rules.get("enum", [rules.get("const")])]
        near = nearest_word(str(error.instance), options)
        values = {"found": found, "options": ", ".join(options), "near": near}
        return source.problem("not-an-option", path, values)
    if keyword in ("minimum", "maximum", "exclusiveMinimum"):
        return source.problem("out-of-range", path, {"found": found, "limits": _limits(rules)})
    if keyword in ("minLength", "minProperties"):
        return source.problem("empty-value", path, {"found": found})
    number, key = rules.get(keyword), file_key(f"rule-{keyword}")
    rule = text(key, None, number=number) if has_text(key) else f"{keyword}: {number}"
    return source.problem("not-allowed", path, {"found": found, "rule": rule})


def _meant(error: SchemaError) -> list[SchemaError]:
    """Return the errors inside a value of the one form, of several allowed, that it has."""
    forms = [
        branch
        for branch in error.branches
        if not any(_is_of_another_type(inner, error.path) for inner in branch)
    ]
    return [inner for inner in forms[0] if _says_more(inner, error.path)] if len(forms) == 1 else []


def _is_of_another_type(error: SchemaError, path: _Path) -> bool:
    return error.keyword == "type" and error.path == path


def _says_more(error: SchemaError, path: _Path) -> bool:
    """Return True if an error names a part of the value at `path`, not just the whole of it."""
    names_key = error.is_of_key or error.keyword in ("required", "additionalProperties")
    return names_key or error.path != path


def _wrong_names(
    source: ParsedSource, path: list[str | int], rules: dict[str, Any]
) -> Iterator[Violation]:
    """Keys that are not of the form the schema asks for."""
    form = text(file_key(f"form-{rules['x-form']}"))
    for key, node in source.root.at(path).keys.items():
        if not re.fullmatch(rules["pattern"], key):
            values = {"found": quote_value(key), "form": form}
            problem = source.problem("wrong-form", [*path, key], values, mark=node.mark)
            yield Violation((*path, key), problem)


def _unknown_keys(
    source: ParsedSource, path: list[str | int], rules: dict[str, Any]
) -> Iterator[Violation]:
    known = list(rules.get("properties", {}))
    for key, node in source.root.at(path).keys.items():
        if key not in known:
            near, mark = nearest_word(key, known), node.mark
            values = {"key": key, "known": ", ".join(known), "near": near}
            problem = source.problem("unknown-key", [*path, key], values, mark=mark)
            yield Violation((*path, key), problem)


def _missing_keys(
    source: ParsedSource, path: list[str | int], rules: dict[str, Any]
) -> Iterator[Violation]:
    present = source.root.at(path).keys
    for key in rules["required"]:
        if key not in present:
            yield Violation(tuple(path), source.problem("missing-key", path, {"key": key}))


def _length(values: Sequence[object]) -> str:
    """A list as a message speaks of it whose length is wrong."""
    if not values:
        return text("problems.an-empty-list")
    return text("problems.a-list-of", None, count=len(values))


def quote_value(value: object) -> str:
    """A value of a file as a message quotes it, shortened when it is long."""
    if isinstance(value, dict | list):
        return text("problems.a-mapping" if isinstance(value, dict) else "problems.a-list")
    said = json.dumps(value, ensure_ascii=False)
    return said if len(said) <= 40 else f"{said[:39]}…"


def _type_names(types: str | list[str]) -> str:
    names = [types] if isinstance(types, str) else types
    return " / ".join(text(f"problems.type-{name}") for name in names)


def _limits(rules: dict[str, Any]) -> str:
    low = rules.get("minimum", rules.get("exclusiveMinimum", ""))
    return f"{low} … {rules.get('maximum', '')}".strip()
