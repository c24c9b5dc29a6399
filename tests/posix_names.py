"""What Python's standard library has on Linux and macOS alone, as its documentation says."""

from collections.abc import Mapping

_OS = """
O_NONBLOCK WNOHANG chown chroot confstr eventfd fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg
getpgid getpgrp getpriority getsid getuid initgroups killpg lchown lockf login_tty major makedev memfd_create minor
mkfifo mknod nice openpty pathconf pipe2 posix_fadvise posix_fallocate posix_spawn posix_spawnp pread preadv pwrite
pwritev register_at_fork sched_getaffinity sched_setaffinity sched_yield sendfile set_blocking setegid seteuid setgid
setgroups setns setpgid setpriority setregid setreuid setsid setuid splice sync sysconf tcgetpgrp tcsetpgrp ttyname
uname unshare wait wait3 wait4 waitid writev
"""
_SIGNAL = """
ITIMER_PROF ITIMER_REAL ITIMER_VIRTUAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGPROF SIGQUIT SIGSTOP SIGTSTP
SIGTTIN SIGTTOU SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH alarm getitimer pause pidfd_send_signal pthread_kill
pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait sigwaitinfo
"""
MODULES = frozenset(["fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"])
NAMES: Mapping[str, frozenset[str]] = {"os": frozenset(_OS.split()), "signal": frozenset(_SIGNAL.split())}
"""The names in `os` and `signal`. `os.set_blocking` is on Windows since Python 3.12."""
