"""Known vulnerabilities of what the dashboard and the command line need to run.

Run as `make audit`. Ends with 1 if a newer version would mend one, with 2 where no list of
vulnerabilities could be reached: nothing was found out then.
"""

import json
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SERVICES = ("pypi", "osv")
UNREACHED = 2
SECONDS = 60  # a list that cannot be reached must not keep the tests waiting


def name_of(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement.strip())
    return re.sub(r"[-_.]+", "-", found[0]).lower() if found else ""


def needed() -> set[str]:
    """The distributions of requirements.txt and all they need; tools of the tests are not audited."""
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    waiting = {name_of(line) for line in lines if line.strip() and not line.startswith("#")}
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        found.add(name)
        try:
            more = [one for one in requires(name) or () if "extra ==" not in one]
        except PackageNotFoundError:  # for another system or version of Python
            continue
        waiting |= {name_of(one) for one in more} - found
    return found


def audited(service: str) -> list[dict[str, Any]]:
    """Installed distributions that the service knows, with their vulnerabilities."""
    command = [sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off"]
    try:
        done = subprocess.run(
            [*command, "--vulnerability-service", service, "--timeout", "5"],
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        listed: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (subprocess.TimeoutExpired, ValueError, KeyError):
        return []
    return [one for one in listed if "vulns" in one]


def main() -> int:
    wanted = needed()
    known = next((found for service in SERVICES if (found := audited(service))), [])
    ours = [one for one in known if name_of(one["name"]) in wanted]
    if not ours:
        print("audit: no list of vulnerabilities could be reached, so nothing was audited")
        return UNREACHED
    mendable = 0
    for one in ours:
        for flaw in one["vulns"]:
            fixed = ", ".join(flaw.get("fix_versions") or ())
            mendable += bool(fixed)
            advice = f"mended in {fixed}" if fixed else "no mended version yet"
            print(f"audit: {one['name']} {one['version']}: {flaw['id']}, {advice}")
    print(f"audit: {len(ours)} of {len(wanted)} distributions audited, {mendable} findings to mend")
    return 1 if mendable else 0


if __name__ == "__main__":
    sys.exit(main())
