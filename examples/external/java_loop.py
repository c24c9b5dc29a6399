"""A Java program that is asked many times: `Loop.java` runs its main method again and again in one process."""

import subprocess
import tempfile
from pathlib import Path

_LOOP = Path(__file__).with_name("Loop.java")


class JavaLoop:
    """A class of a copy; its working folder is empty at first, and is left behind when the process ends."""

    def __init__(self, classpath: str, name: str) -> None:
        """Start the process."""
        self._folder = tempfile.TemporaryDirectory()
        self.folder = Path(self._folder.name)
        command = ["java", "-XX:TieredStopAtLevel=1", "-cp", str(Path(classpath).resolve()), str(_LOOP), name]
        self._process = subprocess.Popen(  # noqa: S603 - the user's own copy
            command,
            cwd=self.folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def run(self, *arguments: str) -> tuple[str, str]:
        """Return what the program prints for these arguments, and the exception with which it ends, or nothing."""
        self._process.stdin.write("\t".join(arguments) + "\n")
        self._process.stdin.flush()
        printed = []
        for line in self._process.stdout:
            if line == "END\n" or line.startswith("ERROR "):
                return "".join(printed), line.removeprefix("ERROR ").removeprefix("END").strip()
            printed.append(line)
        return "".join(printed), "the process ended"

    def close(self) -> None:
        """End the process."""
        self._process.stdin.close()
        self._process.wait()
        self._folder.cleanup()
