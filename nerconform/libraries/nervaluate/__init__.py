"""TODO nerconform/libraries/nervaluate."""
