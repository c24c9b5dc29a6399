"""On which inputs do two implementations differ, and why? Random or given inputs, shrunk, in classes by their causes.

Entry points: `random_search.search` and `data_search.search_files`. Result: `Searches`.
"""
