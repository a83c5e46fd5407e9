"""The rulebook of tide as data, and its readers."""
