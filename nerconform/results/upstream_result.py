"""Upstream reports: a defect of a library as a report for the library's own tracker."""

from nerconform.results.values import ResultRecord


class FilePatch(ResultRecord, frozen=True):
    """A change of one file of the library, as a unified diff."""

    file: str
    diff: str


class UpstreamReport(ResultRecord, frozen=True, kw_only=True):
    """One report: the call and what it gives, what the documentation says, the effect, and a test that fails.

    `code` and `test` are Python without nerconform. `right` is what the call should give, as Python, or the exception
    that it should raise. `link` is where the defect was reported; `searched` says what was looked for without a find.
    `status` is `reported`, `not reported` or `fixed in` a release, as was seen on the day `searched_on`. `related` are
    links to threads about something near, each with what it says.
    """

    id: str
    title: str
    impact: str
    code: str
    gives: str
    right: str
    says: str
    where: str
    effect: str
    test: str
    patch: FilePatch | None = None
    link: str = ""
    searched: tuple[str, ...] = ()
    searched_on: str = ""
    related: tuple[str, ...] = ()
    status: str = ""


class UpstreamReports(ResultRecord, frozen=True, kw_only=True, tag_field="format", tag="nerconform-upstream-1"):
    """The reports for one library in the recorded release, worst first; `folder` is where they were written."""

    tool: str
    library: str
    version: str
    reports: tuple[UpstreamReport, ...]
    folder: str = ""
