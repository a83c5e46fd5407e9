"""Real ground as a hex map: elevation, cover, waters and roads, each brought onto hexes.

`survey.survey` reads the sources once and gives a `HexSamples`, which keeps the fractions of every
hex; `drafting.draft` turns that into a Map as often as thresholds change; `finishing.finished`
makes the map check clean. The libraries that read rasters and vectors are the extra `terrain`.
"""
