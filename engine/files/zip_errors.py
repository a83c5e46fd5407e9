"""The exceptions of Python for zip archives that are broken, encrypted or unsupported."""

from __future__ import annotations

import struct
import zipfile
import zlib

UNREADABLE: tuple[type[Exception], ...] = (
    zipfile.BadZipFile, zlib.error, struct.error, ValueError, EOFError, OSError, RuntimeError,
    OverflowError, IndexError,
)  # fmt: skip
try:
    import lzma
except ImportError:  # of Pythons that were built without it
    pass
else:
    UNREADABLE += (lzma.LZMAError,)
