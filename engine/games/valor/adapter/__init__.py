"""What valor shows: words, pointing, forecasts, worth."""
