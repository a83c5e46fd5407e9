"""The primer's presentation: words, pointing, forecasts, worth."""
