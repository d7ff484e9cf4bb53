"""Still life, products and macro. Millimetres for solids, metres for the camera."""
import math
import random

import bpy
import numpy as np
from mathutils import Vector

import film
import ground
import shaders
from things import MM, block, disc, glass, glow, group, lathe, leather, metal, paint, place, prism, rounded, smooth, stone, surface, wall, word


def window_light(power=1.0, side=-1, soft=0.8, fill=0.1, warm=(1.0, 0.95, 0.88), at=(1.0, -0.05, 0.6)):
    shaders.gradient((-1, (0.01, 0.01, 0.011)), (1, (0.035, 0.038, 0.045)))
    shaders.lamp((side * at[0], at[1], at[2]), (0, 0.05, 0.08), soft, 60 * power, warm, soft * 1.3)
    if fill:
        shaders.lamp((-side * 1.1, -0.5, 0.6), (0, 0, 0.1), 0.9, 60 * power * fill, (0.85, 0.9, 1.0))


def dusty(name, colour):
    """Coloured bottle glass with some dust on its shoulders. Light passes four surfaces, so each takes a quarter of the tint."""
    m, g = shaders.material(name)
    tint = tuple(c**0.3 for c in colour)
    p = g("TexCoord").outputs["Object"]
    b = g("BsdfGlass", Color=tint, Roughness=0.0, IOR=1.5, Normal=g.bump(g.noise(16, p, 2), 0.0012))
    up = g.span(g("SeparateXYZ", g("NewGeometry").outputs["Normal"]).outputs[2], 0.2, 0.9)
    dust = g.math("MULTIPLY", g.math("ADD", up, 0.03), g.span(g.noise(130, p, 5, 0.7), 0.42, 0.75))
    b = g("MixShader", g.math("MULTIPLY", dust, 0.35), b, g("BsdfDiffuse", Color=(0.4, 0.38, 0.34)))
    path = g("LightPath")
    seen = g.math("MAXIMUM", path.outputs["Is Shadow Ray"], path.outputs["Is Diffuse Ray"])
    g.out(g("MixShader", seen, b, g("BsdfTransparent", Color=tuple(0.2 + 0.75 * c for c in tint))))
    return m


def vessel(profile, at, material, wall_=2.2, base=5.0, steps=7, scale=1.0, **more):
    """A hollow turned form: outside up, inside down."""
    out = smooth(profile, steps)
    inside = [(max(r - wall_, 0), max(z, base)) for r, z in reversed(out) if r - wall_ > 0.5]
    p = [(r * scale, z * scale) for r, z in out + inside + [(0, base)]]
    return lathe(p, at, material, **more)


WINE = [(0, 6), (18, 3), (36, 0), (38, 6), (38, 150), (37.5, 178), (34, 200), (22, 226), (15, 246), (13.5, 270), (13.5, 296), (15.5, 298), (15.5, 306), (14, 308)]
FLASK = [(0, 4), (30, 0), (52, 4), (62, 30), (62, 66), (50, 100), (26, 124), (16, 140), (14, 182), (17, 186), (17, 192)]
JAR = [(0, 3), (40, 0), (46, 5), (47, 90), (44, 104), (34, 112), (34, 126), (37, 128), (37, 132)]
TALL = [(0, 4), (24, 0), (27, 5), (27, 130), (24, 156), (14, 180), (11, 196), (11, 228), (14, 230), (14, 238), (12, 239)]


def bottles(lit=1.0):
    """Old bottles before a wall that the window lights from the left."""
    surface("dark-planks")
    wall(430, (0.36, 0.35, 0.32))
    green, amber, clear, blue = dusty("green", (0.2, 0.42, 0.16)), dusty("amber", (0.6, 0.24, 0.03)), dusty("clear", (0.86, 0.93, 0.9)), dusty("blue", (0.22, 0.42, 0.62))
    for profile, at, m, s in ((WINE, (-128, 60, 0), green, 1), (TALL, (-48, 10, 0), clear, 1.05), (FLASK, (58, 40, 0), amber, 1), (JAR, (150, -10, 0), blue, 0.95), (TALL, (128, 110, 0), green, 1.25), (WINE, (-30, 130, 0), amber, 1.04)):
        vessel(profile, at, m, scale=s, segments=96)
    cork = stone("cork", (0.36, 0.22, 0.11), 0.8, 30, 0.0006, 0.5, 0.9)
    lathe(rounded(9.5, 38, 1.5), (20, -80, 9.5), cork, (90, 0, 62))
    lathe(rounded(11.5, 16, 1.5), (-48, 10, 243), cork)
    shaders.gradient((-1, (0.01, 0.01, 0.011)), (1, (0.03, 0.032, 0.038)))
    shaders.lamp((-1.0, 0.05, 0.5), (0.1, 0.3, 0.1), 0.7, 62 * lit, (0.95, 0.98, 1.0), 0.9)
    block((20, 700, 1400), (-560, -560, 500), paint("reveal", (0.05, 0.05, 0.05), 0.8), 0)
    film.camera((0.03, -1.02, 0.22), (0.012, 0, 0.15), 70, 4.0, (0, 0.02, 0.1))


def fruit_skin(name, light, dark, pits=0.0, scale=180, rough=0.42, blush=None):
    m, g = shaders.material(name)
    p = g("TexCoord").outputs["Object"]
    n = g.noise(22, p, 4, 0.6)
    c = g.mix(g.span(n, 0.35, 0.68), light, dark)
    if blush:
        d = g.vec("ADD", p, (0.012, 0.02, -0.05))
        c = g.mix(g.span(g.math("MULTIPLY_ADD", g.noise(30, p, 3), 0.05, g("SeparateXYZ", d).outputs[0]), 0.0, 0.06, 0, 0.8), c, blush)
    freckle = g.span(g("TexVoronoi", Vector=p, Scale=scale * 1.4).outputs["Distance"], 0.1, 0.22, 1, 0)
    c = g.mix(g.math("MULTIPLY", freckle, 0.0 if pits else 0.55), c, (0.12, 0.07, 0.02))
    h = g("TexVoronoi", Vector=p, Scale=scale * 3.0, feature="SMOOTH_F1").outputs["Distance"] if pits else g.noise(60, p, 2)
    b = g("BsdfPrincipled", Base_Color=c, Subsurface=0.0, Roughness=g.span(n, 0.3, 0.7, rough - 0.08, rough + 0.1), Specular=0.45,
          Normal=g.bump(h, 0.0012 * pits if pits else 0.0005))
    g.out(b)
    return m


def citrus(kind="pears"):
    surface("linen")
    wall(520, (0.17, 0.155, 0.135))
    clay = stone("glaze", (0.2, 0.21, 0.2), 0.25, 8.0, 0.0005, 0.25, 0.25)
    vessel([(0, 8), (40, 4), (46, 0), (50, 6), (78, 26), (112, 58), (126, 74), (129, 77)], (-30, 60, 0), clay, 6, 12, segments=128, wobble=0.004)
    lemon = fruit_skin("lemon", (0.78, 0.47, 0.035), (0.68, 0.36, 0.02), 1.0, 230, 0.36)
    orange = fruit_skin("orange", (0.72, 0.24, 0.018), (0.62, 0.17, 0.012), 1.0, 260, 0.4)
    pear = fruit_skin("pear", (0.42, 0.36, 0.07), (0.3, 0.28, 0.05), 0, 170, 0.38, (0.45, 0.13, 0.04))
    stem = paint("stem", (0.06, 0.035, 0.015), 0.7)
    L = smooth([(0, -43), (5, -42), (9, -37), (20, -28), (30, -10), (31.5, 6), (25, 24), (12, 36), (7, 41), (4, 45), (0, 46)], 7)
    P = smooth([(0, 3), (8, 0), (24, 4), (36, 22), (37, 40), (29, 62), (19, 80), (15.5, 94), (12, 103), (5, 105), (0, 101)], 7)
    O = smooth([(0, -34), (6, -35), (22, -29), (34, -12), (36, 4), (30, 22), (16, 33), (5, 34.5), (2, 32), (0, 31.5)], 7)
    for at, turn, prof, m in (((-64, 40, 64), (70, 10, 30), L, lemon), ((-6, 34, 62), (84, 0, 120), L, lemon), ((-30, 96, 66), (20, 10, 0), O, orange), ((-36, 62, 98), (76, 0, 70), L, lemon), ((28, 84, 68), (12, 5, 0), O, orange)):
        lathe(prof, at, m, turn, wobble=0.014, seed=int(at[0]) + 90, segments=80)
    for at, turn, s in (((134, -26, 0), (0, 3, 0), 1.0), ((188, 44, 0), (0, -4, 40), 0.94)):
        o = lathe(P, at, pear, turn, wobble=0.028, seed=int(at[0]), segments=80)
        o.scale = (s,) * 3
        lathe([(2.4, 0), (1.6, 14), (2.2, 24), (0, 24.5)], (at[0] + 1, at[1], at[2] + 99 * s), stem, (8, 14, 0), 12)
    lathe(L, (66, -84, 31), lemon, (88, 0, 38), wobble=0.014, seed=4, segments=80)
    half_lemon((-20, -104, 29), (74, 0, -8))
    window_light(1.6, fill=0.05, warm=(1, 0.97, 0.92))
    film.camera((0.05, -0.86, 0.3), (0.032, 0.0, 0.052), 75, 4.5, (0.0, -0.06, 0.06))


def half_lemon(at, turn):
    rind = fruit_skin("rind", (0.78, 0.47, 0.035), (0.68, 0.36, 0.02), 1.0, 230, 0.36)
    m, g = shaders.material("flesh")
    p = g("TexCoord").outputs["Object"]
    x = g("SeparateXYZ", p)
    ang = g.math("ARCTAN2", x.outputs[1], x.outputs[0])
    r = g.math("SQRT", g.math("ADD", g.math("POWER", x.outputs[0], 2.0), g.math("POWER", x.outputs[1], 2.0)))
    seg = g.math("ABSOLUTE", g.math("SUBTRACT", g.math("FRACT", g.math("MULTIPLY", ang, 9 / 6.2832)), 0.5))
    skin = g.math("MAXIMUM", g.span(g.math("MULTIPLY", g.math("SUBTRACT", 0.5, seg), r), 0.0004, 0.0013, 1, 0), g.span(r, 0.0262, 0.0272))
    skin = g.math("MAXIMUM", skin, g.span(r, 0.0022, 0.003, 1, 0))
    juice = g.noise(120, g.scaled(g("CombineXYZ", ang, r, 0.0), 0.06, 1.0, 1.0), 3, 0.6)
    c = g.mix(skin, g.mix(g.span(juice, 0.35, 0.65), (0.72, 0.5, 0.06), (0.82, 0.66, 0.2)), (0.82, 0.76, 0.55))
    h = g.math("MULTIPLY_ADD", juice, 0.4, skin)
    g.out(g("BsdfPrincipled", Base_Color=c, Roughness=g.span(skin, 0, 1, 0.12, 0.5), Specular=0.6, Subsurface=0.0, Normal=g.bump(h, 0.0009)))
    a = lathe(smooth([(0, -42), (6, -40), (20, -30), (29, -14), (30.5, -1), (30, 0)], 7), (0, 0, 0), rind, segments=80)
    b = lathe([(0, 0), (10, 0), (20, 0), (27, 0.1), (30, 0)], (0, 0, 0.05), m, segments=80)
    group([a, b], at, turn)


def ceramics():
    surface("pale-planks")
    wall(600, (0.42, 0.40, 0.37))
    cream = stone("cream", (0.52, 0.47, 0.39), 0.42, 12, 0.0006, 0.16, 0.2)
    iron = stone("iron", (0.045, 0.04, 0.038), 0.3, 10, 0.0008, 0.4, 0.2)
    blue = stone("celadon", (0.2, 0.27, 0.26), 0.18, 9, 0.0005, 0.2, 0.1)
    rings = dict(wobble=0.006, segments=120)
    vessel([(0, 5), (36, 2), (40, 0), (44, 5), (66, 40), (76, 86), (66, 134), (36, 166), (25, 182), (26, 206), (36, 216), (37, 217)], (-86, 70, 0), cream, 4, 8, seed=1, **rings)
    vessel([(0, 6), (34, 3), (38, 0), (42, 6), (66, 26), (82, 52), (86, 62), (87, 63)], (58, -14, 0), iron, 5, 10, seed=2, **rings)
    vessel([(0, 4), (30, 0), (35, 3), (38, 30), (39, 78), (40, 92), (39.5, 93)], (148, 70, 0), blue, 3.2, 6, seed=3, **rings)
    vessel([(0, 4), (24, 0), (28, 3), (33, 30), (35, 58), (35.5, 60)], (-18, -96, 0), cream, 3.2, 6, seed=4, **rings)
    vessel([(0, 4), (50, 0), (58, 2), (100, 14), (112, 20), (113, 21)], (40, 130, 0), blue, 4, 6, seed=5, **rings)
    twig = paint("twig", (0.07, 0.045, 0.025), 0.75)
    rng = random.Random(6)
    for k in range(7):
        tx, ty, h = rng.uniform(-16, 16), rng.uniform(-20, 8), rng.uniform(200, 300)
        lathe([(1.3, 0), (1.1, h * 0.5), (0.8, h)], (-86 + rng.uniform(-8, 8), 70 + rng.uniform(-8, 8), 150), twig, (tx, ty, 0), 8)
    window_light(1.25, side=1, fill=0.12, warm=(1, 0.93, 0.82), at=(0.95, 0.15, 0.5))
    film.camera((0.0, -1.02, 0.28), (0.012, 0, 0.135), 70, 4.0, (0, -0.02, 0.08))


def product_glass():
    """A whisky tumbler with ice-clear base, on black acrylic."""
    m, g = shaders.material("acrylic")
    g.out(g("BsdfPrincipled", Base_Color=(0.004, 0.004, 0.004), Roughness=g.span(g.noise(12, g("NewGeometry").outputs["Position"], 4), 0.3, 0.7, 0.03, 0.09), Specular=0.6))
    ground.slab(-1, 1, -0.8, 1.2, 0.0, 4, 4, m)
    clear = glass("crystal", (0.97, 0.99, 1.0), 0.0, 1.52)
    n = 12
    body = [(0, 0.5), (34, 0), (38, 1.5), (40, 8), (42, 50), (43, 92), (42.2, 94), (41, 93), (39.4, 60), (37.5, 24), (34, 20), (18, 17.5), (0, 17)]
    o = lathe(body, (0, 0, 0), clear, segments=144)
    v = o.data.vertices
    for p in v:  # cut facets in the lower half
        r = math.hypot(p.co.x, p.co.y)
        if r > 37.9 * MM and p.co.z < 60 * MM:
            a = math.atan2(p.co.y, p.co.x)
            k = abs(((a * n / (2 * math.pi)) % 1) - 0.5) * 2
            f = 1 - 0.045 * k * (1 - (p.co.z / (60 * MM)) ** 2)
            p.co.x *= f
            p.co.y *= f
    drink = glass("whisky", (0.95, 0.5, 0.09), 0.0, 1.36)
    lathe([(0, 17.4), (18, 17.9), (34.1, 20.4), (37.4, 24.2), (38.4, 44), (37.2, 43.2), (0, 43)], (0, 0, 0), drink, segments=96)
    shaders.gradient((-1, (0, 0, 0)), (1, (0.002, 0.002, 0.002)))
    back = ground.mesh("back", [(-0.42, 0.55, -0.1), (0.42, 0.55, -0.1), (0.42, 0.55, 0.55), (-0.42, 0.55, 0.55)], [(0, 1, 2, 3)])
    mm, h = shaders.material("glow")
    p = h("NewGeometry").outputs["Position"]
    d = h.vec("LENGTH", h.vec("MULTIPLY", h.vec("SUBTRACT", p, (0, 0.55, 0.12)), (1, 0, 1.1))).outputs["Value"]
    h.out(h("Emission", h.ramp(h.span(d, 0.0, 0.34), (0, (1, 0.86, 0.66)), (0.45, (0.26, 0.2, 0.15)), (1, (0.004, 0.004, 0.005)), ease="EASE"), 0.8))
    back.data.materials.append(mm)
    shaders.lamp((-0.35, 0.05, 0.2), (0, 0, 0.05), 0.08, 7, (1, 1, 1), 0.5)
    shaders.lamp((0.38, 0.1, 0.2), (0, 0, 0.05), 0.05, 5, (1, 0.95, 0.9), 0.5)
    shaders.lamp((0.0, 0.1, 0.5), (0, 0, 0.04), 0.2, 4, (1, 1, 1))
    film.camera((0.0, -0.55, 0.13), (0.0, 0, 0.046), 90, 8, (0, -0.03, 0.05))


def watch():
    """A wrist watch on dark stone, soft strip lights."""
    steel, bright = metal("steel", (0.6, 0.6, 0.61), 0.16, 0.08), metal("polish", (0.75, 0.75, 0.76), 0.05, 0.05)
    dialm, g = shaders.material("dial")
    p = g("TexCoord").outputs["Object"]
    x = g("SeparateXYZ", p)
    ray = g.noise(1.0, g("CombineXYZ", g.math("MULTIPLY", g.math("ARCTAN2", x.outputs[1], x.outputs[0]), 40.0), 0.0, 0.0), 2)
    g.out(g("BsdfPrincipled", Base_Color=(0.006, 0.014, 0.035), Metallic=0.75, Roughness=g.span(ray, 0.3, 0.7, 0.25, 0.4), Specular=0.5, Normal=g.bump(ray, 0.00003)))
    white = paint("lume", (0.72, 0.74, 0.68), 0.5)
    parts = []
    add = lambda o: parts.append(o) or o
    add(lathe([(0, -4), (15, -4), (19, -2), (20.2, 1), (20.2, 4.2), (19.4, 5.2), (18.2, 5.8), (17.4, 7.2), (16.4, 7.4), (15.9, 6.2), (15.6, 4.6), (0, 4.6)], (0, 0, 0), steel, segments=160))
    add(lathe([(20.3, 0.2), (20.6, 1), (20.6, 3.6), (20.3, 4.4)], (0, 0, 0), bright, segments=160))
    add(lathe([(18.4, 5.75), (17.4, 7.25), (16.4, 7.45)], (0, 0, 0.02), bright, segments=160))
    add(lathe([(15.7, 4.7), (0, 4.7)], (0, 0, 0), dialm, segments=120))
    for k in range(60):
        a = math.radians(k * 6)
        big = k % 5 == 0
        r = 12.4 if big else 14.4
        add(block((1.0 if big else 0.25, 3.2 if big else 1.0, 0.35 if big else 0.05), (r * math.sin(a), r * math.cos(a), 4.85 if big else 4.74), white, 0.1 if big else 0, (0, 0, -k * 6), 1))
    for angle, w, l, z, m in ((305, 1.1, 8.4, 5.25, white), (52, 0.8, 12.4, 5.5, white), (168, 0.22, 14, 5.8, paint("second", (0.6, 0.06, 0.02), 0.3))):
        a = math.radians(angle)
        add(block((w, l + 3, 0.14), ((l / 2 - 1.5) * math.sin(a), (l / 2 - 1.5) * math.cos(a), z), m, 0.05, (0, 0, -angle), 1))
    add(disc(0.9, 1.4, (0, 0, 4.8), bright, edge=0.2))
    add(word("MERIDIAN", (0, 6.6, 4.76), 1.7, white, (0, 0, 0), depth=0.01, spacing=1.2))
    add(word("AUTOMATIC", (0, -6.2, 4.76), 1.05, white, (0, 0, 0), depth=0.01, spacing=1.2))
    mm, h = shaders.material("crystal")
    f = h("LayerWeight", Blend=0.1).outputs["Fresnel"]
    h.out(h("MixShader", h.math("MULTIPLY", f, 0.55), h("BsdfTransparent"), h("BsdfGlossy", Color=(0.8, 0.88, 1), Roughness=0.0)))
    add(lathe([(16.0, 7.0), (14, 7.6), (8, 8.1), (0, 8.3)], (0, 0, 0), mm, segments=96))
    add(lathe(rounded(3.1, 3.4, 0.4), (20.4, 0, 1.6), steel, (0, 90, 0), knurl=(26, 0.25)))
    hide = leather("strap", (0.06, 0.026, 0.012), 1500, 0.00018, 0.45)
    for s in (-1, 1):
        for k in (-1, 1):
            add(block((3.2, 9.5, 6.0), (k * 11.2, s * 19.2, 0.4), steel, 1.2, (-s * 20, 0, 0)))
        n = 26
        path = [(s * (19 + 3.0 * i), 1.2 - 0.045 * i**1.75) for i in range(n)]
        w = [9.8 - 0.06 * i for i in range(n)]
        pts = []
        for (y, z), ww in zip(path, w):
            pts += [[(-ww, y, z - 1.4), (-ww, y, z + 0.8), (-ww + 1, y, z + 1.4), (0, y, z + 1.9), (ww - 1, y, z + 1.4), (ww, y, z + 0.8), (ww, y, z - 1.4)]]
        o = ground.mesh("strap", np.array(pts).reshape(-1, 3) * MM, ground.grid_faces(n, 7), hide)
        add(o)
        thread = paint("thread", (0.4, 0.3, 0.18), 0.7)
        for k in (-1, 1):
            for i in range(1, n - 2):
                (y, z), ww = path[i], w[i]
                add(block((0.4, 1.9, 0.3), (k * (ww - 1.9), y, z + 1.55), thread, 0.1, (0, 0, 0), 1))
    group(parts, (0, 0, 19), (14, -3, 24))
    stone_m = stone("slate", (0.04, 0.042, 0.046), 0.35, 2.0, 0.002, 0.6, 0.1)
    ground.slab(-0.6, 0.6, -0.4, 0.6, lambda x, y: 0.006 * ground.fbm(x * 12, y * 12, 3, 5) - 0.014, 300, 300, stone_m)
    shaders.gradient((-1, (0.003, 0.003, 0.003)), (1, (0.012, 0.012, 0.014)))
    shaders.lamp((-0.22, 0.12, 0.22), (0, 0, 0.01), 0.08, 3.2, (0.9, 0.95, 1), 0.4)
    shaders.lamp((0.24, 0.05, 0.2), (0, 0, 0.01), 0.1, 1.8, (1, 0.9, 0.75), 0.3)
    shaders.lamp((0.0, 0.34, 0.24), (0, 0, 0.01), 0.4, 3.2, (1, 1, 1), 0.16)
    film.camera((0.03, -0.17, 0.155), (0.001, -0.001, 0.018), 85, 8, (0, -0.006, 0.024))


def leaf(seed=2):
    """An autumn leaf against the light: its veins."""
    m, g = shaders.material("leaf")
    p = g("TexCoord").outputs["Object"]
    x = g("SeparateXYZ", p)
    bent = g.math("ADD", x.outputs[0], g.math("MULTIPLY", g.math("ABSOLUTE", x.outputs[1]), -0.75))
    wob = g.math("MULTIPLY", g.math("SUBTRACT", g.noise(60, p, 2), 0.5), 0.003)
    ph = g.math("DIVIDE", g.math("ADD", bent, wob), 0.0085)
    dist = g.math("ABSOLUTE", g.math("SUBTRACT", g.math("FRACT", ph), 0.5))
    ay = g.math("ABSOLUTE", x.outputs[1])
    width = g.span(ay, 0, 0.03, 0.06, 0.02)
    side = g.span(g.math("SUBTRACT", width, g.math("SUBTRACT", 0.5, g.math("SUBTRACT", 0.5, dist))), -0.03, 0.02)
    mid = g.span(ay, 0.0003, 0.0009, 1, 0)
    net = g.span(g("TexVoronoi", Vector=g.mix(0.001, p, g.noise(300, p, 2, colour=True), "ADD"), Scale=620, feature="DISTANCE_TO_EDGE").outputs["Distance"], 0.0, 0.07, 1, 0)
    net2 = g.span(g("TexVoronoi", Vector=p, Scale=2000, feature="DISTANCE_TO_EDGE").outputs["Distance"], 0.0, 0.09, 1, 0)
    vein = g.math("MAXIMUM", g.math("MAXIMUM", side, mid), g.math("MAXIMUM", g.math("MULTIPLY", net, 0.55), g.math("MULTIPLY", net2, 0.25)))
    patch = g.noise(45, p, 5, 0.65)
    c = g.ramp(patch, (0.32, (0.5, 0.06, 0.008)), (0.48, (0.75, 0.22, 0.012)), (0.62, (0.8, 0.42, 0.03)), (0.75, (0.35, 0.36, 0.04)))
    spot = g.span(g.noise(120, p, 4, 0.7), 0.66, 0.74)
    c = g.mix(spot, c, (0.05, 0.018, 0.006))
    t = g.mix(vein, c, (0.22, 0.045, 0.01))
    refl = g.mix(vein, g.mix(1.0, c, (0.5, 0.5, 0.5), "MULTIPLY"), (0.4, 0.22, 0.08))
    normal = g.bump(g.math("MULTIPLY_ADD", vein, -1.0, g.math("MULTIPLY", patch, 0.6)), 0.0005)
    g.out(g("MixShader", 0.68, g("BsdfPrincipled", Base_Color=refl, Roughness=0.38, Specular=0.4, Normal=normal), g("BsdfTranslucent", Color=t, Normal=normal)))
    n = 160
    u, v = np.meshgrid(np.linspace(0, 1, n), np.linspace(-1, 1, n))
    w = 0.034 * np.sin(np.pi * np.clip(u, 0, 1) ** 0.85) ** 0.8
    w = w * (1 + 0.05 * np.abs(np.sin(u * 46)) * np.abs(v) ** 6)
    xx, yy = (u - 0.5) * 0.11, v * w
    zz = 0.004 * np.abs(v) ** 1.4 + 0.005 * np.sin(u * 3.2) + 0.0022 * ground.perlin(xx * 60, yy * 60, seed)
    o = ground.mesh("leaf", np.stack([xx, yy, zz], -1).reshape(-1, 3), ground.grid_faces(n, n), m)
    o.rotation_euler = (math.radians(64), math.radians(-20), math.radians(8))
    water = glass("water", (1, 1, 1), 0, 1.333)
    rng = random.Random(seed)
    bpy.context.view_layer.update()
    for k in range(46):
        i, j = rng.randrange(20, 140), rng.randrange(20, 140)
        r = rng.choice((0.2, 0.3, 0.45, 0.7, 1.1)) * rng.uniform(0.8, 1.2) * MM
        q = Vector((xx[j, i], yy[j, i], zz[j, i] + r * 0.45))
        bpy.ops.mesh.primitive_uv_sphere_add(segments=32, ring_count=20, radius=r, location=o.matrix_world @ q, rotation=o.rotation_euler)
        d = bpy.context.object
        d.scale = (1, 1, 0.7)
        d.data.polygons.foreach_set("use_smooth", [True] * len(d.data.polygons))
        d.data.materials.append(water)
    shaders.gradient((-1, (0.02, 0.018, 0.01)), (0.0, (0.12, 0.1, 0.04)), (0.3, (0.6, 0.5, 0.22)), (1, (0.7, 0.8, 0.9)), strength=0.8)
    shaders.sun(38, 8, 4.5, 1.0, (1, 0.9, 0.68))
    for k in range(24):
        disc(rng.uniform(3, 7), 0.4, (rng.uniform(-120, 120), rng.uniform(150, 300), rng.uniform(-70, 90)), glow("spark", rng.choice(((1, 0.8, 0.4), (0.8, 0.8, 0.3), (1, 0.95, 0.8))), rng.uniform(0.3, 1.4)), (90, 0, 0))
    film.camera((0.0, -0.125, 0.012), (0.004, 0, 0.003), 90, 4.0, (0.0, -0.002, 0.002))


def gear(n, r, depth, thick, at, material, spokes=5, rim=0.16, turn=0.0, hub=0.2, tooth="wheel"):
    """A toothed wheel with spokes; `depth` of its teeth, `rim` and `hub` as shares of its radius. Solid when it has no spokes."""
    shape = {"wheel": ((0.0, 0), (0.16, 0.75), (0.27, 1), (0.39, 0.75), (0.55, 0)), "ratchet": ((0.0, 0), (0.12, 0.9), (0.24, 1), (0.36, 1), (0.48, 0.9), (0.6, 0))}[tooth]
    angle = np.array([(k + f) * 2 * math.pi / n for k in range(n) for f, _ in shape])
    out = np.array([r - depth + depth * h for _ in range(n) for _, h in shape])
    inner = np.full_like(out, (r - depth) * (1 - rim) if spokes else hub * r * 0.4)
    e = min(0.09 * thick, 0.06)
    rings = [(inner + e, thick), (out - e, thick), (out, thick - e), (out, e), (out - e, 0), (inner + e, 0), (inner, e), (inner, thick - e), (inner + e, thick)]
    pts = np.stack([np.stack([q * np.cos(angle), q * np.sin(angle), np.full_like(q, z)], -1) for q, z in rings]) * MM
    count = len(angle)
    pts = np.concatenate([pts, pts[:, :1]], axis=1)
    o = ground.mesh("gear", pts.reshape(-1, 3), ground.grid_faces(len(rings), count + 1), material)
    o.data.use_auto_smooth, o.data.auto_smooth_angle = True, math.radians(24)
    parts = [o]
    if spokes:
        parts.append(lathe(rounded(hub * r, thick * 1.2, 0.05), (0, 0, -thick * 0.1), material))
        for k in range(spokes):
            b = 2 * math.pi * k / spokes
            length = (r - depth) * (1 - rim * 0.5) - hub * r * 0.5
            parts.append(block((length, r * 0.1, thick * 0.9), ((hub * r * 0.5 + length / 2) * math.cos(b), (hub * r * 0.5 + length / 2) * math.sin(b), thick / 2), material, 0.05, (0, 0, math.degrees(b)), 2))
    group(parts, at, (0, 0, turn))


def striped(name, colour, pitch=0.0015, angle=0.4, rough=0.22):
    """Watchmakers' stripes: bands of fine curved grooves."""
    m, g = shaders.material(name)
    p = g("Mapping", Vector=g("NewGeometry").outputs["Position"], Rotation=(0, 0, angle))
    x = g("SeparateXYZ", p)
    u = g.math("FRACT", g.math("DIVIDE", x.outputs[0], pitch))
    arc = g.math("POWER", g.math("SUBTRACT", u, 0.5), 2.0)
    band = g.math("MULTIPLY", arc, -4.0)
    groove = g.noise(1, g("CombineXYZ", g.math("MULTIPLY", u, 2.0), g.math("MULTIPLY", g.math("MULTIPLY_ADD", arc, 0.0014, x.outputs[1]), 9000.0), g.math("FLOOR", g.math("DIVIDE", x.outputs[0], pitch))), 2, 0.6)
    h = g.math("MULTIPLY_ADD", groove, 0.05, band)
    g.out(g("BsdfPrincipled", Base_Color=colour, Metallic=1.0, Roughness=g.span(groove, 0.3, 0.7, rough, rough + 0.12), Normal=g.bump(h, 0.00004)))
    return m


def movement(seed=3):
    """A pocket watch opened: striped bridges, brass wheels, blued screws, rubies."""
    nickel, plate = striped("nickel", (0.66, 0.63, 0.57)), striped("plate", (0.5, 0.45, 0.36), 0.0013, -0.6, 0.3)
    brass, steel = metal("brass", (0.78, 0.55, 0.24), 0.2, 0.08), metal("steel", (0.62, 0.62, 0.63), 0.16, 0.06)
    gilt, blued = metal("gilt", (0.85, 0.62, 0.3), 0.1, 0.05), metal("blued", (0.018, 0.045, 0.26), 0.14, 0.05)
    dark = paint("slot", (0.006, 0.006, 0.008), 0.6)
    ruby, g = shaders.material("ruby")
    g.out(g("BsdfPrincipled", Base_Color=(0.62, 0.012, 0.045), Roughness=0.05, Specular=0.9, Clearcoat=1.0))

    ray, g = shaders.material("sunburst")
    q = g("SeparateXYZ", g("TexCoord").outputs["Object"])
    n = g.noise(1.0, g("CombineXYZ", g.math("MULTIPLY", g.math("ARCTAN2", q.outputs[1], q.outputs[0]), 34.0), 0.0, 0.0), 3, 0.6)
    g.out(g("BsdfPrincipled", Base_Color=(0.62, 0.62, 0.62), Metallic=1.0, Roughness=g.span(n, 0.3, 0.7, 0.16, 0.3), Normal=g.bump(n, 0.00005)))

    def bridge(points, z0, z1, m=nickel):
        p = np.array(points, float)
        k, out = len(p), []
        for i in range(k):
            a, b, c, d = p[i - 1], p[i], p[(i + 1) % k], p[(i + 2) % k]
            for t in np.linspace(0, 1, 9, endpoint=False):
                out.append(tuple(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3) * MM))
        o = prism(out, z0 * MM, z1 * MM, m, 0.22)
        o.modifiers["bevel"].segments = 2
        o.modifiers["bevel"].material = 1
        o.data.materials.append(gilt if m is not nickel else steel)

    def screw(x, y, z, r=1.15, turn=30, m=blued):
        lathe([(r + 0.24, z - 0.12), (r + 0.22, z + 0.02), (r + 0.05, z + 0.02), (r + 0.03, z - 0.12)], (x, y, 0), steel, segments=48)
        lathe([(r, -0.2), (r, 0.36), (r - 0.07, 0.45), (0, 0.47)], (x, y, z), m, segments=64)
        block((r * 1.94, r * 0.3, 0.2), (x, y, z + 0.4), dark, 0, (0, 0, turn))

    def jewel(x, y, z, r=0.95, chaton=True):
        if chaton:
            lathe([(r + 0.75, z - 0.1), (r + 0.75, z + 0.1), (r + 0.62, z + 0.2), (r + 0.2, z + 0.2), (r + 0.02, z + 0.06)], (x, y, 0), gilt, segments=64)
        lathe([(r + 0.05, z + 0.07), (r * 0.75, z + 0.12), (r * 0.45, z + 0.05), (r * 0.2, z - 0.12), (r * 0.16, z - 0.3)], (x, y, 0), ruby, segments=64)
        lathe([(0.16 * r + 0.02, z - 0.3), (0.15, z + 0.0), (0.09, z + 0.06), (0, z + 0.07)], (x, y, 0), steel, segments=24)

    ground.slab(-0.06, 0.06, -0.05, 0.06, 0.0, 2, 2, plate)
    lathe([(14.5, 0.02), (14.6, -2.2), (0, -2.2)], (-5, -11, 0.03), brass, segments=128)
    # the going train, seen between the bridges
    gear(72, 6.6, 0.55, 0.5, (9.2, -4.6, 1.5), brass, 5, turn=7)
    gear(64, 5.4, 0.5, 0.45, (17.6, -7.2, 2.4), brass, 4, turn=3)
    gear(10, 1.5, 0.5, 1.4, (9.2, -4.6, 2.0), steel, 0)
    gear(80, 8.2, 0.6, 0.6, (-16, -1, 1.2), brass, 5, turn=11)
    # barrel bridge with its two steel wheels
    bridge([(-34, 6), (-22, 3.4), (-12, 1.2), (-3, 2.6), (3.5, 5.2), (8, 6.2), (15, 9), (22, 16), (18, 26), (4, 32), (-16, 32), (-32, 26)], 3.2, 5.0)
    gear(56, 9.0, 0.9, 0.75, (-11, 13.5, 5.05), ray, 0, turn=2, tooth="ratchet")
    gear(32, 5.3, 0.85, 0.75, (2.62, 15.4, 5.05), ray, 0, turn=9, tooth="ratchet")
    for x, y, r in ((-11, 13.5, 2.0), (2.62, 15.4, 1.5)):
        lathe([(r + 0.9, 5.75), (r + 0.85, 5.95), (r + 0.2, 5.95)], (x, y, 0), steel, segments=64)
        screw(x, y, 5.85, r, 35 + x * 3, steel)
    screw(12.6, 12.6, 5.0, 1.2, 70)
    screw(-24.5, 8.6, 5.0, 1.2, 15)
    jewel(6.4, 8.9, 5.0, 0.85)
    # train bridge
    bridge([(9, 1.0), (14, -2.6), (20, -4.4), (27, -4), (34, -1), (34, 10), (25, 10.5), (20, 8.4), (14, 6.2), (10.4, 4.4)], 3.2, 4.7)
    jewel(13.4, 1.6, 4.7, 1.0)
    jewel(20.4, -0.6, 4.7, 0.85)
    screw(17.0, 4.4, 4.7, 1.15, 110)
    screw(26.5, 3.4, 4.7, 1.15, 50)
    # balance, hairspring and cock
    bx, by, bz = -5.0, -11.0, 2.5
    lathe([(9.2, 0), (10.2, 0), (10.3, 0.12), (10.3, 0.85), (10.2, 0.95), (9.2, 0.95), (9.1, 0.85), (9.1, 0.12), (9.2, 0)], (bx, by, bz), gilt, segments=160)
    for k in range(2):
        block((18.6, 1.1, 0.5), (bx, by, bz + 0.45), gilt, 0.12, (0, 0, 24 + 90 * k), 2)
    for k in range(16):
        if k % 8 == 3:
            continue
        a = math.radians(24 + k * 22.5 + 8)
        o = lathe([(0, 0), (0.42, 0.02), (0.48, 0.1), (0.48, 0.72), (0.4, 0.8), (0, 0.82)], (bx + 10.25 * math.cos(a), by + 10.25 * math.sin(a), bz + 0.48), gilt, segments=24)
        o.rotation_euler = Vector((math.cos(a), math.sin(a), 0)).to_track_quat("Z", "Y").to_euler()
    t = np.linspace(0, 1, 1500)
    r, a = 1.2 + 4.5 * t, t * 2 * math.pi * 11
    inner, outer = np.stack([(r - 0.04) * np.cos(a), (r - 0.04) * np.sin(a)], -1), np.stack([(r + 0.04) * np.cos(a), (r + 0.04) * np.sin(a)], -1)
    ring = [(inner, 0.0), (inner, 0.34), (outer, 0.34), (outer, 0.0), (inner, 0.0)]
    pts = np.stack([np.concatenate([w, np.full((len(t), 1), z)], 1) for w, z in ring])
    o = ground.mesh("hairspring", pts.reshape(-1, 3) * MM, ground.grid_faces(5, len(t)), blued)
    o.data.use_auto_smooth, o.data.auto_smooth_angle = True, math.radians(30)
    place(o, (bx, by, bz + 1.4))
    lathe([(0.9, 0), (0.9, 2.2), (0.4, 2.3), (0.3, 3.0)], (bx, by, bz + 0.4), steel, segments=40)
    bridge([(bx - 2.3, by - 1.2), (bx, by - 2.6), (bx + 2.6, by - 1.4), (2, -12.2), (8, -15), (12, -20.6), (20, -21), (22, -15), (16, -12.6), (9, -10.6), (2, -8.8), (bx + 2.0, by + 2.0), (bx, by + 2.6), (bx - 2.1, by + 1.5)], 4.7, 6.0)
    bridge([(9, -15), (12, -20.4), (20, -20.8), (21.6, -15.2), (15, -13.0)], 0.0, 4.7)
    jewel(bx, by, 6.0, 1.1)
    for k in (0, 1):
        screw(bx + (1.75 if k else -1.75), by + (-0.55 if k else 0.55), 6.0, 0.42, 20 + 70 * k)
    screw(15.4, -16.8, 6.0, 1.5, 62)
    shaders.gradient((-1, (0.003, 0.003, 0.003)), (1, (0.02, 0.021, 0.024)))
    shaders.lamp((-0.13, 0.17, 0.15), (0, 0, 0), 0.26, 1.5, (0.9, 0.95, 1.0), 0.16)
    shaders.lamp((0.2, 0.05, 0.14), (0, 0, 0), 0.14, 1.0, (1, 0.84, 0.64), 0.24)
    shaders.lamp((0.0, -0.06, 0.26), (0, 0, 0), 0.2, 0.6, (1, 1, 1), 0.16)
    film.camera((0.012, -0.16, 0.132), (0.0005, -0.0025, 0.003), 170, 22, (-0.002, -0.0095, 0.006))


def dew(seed=4):
    """Blades of grass with dew, against the morning light."""
    rng = random.Random(seed)
    m, g = shaders.material("blade")
    uv = g("SeparateXYZ", g("TexCoord").outputs["UV"])
    rib = g("TexWave", Vector=g("CombineXYZ", g.math("MULTIPLY", uv.outputs[0], 2.2), 0.0, 0.0), Scale=1.0, Distortion=0.6, Detail=2)
    fine = g.noise(1, g("CombineXYZ", g.math("MULTIPLY", uv.outputs[0], 60.0), g.math("MULTIPLY", uv.outputs[1], 8.0), 0.0), 3, 0.6)
    mid = g.span(g.math("ABSOLUTE", g.math("SUBTRACT", uv.outputs[0], 0.5)), 0.0, 0.05, 1.0, 0.0)
    r = g("ObjectInfo").outputs["Random"]
    tone = g.mix(g.math("MULTIPLY_ADD", rib, 0.5, g.math("MULTIPLY", fine, 0.5)), (0.045, 0.13, 0.018), (0.12, 0.24, 0.035))
    tone = g.mix(g.math("MULTIPLY", mid, 0.5), tone, (0.22, 0.34, 0.1))
    tone = g.mix(1.0, tone, g.ramp(r, (0, (0.75, 0.85, 0.8)), (1, (1.2, 1.1, 0.8))), "MULTIPLY")
    through = g.mix(1.0, tone, (2.6, 2.4, 0.8), "MULTIPLY")
    normal = g.bump(g.math("MULTIPLY_ADD", fine, 0.35, rib), 0.00012)
    g.out(g("MixShader", 0.5, g("BsdfPrincipled", Base_Color=tone, Roughness=0.36, Specular=0.5, Normal=normal), g("BsdfTranslucent", Color=through, Normal=normal)))
    water = glass("water", (1, 1, 1), 0, 1.333)
    bpy.ops.mesh.primitive_uv_sphere_add(segments=40, ring_count=24, radius=1, location=(0, 0, -9))
    first = bpy.context.object
    first.data.polygons.foreach_set("use_smooth", [True] * len(first.data.polygons))
    first.data.materials.append(water)

    def drop(at, normal, r, flat=0.92):
        o = first.copy()
        bpy.context.collection.objects.link(o)
        o.location = (Vector(at) + Vector(normal) * r * flat * 0.74) * MM
        o.rotation_euler = Vector(normal).to_track_quat("Z", "Y").to_euler()
        o.scale = (r * MM, r * MM * rng.uniform(1.0, 1.12), r * MM * flat)

    def blade(path, width, roll=0.0, drops=0, sizes=(0.2, 0.9), fold=0.35, edge=0):
        """`path`: points in mm; the blade lies across it, turned by `roll` about it."""
        p = np.array(smooth3(path, 24))
        n, across = len(p), 13
        d = np.gradient(p, axis=0)
        d /= np.linalg.norm(d, axis=1)[:, None]
        up = np.array([0, -math.sin(math.radians(roll)), math.cos(math.radians(roll))])
        side = np.cross(np.cross(d, up), d)
        side /= np.linalg.norm(side, axis=1)[:, None]
        face = np.cross(d, side)
        face *= np.sign(face[:, 1:2] * -1 + 1e-9)  # towards the camera
        t, w = np.linspace(0, 1, n), np.linspace(-1, 1, across)
        wide = width / 2 * np.clip((1 - t) * 9, 0, 1) ** 0.8
        pts = p[:, None] + side[:, None] * (w[None, :, None] * wide[:, None, None]) + face[:, None] * ((np.abs(w) ** 1.5)[None, :, None] * wide[:, None, None] * fold)
        o = ground.mesh("blade", pts.reshape(-1, 3) * MM, ground.grid_faces(n, across), m)
        layer = o.data.uv_layers.new()
        uv = np.stack(np.broadcast_arrays((w[None] + 1) / 2, t[:, None]), -1).reshape(-1, 2)
        index = np.empty(len(o.data.loops), np.int32)
        o.data.loops.foreach_get("vertex_index", index)
        layer.data.foreach_set("uv", uv[index].astype(np.float32).ravel())
        taken = []
        for _ in range(drops):
            i, j = rng.randrange(4, n - 3), rng.randrange(1, across - 1)
            r = sizes[0] + (sizes[1] - sizes[0]) * rng.random() ** 2.2
            q = pts[i, j]
            if any(np.linalg.norm(q - c) < (r + k) * 1.02 for c, k in taken):
                continue
            taken.append((q, r))
            drop(q, face[i], r)
        for k in range(edge):  # beads along the lower edge
            i = int((k + rng.uniform(0.2, 0.8)) / edge * (n - 8)) + 3
            j = 0 if side[i][2] > 0 else across - 1
            r = rng.choice((0.5, 0.8, 1.1, 1.4, 1.75))
            q = pts[i, j] + np.array([0, 0, -r * 0.72])
            if all(np.linalg.norm(q - c) > (r + k2) * 0.9 for c, k2 in taken):
                taken.append((q, r))
                o = first.copy()
                bpy.context.collection.objects.link(o)
                o.location, o.scale = Vector(q) * MM, (r * MM, r * MM, r * 1.06 * MM)

    blade([(-60, 6, -34), (-34, 2, -12), (-8, 0, 2), (18, -1, 8.6), (38, 0, 7.5), (62, 4, -4)], 7.0, -26, 60, (0.2, 0.9), 0.3, 19)
    blade([(-30, 26, -60), (-18, 24, -20), (-2, 26, 16), (22, 34, 44)], 6.5, 60, 40, (0.2, 0.9))
    blade([(58, 40, -60), (46, 38, -16), (28, 42, 18), (0, 52, 40)], 6.0, 50, 40, (0.2, 0.9))
    for k in range(26):
        x, y = rng.uniform(-110, 110), rng.uniform(50, 190)
        lean = rng.uniform(-34, 34)
        blade([(x, y, -90), (x + lean * 0.25, y, -40), (x + lean * 0.8, y + 6, rng.uniform(-14, 20)), (x + lean * 1.9, y + 10, rng.uniform(10, 52))], rng.uniform(5, 8), rng.uniform(20, 70))
    for k in range(26):  # dew far behind, out of focus
        y = rng.uniform(60, 190)
        disc(rng.uniform(1.2, 2.6), 0.1, (rng.uniform(-0.4, 0.4) * (y + 60), y - 6, rng.uniform(-40, 34)), glow("glint", rng.choice(((1, 0.93, 0.6), (0.95, 1, 0.7), (0.8, 1, 0.55))), rng.uniform(0.25, 0.7)), (90, 0, 0))
    shaders.gradient((-1, (0.012, 0.022, 0.006)), (-0.15, (0.035, 0.07, 0.015)), (0.05, (0.28, 0.36, 0.1)), (0.25, (0.95, 0.92, 0.62)), (1, (0.75, 0.85, 0.95)), strength=0.8)
    shaders.sun(24, -32, 3.2, 1.2, (1, 0.86, 0.6))
    shaders.lamp((-0.09, 0.1, 0.16), (0, 0, 0), 0.05, 1.1, (1, 0.93, 0.78))
    film.camera((0.0, -0.16, 0.010), (0.0, 0, 0.001), 112, 9.0, (-0.002, -0.0015, 0.003), blades=0)


def smooth3(points, steps=12):
    """A Catmull-Rom curve through points of space."""
    p = np.array([points[0], *points, points[-1]], float)
    out = []
    for i in range(1, len(p) - 2):
        a, b, c, d = p[i - 1:i + 3]
        out += [0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3) for t in np.linspace(0, 1, steps, endpoint=False)]
    return out + [p[-1]]


def build(subject="bottles", **parameters):
    globals()[subject](**parameters)
