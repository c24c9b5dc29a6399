"""What did the kit find? One typed record for each verb, read from JSON and written as JSON; views import nothing else.

Entry point: `values.encode` and `values.decode`. Result: `Run`, `Searches`, `Releases`, `Comparison` and the others.
"""
