"""Edits to a file's text: the smallest that make it say something new; all else stays to the byte.

`rewritten` compares the tree a text was parsed into with new values and splices only what differs:
a scalar, a row of a block of text, an entry of a list or a mapping. Whatever the splices cannot
express is written afresh one level up, and the result is parsed again to be sure that it says what
it should.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import yaml

from engine.files.source_text import NO_TEXT, ParsedSource, SourceNode, parse
from engine.problems import InvalidFileError

BREAKS = frozenset("\n\r\x85\u2028\u2029")  # what YAML takes for the end of a line


class TextSplice(NamedTuple):
    """Characters `start` to `end` of a text become `instead`."""

    start: int
    end: int
    instead: str


class _TooMuch(Exception):
    """The change is better written afresh one level up."""


def rewrite_text(source: ParsedSource, new: dict[str, Any]) -> ParsedSource:
    """The file, its text changed to say `new`."""
    if parsed_equals(source.root, new):
        return source
    if not _has_windows_lines(source.text):
        return _rewritten(source, new)
    plain = parse(source.text.replace("\r\n", "\n"), source.file)
    return parse(_rewritten(plain, new).text.replace("\n", "\r\n"), source.file)


def _has_windows_lines(text: str) -> bool:
    return text.count("\r\n") == text.count("\n") == text.count("\r") > 0


def _rewritten(source: ParsedSource, new: dict[str, Any]) -> ParsedSource:
    for attempt in (_splice, _by_section):
        try:
            changed = parse(attempt(source, new), source.file)
        except (_TooMuch, InvalidFileError):
            continue
        if parsed_equals(changed.root, new):
            return changed
    return parse(dump(new), source.file)


def parsed_equals(node: SourceNode, new: Any) -> bool:
    """Return True if a parsed value equals `new`, ignoring order and what files cannot hold."""
    value = node.value
    if isinstance(value, dict):
        if not isinstance(new, dict) or value.keys() != new.keys():
            return False
        return all(parsed_equals(inside, new[key]) for key, inside in value.items())
    if isinstance(value, list):
        if not isinstance(new, list) or len(value) != len(new):
            return False
        return all(map(parsed_equals, value, new))
    if isinstance(value, str) and isinstance(new, str):
        return value == new or value == NO_TEXT.sub("", new)
    return type(value) is type(new) and bool(value == new)


def dump(new: dict[str, Any]) -> str:
    """Values as a fresh file: a key a line, small things in brackets, rows of text as blocks."""
    return "".join(_entry(key, value, 0) for key, value in new.items())


def _splice(source: ParsedSource, new: dict[str, Any]) -> str:
    return _apply(source.text, list(_Differ(source.text).node(source.root, new)))


def _by_section(source: ParsedSource, new: dict[str, Any]) -> str:
    """Each top-level entry that differs written afresh, the others kept."""
    differ, root = _Differ(source.text), source.root
    if root.style == "flow":
        raise _TooMuch
    splices = list(differ.removed_and_added(root, new))
    for key, node in root.value.items():
        if key in new and not parsed_equals(node, new[key]):
            start, end = differ.entry_span(root, key)
            splices.append(TextSplice(start, end, _entry(key, new[key], 0)))
    return _apply(source.text, splices)


def _apply(text: str, splices: list[TextSplice]) -> str:
    pieces, position = [], 0
    for splice in sorted(splices):
        if splice.start < position:
            raise _TooMuch
        pieces += [text[position : splice.start], splice.instead]
        position = splice.end
    return "".join([*pieces, text[position:]])


class _Differ:
    """Finds the splices between a tree and new values."""

    def __init__(self, text: str) -> None:
        self.text = text

    def node(self, node: SourceNode, new: Any) -> Iterator[TextSplice]:
        """Yield the splices after which the node says `new`."""
        if parsed_equals(node, new):
            return
        if isinstance(node.value, dict) and isinstance(new, dict) and new:
            yield from self._mapping(node, new)
        elif isinstance(node.value, list) and isinstance(new, list) and new and node.value:
            yield from self._list(node, new)
        elif node.style == "|" and isinstance(new, str):
            yield from self._rows(node, new)
        elif node.style in ("|", ">", "block"):
            raise _TooMuch
        else:
            yield TextSplice(node.start, node.end, _in_the_quotes_of(node, new))

    # --- mappings ---------------------------------------------------------------------------------

    def _mapping(self, node: SourceNode, new: dict[str, Any]) -> Iterator[TextSplice]:
        if node.style == "flow" and node.value.keys() != new.keys():
            yield TextSplice(node.start, node.end, _flow(new))
            return
        yield from self.removed_and_added(node, new)
        for key, inside in node.value.items():
            if key in new:
                yield from self._value(node, key, inside, new[key])

    def _value(
        self, mapping: SourceNode, key: str, inside: SourceNode, new: Any
    ) -> Iterator[TextSplice]:
        """A changed value; one that cannot be spliced is written afresh with its key."""
        try:
            yield from list(self.node(inside, new))
        except _TooMuch:
            if mapping.style == "flow":
                raise
            start, end = self.entry_span(mapping, key)
            yield TextSplice(start, end, _entry(key, new, mapping.mark.column - 1))

    def removed_and_added(self, node: SourceNode, new: dict[str, Any]) -> Iterator[TextSplice]:
        """A block mapping's entries that go or change their keys, and new ones, after the last."""
        added = [key for key in new if key not in node.value]
        for key, inside in node.value.items():
            if key in new:
                continue
            if name := next((name for name in added if parsed_equals(inside, new[name])), ""):
                added.remove(name)
                yield TextSplice(node.keys[key].start, node.keys[key].end, _flow(name))
            else:
                yield TextSplice(*self.entry_span(node, key), "")
        if added:
            end = self._end_of_lines(node)
            fresh = "".join(_entry(key, new[key], node.mark.column - 1) for key in added)
            yield TextSplice(end, end, self._line_break_before(end) + fresh)

    def entry_span(self, mapping: SourceNode, key: str) -> tuple[int, int]:
        """The whole lines of an entry of a block mapping."""
        if mapping.style == "flow":
            raise _TooMuch
        start = self._line_start(mapping.keys[key].start)
        if self.text[start : mapping.keys[key].start].strip():
            raise _TooMuch  # the first key of a list's item stands behind its dash
        return start, self._end_of_lines(mapping.value[key])

    # --- lists ------------------------------------------------------------------------------------

    def _list(self, node: SourceNode, new: list[Any]) -> Iterator[TextSplice]:
        old_keys = [json.dumps(item.plain(), sort_keys=True) for item in node.value]
        new_keys = [json.dumps(item, sort_keys=True) for item in new]
        matcher = difflib.SequenceMatcher(None, old_keys, new_keys, autojunk=False)
        for change, a, b, c, d in matcher.get_opcodes():
            if change == "replace" and b - a == d - c:
                for item, value in zip(node.value[a:b], new[c:d], strict=True):
                    yield from self.node(item, value)
            elif change != "equal":
                yield from self._exchange(node, a, b, new[c:d])

    def _exchange(self, node: SourceNode, a: int, b: int, fresh: list[Any]) -> Iterator[TextSplice]:
        """Items a to b of a list exchanged for others."""
        items: list[SourceNode] = node.value
        if node.style == "block":
            yield self._exchange_lines(items, a, b, fresh)
            return
        words = ", ".join(map(_flow, fresh))
        if a == len(items):
            yield TextSplice(items[-1].end, items[-1].end, f", {words}")
        elif fresh:
            end = items[b - 1].end if b > a else items[a].start
            yield TextSplice(items[a].start, end, words if b > a else f"{words}, ")
        elif b < len(items):
            yield TextSplice(items[a].start, items[b].start, "")
        else:
            yield TextSplice(items[a - 1].end, items[b - 1].end, "")

    def _exchange_lines(
        self, items: list[SourceNode], a: int, b: int, fresh: list[Any]
    ) -> TextSplice:
        first = items[min(a, len(items) - 1)]
        line = self._line_start(first.start)
        dash = self.text.find("-", line, first.start)
        if dash < 0 or self.text[line:dash].strip():
            raise _TooMuch
        lines = "".join(self._moved(items, value) or _item(value, dash - line) for value in fresh)
        if b > a:
            return TextSplice(
                self._line_start(items[a].start), self._end_of_lines(items[b - 1]), lines
            )
        if a < len(items):
            return TextSplice(line, line, lines)
        end = self._end_of_lines(items[-1])
        return TextSplice(end, end, self._line_break_before(end) + lines)

    def _moved(self, items: list[SourceNode], value: Any) -> str:
        """The lines of an item that says just this and stands elsewhere now; nothing without."""
        item = next((item for item in items if parsed_equals(item, value)), None)
        if item is None:
            return ""
        lines = self.text[self._line_start(item.start) : self._end_of_lines(item)]
        return lines if lines.lstrip(" ").startswith("-") and lines.endswith("\n") else ""

    # --- rows of text -----------------------------------------------------------------------------

    def _rows(self, node: SourceNode, new: str) -> Iterator[TextSplice]:
        """The rows of a literal block that differ."""
        header_end = self.text.find("\n", node.start) + 1
        old, rows = node.value.split("\n"), new.split("\n")
        written = self.text[header_end : node.end].split("\n")
        header = self.text[node.start : header_end]
        if not re.fullmatch(r"\|-?[ \t]*(#.*)?\n", header) or len(old) != len(rows) or not old[0]:
            raise _TooMuch
        indent = len(written[0]) - len(old[0])
        position = header_end
        for before, line, after in zip(old, written, rows, strict=False):
            if before != after:
                yield TextSplice(position + indent, position + len(line), after)
            position += len(line) + 1

    # --- lines ------------------------------------------------------------------------------------

    def _line_start(self, position: int) -> int:
        return self.text.rfind("\n", 0, position) + 1

    def _end_of_lines(self, node: SourceNode) -> int:
        """Just behind the last line a value stands on, a comment at its end included."""
        end = _last(node)
        if end > 0 and self.text[end - 1] == "\n":
            return end
        line_end = self.text.find("\n", end)
        return len(self.text) if line_end < 0 else line_end + 1

    def _line_break_before(self, position: int) -> str:
        return "" if position == 0 or self.text[position - 1] == "\n" else "\n"


def _last(node: SourceNode) -> int:
    """Return the index of a value's last character; a block collection ends with its last value."""
    while node.style == "block" and node.value:
        node = node.value[-1] if isinstance(node.value, list) else [*node.value.values()][-1]
    return node.end


# --- fresh text -----------------------------------------------------------------------------------


class _Dumper(yaml.CSafeDumper):
    """Quotes what our reader would take for a number, too; names hexes in double quotes.

    What stands in several places is written in each: our reader knows no aliases.
    """

    def ignore_aliases(self, data: Any) -> bool:
        """Write a value out wherever it is."""
        return True


def _string(dumper: yaml.CSafeDumper, value: str) -> yaml.ScalarNode:
    """A text, without what no text has: the file could not be read again."""
    value = NO_TEXT.sub("", value)
    breaks = BREAKS & set(value)
    rows = "\n" in value.rstrip("\n") and breaks == {"\n"} and not value.startswith((" ", "\n"))
    style = "|" if rows else '"' if breaks or value.startswith("@") else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", value, style)


_Dumper.add_representer(str, _string)
_Dumper.add_multi_representer(str, _string)  # words that know more of themselves are words
_Dumper.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"[-+]?\.?[0-9][0-9.eE+-]*$"), list("-+.0123456789")
)


def _dump(value: Any, *, flow: bool | None) -> str:
    return yaml.dump(
        value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, default_flow_style=flow,
        width=100 if flow is None else 10**9,
    )  # fmt: skip


def _flow(value: Any) -> str:
    """A value on one line."""
    return _dump([value], flow=True).strip()[1:-1]


def _in_the_quotes_of(node: SourceNode, value: Any) -> str:
    """A value on one line, in double quotes where a text in them stood before."""
    if node.style == '"' and isinstance(value, str) and value.isprintable():
        return json.dumps(value, ensure_ascii=False)
    return _flow(value)


def _entry(key: str, value: Any, indent: int) -> str:
    """A key and its value as lines of a block mapping."""
    rows = isinstance(value, str) and "\n" in value
    if rows or isinstance(value, dict | list):
        return _indent(_dump({key: value}, flow=None), indent)
    return f"{' ' * indent}{_flow(key)}: {_flow(value)}\n"


def _item(value: Any, indent: int) -> str:
    """A value as lines of a block list."""
    return _indent(f"- {_flow(value)}\n", indent)


def _indent(lines: str, indent: int) -> str:
    rows = lines.removesuffix("\n").split("\n")
    return "".join(f"{' ' * indent}{row}\n" if row else "\n" for row in rows)
