"""TODO nerconform/libraries/iobes."""
