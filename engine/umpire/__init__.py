"""Umpired double-blind games: seats with secrets, written orders, an umpire, a record. No Qt."""
