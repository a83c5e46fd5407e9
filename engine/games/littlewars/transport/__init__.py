"""Transport by wagons, boxes, boats and trains (L21.3–L21.5, K2.4, K8.3)."""
