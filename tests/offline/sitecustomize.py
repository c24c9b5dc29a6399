"""No network: with this folder on PYTHONPATH, a process of Python refuses to connect to anything but a local pipe."""

import socket
from typing import Any


def _refuse(*_: Any) -> None:  # noqa: ANN401 - whatever it is called with
    raise OSError("this run has no network")


def _connect(self: socket.socket, address: Any) -> None:  # noqa: ANN401 - as above
    if self.family != socket.AF_UNIX:
        _refuse()
    _own(self, address)


_own = socket.socket.connect
socket.socket.connect = _connect  # type: ignore[method-assign,assignment]
socket.socket.connect_ex = _refuse  # type: ignore[method-assign,assignment]
socket.getaddrinfo = _refuse  # type: ignore[assignment]
