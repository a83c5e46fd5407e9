"""Packed files and XML made to do harm: more inside than they seem, and names that lead out."""

from __future__ import annotations

import gzip
import io
import random
import struct
import warnings
import zipfile
import zlib
from functools import lru_cache

Chance = random.Random
BLOCK = b" " * 2**24
SWOLLEN = 40  # blocks
NAMES = [
    "../../out", "/etc/out", "C:\\out", "a/../../b", ".", "a" * 300, "日", "a\0b", "a/",
    "x" * 60_000,
]  # fmt: skip


@lru_cache(maxsize=1)
def _deflated(blocks: int = SWOLLEN) -> bytes:
    """So many blocks of blanks packed small, without a head."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return b"".join(packer.compress(BLOCK) for _ in range(blocks)) + packer.flush()


@lru_cache(maxsize=8)
def _swollen(name: str) -> bytes:
    """An archive of a file that unpacks to hundreds of megabytes."""
    packed, size, raw = _deflated(), SWOLLEN * len(BLOCK), name.encode()
    seal = 0
    for _ in range(SWOLLEN):
        seal = zlib.crc32(BLOCK, seal)
    head = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0x21, seal, len(packed), size, len(raw), 0)
    file = b"PK\3\4" + head + raw + packed
    listed = b"PK\1\2" + struct.pack("<H", 20) + head + struct.pack("<HHHII", 0, 0, 0, 0, 0) + raw
    end = struct.pack("<HHHHIIH", 0, 0, 1, 1, len(listed), len(file), 0)
    return file + listed + b"PK\5\6" + end


def archive(content: bytes, name: str, chance: Chance) -> bytes:
    """An archive that is sound or nearly so, and not as anybody would pack it."""
    what = chance.randrange(7)
    if what == 0:
        return _swollen(name)
    if what == 1:
        return chance.choice([b"MZ" * 500, b"PK\3\4", b"\0" * 70_000]) + content
    if what == 2:
        return _flagged(content, chance)
    return _repacked(content, name, chance)


def _flagged(content: bytes, chance: Chance) -> bytes:
    """With a number in the list of its files changed: flags, method, seal, sizes, offset."""
    found = bytearray(content)
    at = content.rfind(b"PK\1\2") if chance.random() < 0.5 else content.find(b"PK\1\2")
    place, size = chance.choice(
        [(6, 2), (8, 2), (10, 2), (16, 4), (20, 4), (24, 4), (28, 2), (42, 4)]
    )
    odd = chance.choice([0, 1, 9, 12, 14, 99, 2 ** (8 * size) - 1, 2 ** (8 * size - 1)])
    if at >= 0:
        found[at + place : at + place + size] = odd.to_bytes(size, "little")
    return bytes(found)


def _repacked(content: bytes, name: str, chance: Chance) -> bytes:
    """By another method, with files that come twice, or whose names lead out of the archive."""
    methods = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]
    out, method = io.BytesIO(), chance.choice(methods)
    with (
        warnings.catch_warnings(action="ignore"),
        zipfile.ZipFile(io.BytesIO(content)) as was,
        zipfile.ZipFile(out, "w", method) as made,
    ):
        for entry in was.namelist():
            made.writestr(entry, was.read(entry))
        for _ in range(chance.choice([1, 1, 1, 2000])):
            made.writestr(chance.choice([name, *NAMES]), b"x" * chance.choice([0, 1, 5000]))
    packed = bytearray(out.getvalue())
    if chance.random() < 0.4:
        packed[chance.randrange(len(packed))] ^= 1 << chance.randrange(8)
    return bytes(packed)


def gzipped(content: bytes, chance: Chance) -> bytes:
    """Gzip with more or less in it than it should have."""
    what = chance.randrange(5)
    if what == 0:
        head = b"\x1f\x8b\x08" + b"\0" * 7
        return head + _deflated() + b"\0" * 8
    if what == 1:
        return content + content
    if what == 2:
        return gzip.compress(content, mtime=0)
    if what == 3:
        return content[: chance.randrange(len(content))]
    return gzip.compress(chance.choice([b"", b"\0", b"\xff\xfe", b"<", b" " * 10**6]), mtime=0)


LAUGHS = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(9))
_DOCTYPES = [
    f'<!DOCTYPE x [<!ENTITY e0 "ha">{LAUGHS}]>', '<!DOCTYPE x SYSTEM "/dev/zero">',
    '<!DOCTYPE x [<!ENTITY e9 SYSTEM "file:///etc/hostname">]>', "<!DOCTYPE x>",
    '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://localhost:9/x">%p;]>',
]  # fmt: skip
_PIECES = [
    "&e9;", "<a>" * 100_000, "<a>" * 900 + "</a>" * 900, "<![CDATA[x]]>", "<!--x-->", "<?x y?>",
    "&#0;", "&#xD800;", "&#x10FFFF;", "\0", "\ufffe", "<x:a xmlns:x='y'/>", "<a " + "b='' " * 2,
    " ".join(f"a{n}=''" for n in range(3000)), "x" * 500_000, "\r\n", "<", "&", "]]>",
]  # fmt: skip


def xml(said: str, chance: Chance) -> bytes:
    """XML that says what it is in odd ways, or that means more than it says."""
    what = chance.randrange(4)
    if what == 0:
        start = said.find("?>") + 2 if said.startswith("<?xml") else 0
        place = said.rfind("</")
        found = said[:start] + chance.choice(_DOCTYPES) + said[start:place] + "&e9;" + said[place:]
        return found.encode("utf-8", "replace")
    if what == 1:
        name = chance.choice(["utf-16", "utf-32", "latin-1", "cp037", "utf-7", "nowhere", "\u00e9"])
        return (f'<?xml version="1.0" encoding="{name}"?>' + said).encode("utf-8", "replace")
    if what == 2:
        return b"\xef\xbb\xbf\xef\xbb\xbf" + said.encode("utf-8", "replace")
    place = chance.choice([at for at, char in enumerate(said) if char in "<>"] or [0])
    return (said[:place] + chance.choice(_PIECES) + said[place:]).encode("utf-8", "replace")
