"""Files of older versions, brought up to date when read; the file itself changes when saved.

A migration takes the values of a file of one version and gives those of the next. Its result is
written into the text as an edit is, so that comments stay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.files.rewriting import rewrite_text
from engine.files.schemas import kind_of, version
from engine.files.source_text import Source
from engine.problems import InvalidFile

Values = dict[str, Any]


def _map_from_0(values: Values) -> Values:
    """`map/0` gave the sheet's size as `size: [columns, rows]` and hexside features as `edges`."""
    changed: Values = {"sandtable": "map/1"}
    match values.get("grid"):
        case {"size": [columns, rows], **rest}:
            changed["grid"] = {"columns": columns, "rows": rows} | rest
    if "sides" not in values:
        values = {"sides" if key == "edges" else key: value for key, value in values.items()}
    return values | changed


ADDED_TO = frozenset({("scenario", 1), ("deck", 1)})
"""Versions to which newer ones only add: their files are read as they are (see versions.py)."""
MIGRATIONS: Mapping[tuple[str, int], Callable[[Values], Values]] = {("map", 0): _map_from_0}


def migrate(source: Source, kind: str) -> Source:
    """The file as one of the newest version of `kind`; InvalidFile when it is none or too new."""
    found, number = kind_of(source)
    newest = version(kind)
    if found != kind:
        values = {"found": found, "wanted": kind}
        raise InvalidFile([source.problem("other-kind", ["sandtable"], values)])
    while number < newest and (kind, number) in MIGRATIONS:
        values = MIGRATIONS[kind, number](source.root.plain())
        source = rewrite_text(source, values)
        number += 1
    if number != newest and (kind, number) not in ADDED_TO:
        versions = {"found": f"{kind}/{number}", "newest": f"{kind}/{newest}"}
        raise InvalidFile([source.problem("other-version", ["sandtable"], versions)])
    return source
