"""Exact lines of sight, with no floating point in any verdict (tank S)."""
