"""Build the site: `python -m website [DIR]`; DIR is `build/site` if it is left out."""

import shutil
import sys
import tempfile
from pathlib import Path

from website.stage import stage


def main() -> int:
    """Write the sources of the site to a folder of their own, and run Sphinx on it. Returns its exit status."""
    from sphinx.cmd.build import build_main  # noqa: PLC0415 - an extra; only this command needs it

    target = Path(sys.argv[1] if len(sys.argv) > 1 else "build/site").resolve()
    with tempfile.TemporaryDirectory() as scratch:
        sources = Path(scratch, "sources")
        stage(sources)
        built = Path(scratch, "html")
        conf = str(Path(__file__).parent)
        doctrees = str(Path(scratch, "doctrees"))
        status = int(build_main(["-q", "-W", "--keep-going", "-c", conf, "-d", doctrees, str(sources), str(built)]))
        if status == 0:
            (built / ".buildinfo").unlink(missing_ok=True)
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(built, target)
            sys.stdout.write(f"{target / 'index.html'}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
