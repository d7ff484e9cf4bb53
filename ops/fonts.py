"""Writes web/fonts from Fontsource's: only the weights that the pages use, which halves what a first visit waits for.

For whoever changes a font, never part of a build: apt-get install python3-fonttools python3-brotli; python3 ops/fonts.py
"""
from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).parent.parent
FROM = ROOT / "node_modules/@fontsource-variable"
TO = ROOT / "web/fonts"

FONTS = {
    "fraunces.woff2": ("fraunces/files/fraunces-latin-opsz-normal.woff2", {"wght": 400}),
    "hanken-grotesk.woff2": ("hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2", {"wght": (400, 600)}),
}

for name, (source, limits) in FONTS.items():
    font = instancer.instantiateVariableFont(TTFont(FROM / source), limits)
    font.flavor = "woff2"
    font.save(TO / name)
