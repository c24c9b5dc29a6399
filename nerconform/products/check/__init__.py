"""TODO nerconform/products/check."""
