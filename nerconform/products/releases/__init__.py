"""Which release of a library changed which answer? Every release is asked the same questions in its own environment.

Entry point: `release_answers.releases`. Result: `Releases`.
"""
