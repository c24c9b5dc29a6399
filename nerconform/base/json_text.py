"""JSON text: how every result is written as JSON."""

import json


def dumps(data: object) -> str:
    """Return data as JSON text; in ASCII, so that no encoding of a terminal or a file can break it."""
    return json.dumps(data, indent=1) + "\n"
