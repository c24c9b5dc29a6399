"""TODO nerconform/libraries."""
