"""Still cameras, each on a surface in some light. Millimetres; the lens looks along -y; the base stands at z = 0."""
import math
import os
import random

import bpy
import numpy as np
from mathutils import Vector

import film
import ground
import shaders
from things import (MM, block, coated, disc, dress, everything, glass, glow, group, lathe, leather, metal, paint, place, prism,
                    ring_words, rounded, surface, wall, window_gobo, wood, word)

FRONT = (90, 0, 0)  # turns a lathe's axis to look along -y


class Kit:
    """The materials of one camera."""

    def __init__(self, skin="black leather", finish="chrome"):
        self.chrome = metal("chrome", (0.60, 0.59, 0.56), 0.24, 0.12)
        self.bright = metal("bright", (0.72, 0.71, 0.69), 0.1, 0.1)
        self.steel = metal("steel", (0.35, 0.35, 0.35), 0.3)
        self.brass = metal("brass", (0.62, 0.42, 0.16), 0.25, 0.2)
        self.black = paint("black", (0.011, 0.011, 0.012), 0.36, edge=(0.45, 0.32, 0.14))
        self.matt = paint("matt", (0.006, 0.006, 0.006), 0.7, specular=0.25)
        self.satin = paint("satin", (0.016, 0.016, 0.017), 0.3)
        self.ink = paint("white ink", (0.75, 0.74, 0.7), 0.5)
        self.red = paint("red ink", (0.55, 0.03, 0.02), 0.5)
        self.ochre = paint("ochre ink", (0.6, 0.33, 0.05), 0.5)
        skins = {"black leather": (0.014, 0.013, 0.012), "brown leather": (0.11, 0.042, 0.016), "grey leather": (0.1, 0.1, 0.1),
                 "red leather": (0.12, 0.016, 0.012), "green leather": (0.02, 0.035, 0.022)}
        self.skin = leather(skin, skins[skin])
        self.top = {"chrome": self.chrome, "black": self.black}[finish]


def lens(kit, at, r=26, length=32, barrel=None, front=None, label="LUMEN 1:2 / 50", scale=True, tint=(0.6, 0.4, 1.0),
         glass_r=None, grip=True, mount=None):
    """A lens whose mount is at `at` and which grows towards -y."""
    x, y, z = at
    barrel, front = barrel or kit.satin, front or kit.satin
    put = lambda profile, mat, knurl=(0, 0), off=0.0: lathe(profile, (x, y - off, z), mat, FRONT, knurl=knurl)
    put(rounded(r * 1.12, 4, 0.5), mount or kit.chrome)
    put(rounded(r, length * 0.3, 0.4), barrel, off=4)
    put(rounded(r * 1.02, length * 0.26, 0.7), barrel if not grip else kit.satin, (64, 0.9) if grip else (0, 0), off=4 + length * 0.3)
    put(rounded(r * 0.93, length * 0.2, 0.5), barrel, off=4 + length * 0.56)
    put(rounded(r * 0.98, length * 0.1, 0.5), kit.satin, (90, 0.5), off=4 + length * 0.76)
    tip = 4 + length * 0.86
    gr = glass_r or r * 0.66
    # front ring, then the dark inside of the barrel stepping back
    put([(r * 0.92, 0), (r * 0.92, length * 0.16 - 0.7), (r * 0.9, length * 0.16), (r * 0.87, length * 0.16),
         (r * 0.85, length * 0.12), (gr * 1.12, length * 0.1), (gr * 1.04, length * 0.02), (gr * 1.02, -length * 0.1), (gr * 0.8, -length * 0.2),
         (gr * 0.78, -length * 0.32), (gr * 0.5, -length * 0.4), (gr * 0.48, -length * 0.6), (0, -length * 0.6)], front, off=tip)
    for radius, depth, bulge, colour, strength in ((gr, 0.0, 0.22, tint, 0.5), (gr * 0.86, -0.14, 0.12, (1.0, 0.65, 0.35), 0.4),
                                                   (gr * 0.76, -0.24, -0.16, (0.35, 0.8, 0.6), 0.5), (gr * 0.5, -0.44, 0.3, (0.7, 0.5, 1), 0.7)):
        n = 14
        cap = [(radius * k / n, length * depth + radius * bulge * (1 - (k / n) ** 2)) for k in range(n + 1)]
        put(cap[::-1], coated("coating", colour, strength), off=tip)
    if label:
        face = length * 0.11 + tip + 0.15
        ring_words(label, (x, y - face, z), (gr * 1.12 + r * 0.85) / 2, max((r * 0.85 - gr * 1.12) * 0.62, 1.1), kit.ink, start=150)
    if scale:
        ring_words("16 11 8 5.6 4 2.8 2", (x, y - 4 - length * 0.66, z), r * 0.93 + 0.05, r * 0.11, kit.ink, start=130, faceted=True)
        ring_words("0.7  1  1.5  3  5 10", (x, y - 4 - length * 0.15, z), r + 0.05, r * 0.12, kit.ochre, start=125, faceted=True)
    return tip + length * 0.16


def screw(kit, at, turn=(0, 0, 0), r=1.6):
    disc(r, 0.7, at, kit.bright, turn, 0.25)


def window(kit, at, w, h, tint=(0.5, 0.7, 1.0)):
    block((w + 3, 2.2, h + 3), at, kit.satin, 0.5)
    x, y, z = at
    block((w, 0.6, h), (x, y - 1.2, z), coated("pane", tint, 1.2), 0.1)
    block((w, 0.6, h), (x, y - 1.0, z), kit.matt, 0)


def dial(kit, at, r=9, h=5, marks="1 2 4 8 15 30 60", body=None):
    disc(r, h, at, body or kit.top, edge=0.5, knurl=(48, 0.4))
    disc(r * 0.9, 0.5, (at[0], at[1], at[2] + h - 0.2), body or kit.top, edge=0.2)
    for k, text in enumerate(marks.split()):
        a = math.radians(90 - k * 42)
        word(text, (at[0] + r * 0.66 * math.cos(a), at[1] + r * 0.66 * math.sin(a), at[2] + h + 0.35), r * 0.3,
             kit.ink if body or kit.top is kit.black else kit.matt, (0, 0, math.degrees(a) - 90))


def rangefinder(kit, **_):
    block((138, 31, 42), (0, 0, 28), kit.skin, 0.4, vertical=15)
    block((138.6, 31.6, 7), (0, 0, 3.5), kit.top, 0.6, vertical=15.4)
    block((138.6, 31.6, 19), (0, 0, 58.5), kit.top, 1.0, vertical=15.4)
    block((74, 27, 5), (-2, 0.5, 70), kit.top, 1.2, vertical=6)
    window(kit, (-46, -16, 60), 13, 9, (0.8, 0.5, 0.9))
    window(kit, (48, -16, 60), 15, 10)
    window(kit, (6, -16, 60), 22, 7, (0.9, 0.9, 0.8))
    dial(kit, (36, 2, 68))
    disc(6, 3, (55, 2, 68), kit.bright, edge=0.5)
    disc(3.4, 6, (55, 2, 69), kit.bright, edge=1.4)
    disc(9.5, 9, (-52, 1, 68), kit.top, edge=0.7, knurl=(40, 0.6))
    block((14, 12, 2), (-2, 2, 73.5), kit.bright, 0.4)
    disc(6, 2, (-28, -15.5, 44), kit.bright, FRONT, 0.4)
    block((5, 3.5, 22), (-40, -18, 30), kit.bright, 1.6)
    disc(4.4, 5, (-40, -15, 38), kit.bright, FRONT, 0.6)
    for s in (-1, 1):
        disc(3.2, 3, (s * 69, 0, 50), kit.bright, (0, 90 * s, 0), 0.4)
        lathe([(4.2 + 0.7 * math.cos(t), 0.7 * math.sin(t)) for t in [i * 0.52 for i in range(13)]], (s * 73, 0, 46), kit.bright, (90, 0, 0), 32)
    word("Meridian", (-2, -15.0, 51.3), 5, kit.ink if kit.top is kit.black else kit.matt, FRONT)
    lens(kit, (4, -15.5, 29), 24, 34, barrel=kit.chrome if kit.top is kit.chrome else kit.satin)


def slr(kit, **_):
    block((140, 34, 46), (0, 0, 29), kit.skin, 0.4, vertical=9)
    block((141, 35, 8), (0, 0, 4), kit.top, 0.7, vertical=9.5)
    block((141, 35, 19), (0, 0, 61), kit.top, 1.2, vertical=9.5)
    prism_points = [(-27, 68), (-17, 90), (17, 90), (27, 68)]
    o = prism([(x * MM, z * MM) for x, z in prism_points][::-1], -17 * MM, 17 * MM, kit.top, 1.6)
    place(o, (0, 0, 0), (90, 0, 0))
    block((20, 20, 3), (0, 2, 91), kit.bright, 0.5)
    word("ORION", (0, -17.25, 78), 7, kit.ink if kit.top is kit.black else kit.matt, FRONT, spacing=1.15)
    dial(kit, (38, 2, 70), 9.5, 6)
    disc(4, 6, (56, -6, 70), kit.bright, edge=1.2)
    disc(8, 4, (56, 4, 70), kit.top, edge=0.6)
    block((26, 7, 3), (60, 10, 75), kit.bright, 1.2, turn=(0, 0, 18))
    disc(11, 9, (-50, 2, 70), kit.top, edge=0.7, knurl=(44, 0.6))
    block((14, 2.5, 4), (-50, 2, 80.5), kit.bright, 0.8)
    block((5, 4, 26), (46, -19, 36), kit.bright, 1.6)
    disc(6, 5, (46, -17, 46), kit.bright, FRONT, 0.7)
    disc(5, 3, (-46, -17, 52), kit.bright, FRONT, 0.6)
    block((66, 6, 60), (0, -18, 36), kit.top, 2.0, vertical=2.9)
    for s in (-1, 1):
        lathe([(4.6 + 0.8 * math.cos(t), 0.8 * math.sin(t)) for t in [i * 0.52 for i in range(13)]], (s * 74, 0, 60), kit.bright, (90, 0, 0), 32)
    lens(kit, (0, -20, 37), 30, 40, label="LUMEN  1:1.4 / 50 mm", tint=(0.45, 0.35, 1.0))


def twin_lens(kit, **_):
    block((78, 70, 100), (0, 0, 54), kit.skin, 0.5, vertical=6)
    block((80, 72, 6), (0, 0, 5), kit.top, 1.0, vertical=6)
    block((80, 72, 8), (0, 0, 106), kit.top, 1.0, vertical=6)
    block((58, 10, 92), (0, -39, 56), kit.skin, 1.0, vertical=4)
    plate = [(27 * math.cos(math.radians(a)) * MM, (27 * math.sin(math.radians(a)) + (21 if a < 180 else -21)) * MM)
             for a in range(0, 360, 10)]
    place(prism(plate, 0, 5 * MM, kit.satin, 0.7), (0, -43.5, 57), FRONT)
    for z, r in ((78, 17), (36, 17)):
        lathe(rounded(22, 3, 0.4), (0, -48, z), kit.bright, FRONT)
        lens(kit, (0, -49, z), r, 13, barrel=kit.satin, label="HELIAR 75" if z > 50 else "LUMEN 1:3.5", scale=False, grip=False, glass_r=11)
    for s in (-1, 1):
        disc(7.5, 5, (s * 17, -48, 57), kit.satin, FRONT, 0.6, knurl=(36, 0.5))
    word("Geminus", (0, -44.5, 102.2), 6.5, kit.ink, FRONT)
    # hood, open
    for x, y, sx, sy in ((0, 30, 66, 1.2), (0, -30, 66, 1.2), (-33, 0, 1.2, 60), (33, 0, 1.2, 60)):
        block((sx, sy, 46), (x, y, 132), kit.matt, 0.3, turn=((8 if y > 0 else -8) if y else 0, 0, 0))
    block((62, 56, 1), (0, 0, 111), coated("ground glass", (0.9, 0.9, 0.85), 1.5), 0)
    disc(15, 9, (39, 5, 46), kit.bright, (0, 90, 0), 0.8, knurl=(56, 0.7))
    disc(10, 8, (39, 8, 84), kit.bright, (0, 90, 0), 0.8, knurl=(44, 0.6))
    block((3, 6, 22), (50, 8, 84), kit.bright, 1.0, turn=(30, 0, 0))
    disc(3, 5, (48, 10, 95), kit.satin, (0, 90, 0), 1)
    disc(4, 5, (22, -45, 16), kit.bright, FRONT, 1.2)


def medium_format(kit, **_):
    block((92, 74, 84), (0, 4, 46), kit.skin, 0.6, vertical=4)
    for z in (5, 90):
        block((94, 76, 5), (0, 4, z), kit.bright, 0.8, vertical=4)
    block((96, 6, 90), (0, -34, 48), kit.chrome, 1.2)
    block((88, 2, 74), (0, -36.6, 45), kit.skin, 0.6)
    block((88, 40, 84), (0, 62, 46), kit.skin, 0.6, vertical=8)
    block((90, 4, 86), (0, 42, 46), kit.bright, 0.8)
    for x, y, sx, sy, t in ((0, 32, 70, 1, 10), (0, -26, 70, 1, -12)):
        block((sx, sy, 44), (x, y, 114), kit.satin, 0.3, turn=(-t, 0, 0))
    for s in (-1, 1):
        block((1, 56, 40), (s * 36, 3, 112), kit.satin, 0.3, turn=(0, s * 6, 0))
    block((66, 50, 1), (0, 3, 96), coated("ground glass", (0.9, 0.9, 0.85), 1.5), 0)
    disc(14, 14, (47, 0, 44), kit.bright, (0, 90, 0), 0.8, knurl=(50, 0.8))
    block((5, 8, 34), (64, 0, 48), kit.bright, 1.6, turn=(20, 0, 0))
    disc(3.5, 14, (65, -4, 62), kit.satin, (0, 90, 0), 1.2)
    disc(5, 4, (34, -37, 16), kit.bright, FRONT, 1.2)
    word("SEXTANT 66", (0, -37.3, 87.5), 4.6, kit.matt, FRONT)
    lens(kit, (0, -36, 47), 35, 52, barrel=kit.chrome, label="LUMEN PLANAR 1:2.8 / 80", tint=(0.5, 0.3, 0.9), glass_r=20, mount=kit.satin)


def bellows(x0, x1, y0, y1, z0, z1, n, depth, material, shrink=0.7):
    """Pleats from y0 (size x1,z1) to y1 (shrunk), square in section."""
    points, faces = [], []
    for i in range(2 * n + 1):
        t = i / (2 * n)
        k = 1 + (shrink - 1) * t
        d = depth if i % 2 else 0
        hw, hh, cz = (x1 - x0) / 2 * k - d, (z1 - z0) / 2 * k - d, (z0 + z1) / 2
        y = y0 + (y1 - y0) * t
        c = min(hw, hh) * 0.16
        ring = [(-hw + c, -hh), (hw - c, -hh), (hw, -hh + c), (hw, hh - c), (hw - c, hh), (-hw + c, hh), (-hw, hh - c), (-hw, -hh + c)]
        points += [(a * MM, y * MM, (cz + b) * MM) for a, b in ring]
    for i in range(2 * n):
        for j in range(8):
            a, b = i * 8 + j, i * 8 + (j + 1) % 8
            faces.append((a, b, b + 8, a + 8))
    o = ground.mesh("bellows", points, faces, smooth=False)
    return finish_bellows(o, material)


def finish_bellows(o, material):
    m = o.modifiers.new("bevel", "BEVEL")
    m.width, m.segments = 0.5 * MM, 2
    return dress(o, material, 60)


def view(kit, **_):
    mahogany = wood("mahogany", (0.085, 0.024, 0.01), (0.25, 0.085, 0.034), 0.22, axis="x", gloss=0.6)
    upright = wood("mahogany z", (0.085, 0.024, 0.01), (0.25, 0.085, 0.034), 0.22, axis="z", gloss=0.6)
    long = wood("mahogany y", (0.085, 0.024, 0.01), (0.25, 0.085, 0.034), 0.22, axis="y", gloss=0.6)
    fabric = leather("bellows", (0.03, 0.008, 0.008), 900, 0.0003, 0.5)
    block((190, 300, 14), (0, -60, 12), long, 2)
    for s in (-1, 1):
        block((12, 290, 10), (s * 74, -62, 24), long, 1.2)
        block((5, 285, 3), (s * 60, -62, 21), kit.brass, 0.4)
    for y, w in ((60, 190), (84, 190)):  # back: two frames
        for s in (-1, 1):
            block((18, 20, 190), (s * (w / 2 - 9), y, 118), upright, 2)
            block((w, 20, 18), (0, y, 118 + s * 86), mahogany, 2)
    bellows(-80, 80, 55, -118, 30, 206, 13, 9, fabric, 0.58)
    for s in (-1, 1):  # front standard
        block((12, 14, 150), (s * 66, -126, 100), upright, 1.6)
        block((10, 3, 130), (s * 66, -134.5, 92), kit.brass, 0.4)
        disc(9, 10, (s * 73, -126, 60), kit.brass, (0, 90 * s, 0), 0.8, knurl=(40, 0.8))
        disc(9, 10, (s * 73, -126, 130), kit.brass, (0, 90 * s, 0), 0.8, knurl=(40, 0.8))
        disc(10, 12, (s * 96, -10, 14), kit.brass, (0, 90 * s, 0), 0.8, knurl=(40, 0.8))
        block((4, 150, 12), (s * 97, 22, 96), kit.brass, 0.5, turn=(38, 0, 0))
        for z in (40, 190):
            screw(kit, (s * 86, 49, z), FRONT, 2.6)
    block((116, 12, 116), (0, -128, 118), mahogany, 3)
    block((96, 6, 96), (0, -136, 118), mahogany, 2)
    for a in (-1, 1):
        for b in (-1, 1):
            disc(2.4, 1, (a * 42, -139, 118 + b * 42), kit.brass, FRONT, 0.3)
    lathe(rounded(36, 5, 0.8), (0, -139, 118), kit.brass, FRONT)
    lathe([(33, 0), (33, 26), (36, 28), (36, 44), (40, 47), (40, 62), (38, 64), (34, 64), (32, 60), (31, 30), (24, 24), (20, 0), (0, 0)],
          (0, -142, 118), kit.brass, FRONT)
    for r, y, bulge in ((31.5, -196, 0.2), (28, -186, 0.1), (22, -172, -0.2)):
        lathe([(r * k / 12, r * bulge * (1 - (k / 12) ** 2)) for k in range(12, -1, -1)], (0, y, 118), coated("old glass", (0.9, 0.85, 0.7), 0.8), FRONT)
    lathe([(30, 0), (0, 0)], (0, -168, 118), kit.matt, FRONT)
    ring_words("OPTICIAN  VIENNA  No 2817", (0, -206.3, 118), 36, 3.2, kit.matt, start=160)


def instant(kit, **_):
    white = paint("shell", (0.62, 0.59, 0.53), 0.32, 0.00002)
    side = [(-48, 0), (48, 0), (48, 60), (30, 92), (-14, 98), (-48, 70)]
    o = prism([(y * MM, z * MM) for y, z in side], -58 * MM, 58 * MM, white, 7)
    o.modifiers["bevel"].segments = 6
    o.rotation_euler = (math.radians(90), 0, math.radians(90))
    block((100, 3, 8), (0, -48.4, 13), kit.matt, 1)
    block((108, 4, 34), (0, -47, 50), kit.satin, 3)
    block((34, 5, 26), (-32, -40, 84), kit.satin, 3, turn=(-22, 0, 0))
    block((28, 2, 20), (-32, -43, 85), coated("flash", (0.95, 0.95, 1), 2.5), 1, turn=(-22, 0, 0))
    block((22, 5, 18), (34, -40, 84), kit.satin, 2, turn=(-22, 0, 0))
    block((16, 2, 12), (34, -43, 85), coated("finder", (0.4, 0.6, 1), 2), 1, turn=(-22, 0, 0))
    for k, c in enumerate(((0.5, 0.04, 0.03), (0.65, 0.22, 0.03), (0.7, 0.5, 0.06), (0.08, 0.3, 0.12), (0.04, 0.16, 0.42))):
        block((4.2, 1, 20), (-10 + k * 5, -48.6, 27), paint("stripe", c, 0.4), 0.1)
    disc(7, 4, (43, -48, 34), paint("button", (0.5, 0.04, 0.02), 0.3), FRONT, 1.5)
    lens(kit, (0, -47, 56), 25, 15, label="INSTANT 106 mm", scale=False, grip=False, glass_r=12, mount=kit.satin)
    # a picture on its way out
    block((88, 60, 0.6), (0, -70, 13), paint("print", (0.75, 0.73, 0.68), 0.35), 0.1, turn=(4, 0, 0))
    image_on((79, 44), (0, -72, 13.6), "slide-dunes-dusk", (4, 0, 0))


def image_on(size, at, slug, turn=(0, 0, 0), fade=0.15):
    """One of our own pictures as a print, if it is finished; otherwise grey."""
    m, g = shaders.material("picture")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pictures", slug, "1600.webp")
    colour = (0.2, 0.2, 0.2)
    if os.path.exists(path):
        tex = g("TexImage")
        tex.image = bpy.data.images.load(path)
        colour = tex.outputs[0]
    g.out(g("BsdfPrincipled", Base_Color=g.mix(fade, colour, (0.5, 0.48, 0.45)), Roughness=0.3))
    w, h = (s * MM / 2 for s in size)
    o = ground.mesh("picture", [(-w, -h, 0), (w, -h, 0), (w, h, 0), (-w, h, 0)], [(0, 1, 2, 3)])
    layer = o.data.uv_layers.new()
    for i, uv in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):
        layer.data[i].uv = uv
    o.data.materials.append(m)
    return place(o, at, turn)


def pinhole(kit, **_):
    walnut = wood("cherry", (0.12, 0.045, 0.018), (0.33, 0.15, 0.062), 0.4, axis="x")
    block((112, 62, 92), (0, 0, 46), walnut, 2.4)
    block((114, 3, 1), (0, -20, 92.2), kit.matt, 0)
    block((112.6, 5, 92.6), (0, 22, 46), wood("edge", (0.2, 0.1, 0.04), (0.42, 0.24, 0.11), 0.4, axis="z"), 0.8)
    block((46, 3, 46), (0, -32, 50), kit.brass, 0.5)
    for a in (-1, 1):
        for b in (-1, 1):
            screw(kit, (a * 18, -33.4, 50 + b * 18), FRONT, 2.0)
            block((0.5, 0.5, 3), (a * 18, -34.3, 50 + b * 18), kit.matt, 0, turn=(0, 25 * a + 60 * b, 0))
    lathe([(9, 2), (9, 0), (0.9, -0.4), (0.5, -3)][::-1], (0, -34, 50), kit.brass, FRONT)
    lathe([(14, 0), (14, 1.8), (12.5, 2.6), (9, 2.6), (8.6, 1), (8, 0.6), (0.8, 0.3)], (0, -33.4, 50), kit.bright, FRONT)
    disc(0.9, 0.2, (0, -33.75, 50), kit.matt, FRONT, 0.05)
    block((22, 3, 9), (18, -35.5, 70), kit.brass, 1.2, turn=(0, 38, 0))
    disc(4, 5, (10, -33, 75), kit.brass, FRONT, 0.7, knurl=(30, 0.4))
    for x in (-36, 36):
        disc(9, 12, (x, 2, 92), walnut, edge=2)
        disc(5, 3, (x, 2, 104), kit.brass, edge=0.8)
    word("f / 138", (-30, -31.1, 14), 6, kit.matt, FRONT)


def folding(kit, **_):
    block((84, 30, 160), (0, 0, 80), kit.skin, 0.8, vertical=8)
    for z in (2, 158):
        block((85, 31, 4), (0, 0, z), kit.bright, 1.0, vertical=8.4)
    block((72, 4, 118), (0, -15, 82), kit.matt, 1)
    block((66, 84, 3), (0, -58, 24), kit.skin, 1.0)
    block((60, 80, 2), (0, -58, 26), kit.satin, 0.5)
    for s in (-1, 1):
        block((3, 80, 3), (s * 24, -58, 28), kit.bright, 0.4)
        block((2, 92, 5), (s * 33, -50, 58), kit.bright, 0.5, turn=(-42, 0, 0))
    bellows(-33, 33, -15, -72, 28, 128, 9, 5, leather("bellows", (0.01, 0.01, 0.01), 900, 0.0003, 0.5), 0.62)
    block((48, 4, 66), (0, -74, 76), kit.bright, 1.5)
    disc(27, 9, (0, -76, 76), kit.satin, FRONT, 0.8)
    disc(26, 3, (0, -85, 76), kit.bright, FRONT, 0.6, knurl=(80, 0.4))
    ring_words("T B 1 2 5 10 25 50 100", (0, -88.2, 76), 22.5, 3.6, kit.matt, start=150)
    lens(kit, (0, -87, 76), 16.5, 14, label="ANASTIGMAT 1:4.5", scale=False, grip=False, glass_r=10, mount=kit.satin)
    block((3, 2, 18), (20, -84, 104), kit.bright, 0.5, turn=(0, 30, 0))
    block((12, 12, 16), (26, -74, 112), kit.satin, 1.5)
    disc(7, 10, (-22, 0, 160), kit.bright, edge=0.8, knurl=(32, 0.5))
    block((26, 14, 16), (14, 0, 168), kit.satin, 1.5)


def macro(kit, **_):
    slr(kit)
    # bellows and rail in place of a short lens
    for o in list(bpy.context.collection.objects):
        if o.name.startswith(("letter",)) or (o.location.y < -21 * MM and abs(o.location.x) < 2 * MM and o.name.startswith("lathe")):
            bpy.data.objects.remove(o)
    lathe(rounded(33, 5, 0.5), (0, -20, 37), kit.chrome, FRONT)
    block((76, 10, 80), (0, -30, 40), kit.satin, 3)
    bellows(-30, 30, -35, -120, 8, 66, 11, 5, leather("bellows", (0.012, 0.012, 0.012), 900, 0.0003, 0.5), 0.94)
    block((76, 10, 80), (0, -126, 40), kit.satin, 3)
    block((18, 150, 10), (0, -84, -4), kit.chrome, 1)
    for y in (-30, -126):
        block((40, 26, 16), (0, y, -2), kit.satin, 2)
        for s in (-1, 1):
            disc(11, 12, (s * 20, y, -2), kit.satin, (0, 90 * s, 0), 0.8, knurl=(40, 0.9))
    lens(kit, (0, -131, 40), 27, 60, label="LUMEN MACRO 1:4 / 105", glass_r=15, tint=(0.4, 0.9, 0.6))
    for o in everything():
        o.location.z += 14 * MM


def underwater(kit, **_):
    shell = paint("housing", (0.55, 0.19, 0.008), 0.2, 0.00002)
    dark = paint("rubber", (0.014, 0.014, 0.015), 0.55)
    block((170, 88, 120), (0, 10, 66), shell, 5, vertical=22)
    for y in (-14, 40):
        block((176, 6, 126), (0, y, 66), shell, 2, vertical=2.8)
    for s in (-1, 1):
        lathe([(11, 0), (13, 10), (11.5, 30), (13, 52), (11.5, 74), (13, 96), (10, 106), (0, 108)], (s * 116, -4, 14), dark, (0, -4 * s, 0))
        block((34, 16, 12), (s * 100, -4, 22), kit.satin, 3)
        block((34, 16, 12), (s * 100, -4, 112), kit.satin, 3)
        disc(7, 16, (s * 112, -4, 124), kit.satin, edge=2)
        disc(15, 9, (s * 116, -4, 142), kit.satin, (90, 0, 0), 2)
        for z in (36, 96):
            disc(7, 12, (s * 86, 14, z), kit.steel, (0, 90 * s, 0), 1, knurl=(28, 0.8))
    for x in (-50, 0, 48):
        disc(8, 11, (x, 8, 126), kit.steel, edge=1, knurl=(30, 0.8))
    for x in (-66, 66):
        block((14, 8, 26), (x, -32, 66), kit.steel, 2)
    disc(62, 12, (0, -32, 66), kit.satin, FRONT, 1.5)
    disc(66, 8, (0, -44, 66), kit.satin, FRONT, 1.2, knurl=(60, 1.6))
    disc(60, 5, (0, -52, 66), kit.satin, FRONT, 1, hole=55)
    dome = [(56 * math.sin(a * math.pi / 2 / 24), 56 * 0.86 * math.cos(a * math.pi / 2 / 24)) for a in range(25)]
    lathe(dome[::-1], (0, -55, 66), coated("dome", (0.9, 0.95, 1.0), 0.7), FRONT, segments=128)
    lathe([(55, 0), (54, -10), (34, -12), (0, -12)][::-1], (0, -52, 66), kit.matt, FRONT)
    lens(kit, (0, -54, 66), 24, 22, label="LUMEN 1:3.5 / 20", scale=False, glass_r=15)
    drops([(0, -55, 66, 56.4)], 150, seed=4)


def drops(spheres, count, seed):
    """Water drops on a dome (centre and radius in mm), on its front half."""
    rng = random.Random(seed)
    water = glass("water", (1, 1, 1), 0, 1.33)
    for cx, cy, cz, r in spheres:
        for _ in range(count):
            a, b = rng.uniform(0, 2 * math.pi), math.acos(rng.uniform(0.25, 1.0))
            n = (math.sin(b) * math.cos(a), -math.cos(b) * 0.86, math.sin(b) * math.sin(a))
            s = rng.choice((0.5, 0.7, 0.9, 1.3, 1.9)) * rng.uniform(0.8, 1.2)
            o = lathe([(s * math.sin(t), s * math.cos(t) * 0.5) for t in [i * math.pi / 20 for i in range(21)]],
                      (cx + n[0] * r, cy + n[1] * r, cz + n[2] * r), water, segments=16)
            o.rotation_euler = Vector(n).to_track_quat("Z", "Y").to_euler()


def ribbon(path, width, material, thick=1.6):
    """A strap along points (x, y, z, roll): flat where roll is 0, on edge where it is 90."""
    p = np.array([path[0], *path, path[-1]], float)
    c = []
    for i in range(1, len(p) - 2):
        a, b, d, e = p[i - 1:i + 3]
        c += [0.5 * (2 * b + (d - a) * t + (2 * a - 5 * b + 4 * d - e) * t**2 + (3 * b - a - 3 * d + e) * t**3) for t in np.linspace(0, 1, 14, endpoint=False)]
    c = np.array(c)
    d = np.gradient(c[:, :2], axis=0)
    d /= np.linalg.norm(d, axis=1)[:, None] + 1e-9
    roll = np.radians(c[:, 3])
    side = np.stack([-d[:, 1] * np.cos(roll), d[:, 0] * np.cos(roll), np.sin(roll)], 1)
    w = np.linspace(-1, 1, 7) * width / 2
    lift = np.abs(np.sin(roll)) * width / 2
    pts = c[:, None, :3] + side[:, None] * w[None, :, None]
    pts[..., 2] += lift[:, None] - 0.25 * (np.abs(w) / width * 2) ** 4
    o = ground.mesh("strap", pts.reshape(-1, 3) * MM, ground.grid_faces(len(c), 7), material)
    m = o.modifiers.new("thick", "SOLIDIFY")
    m.thickness, m.offset = thick * MM, 1
    return finish_bellows(o, material)


def cartridge(kit, at, turn, label=(0.5, 0.48, 0.43)):
    """A roll of 35 mm film with its leader out."""
    body, ends = paint("label", label, 0.35), kit.satin
    parts = [lathe(rounded(12.4, 41, 0.6), (0, 0, 3), body), lathe(rounded(12.9, 3.4, 0.6), (0, 0, 1), ends), lathe(rounded(12.9, 3.4, 0.6), (0, 0, 42.6), ends),
             lathe(rounded(5.4, 7, 0.8), (0, 0, 44), ends), lathe([(12.5, 10), (12.5, 22)], (0, 0, 3), paint("band", (0.012, 0.012, 0.013), 0.4)), block((9, 3.2, 43), (12.4, -9.6, 24), body, 0.6, (0, 0, 28))]
    n = 30
    t = np.linspace(0, 1, n)
    x, y = 15 + 46 * t, -11.5 + 7 * t - 9 * t * t
    z = np.stack([6 + 0 * t, 41 - 17 * np.clip((t - 0.45) * 8, 0, 1)], 1)
    pts = np.stack([np.repeat(x[:, None], 2, 1), np.repeat(y[:, None], 2, 1), z], -1)
    film_m, g = shaders.material("film")
    g.out(g("BsdfPrincipled", Base_Color=(0.05, 0.03, 0.022), Roughness=0.16, Specular=0.7))
    parts.append(ground.mesh("leader", pts.reshape(-1, 3) * MM, ground.grid_faces(n, 2), film_m))
    group(parts, at, turn)


def props(kit, names):
    """What lies beside a camera."""
    hide = leather("strap leather", (0.07, 0.03, 0.013), 1300, 0.0002, 0.48)
    for name, at, turn in names:
        x, y = at
        if name == "film":
            cartridge(kit, (x, y, 12.9), (90, 0, turn))
        elif name == "roll":
            cartridge(kit, (x, y, 0), (0, 0, turn), (0.04, 0.12, 0.08))
        elif name == "cap":
            lathe([(0, 0), (25, 0), (26, 0.8), (26, 6), (25.2, 7), (22, 7.2), (21.4, 6.4), (0, 6.2)], (x, y, 0), kit.satin, (0, 0, turn))
        elif name == "brass cap":
            lathe([(0, 0), (30, 0), (31, 0.8), (31, 12), (30, 13), (26, 13.2), (25.4, 12.4), (0, 12)], (x, y, 0), kit.brass, (0, 0, turn))
        elif name == "strap":
            k, a = x, math.radians(turn)  # from the ring on that side of a camera turned so far
            ring = (k * 76 * math.cos(a), k * 76 * math.sin(a))
            ribbon([(*ring, 37, 82), (ring[0] + k * 6, ring[1] - 2, 26, 76), (ring[0] + k * 22, ring[1] - 4, 8, 50), (k * 124, 24, 0.8, 8), (k * 168, 40, 0.5, 0), (k * 196, 4, 0.5, 0), (k * 160, -42, 0.5, 0), (k * 104, -52, 1.2, 4), (k * 62, -78, 2.4, 8), (k * 12, -96, 0.8, 0), (-k * 48, -92, 0.5, 0), (-k * 130, -110, 0.5, 0)], 11, hide)
        elif name == "print":
            block((152, 102, 0.5), (x, y, 0.4), paint("print paper", (0.7, 0.69, 0.66), 0.35), 0.1, (0, 0, turn))
            image_on((140, 93), (x, y, 0.75), "black-white-dunes", (0, 0, turn), 0.05)


def bokeh(kit_colours, y=2600, count=26, seed=3, spread=(1700, 900), z=520, power=9.0, size=14):
    """Small lights far behind, for round highlights."""
    rng = random.Random(seed)
    for _ in range(count):
        c = rng.choice(kit_colours)
        disc(size * rng.uniform(0.5, 1.2), 2, (rng.uniform(-1, 1) * spread[0], y + rng.uniform(-300, 500), z + rng.uniform(-1, 1) * spread[1]),
                 glow("light", c, power * rng.uniform(0.3, 1.5)), FRONT)


def light(kind, power=1.0):
    if kind == "window":  # soft daylight from the left
        shaders.gradient((-1, (0.02, 0.02, 0.022)), (1, (0.06, 0.065, 0.075)), strength=1.0)
        shaders.lamp((-1.1, -0.25, 0.75), (0, 0, 0.05), 0.9, 80 * power, (0.88, 0.94, 1.0), 1.2)
        shaders.lamp((1.2, -0.6, 0.9), (0, 0, 0.05), 0.8, 9 * power, (1.0, 0.85, 0.7))
    elif kind == "sun":  # low sun through window bars
        shaders.gradient((-1, (0.05, 0.04, 0.035)), (1, (0.16, 0.17, 0.2)), strength=1.0)
        shaders.sun(30, 242, 9 * power, 0.6, (1, 0.72, 0.46))
        d = Vector((math.sin(math.radians(242)), math.cos(math.radians(242)), math.tan(math.radians(30))))
        window_gobo(tuple(Vector((0, 0, 60)) + d * 1500), (0, 0, 60), (2, 3), (420, 620), 26)
    elif kind == "studio":  # dark, a strip each side and one above
        shaders.gradient((-1, (0.004, 0.004, 0.004)), (1, (0.012, 0.012, 0.013)), strength=1.0)
        shaders.lamp((-0.55, 0.3, 0.4), (0, 0, 0.06), 0.18, 26 * power, (0.92, 0.96, 1), 0.9)
        shaders.lamp((0.7, 0.15, 0.35), (0, 0, 0.06), 0.2, 20 * power, (1, 0.93, 0.85), 0.8)
        shaders.lamp((-0.05, -0.3, 0.9), (0, 0, 0.05), 0.6, 26 * power, (1, 1, 1), 0.35)
    elif kind == "overcast":
        shaders.gradient((-1, (0.1, 0.1, 0.1)), (0.0, (0.35, 0.38, 0.4)), (0.4, (0.7, 0.78, 0.85)), (1, (1.0, 1.05, 1.1)), strength=1.0 * power)
        shaders.lamp((-0.9, 0.6, 0.9), (0, 0, 0.05), 0.7, 25 * power, (0.85, 0.93, 1.0))
    elif kind == "evening":  # warm lamp, cool dusk behind
        shaders.gradient((-1, (0.015, 0.014, 0.014)), (1, (0.03, 0.035, 0.05)), strength=1.0)
        shaders.lamp((0.75, -0.35, 0.75), (0, 0, 0.05), 0.28, 60 * power, (1, 0.66, 0.36))
        shaders.lamp((-1.3, 0.7, 0.7), (0, 0, 0.05), 0.9, 45 * power, (0.42, 0.58, 1.0))


def build(kind="rangefinder", skin="black leather", finish="chrome", on="planks", lit="window", power=1.0, turn=18, lens=70,
          fstop=4.0, height=0.2, distance=0.62, aim=(0, 0, 0.042), back=(0.2, 0.19, 0.175), back_at=900, bokeh_lights=None,
          azimuth=0, lift=0, beside=None):
    kit = Kit(skin, finish)
    globals()[kind](kit)
    group(everything(), (0, 0, lift), (0, 0, turn))
    bpy.context.view_layer.update()
    props(kit, beside or ())
    surface(on)
    wall(back_at, back)
    if bokeh_lights:
        bokeh([(1, 0.6, 0.25), (1, 0.75, 0.45), (0.6, 0.75, 1)], **bokeh_lights)
    light(lit, power)
    a = math.radians(azimuth)
    at = (distance * math.sin(a), -distance * math.cos(a), height)
    film.camera(at, aim, lens, fstop, (aim[0] * 0.5, -0.045, aim[2]))
