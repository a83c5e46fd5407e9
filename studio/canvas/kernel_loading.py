"""The compiled kernels of the canvas, loaded in a thread of its own behind the first frames."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache


@cache
def load_kernels() -> Future[bool]:
    """Loads the kernels, once in a process; true when machine code is there, not plain Python."""
    return ThreadPoolExecutor(1, "canvas kernels").submit(_load)


def is_ready() -> bool:
    """Return True if the compiled kernels can be used now; the first call loads them."""
    return load_kernels().done() and load_kernels().result()


def is_unavailable() -> bool:
    """Return True if there are none: numba is not installed, or switched off."""
    return load_kernels().done() and not load_kernels().result()


def _load() -> bool:
    from studio.canvas import hex_picture_kernels

    if not hasattr(hex_picture_kernels.fill_hexes, "py_func"):
        return False
    hex_picture_kernels.compile_canvas_kernels()
    return True
