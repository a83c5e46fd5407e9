"""Real ground as a hex map: elevation, cover, waters and roads, each brought onto hexes.

`survey.surveyed` reads the sources once and gives a `Quantised`, which keeps the fractions of every
hex; `drafting.drafted` turns that into a Map as often as thresholds change; `finishing.finished`
makes the map check clean. The libraries that read rasters and vectors are the extra `terrain`.
"""
