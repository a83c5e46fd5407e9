"""What tests of the playtest mode have in common."""

from __future__ import annotations
