"""Words that people wrote, without the characters that would make others misread them."""

from __future__ import annotations

# Marks, embeddings, overrides and isolates of the Unicode Bidirectional Algorithm (UAX #9).
TURNING = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
CONTROLS = "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0))))
DROPPED = dict.fromkeys(map(ord, TURNING + CONTROLS))
KEPT = {ord(sign): sign for sign in "\n\t"}


def sanitise_text(words: str) -> str:
    """Words as displayed: no changes of direction, control characters or surrogates."""
    shown = words.translate({**DROPPED, **KEPT})
    return shown.encode("utf-8", "replace").decode()  # half a character breaks every screen


def plain_line(words: str) -> str:
    """The same in one line, as for a name."""
    return " ".join(sanitise_text(words).split())
