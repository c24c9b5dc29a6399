"""TODO nerconform/products/identify."""
