"""Correct numbers from code that was written for another library: which import do I change.

Interfaces of other libraries on top of `nerconform.evaluate`: `seqeval`, Hugging Face's Trainer and its `evaluate`.
"""
