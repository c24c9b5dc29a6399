"""Libraries says what is known of each library: one folder each, which `library.libraries` and `all_quirks` discover.

Entry points: `registry.resolve`, whose result is implementations, and `defects.all_defects`.
"""
