"""What the tank game shows: words, pointing, forecasts, worth."""
