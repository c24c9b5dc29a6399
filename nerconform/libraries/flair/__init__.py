"""TODO nerconform/libraries/flair."""
