"""TODO nerconform/libraries/ncrfpp."""
