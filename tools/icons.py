"""Make the icons of the installed site from the strokes of the board (`make icons`). The results are committed.

The Chromium of the browser tests renders them.
"""

import subprocess
from io import BytesIO

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tools.marks import ROOT, STROKES, paths

TARGET = ROOT / "static" / "img"
PAPER, PAPER_LINES, GRID = "#fffefa", "#e1eaf1", "#4a4e57"
INK = {"X": "#2140a5", "O": "#c02a26"}
MARKS = {4: "X", 2: "O"}  # by cell, as in the logo
# Systems may crop a maskable icon to a circle of 80%, so its board is smaller. Apple rounds the corners itself.
# Name: width in pixels, and the board's width and the corners' radius as parts of it.
ICONS = {
    "icon-192": (192, 0.78, 0.18),
    "icon-512": (512, 0.78, 0.18),
    "icon-maskable-192": (192, 0.54, 0),
    "icon-maskable-512": (512, 0.54, 0),
    "apple-touch-icon": (180, 0.68, 0),
}


def drawing(size: int, part: float, radius: float) -> str:
    """Return a board on squared paper as SVG, `size` pixels wide."""
    scale = size * part / 300
    marks = "".join(
        f'<g fill="{INK[mark]}" transform="translate({cell % 3 * 100} {cell // 3 * 100})">'
        # At this size a stroke must be thicker than on a page.
        f'<g stroke="{INK[mark]}" stroke-width="5" stroke-linejoin="round">{paths(STROKES[mark][0])}</g></g>'
        for cell, mark in MARKS.items()
    )
    step = size * part / 9
    lines = "".join(
        f'<path d="M{at:.2f} 0V{size}M0 {at:.2f}H{size}"/>' for at in (size / 2 + step * n for n in range(-12, 13))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">'
        f'<clipPath id="sheet"><rect width="{size}" height="{size}" rx="{size * radius}"/></clipPath>'
        f'<g clip-path="url(#sheet)"><rect width="{size}" height="{size}" fill="{PAPER}"/>'
        f'<g stroke="{PAPER_LINES}" stroke-width="{size / 192}">{lines}</g>'
        f'<g transform="translate({size * (1 - part) / 2} {size * (1 - part) / 2}) scale({scale})">'
        f'<g fill="{GRID}" stroke="{GRID}" stroke-width="5">{paths(STROKES["grid"])}</g>{marks}</g></g></svg>'
    )


def picture(browser: Browser, svg: str, size: int) -> Image.Image:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{svg}")
    taken = page.screenshot(omit_background=True)
    page.close()
    return Image.open(BytesIO(taken))


def main() -> None:
    chromium = subprocess.check_output([ROOT / "tools" / "chromium"], text=True).strip()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        for name, (size, part, radius) in ICONS.items():
            made = TARGET / f"{name}.png"
            picture(browser, drawing(size, part, radius), size).quantize(64).save(made, optimize=True)
            print(f"{made.name}: {made.stat().st_size:,} bytes")
        # For browsers without SVG support, and for programs that request /favicon.ico.
        svg = (TARGET / "favicon.svg").read_text().replace("<svg ", '<svg width="48" height="48" ', 1)
        picture(browser, svg, 48).save(TARGET / "favicon.ico", sizes=[(16, 16), (32, 32), (48, 48)])
        browser.close()


if __name__ == "__main__":
    main()
