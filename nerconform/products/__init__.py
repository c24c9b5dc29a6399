"""TODO nerconform/products."""
