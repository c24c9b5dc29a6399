"""Report form: the forms in which results are printed and written, one menu for the command line and the writers."""

from enum import StrEnum


class ReportForm(StrEnum):
    """How a result is printed or written; each verb has some of these."""

    TEXT = "text"
    """Everything, as a terminal shows it."""
    JSON = "json"
    """The result itself, after its published schema."""
    MARKDOWN = "markdown"
    """A page with everything that differs."""
    CSV = "csv"
    """Scores as a table of values separated by commas."""
    LATEX = "latex"
    """Scores as a table of LaTeX."""
    SUMMARY = "summary"
    """Markdown, short: for a pull request or a step summary."""
    HTML = "html"
    """A page in one file, which loads nothing; needs Jinja2."""
    JUNIT = "junit"
    """JUnit XML, for tools that show tests."""
    SARIF = "sarif"
    """SARIF 2.1.0, for tools that show findings in code."""
    GITHUB = "github"
    """Annotations for a GitHub workflow, as commands on standard output."""
