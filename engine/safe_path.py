"""Keep Python from importing what lies in the current folder, which may be a stranger's.

Python puts the folder of a script, and for `-c` and `-m` the current one, before its own library;
`-P` and PYTHONSAFEPATH forbid that. Processes of `multiprocessing` and dask start with `-c`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

SAFE = "PYTHONSAFEPATH"
# numba reads `.numba_config.yaml` of the current folder, and unpickles what lies in the cache it
# names, or imports what finds caches. What the environment says comes before that file.
NUMBA = ("NUMBA_CACHE_DIR", "NUMBA_CACHE_LOCATOR_CLASSES")


def guard_imports() -> None:
    """Do from now on as `python -P` does, here and in every process that is started here."""
    if not (sys.flags.safe_path or getattr(sys, "frozen", False)):
        before = {"", os.path.realpath(""), os.path.dirname(os.path.realpath(sys.argv[0]))}
        if sys.path and sys.path[0] in before:
            del sys.path[0]
    os.environ[SAFE] = "1"
    for name in NUMBA:
        os.environ.setdefault(name, "")


@contextmanager
def safe_children() -> Iterator[None]:
    """While inside, processes that are started import nothing from the current folder."""
    before = os.environ.get(SAFE)
    os.environ[SAFE] = "1"
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(SAFE, None)
        else:
            os.environ[SAFE] = before
