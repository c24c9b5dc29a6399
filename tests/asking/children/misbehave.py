"""A child that misbehaves in the way that its first argument names, when it is asked its second question.

The first question is answered as it should be, so that a test sees the kit go on after a fault, too. Ways that begin
with `start-` misbehave at once. A second argument is what the way needs: text to answer, or a file for a process id.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

ANNOUNCEMENT = {
    "protocols": [1],
    "name": "misbehave",
    "version": "1.0",
    "dialects": ["conlleval"],
    "schemes": ["IOB2"],
    "forms": ["tags"],
    "measures": ["strict.micro.tp"],
}
MEBI = 1 << 20


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def complain(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def write(path: str, text: str) -> None:
    Path(path).write_text(text, encoding="ascii")


def answered(number: int) -> str:
    return json.dumps({"id": number, "values": {"strict.micro.tp": number}}) + "\n"


def good(_: str, number: int) -> None:
    say(answered(number))


def crash(_: str, __: int) -> None:
    complain("reading the model\nTraceback: the model is gone\n")
    sys.exit(3)


def segfault(_: str, __: int) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def hang(_: str, __: int) -> None:
    time.sleep(60)


def half_and_exit(_: str, __: int) -> None:
    say('{"id": 2, "val')
    sys.exit(0)


def half_and_hang(_: str, __: int) -> None:
    say('{"id": 2, "val')
    time.sleep(60)


def junk(_: str, __: int) -> None:
    say("loading the model\n")


def wrong_id(_: str, number: int) -> None:
    say(answered(number + 40))


def twice(_: str, number: int) -> None:
    say(answered(number) + answered(number))


def endless(_: str, __: int) -> None:
    while True:
        say("x" * MEBI)


def verbatim(more: str, number: int) -> None:
    say(more.replace("NUMBER", str(number)) + "\n")


def bytes_(_: str, __: int) -> None:
    os.write(1, b'{"id": 2, "values": {"\xff\xfe": 1}}\n')


def deep(_: str, __: int) -> None:
    say("[" * 100_000 + "]" * 100_000 + "\n")


def digits(_: str, __: int) -> None:
    say('{"id": ' + "9" * 10_000 + "}\n")


def close_input(_: str, __: int) -> None:
    os.close(0)
    complain("closed\n")
    time.sleep(60)


def close_output(_: str, __: int) -> None:
    os.close(1)
    time.sleep(60)


def ignore_sigterm(_: str, __: int) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(60)


def grandchild(more: str, _: int) -> None:
    pid = os.fork()
    if not pid:
        time.sleep(60)
    write(more, str(pid))
    os._exit(0)


def noisy(_: str, number: int) -> None:
    complain("x" * 8 * MEBI + "\n")
    say(answered(number))


def noisy_crash(_: str, __: int) -> None:
    complain("x" * 8 * MEBI + "\nthe end\n")
    sys.exit(1)


def noisy_close(_: str, __: int) -> None:
    os.close(1)
    noisy_crash("", 0)


WAYS = {
    "good": good,
    "crash": crash,
    "fickle": crash,
    "segfault": segfault,
    "hang": hang,
    "half-and-exit": half_and_exit,
    "half-and-hang": half_and_hang,
    "junk": junk,
    "wrong-id": wrong_id,
    "twice": twice,
    "endless": endless,
    "say": verbatim,
    "bytes": bytes_,
    "deep": deep,
    "digits": digits,
    "close-input": close_input,
    "close-output": close_output,
    "ignore-sigterm": ignore_sigterm,
    "grandchild": grandchild,
    "noisy": noisy,
    "noisy-crash": noisy_crash,
    "noisy-close": noisy_close,
}


def begin(way: str, more: str) -> None:
    """Misbehave at once, in the ways that do."""
    if way == "start-say":
        say(more + "\n")
    elif way == "start-exit":
        complain("no module named numpy\n")
        sys.exit(1)
    elif way == "start-deaf":
        time.sleep(60)


def end(way: str, more: str) -> None:
    """Go, or do not."""
    if more.endswith("farewell"):
        write(more, "stopped")
    if way == "stubborn":
        ignore_sigterm("", 0)


def answer(way: str, more: str, told: dict[str, object]) -> None:
    """Answer a message."""
    match told["command"]:
        case "start":
            named = {"name": str(os.getpid())} if way == "fickle" else {}
            say(json.dumps({**ANNOUNCEMENT, **named}) + "\n")
        case "dialect" if way == "crash-at-dialect":
            sys.exit(4)
        case "dialect":
            say('{"ok": true}\n')
        case "run" if told["id"] == 2:
            WAYS[way](more, 2)
        case "run":
            say(answered(int(str(told["id"]))))


def main() -> None:
    """Answer line after line."""
    way, more = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    begin(way, more)
    for line in sys.stdin:
        told = json.loads(line)
        if told["command"] == "stop":
            end(way, more)
            return
        answer(way, more, told)


if __name__ == "__main__":
    main()
