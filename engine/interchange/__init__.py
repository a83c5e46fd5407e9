"""Maps of other programs, brought in and given out: one module a format.

A module has `read(path) -> Brought` and `write(map, path) -> list[Loss]`, or one of them. Parts
that a format cannot hold are reported as a `Loss`; parts that Sandtable has no word for is kept in
the map, as the other program wrote it, and written back for that program (`Map.kept`).
"""
