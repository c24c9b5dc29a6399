"""Says in words what a clause, a golden case, a cause, a quirk, a signature or a built-in name means.

Entry points: the functions of `topics`. Result: `nerconform.results.topic.Topics`.
"""
