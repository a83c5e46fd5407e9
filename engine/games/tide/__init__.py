"""Tide of Iron: one file per chapter of its rules. Read sequence.py first."""
