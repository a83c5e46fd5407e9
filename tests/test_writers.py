"""Every file of a user is written in one way, by `engine.files.file_writer`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent

# What writes otherwise, and why it may.
OTHERS = {
    "engine/files/file_writer.py": "it is the one way",
    "engine/parsed_file_cache.py": "the program's own cache, sealed by a checksum",
    "engine/kernel_warmup.py": "stamps of what is compiled, beside numba's own files",
    "engine/balance/games_file.py": "games are added to a file line by line",
    "engine/umpire/game_record.py": "acts are added to a record line by line",
    "studio/documents/recovery_journal.py": "steps are added to a journal line by line",
    "studio/cli/__init__.py": "what is not yet out goes nowhere when a pipe is closed",
    "studio/cli/doctor.py": "it tries whether a folder can be written",
}
WRITING = re.compile(r"[wax+]")
NAMES = {"write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "QSaveFile"}
FLAGS = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND"}


def writes(node: ast.AST) -> bool:
    """True if an expression opens a file to be written, or writes one whole."""
    if isinstance(node, ast.Attribute) and node.attr in FLAGS:
        return True
    if not isinstance(node, ast.Call):
        return False
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    words = [each.value for each in [*node.args, *(key.value for key in node.keywords)]
             if isinstance(each, ast.Constant) and isinstance(each.value, str)]  # fmt: skip
    if name == "open":
        return any(len(word) <= 3 and WRITING.search(word) for word in words)
    # Qt's pictures and writers, where they are given the name of a file.
    if name in {"save", "QPdfWriter", "QImageWriter", "setFileName", "setOutputFileName"}:
        is_a_name = any(isinstance(each, ast.Call) and getattr(each.func, "id", "") == "str"
                        for each in node.args)  # fmt: skip
        return is_a_name or name in {"setFileName", "setOutputFileName"}
    return name in NAMES


def writers() -> Iterator[str]:
    for package in ("engine", "studio"):
        for file in sorted((ROOT / package).rglob("*.py")):
            if any(map(writes, ast.walk(ast.parse(file.read_text(encoding="utf-8"))))):
                yield file.relative_to(ROOT).as_posix()


def test_nothing_else_writes_files() -> None:
    assert set(writers()) == set(OTHERS)
