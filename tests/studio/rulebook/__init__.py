"""Tests of the rules in the window and on paper."""
