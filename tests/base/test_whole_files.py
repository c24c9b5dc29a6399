"""Whole files: what cannot be written to its end leaves what was there."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

import nerconform as nc
from nerconform.base.whole_files import replacing, write_whole


def test_a_file_is_written_with_the_permissions_of_a_new_file_or_of_the_old_one(tmp_path: Path) -> None:
    new, plain, old = tmp_path / "new.json", tmp_path / "plain.json", tmp_path / "old.json"
    plain.write_bytes(b"")
    old.write_bytes(b"before")
    old.chmod(0o600)
    for path in (new, old):
        write_whole(path, b"after")
    assert [path.read_bytes() for path in (new, old)] == [b"after", b"after"]
    assert new.stat().st_mode == plain.stat().st_mode
    assert old.stat().st_mode & 0o777 == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.json", "old.json", "plain.json"]


def test_what_fails_on_the_way_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    old = tmp_path / "run.json"
    old.write_bytes(b"before")

    def fill_the_disk() -> None:
        with replacing(old) as stream:
            stream.write(b"half of")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(OSError, match="No space left") as found:
        fill_the_disk()
    assert found.value.filename == str(old)
    assert old.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_a_link_stays_a_link_and_a_pipe_a_pipe(tmp_path: Path) -> None:
    target, link = tmp_path / "target.json", tmp_path / "link.json"
    target.write_bytes(b"before")
    link.symlink_to(target)
    write_whole(link, b"after")
    assert link.is_symlink()
    assert target.read_bytes() == b"after"
    write_whole(Path(os.devnull), b"nothing")
    assert not Path(os.devnull).is_file()


@pytest.mark.long
def test_a_file_that_would_be_too_large_leaves_a_valid_baseline(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    program = f"""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
from nerconform.commands.main import main
raise SystemExit(main(["check", "reference:conlleval", "--output", {str(path)!r}]))
"""
    path.write_bytes(b"a valid baseline")
    # Python itself would leave half of a compiled module behind, and every process after it would fail.
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 2
    assert f"{path}: File too large" in done.stderr
    assert path.read_bytes() == b"a valid baseline"


def test_every_error_of_the_kit_is_one_error() -> None:
    with pytest.raises(nc.NerconformError):
        nc.evaluate([["B-PER"]], [["B-PER", "O"]])
