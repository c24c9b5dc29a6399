"""TODO nerconform/products/search."""
