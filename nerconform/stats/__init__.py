"""TODO nerconform/stats."""
