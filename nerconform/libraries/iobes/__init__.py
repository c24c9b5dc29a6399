"""iobes: a decoder of tags."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="iobes",
    modes=(
        Mode("", "iobes: entities of tags; it gives no score.", call="parse_spans_iob(tags) and so on"),
        Mode("errors", "Its functions that also return errors.", call="parse_spans_iob_with_errors(tags) and so on"),
        Mode("convert", "Converts tags to another scheme, then reads them.", call="iob_to_iobes(tags) and so on"),
    ),
    oldest="1.5.1",
    recorded="1.5.1",
    rank=5,
)
