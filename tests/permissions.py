"""What an ordinary user may do, tried by tests that an administrator runs."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

VERSION_3 = 0x20080522  # of the capabilities of Linux, which are those of one thread
# Of linux/capability.h: CHOWN, DAC_OVERRIDE, DAC_READ_SEARCH, FOWNER.
OVERRIDES = 1 << 0 | 1 << 1 | 1 << 2 | 1 << 3


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32), ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )  # fmt: skip


def as_ordinary_user(deed: Callable[[], T]) -> T:
    """Do something in a thread that has no administrator's leave to override permissions."""
    with ThreadPoolExecutor(1, initializer=_drop_overrides) as thread:
        return thread.submit(deed).result()


def _drop_overrides() -> None:
    if os.geteuid() != 0:
        return
    library, header, sets = ctypes.CDLL(None, use_errno=True), _Header(VERSION_3, 0), (_Sets * 2)()
    for number in range(2):
        call = (library.capget, library.capset)[number]
        if call(ctypes.byref(header), sets):
            raise OSError(ctypes.get_errno(), "capabilities")
        sets[0].effective &= ~OVERRIDES
