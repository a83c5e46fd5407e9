"""The decorator of every compiled kernel: plain Python that numba makes machine code of.

The machine code is kept on disk beside the module (or where NUMBA_CACHE_DIR says), so only the
first call on a machine compiles; `engine.kernel_warmup` does that ahead of time. It is used again
as long as nothing has changed that went into it: numba looks at the file of a kernel alone, here
what the file imports counts too, kernels of other modules with all they import, and numbers.
Importing a module with kernels imports numba (about 0.2 s): import such modules where they are
needed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar, cast

import numpy as np

Kernel = TypeVar("Kernel", bound=Callable[..., object])

SEAL = "__kernels_made_of__"
"""The global of a module with kernels that says what their machine code was made of, in short."""


def compiled(kernel: Kernel) -> Kernel:
    """A function over numbers and arrays, compiled at its first call, free of the interpreter lock.

    Divisions follow numpy: a zero divisor gives infinity instead of an error, which lets loops
    run on vector lanes. Where numba is not installed, or NUMBA_DISABLE_JIT is set, the kernel
    stays the Python function it is: the same answers, slowly.
    """
    numba = _numba()
    if numba is None:
        return kernel
    made = numba.njit(cache=True, nogil=True, error_model="numpy")(kernel)
    if made is not kernel:
        kept = cast(Any, made)._cache._cache_file
        kept._source_stamp = (kept._source_stamp, _seal_of(kernel))
    return cast(Kernel, made)


def for_types_of(kernel: Kernel, *sample: object) -> Kernel:
    """Return the machine code of a kernel for arguments of the types of a sample.

    To find out of which types its arguments are takes a kernel as long as to follow a line over a
    map. The caller answers for the types: others are not refused, but misread.
    """
    if not hasattr(kernel, "py_func"):  # numba is not installed, or told to leave it
        return kernel
    numba = _numba()
    made: Kernel = cast(Any, kernel).compile(tuple(numba.typeof(each) for each in sample))
    return made


@cache
def _numba() -> Any:
    """Return numba without the linear algebra of scipy; None where numba is not installed.

    With its functions of arrays numba loads all of that, where it is installed, only to see whether
    it is there: 15 MB and a tenth of a second. No kernel of ours needs it, and a plug-in's that
    does looks for it once more.
    """
    try:
        numba = import_module("numba")
    except ImportError:
        return None
    algebra: Any = import_module("numba.np.linalg")
    look = algebra.ensure_blas
    algebra.ensure_blas = lambda: None
    try:
        import_module("numba.np.arraymath")
    finally:
        algebra.ensure_blas = look
    return numba


def _seal_of(kernel: Callable[..., object]) -> str:
    """Return the fingerprint of a kernel's sources; the same for all of its module."""
    around: dict[str, Any] = kernel.__globals__
    if SEAL not in around:
        made_of = "\n".join([_file_of(kernel), *sorted(_what_is_imported(around))])
        around[SEAL] = hashlib.blake2b(made_of.encode(), digest_size=16).hexdigest()
    return str(around[SEAL])


def _what_is_imported(around: dict[str, Any]) -> Iterator[str]:
    """Yield a module's constants, and the fingerprints of kernels it imports."""
    for name, value in around.items():
        if name.startswith("__"):
            continue
        if isinstance(value, int | float | complex | str | tuple | frozenset):
            yield f"{name} {value!r}"
        elif isinstance(value, np.ndarray | np.generic):
            yield f"{name} {value.tobytes().hex()}"
        else:
            others = value.py_func.__globals__ if hasattr(value, "py_func") else _module(value)
            yield f"{name} {others[SEAL]}" if SEAL in others else ""


def _module(value: object) -> dict[str, Any]:
    return vars(value) if isinstance(value, ModuleType) else {}


def _file_of(kernel: Callable[..., object]) -> str:
    """The file of a kernel as it stands on the disk."""
    path = cast(Any, kernel).__code__.co_filename
    try:
        facts = os.stat(path)
    except OSError:  # packed away with the program, which does not change
        return str(path)
    return f"{facts.st_size} {facts.st_mtime_ns}"
