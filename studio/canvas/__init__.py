"""The map on the screen: shown at every zoom, pointed at, never edited.

`MapCanvas` shows a `Position` and says where the pointer is as plain `PointerEvent` values; tools
know those and nothing of Qt. `MapMinimap` is the whole sheet in a corner.
"""
