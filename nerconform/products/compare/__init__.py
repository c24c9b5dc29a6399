"""TODO nerconform/products/compare."""
