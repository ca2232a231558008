"""Run Lighthouse's mobile audit on pages of a real server (`make lighthouse`). Fails if a score is below 95.

npm installs Lighthouse into var/lighthouse; the server has its own data.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS
from tests.browser.visits import BEGUN, pages_of_games, visited, workshop_and_tournament
from tests.support.server import ROOT, Server

VERSION = "12.8.2"  # newer ones need Node 22
FOLDER = ROOT / "var" / "lighthouse"
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
# Rooms and tournaments opt out of search engines, so their SEO is not audited.
PAGES = {
    "home": CATEGORIES,
    "game": CATEGORIES[:-1],
    "review": CATEGORIES[:-1],
    "opponents": CATEGORIES,
    **{f"{key}: game": CATEGORIES[:-1] for key in BEGUN},
    "workshop": CATEGORIES,
    "tournament": CATEGORIES[:-1],
}
LOWEST_SCORE = 95
RUNS = 3  # of which the median counts, because other work on the machine disturbs single runs


def installed() -> Path:
    """Install Lighthouse through npm if it is missing, and return its command."""
    package = FOLDER / "node_modules" / "lighthouse" / "package.json"
    if not package.exists() or json.loads(package.read_text())["version"] != VERSION:
        if not shutil.which("npm"):
            sys.exit("Lighthouse needs npm, which is not installed: apt-get install npm")
        options = ["--silent", "--no-audit", "--no-fund", f"--cache={FOLDER / 'npm'}", f"--prefix={FOLDER}"]
        subprocess.run(["npm", "install", *options, f"lighthouse@{VERSION}"], check=True)
    return FOLDER / "node_modules" / ".bin" / "lighthouse"


def report(command: Path, chromium: str, address: str, cookies: str, categories: tuple[str, ...]) -> dict:
    """Run Lighthouse once and return its report."""
    done = subprocess.run(
        [
            *(command, address, "--quiet", "--output=json", f"--only-categories={','.join(categories)}"),
            f"--extra-headers={json.dumps({'Cookie': cookies})}",
            f"--chrome-flags={' '.join(['--headless=new', *FLAGS])}",
        ],
        env=os.environ | {"CHROME_PATH": chromium},
        check=True,
        capture_output=True,
        text=True,
    )
    return json.loads(done.stdout)


def failed_audits(report: dict) -> list[str]:
    """Return the titles of the audits that lost points."""
    return sorted(
        {
            audit["title"]
            for category in report["categories"].values()
            for part in category["auditRefs"]
            if part["weight"] and (audit := report["audits"][part["id"]])["score"] not in (None, 1)
        }
    )


def main() -> int:
    command = installed()
    chromium = subprocess.check_output([ROOT / "tools" / "chromium"], text=True).strip()
    bad = False
    with tempfile.TemporaryDirectory(prefix="tictactoe-lighthouse-") as folder:
        server = Server(Path(folder))
        server.prepare()
        server.start()
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
                page = browser.new_page()
                addresses = visited(page, server) | pages_of_games(page, server) | workshop_and_tournament(page, server)
                cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in page.context.cookies())
                browser.close()
            print("| page | performance | accessibility | best practices | SEO |\n|---|---|---|---|---|")
            for name, categories in PAGES.items():
                runs = [report(command, chromium, addresses[name], cookies, categories) for _run in range(RUNS)]
                scores = {
                    category: round(statistics.median(run["categories"][category]["score"] for run in runs) * 100)
                    for category in categories
                }
                print(
                    f"| {name} | {' | '.join(str(scores.get(category, '–')) for category in CATEGORIES)} |", flush=True
                )
                if min(scores.values()) < LOWEST_SCORE:
                    bad = True
                    print(f"{name}: {'; '.join(failed_audits(runs[-1]))}", file=sys.stderr)
        finally:
            server.stop()
            server.close_shell()
    return bad


if __name__ == "__main__":
    sys.exit(main())
