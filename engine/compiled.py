"""The decorator of every compiled kernel: plain Python that numba makes machine code of.

The machine code is kept on disk beside the module (or where NUMBA_CACHE_DIR says), so only the
first call on a machine compiles; `engine.warm` does that ahead of time, and must after an edit
of a kernel that kernels of other modules call, which numba does not notice. Importing a module
with kernels imports numba (about 0.2 s): import such modules where they are needed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

Kernel = TypeVar("Kernel", bound=Callable[..., object])


def compiled(kernel: Kernel) -> Kernel:
    """A function over numbers and arrays, compiled at its first call, free of the interpreter lock.

    Divisions follow numpy: a zero divisor gives infinity instead of an error, which lets loops
    run on vector lanes. Where numba is not installed, or NUMBA_DISABLE_JIT is set, the kernel
    stays the Python function it is: the same answers, slowly.
    """
    try:
        import numba
    except ImportError:
        return kernel
    return cast(Kernel, numba.njit(cache=True, nogil=True, error_model="numpy")(kernel))
