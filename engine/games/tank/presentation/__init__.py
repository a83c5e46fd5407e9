"""The tank game's presentation: words, pointing, forecasts, worth."""
