"""How does a result look? One writer for each form, over records and nothing that computes.

Entry point: `report_writers.render`. Result: text in the form that was asked for, the same bytes wherever it goes.
"""
