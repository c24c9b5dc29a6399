"""TODO nerconform/results."""
