"""Pictures laid under a map to trace over."""
