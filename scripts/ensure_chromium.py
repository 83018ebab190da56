"""Make sure there is a Chromium for the browser tests; install Debian's package if it is missing.

Prints the path of the browser. Set CHROMIUM to use another one.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def found() -> str | None:
    """The browser that is named, or the first that is installed."""
    named = os.environ.get("CHROMIUM")
    candidates = [named] if named else NAMES
    return next((path for path in map(shutil.which, candidates) if path), None)


def install() -> None:
    """Install Debian's package, through sudo unless we are root."""
    apt = shutil.which("apt-get")
    if apt is None:
        sys.exit("There is no Chromium and no apt-get: install Chromium, or set CHROMIUM to its path.")
    rights = [] if os.geteuid() == 0 else ["sudo"]
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", NAMES[0]]):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        if subprocess.run([*rights, apt, *words], stdout=sys.stderr, env=environment).returncode:
            sys.exit("Chromium could not be installed: install it by hand, or set CHROMIUM to its path.")


if __name__ == "__main__":
    if found() is None:
        install()
    print(found() or sys.exit("Chromium was installed but is not on the path: set CHROMIUM to its path."))
