"""Sheets on paper: cut into pages, marked for the scissors, seen before they are printed."""
