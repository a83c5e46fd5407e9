"""Entries of the search from the window and the open file."""
