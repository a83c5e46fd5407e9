"""What tide says and shows: words, pointing, forecasts, worth."""
