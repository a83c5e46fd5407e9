"""Wesnoth's terrain codes and their counterparts (wesnoth.yaml)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

PROGRAM = "wesnoth"
CODE = re.compile(r"[A-Za-z_][A-Za-z_|/\\*!]{0,3}(\^[A-Za-z_|/\\*!]{1,4})?")
NAME = re.compile(r"[A-Za-z0-9_]{1,40}")  # of a hex
RAILS = "^Br"  # of mines, in codes
LOST_BELOW = ("rough", "mountain")  # heights that an overlay hides


class _Table(NamedTuple):
    overlays: Mapping[str, str]
    bases: Mapping[str, str]
    roads: Mapping[str, str]
    bridges: Mapping[str, list[str]]
    codes: Mapping[str, str]
    levels: Mapping[str, str]


@cache
def terrain_table() -> _Table:
    """Load the table of Wesnoth's codes and their counterparts (wesnoth.yaml)."""
    source = Path(__file__).with_name("wesnoth.yaml").read_text(encoding="utf-8")
    return _Table(**yaml.load(source, Loader=yaml.CSafeLoader))


def ground_of(code: str) -> str:
    """The kind of ground of a code; nothing for one that has no counterpart."""
    base, caret, overlay = code.partition("^")
    found = _longest(terrain_table().overlays, caret + overlay) if caret else ""
    return found or _longest(terrain_table().bases, base)


def ground_below_overlay(code: str) -> str:
    """The ground below an overlay that counts itself, such as the hill below a wood."""
    base, caret, _ = code.partition("^")
    below = _longest(terrain_table().bases, base)
    return below if caret and "^B" not in code and below in LOST_BELOW else ""


def road_of(code: str) -> str:
    """The kind of link that runs through a hex of a code; nothing where none does."""
    if RAILS in code:
        return "rail"
    if "^B" in code:
        return "road"
    return "" if "^" in code else _longest(terrain_table().roads, code)


def bridge_sign(code: str) -> str:
    """The sign by which a bridge says where it leads; rotten ones have a letter behind it."""
    overlay = code.partition("^")[2]
    return next((sign for sign in terrain_table().bridges if sign in overlay), "")


def _longest(kinds: Mapping[str, str], code: str) -> str:
    beginnings = (code[:length] for length in range(len(code), 0, -1))
    return next((kinds[beginning] for beginning in beginnings if beginning in kinds), "")
