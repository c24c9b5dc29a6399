"""iobes: a decoder of tags."""

from nerconform.libraries.library import Library, Mode

LIBRARY = Library(
    package=__name__,
    name="iobes",
    modes=(
        Mode("", "The library iobes, a decoder: spans of tags in IOB1, IOB2, BIOES, BILOU and BMEWO."),
        Mode("errors", "The same, by the functions that return errors beside the spans."),
        Mode("convert", "Spans of tags that it has converted to another scheme, which refuses illegal tags."),
    ),
    oldest="1.5.1",
    recorded="1.5.1",
    rank=5,
)
