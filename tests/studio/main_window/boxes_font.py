"""A font in which every letter is a box: text is as long whatever fonts a machine has."""

from __future__ import annotations

import struct
from itertools import pairwise

FAMILY = "Boxes"
EM, UP, DOWN = 1000, 800, 200  # units; a box stands on the line
NARROW, WIDE = 560, 1000  # what a Latin and a Chinese letter take
# Which letters are which box: from, to, the number of the glyph. 1 is a space.
LETTERS = (
    (0x20, 0x20, 1),
    (0x21, 0x9F, 2),
    (0xA0, 0xA0, 1),
    (0xA1, 0x2E7F, 2),
    (0x2E80, 0xFFEF, 3),
)
ADVANCES = (NARROW, NARROW // 2, NARROW, WIDE)


def font() -> bytes:
    """The font as a TrueType file."""
    glyphs = [_box(NARROW), b"", _box(NARROW), _box(WIDE)]
    offsets, glyf = [0], b""
    for glyph in glyphs:
        glyf += glyph
        offsets.append(len(glyf))
    count = len(glyphs)
    tables = {
        b"OS/2": _os2(),
        b"cmap": _cmap(),
        b"glyf": glyf,
        b"head": struct.pack(
            ">IIIIHHQQhhhhHHhhh", 0x10000, 0x10000, 0, 0x5F0F3CF5, 3, EM, 0, 0,
            0, 0, EM, UP, 0, 6, 2, 1, 0,
        ),
        b"hhea": struct.pack(
            ">IhhhHhhhhhhhhhhhH", 0x10000, UP, -DOWN, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, count
        ),
        b"hmtx": b"".join(struct.pack(">Hh", advance, 0) for advance in ADVANCES),
        b"loca": struct.pack(f">{count + 1}I", *offsets),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 0x10000, count, 4, 1, *[0] * 2, 2, *[0] * 8),
        b"name": _names(),
        b"post": struct.pack(">IIhhIIIII", 0x30000, 0, -100, 50, 0, 0, 0, 0, 0),
    }  # fmt: skip
    return _file(tables)


def _box(advance: int) -> bytes:
    """The outline of a filled box with a gap to the next."""
    left, right, low, high = 60, advance - 60, 0, 560
    head = struct.pack(">hhhhh", 1, left, low, right, high)
    points = [(left, low), (left, high), (right, high), (right, low)]
    steps = [(points[0][0], points[0][1])]
    steps += [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points)]
    xs = struct.pack(">4h", *(x for x, _ in steps))
    ys = struct.pack(">4h", *(y for _, y in steps))
    outline = head + struct.pack(">HH", 3, 0) + bytes([1] * 4) + xs + ys
    return outline + bytes(-len(outline) % 4)


def _cmap() -> bytes:
    """Which glyph a letter is: many letters one glyph (format 13)."""
    groups = b"".join(struct.pack(">III", *group) for group in LETTERS)
    table = struct.pack(">HHIII", 13, 0, 16 + len(groups), 0, len(LETTERS)) + groups
    return struct.pack(">HHHHI", 0, 1, 3, 10, 12) + table


def _os2() -> bytes:
    everything = 0xFFFFFFFF
    return struct.pack(
        ">HhHHHhhhhhhhhhhh10sIIII4sHHHhhhHHII", 4, NARROW, 400, 5, 0, 650, 700, 0, 140, 650, 700,
        0, 480, 50, 260, 0, bytes(10), *[everything] * 4, b"TEST", 0x40, 0x20, 0xFFEF, UP, -DOWN, 0,
        UP, DOWN, everything, everything,
    ) + struct.pack(">hhHHH", 500, 560, 0, 0x20, 1)  # fmt: skip


def _names() -> bytes:
    words = {1: FAMILY, 2: "Regular", 3: FAMILY, 4: FAMILY, 5: "1", 6: FAMILY}
    records, text = b"", b""
    for number, word in words.items():
        encoded = word.encode("utf-16-be")
        records += struct.pack(">6H", 3, 1, 0x409, number, len(encoded), len(text))
        text += encoded
    return struct.pack(">HHH", 0, len(words), 6 + len(records)) + records + text


def _file(tables: dict[bytes, bytes]) -> bytes:
    count = len(tables)
    power = count.bit_length() - 1
    head = struct.pack(
        ">IHHHH", 0x10000, count, 16 << power, power, 16 * count - (16 << power)
    )  # fmt: skip
    offset, entries, content = 12 + 16 * count, b"", b""
    for tag, table in tables.items():
        padded = table + bytes(-len(table) % 4)
        summed = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        entries += struct.pack(">4sIII", tag, summed, offset + len(content), len(table))
        content += padded
    return head + entries + content
