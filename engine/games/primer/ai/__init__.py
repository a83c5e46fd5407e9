"""What the primer shows: words, pointing, forecasts, worth."""
