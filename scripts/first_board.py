"""How long a newcomer waits for a board: from asking for the page of a table until its counters are on the screen.

Each visit is a new browser context, so that nothing is kept from the visit before. What is printed is one line:
the median and the range, in milliseconds, until the frame with the counters and until the one with the ground.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT)]

from tests.browser.browsing import PATIENCE, launch, serving  # noqa: E402

VISITS = 9
TABLE = {"game": "afrika-korps", "scenario": "campaign", "seats": [{"kind": "here"}, {"kind": "here"}]}
WATCH = """
    const noted = (name) => { document.documentElement.dataset[name] = performance.now(); };
    const after = { counters: "g.piece", ground: ".map-root[data-painted]" };
    new MutationObserver(() => {
        for (const [name, what] of Object.entries(after)) {
            if (!document.querySelector(what)) continue;
            delete after[name];
            requestAnimationFrame(() => setTimeout(() => noted(name)));
        }
    }).observe(document, { subtree: true, childList: true, attributes: true });
"""


def wait(browser: Browser, address: str) -> tuple[float, float]:
    """Milliseconds until the frame with the counters and the frame with the ground, of one visit."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.request.get(f"{address}/api/me")
    table = context.request.post(f"{address}/api/tables", data=TABLE, headers={"Origin": address}).json()["id"]
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"{address}/table/{table}", wait_until="commit")
    page.locator("html[data-counters][data-ground]").wait_for(timeout=PATIENCE)
    shown = page.evaluate("({ ...document.documentElement.dataset })")
    context.close()
    return float(shown["counters"]), float(shown["ground"])


def told(times: list[float]) -> str:
    return f"{median(times):.0f} ({min(times):.0f} to {max(times):.0f})"


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        serving(Path(folder)) as server,
        launch(playwright) as browser,
    ):
        visits = [wait(browser, server.address) for _ in range(VISITS)]
    counters, ground = told([one for one, _ in visits]), told([one for _, one in visits])
    print(f"counters {counters} ms, ground {ground} ms")


if __name__ == "__main__":
    main()
