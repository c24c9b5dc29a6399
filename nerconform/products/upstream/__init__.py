"""Upstream writes the defects of a library as reports for the library's own tracker.

Entry point: `upstream_reports.upstream`. The result is an `UpstreamReports`.
"""
