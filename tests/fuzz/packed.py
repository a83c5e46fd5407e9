"""Files of other programs that are packed, damaged inside as well as outside."""

from __future__ import annotations

import gzip
import io
import random
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.files.scenario_reader import open_file
from engine.interchange import vassal_reader
from engine.interchange.imported_scenario_writer import write
from tests.engine.interchange.hostile import survives
from tests.fuzz import bombs, mutator

_VALUES = re.compile(r"""=("[^"<]*"|'[^'<]*')""")
_ODD = [
    "", "-1", "0", "1", "7", "1e9", "1e-9", "nan", "inf", "9" * 400, "x", "true", "null", " ", "A",
    "日", "&#233;", "1,2;3,4;5,6", "../../x", "H", "0.5", "-0.5", "33",
]  # fmt: skip
Damage = Callable[[bytes, int, int], bytes]
OUTSIDE = 0.1  # of the damages are done to the packed file as it is
ARRAYS = 0.3  # of the files of numpy's have a damaged array
HARMFUL = 0.04  # of the files are made to do harm: they take long


def damaged_xml(content: bytes, seed: int, steps: int) -> bytes:
    """XML with other values at some attributes, or with damage to its text."""
    chance = random.Random(seed)
    if chance.random() < OUTSIDE:
        return mutator.damaged_text(content, seed, steps)
    said = content.decode("utf-8")
    if chance.random() < HARMFUL:
        return bombs.xml(said, chance)
    for _ in range(steps):
        found = chance.choice([*_VALUES.finditer(said)])
        said = f'{said[: found.start()]}="{chance.choice(_ODD)}"{said[found.end() :]}'
    return said.encode()


def in_archive(name: str) -> Damage:
    """Damage to one file of a zip archive, sometimes to the archive."""

    def damage(content: bytes, seed: int, steps: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < OUTSIDE:
            return mutator.damaged_text(content, seed, steps)
        if chance.random() < HARMFUL:
            return bombs.archive(content, name, chance)
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(content)) as was, zipfile.ZipFile(out, "w") as made:
            for entry in was.namelist():
                inside = was.read(entry)
                made.writestr(entry, damaged_xml(inside, seed, steps) if entry == name else inside)
        return out.getvalue()

    return damage


def in_gzip(content: bytes, seed: int, steps: int) -> bytes:
    """Damage to gzipped XML in UTF-16, sometimes to what is packed."""
    chance = random.Random(seed)
    if chance.random() < OUTSIDE:
        return mutator.damaged_text(content, seed, steps)
    if chance.random() < HARMFUL:
        return bombs.gzipped(content, chance)
    said = gzip.decompress(content).decode("utf-16").encode()
    damaged = damaged_xml(said, seed, steps).decode("utf-8", "ignore")
    return gzip.compress(damaged.encode("utf-16"), mtime=0)


def in_arrays(content: bytes, seed: int, steps: int) -> bytes:
    """Damage to the words among numpy's arrays, to an array, sometimes to the archive."""
    chance = random.Random(seed)
    if chance.random() < OUTSIDE:
        return bombs.archive(content, "said.npy", chance)
    with np.load(io.BytesIO(content)) as found:
        arrays = {name: found[name] for name in found.files}
    if chance.random() < ARRAYS:
        name = chance.choice(sorted(arrays))
        arrays[chance.choice([name, name, "waters.bogus", ""])] = _odd_array(arrays[name], chance)
    else:
        said = mutator.damaged_tree(bytes(arrays["said"]), seed, steps)
        arrays["said"] = np.frombuffer(said, np.uint8)
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def _odd_array(array: NDArray[Any], chance: random.Random) -> NDArray[Any]:
    made = [array[:-1], array.ravel(), array.astype(np.complex128), array.astype(np.int8),
            array * 0, array + np.array(200, array.dtype), array.T, np.full(array.shape, np.inf),
            array.astype("U5"), np.array(0.0), np.zeros((0, 0)), array.astype(np.float16),
            np.full(array.shape, np.nan), -array.astype(np.float32)]  # fmt: skip
    return chance.choice(made)


def module(path: Path) -> None:
    """A module is refused, or a map and a scenario that can be written and opened."""
    survives(vassal_reader.read_map, path, path.read_bytes())
    out = path.with_name("module.scenario.yaml")
    found = vassal_reader.read(path, "tank")
    write(found, out)
    assert len(open_file(out).scenario.units) == len(found.scenario.units)
