"""Programs that are asked many times: `Loop.java` and `Loop.pm` load a program once, and run it for each question."""

import atexit
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).resolve().parent


class _Loop:
    """A process; its working folder is empty at first. Both go when the harness ends."""

    def __init__(self, *command: str, error: int | None = None) -> None:
        """Start the process."""
        folder = tempfile.TemporaryDirectory()
        self.folder = Path(folder.name)
        self._process = subprocess.Popen(  # noqa: S603 - the user's own copy
            command, cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=error, text=True
        )
        for end in (folder.cleanup, self._process.wait, self._process.stdin.close):
            atexit.register(end)

    def _send(self, *parts: str) -> None:
        self._process.stdin.write("\t".join(parts) + "\n")
        self._process.stdin.flush()


class JavaLoop(_Loop):
    """A class of a copy, of which the main method runs again and again in one process."""

    def __init__(self, classpath: str, name: str) -> None:
        """Start the process."""
        java = ("java", "-XX:TieredStopAtLevel=1", "-cp", str(Path(classpath).resolve()))
        super().__init__(*java, str(_FOLDER / "Loop.java"), name, error=subprocess.DEVNULL)

    def run(self, *arguments: str) -> tuple[str, str]:
        """Return what the program prints for these arguments, and the exception with which it ends, or nothing."""
        self._send(*arguments)
        printed = []
        for line in self._process.stdout:
            if line == "END\n" or line.startswith("ERROR "):
                return "".join(printed), line.removeprefix("ERROR ").removeprefix("END").strip()
            printed.append(line)
        return "".join(printed), "the process ended"


class Run(NamedTuple):
    """What a run of a script leaves behind: its exit status, what it printed, and its last words of an error."""

    status: int
    report: str
    last_words: str


class PerlLoop(_Loop):
    """A script of a copy, which is compiled once; each run is a process of its own."""

    def __init__(self, script: str) -> None:
        """Start the process."""
        super().__init__("perl", "-I", str(_FOLDER), "-MLoop", str(Path(script).resolve()))

    def run(self, *arguments: str, given: str = "") -> Run:
        """Return what the script prints for these arguments and this standard input; Perl may warn before it dies."""
        (self.folder / "stdin").write_bytes(given.encode("utf-8", "surrogatepass"))
        self._send("stdin", "stdout", "stderr", *arguments)
        status = int(self._process.stdout.readline())
        report, words = (
            (self.folder / name).read_bytes().decode("utf-8", "surrogateescape").strip()
            for name in ("stdout", "stderr")
        )
        return Run(status, report, words.rpartition("\n")[2])
