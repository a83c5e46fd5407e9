"""Maps of other programs, brought in and given out: one module a format.

A module has `read(path) -> Brought` and `write(map, path) -> list[Loss]`, or one of them. Whatever
a format cannot say is told as a `Loss`; what Sandtable has no word for is kept in the map, as the
other program wrote it, and given back to that program (`Map.kept`).
"""
