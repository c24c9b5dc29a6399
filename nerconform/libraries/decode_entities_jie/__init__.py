"""TODO nerconform/libraries/decode_entities_jie."""
