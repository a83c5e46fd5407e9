"""Sandtable's engine: hexes, maps, sight, moves, rules and records. It never imports Qt and works alone as a library."""
