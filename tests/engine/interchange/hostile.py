"""Files that were damaged or made to do harm: a reader refuses them, or makes a sound map."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from engine.files.map_writer import new_map_text
from engine.interchange.import_result import ImportResult
from engine.problems import InvalidFileError, Problem
from tests.engine.comparing_maps import facts, read_text


def damaged(content: bytes, seed: int) -> bytes:
    """A file with some bytes changed, cut out, doubled or cut off; the same for a seed."""
    chance = random.Random(seed)
    found = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(found) + 1)
        length = chance.randint(1, 12)
        what = chance.randrange(5)
        if what == 0:
            del found[at : at + length]
        elif what == 1:
            found[at:at] = bytes(chance.randrange(256) for _ in range(length))
        elif what == 2:
            found[at:at] = found[max(0, at - length) : at]
        elif what == 3:
            found[at : at + 1] = chance.choice([b"-", b"9999999", b"0", b"\xff", b"\n", b'"', b"<"])
        else:
            del found[at:]
    return bytes(found)


def survives(read: Callable[[Path], ImportResult], path: Path, content: bytes) -> bool:
    """Whether a file is a map, which then can be saved and read again; else it is refused."""
    path.write_bytes(content)
    refused: list[Problem] = []
    try:
        map_ = read(path).map
    except InvalidFileError as error:
        refused += error.problems
    if refused:
        assert all(problem.message("en") and problem.message("zh") for problem in refused)
        return False
    assert facts(read_text(new_map_text(map_, path)).map) == facts(map_)
    return True
