"""The line by which text editors with a YAML language server find a file's schema.

It leads from the file to a copy of the schema beside it or in a folder above, so that the file says
the same on every machine. Where there is no copy, there is no line.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from engine.files.schemas import load_schema
from engine.files.source_text import ParsedSource, parse, resolve_links

# A path or an address of one machine alone, to a schema of ours.
_ABSOLUTE = re.compile(
    r"\A# yaml-language-server: \$schema=(?:file:|/|[A-Za-z]:[\\/])"
    r"[^\r\n]*\b(map|table|scenario|deck|counters|forces|cards)\.schema\.json[ \t]*\r?\n"
)


def schema_modeline(kind: str, path: Path) -> str:
    """The line for a file of a kind at a path; nothing where no copy of its schema is near."""
    folder = resolve_links(path).parent
    name = f"{kind}.schema.json"
    for above in (folder, *folder.parents):
        for copy in (above / name, above / "schemas" / name):
            if _is_schema(copy, kind):
                where = Path(os.path.relpath(copy, folder)).as_posix()
                return f"# yaml-language-server: $schema={where}"
    return ""


def prepend_modeline(kind: str, path: Path, words: str) -> str:
    """The text of a new file under its line."""
    line = schema_modeline(kind, path)
    return f"{line}\n{words}" if line else words


def with_portable_modeline(source: ParsedSource, kind: str, path: Path) -> ParsedSource:
    """A file about to be saved, without a line that holds on one machine alone."""
    line = _ABSOLUTE.match(source.text)
    if line is None or line[1] != kind:
        return source
    ending = "\r\n" if line[0].endswith("\r\n") else "\n"
    better = schema_modeline(kind, path)
    words = (better + ending if better else "") + source.text[line.end() :]
    return parse(words, source.file)


def _is_schema(copy: Path, kind: str) -> bool:
    """Return True if a file exists and is this program's schema of that kind."""
    try:
        return f'"{load_schema(kind)["$id"]}"' in copy.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
