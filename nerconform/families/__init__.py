"""TODO nerconform/families."""
