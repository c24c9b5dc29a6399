"""TODO nerconform/products/releases."""
