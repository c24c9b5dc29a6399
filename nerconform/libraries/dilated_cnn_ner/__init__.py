"""TODO nerconform/libraries/dilated_cnn_ner."""
