"""Interiors: darkroom, light table, flash studio, a room with window light. Metres unless a helper says millimetres."""
import math
import os
import random

import bpy
import numpy as np
from mathutils import Vector

import film
import ground
import shaders
from things import block, glass, glow, group, lathe, metal, paint, planks, plaster, rounded, smooth, stone, window_gobo, wood, word

PICTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "pictures")


def box(size, at, material, bevel=0.004, turn=(0, 0, 0)):
    return block([v * 1000 for v in size], [v * 1000 for v in at], material, bevel * 1000, turn)


def picture(slug, mono=True, negative=False, light=0.0, paper=0.3, border=None):
    """A material with one of our finished pictures on it (grey while there is none); `border` = white paper round it, in uv."""
    m, g = shaders.material(slug)
    path = os.path.join(PICTURES, slug, "1600.webp")
    colour = (0.25, 0.25, 0.25)
    if os.path.exists(path):
        t = g("TexImage")
        t.image = bpy.data.images.load(path, check_existing=True)
        colour = t.outputs[0]
        if border:
            g.put(t.inputs["Vector"], g("Mapping", Vector=g("TexCoord").outputs["UV"], Location=(-border[0], -border[1], 0), Scale=(1 + 2 * border[0], 1 + 2 * border[1], 1)))
    if mono:
        colour = g("RGBToBW", colour).outputs[0]
        colour = g.ramp(colour, (0.0, (0.012, 0.012, 0.012)), (0.35, (0.42, 0.42, 0.42)), (0.8, (0.72, 0.72, 0.7)))
    if border:
        uv = g("SeparateXYZ", g("TexCoord").outputs["UV"])
        inside = 1.0
        for k in (0, 1):
            edge = border[k] / (1 + 2 * border[k])
            off = g.math("ABSOLUTE", g.math("SUBTRACT", uv.outputs[k], 0.5))
            inside = g.math("MULTIPLY", inside, g.math("LESS_THAN", off, 0.5 - edge))
        colour = g.mix(inside, (0.74, 0.73, 0.7), colour)
    if negative:
        colour = g("Gamma", g("Invert", 1.0, colour), 1.7)
        colour = g.mix(1.0, colour, (1.0, 0.62, 0.36) if not mono else (0.62, 0.66, 0.68), "MULTIPLY")
    if light:
        g.out(g("Emission", colour, light))
    else:
        g.out(g("BsdfPrincipled", Base_Color=colour, Roughness=paper, Specular=0.5))
    return m


def sheet(size, at, material, turn=(0, 0, 0), curl=0.0, n=24, hang=False):
    """A print: a sheet that may curl, uv-mapped; `hang` stands it upright with its face to -y."""
    w, h = size
    u, v = np.meshgrid(np.linspace(0, 1, n), np.linspace(0, 1, n))
    x, y = (u - 0.5) * w, (v - 0.5) * h
    z = curl * ((u - 0.5) ** 2 * 4) * (0.5 + 0.7 * (1 - v)) + 0.2 * curl * (1 - v) ** 2
    pts = np.stack([x, -z, y] if hang else [x, y, z], -1).reshape(-1, 3)
    o = ground.mesh("sheet", pts, ground.grid_faces(n, n), material)
    layer = o.data.uv_layers.new()
    uv = np.stack([u, v], -1).reshape(-1, 2)
    index = np.empty(len(o.data.loops), np.int32)
    o.data.loops.foreach_get("vertex_index", index)
    layer.data.foreach_set("uv", uv[index].astype(np.float32).ravel())
    o.location, o.rotation_euler = at, [math.radians(t) for t in turn]
    return o


def print_(slug, size, at, turn=(0, 0, 0), curl=0.0, border=0.012, hang=False, gloss=0.3):
    w, h = size
    paper = picture(slug, paper=gloss, border=(border / w, border / h))
    sheet((w + 2 * border, h + 2 * border), at, paper, turn, curl, hang=hang)


SAFE = (1.0, 0.16, 0.018)


def tray(x, y, size=(0.42, 0.32), liquid=True, shell=None, slug=None, turn=0):
    shell = shell or paint("tray", (0.5, 0.48, 0.45), 0.35)
    w, d = size
    for s in (-1, 1):
        box((w + 0.02, 0.012, 0.07), (x, y + s * d / 2, 0.036), shell, 0.005, (s * 10, 0, 0))
        box((0.012, d + 0.02, 0.07), (x + s * w / 2, y, 0.036), shell, 0.005, (0, -s * 10 + 0, 0))
    box((w, d, 0.006), (x, y, 0.006), shell, 0.002)
    if slug:
        print_(slug, (0.24, 0.17), (x + 0.02, y, 0.018), (2, -1.5, turn), 0.006)
    if liquid:
        m, g = shaders.material("bath")
        p = g("NewGeometry").outputs["Position"]
        f = g("LayerWeight", Blend=0.25, Normal=g.bump(g.noise(14, p, 2), 0.004)).outputs["Fresnel"]
        g.out(g("MixShader", f, g("BsdfTransparent", Color=(0.9, 0.9, 0.88)), g("BsdfGlossy", Roughness=0.02, Normal=g.bump(g.noise(14, p, 2), 0.004))))
        ground.slab(x - w / 2, x + w / 2, y - d / 2, y + d / 2, 0.034, 2, 2, m)


def enlarger(x, y, black, steel):
    box((0.5, 0.45, 0.03), (x, y, 0.015), paint("base", (0.3, 0.28, 0.25), 0.4), 0.006)
    box((0.05, 0.06, 0.95), (x, y + 0.19, 0.5), steel, 0.006, (-6, 0, 0))
    lathe(smooth([(0, 240), (40, 236), (92, 190), (100, 120), (100, 30), (92, 0), (70, -6)], 8), (x * 1000, (y + 0.06) * 1000, 640), black)
    box((0.19, 0.19, 0.03), (x, y + 0.06, 0.62), black, 0.006)
    lathe([(78, 0), (70, -30), (74, -45), (60, -70), (64, -85), (48, -110), (52, -122), (36, -140), (30, -150), (30, -180), (20, -182)], (x * 1000, (y + 0.06) * 1000, 610), black)
    box((0.08, 0.2, 0.08), (x, y + 0.14, 0.66), black, 0.01)
    lathe([(0, 0), (30, 0), (30, 24), (0, 24)], ((x + 0.1) * 1000, (y + 0.15) * 1000, 660), black, (0, 90, 0), knurl=(30, 2))


def darkroom(lens=35, seed=3):
    shaders.gradient((-1, (0, 0, 0)), (1, (0.0006, 0.0001, 0.00003)))
    bench = wood("bench", (0.06, 0.035, 0.02), (0.16, 0.1, 0.06), 0.3)
    wall_m = plaster("wall", (0.3, 0.28, 0.26))
    black, steel = paint("black", (0.015, 0.015, 0.015), 0.35), metal("steel", (0.5, 0.5, 0.5), 0.3)
    box((6, 1.2, 0.05), (0, 0.35, -0.027), bench, 0.006)
    box((8, 0.1, 4), (0, 1.05, 1), wall_m, 0)
    box((6, 0.22, 0.03), (0, 0.9, 0.95), bench, 0.004)
    # safelight on the wall
    box((0.34, 0.09, 0.24), (0.26, 0.95, 0.76), black, 0.02)
    glass_m = glow("safelight", SAFE, 7)
    box((0.28, 0.02, 0.18), (0.26, 0.9, 0.76), glass_m, 0.006)
    shaders.lamp((0.26, 0.86, 0.76), (0.26, 0.1, 0.0), 0.28, 34, SAFE, 0.18)
    shaders.lamp((-1.5, -0.6, 1.9), (0.3, 0.4, 0), 0.3, 34, SAFE, 0.3)
    tray(0.0, 0.1, slug="black-white-dunes", turn=6)
    tray(0.5, 0.14, slug="arcade-shadows", turn=-5)
    enlarger(0.80, 0.62, black, steel)
    brown = glass("brown", (0.35, 0.12, 0.03))
    rng = random.Random(seed)
    for i in range(7):
        h = rng.uniform(0.8, 1.1)
        x = -0.55 + i * 0.17
        lathe(smooth([(0, 0), (44, 2), (46, 12), (46, 130), (40, 152), (17, 172), (15, 200), (17, 203)], 6), (x * 1000, 880, 965), brown, segments=40).scale = (h, h, h)
        lathe(rounded(18, 24, 2), (x * 1000, 880, 965 + 200 * h), black, segments=40)
    lathe(smooth([(0, 0), (38, 0), (40, 6), (40, 240), (43, 248)], 5), (-0.42 * 1000, 500, 0), glass("cylinder", wave=0.0002), segments=48)
    lathe(smooth([(0, 0), (50, 2), (52, 20), (56, 110), (62, 130)], 6), (-0.62 * 1000, 420, 0), steel, segments=48)
    for k, t in ((0.34, 40), (0.83, -30)):  # tongs
        for s in (-1, 1):
            box((0.2, 0.008, 0.003), (k, -0.02 + s * 0.008, 0.05), steel, 0.001, (0, 14, t + s * 2))
    # prints on a line
    line_z = 0.66
    for i, slug in enumerate(("dunes-first-light", "long-exposure-sea", "black-white-dunes")):
        x = -0.95 + i * 0.31
        print_(slug, (0.22, 0.147), (x, 0.62, line_z - 0.09), (rng.uniform(-4, 4), 0, rng.uniform(-12, 12)), 0.016, hang=True)
        box((0.012, 0.014, 0.06), (x, 0.615, line_z), bench, 0.002)
    lathe([(1.2, -1300), (1.2, 1300)], (-700, 620, line_z * 1000 + 6), black, (0, 90, 0), 8)
    film.camera((0.0, -1.35, 0.70), (0.16, 0.4, 0.30), lens, 2.8, (0.5, 0.15, 0.05))


def prints(lens=70, seed=7, red=(1.0, 0.085, 0.013)):
    """Prints hung up to dry under a red safelight."""
    shaders.gradient((-1, (0, 0, 0)), (1, (0.0009, 0.00008, 0.00003)))
    peg = wood("peg", (0.2, 0.12, 0.06), (0.42, 0.28, 0.16), 0.5, axis="z")
    black, steel = paint("wire", (0.02, 0.02, 0.02), 0.5), metal("spring", (0.5, 0.5, 0.5), 0.3)
    rng = random.Random(seed)
    slugs = ["slide-dunes-dusk", "concrete-stairs", "winter-dunes", "storm-sea", "black-white-dunes", "black-white-arches", "pier-fog"]
    for row, (y, z, shift) in enumerate(((0, 0.12, 0.0), (0.7, 0.13, 0.16), (1.45, 0.14, 0.02))):
        for i in range(-4, 6):
            x = i * 0.33 + shift + rng.uniform(-0.015, 0.015)
            size = (0.254, 0.17)
            turn = rng.uniform(-9, 9)
            print_(slugs[(i + 4 + row * 3) % len(slugs)], size, (x, y, z - size[1] / 2 - 0.016), (rng.uniform(-3, 3), rng.uniform(-1.2, 1.2), turn), rng.uniform(0.008, 0.02), hang=True, gloss=0.24)
            for s in (-0.1, 0.1):
                a = math.radians(turn)
                at, tilt = (x + s * math.cos(a), y + s * math.sin(a) + 0.004, z + 0.004), rng.uniform(-6, 6)
                for face in (-1, 1):
                    box((0.009, 0.0045, 0.062), (at[0], at[1] + face * 0.0036 - 0.004, at[2]), peg, 0.0008, (face * 2.5, tilt, turn))
                lathe([(3.2, -5), (3.2, 5)], [v * 1000 for v in (at[0], at[1] - 0.004, at[2] + 0.008)], steel, (0, 90, turn), 16)
        lathe([(1.1, -3000), (1.1, 3000)], (0, y * 1000, z * 1000 + 8), black, (0, 90, 0), 8)
    block((8000, 20, 4000), (0, 2300, 0), plaster("wall", (0.13, 0.125, 0.12)), 0)
    shaders.lamp((-1.5, -0.7, 0.9), (0.1, 0.2, 0), 0.25, 40, red, 0.25)
    shaders.lamp((1.3, 1.5, 0.9), (0, 0.6, 0.05), 0.3, 22, red, 0.25)
    box((0.3, 0.08, 0.2), (0.84, 2.2, 0.6), black, 0.02)
    box((0.25, 0.02, 0.15), (0.84, 2.15, 0.6), glow("safelight", red, 3.5), 0.006)
    film.camera((-0.3, -1.45, -0.05), (0.03, 0, 0.06), lens, 3.5, (0, 0, 0.04))


def strips(lens=85):
    """Negatives on a light table, with a loupe."""
    shaders.gradient((-1, (0.01, 0.01, 0.01)), (1, (0.03, 0.032, 0.036)))
    table = glow("table", (1.0, 0.97, 0.92), 1.5)
    ground.slab(-0.6, 0.6, -0.4, 0.6, -0.0006, 2, 2, table)
    slugs = ["dunes-first-light", "long-exposure-sea", "camera-slr", "arcade-shadows", "pier-fog", "slide-dunes-dusk", "camera-view", "winter-dunes", "black-white-dunes", "spiral-stair", "camera-rangefinder", "tower-facade"]
    rng = random.Random(5)
    dark = {False: (0.34, 0.13, 0.045), True: (0.1, 0.1, 0.105)}
    frames = {}
    for row in range(8):
        mono = row % 3 == 1
        y, x0, turn = -0.155 + row * 0.046 + rng.uniform(-0.003, 0.003), rng.uniform(-0.03, 0.03), rng.uniform(-2.2, 2.2)
        if row == 3:
            turn = 9
        base, g = shaders.material("base")
        g.out(g("MixShader", 0.06, g("Emission", dark[mono], 1.15), g("BsdfGlossy", Roughness=0.1)))
        parts = [sheet((0.232, 0.035), (0, 0, 0), base, n=8)]
        for k in range(6):
            slug = slugs[(row * 5 + k * 2) % len(slugs)] if row % 2 else slugs[(row * 3 + k // 2) % len(slugs)]
            key = (slug, mono)
            frames[key] = frames.get(key) or picture(slug, mono=mono, negative=True, light=1.1)
            parts.append(sheet((0.036, 0.024), (-0.095 + k * 0.038, 0, 0.00025), frames[key], n=4))
            n = word(str(rng.randint(1, 30) if k == 0 else k + 7), (-95 + k * 38, 15.6, 0.3), 2.3, glow("ink", (0.95, 0.75, 0.4), 1.0), (0, 0, 0))
            parts.append(n)
        holes = []
        for s in (-1, 1):
            for k in range(48):
                hx, hy = -0.1135 + k * 0.00475, s * 0.0145
                holes += [(hx - 0.0014, hy - 0.001, 0.0003), (hx + 0.0014, hy - 0.001, 0.0003), (hx + 0.0014, hy + 0.001, 0.0003), (hx - 0.0014, hy + 0.001, 0.0003)]
        h = ground.mesh("holes", holes, np.arange(len(holes)).reshape(-1, 4), table, False)
        parts.append(h)
        e = bpy.data.objects.new("strip", None)
        bpy.context.collection.objects.link(e)
        for p in parts:
            p.parent = e
        e.location, e.rotation_euler = (x0, y, 0.0008 + row * 0.0004), (0, 0, math.radians(turn))
    black, steel = paint("loupe", (0.012, 0.012, 0.013), 0.3), metal("ring", (0.6, 0.6, 0.6), 0.2)
    clear = glass("skirt", (0.95, 0.97, 0.97))
    at = (62, 8, 1.5)
    lathe([(19, 0), (20.5, 0), (23, 22), (21.5, 22), (19, 0)], at, clear)
    lathe(rounded(25, 9, 0.8, 22, 19) , at, black, knurl=(70, 0.7))
    lathe(rounded(22, 14, 1.2, 31, 17), at, black)
    lathe(rounded(22.6, 2, 0.4, 36, 18), at, steel)
    lathe(smooth([(0, 46), (9, 45), (17, 42)], 6), at, glass("eye", (0.97, 1, 0.98)))
    shaders.lamp((-0.5, 0.3, 0.6), (0, 0, 0), 0.5, 3.0, (0.7, 0.82, 1.0), 0.5)
    film.camera((-0.10, -0.30, 0.20), (0.012, 0.008, 0.004), lens, 4.0, (0.03, -0.005, 0.0))


def studio(lens=32):
    """A flash set: paper roll, two softboxes, a stool; nobody there."""
    shaders.gradient((-1, (0.003, 0.003, 0.004)), (1, (0.008, 0.009, 0.011)))
    paper = paint("paper", (0.32, 0.325, 0.34), 0.85, 0.00002, 0.2)
    y = np.concatenate([np.linspace(-0.9, 1.5, 20), 1.5 + 0.7 * np.sin(np.linspace(0, np.pi / 2, 24)), np.full(20, 2.2)])
    z = np.concatenate([np.full(20, 0.004), 0.7 - 0.7 * np.cos(np.linspace(0, np.pi / 2, 24)) + 0.004, np.linspace(0.75, 2.85, 20)])
    xs = np.linspace(-1.36, 1.36, 40)
    pts = np.stack([np.broadcast_to(xs[None], (64, 40)), np.broadcast_to(y[:, None], (64, 40)) + 0.012 * ground.perlin(xs[None] * 2.2, z[:, None] * 1.2, 3) * np.clip(z[:, None], 0, 1),
                    np.broadcast_to(z[:, None], (64, 40))], -1)
    ground.mesh("paper", pts.reshape(-1, 3), ground.grid_faces(64, 40), paper)
    lathe([(40, -1450), (40, 1450)], (0, 2210, 2850), paint("tube", (0.4, 0.3, 0.2), 0.7), (0, 90, 0), 32)
    floor = stone("floor", (0.11, 0.105, 0.1), 0.4, 0.5, 0.001, 0.35, 0.05)
    ground.slab(-6, 6, -4, 7, 0.0, 4, 4, floor)
    box((12, 0.2, 5), (0, 4.2, 2), plaster("wall", (0.16, 0.155, 0.15)), 0)
    black, steel = paint("black", (0.013, 0.013, 0.013), 0.55), metal("steel", (0.55, 0.55, 0.56), 0.25)

    def stand(x, y, h):
        lathe([(14, 0), (14, 700), (11, 705), (11, h)], (x, y, 150), steel, segments=24)
        for k in range(3):
            a = math.radians(30 + 120 * k)
            lathe([(9, 0), (9, 620)], (x, y, 420), black, (0, 180 - 48, math.degrees(a)), 16)
        for z in (430, 860):
            lathe(rounded(22, 46, 3), (x, y, z), black, segments=32)

    def softbox(at, look, w, h, power, colour=(1, 0.98, 0.95)):
        o = bpy.data.objects.new("head", None)
        bpy.context.collection.objects.link(o)
        m, g = shaders.material("diffuser")
        p = g("TexCoord").outputs["Object"]
        r = g("VectorMath", p, operation="LENGTH").outputs["Value"]
        g.out(g("Emission", colour, g.span(r, 0, max(w, h) * 0.55, power * 1.5, power * 0.75)))
        a = ground.mesh("front", [(-w / 2, -h / 2, 0), (w / 2, -h / 2, 0), (w / 2, h / 2, 0), (-w / 2, h / 2, 0)], [(3, 2, 1, 0)], m)
        k = 0.11
        c = [(-w / 2, -h / 2, -0.05), (w / 2, -h / 2, -0.05), (w / 2, h / 2, -0.05), (-w / 2, h / 2, -0.05), (-k, -k, 0.42), (k, -k, 0.42), (k, k, 0.42), (-k, k, 0.42)]
        b = ground.mesh("shell", c, [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)], black, False)
        d = lathe(rounded(75, 300, 8), (0, 0, 410), black)
        d2 = lathe(rounded(82, 40, 5), (0, 0, 560), steel)
        for q in (a, b, d, d2):
            q.parent = o
        o.location = at
        o.rotation_euler = (Vector(look) - Vector(at)).to_track_quat("-Z", "Y").to_euler()

    softbox((-1.75, -0.1, 1.95), (0.1, 0.9, 0.8), 0.8, 1.1, 26)
    stand(-1980, -350, 1950)
    softbox((1.95, 1.25, 1.75), (0.2, 0.7, 0.8), 0.36, 1.25, 13)
    stand(2200, 1420, 1750)
    seat = wood("seat", (0.08, 0.035, 0.015), (0.23, 0.12, 0.055), 0.3)
    lathe(smooth([(0, 0), (150, 0), (168, 6), (172, 18), (166, 32), (140, 36), (0, 30)], 6), (180, 800, 640), seat)
    for k in range(4):
        a = math.radians(45 + 90 * k)
        lathe([(14, 0), (17, 320), (13, 660)], (180 + 175 * math.cos(a), 800 + 175 * math.sin(a), 0), seat, segments=24)
        lathe([(8, -175), (8, 175)], (180 + 175 * math.cos(a) * 0.0 + (175 * math.cos(math.radians(45)) if k == 0 else -175 * math.cos(math.radians(45)) if k == 2 else 0),
                                      800 + (175 * math.sin(math.radians(45)) if k == 1 else -175 * math.sin(math.radians(45)) if k == 3 else 0), 260 + (k % 2) * 60), seat, (90, 0, 0) if k % 2 == 0 else (0, 90, 0), 16)
    for k in range(3):  # cables on the floor
        pts = [(-2.0 + 0.12 * k + 0.5 * t + 0.25 * math.sin(t * 2.3 + k), -0.35 - 0.5 * t + 0.2 * math.cos(t * 3 + k * 2)) for t in np.linspace(0, 3, 60)]
        c = np.linspace(0, 2 * np.pi, 8)
        q = np.array([[(x, yy + 0.006 * math.cos(v), 0.007 + 0.006 * math.sin(v)) for v in c] for x, yy in pts])
        ground.mesh("cable", q.reshape(-1, 3), ground.grid_faces(60, 8), black)
    film.camera((-0.3, -4.1, 1.45), (0.12, 1.0, 1.25), lens, 5.6, (0.2, 0.8, 0.8))


def window(lens=50, sun=7.0, light=(30, 238), angle=1.0):
    """Late light from a window on an old wall, a chair and a jug."""
    shaders.gradient((-1, (0.03, 0.028, 0.026)), (1, (0.24, 0.27, 0.33)))
    wall_m = plaster("old wall", (0.50, 0.46, 0.40), 0.006, 0.3)
    box((8, 0.2, 4.5), (0, 2.0, 2), wall_m, 0)
    box((0.2, 8, 4.5), (2.6, -1.5, 2), wall_m, 0)
    skirt = paint("skirting", (0.42, 0.40, 0.36), 0.45)
    box((8, 0.03, 0.16), (0, 1.885, 0.08), skirt, 0.006)
    planks(wood("floor", (0.07, 0.035, 0.016), (0.2, 0.115, 0.06), 0.33), 130, 6000, 34, along="x", offset=0)
    shaders.sun(*light, sun, angle, (1, 0.7, 0.42))
    a, e = math.radians(light[1]), math.radians(light[0])
    d = Vector((math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), math.sin(e)))
    target = Vector((250, 1900, 1050))
    window_gobo(tuple(target + d * 3600), tuple(target), (2, 3), (1150, 1750), 60, 50)
    chair = wood("chair", (0.05, 0.024, 0.012), (0.14, 0.07, 0.035), 0.3, axis="z")
    cx, cy, t = 520, 1480, 24
    before = set(bpy.context.collection.objects)
    for sx, sy, h in ((-190, -180, 450), (190, -180, 450), (-175, 190, 930), (175, 190, 930)):
        lathe([(13, 0), (18, 200), (17, 430), (15, h)], (sx, sy, 0), chair, (0, 0, 0), 24)
    block((430, 430, 26), (0, 0, 455), wood("seat", (0.05, 0.024, 0.012), (0.15, 0.08, 0.04), 0.28), 9, vertical=40)
    for z in (620, 740, 870):
        block((350, 14, 62 if z < 860 else 90), (0, 192, z), wood("slat", (0.05, 0.024, 0.012), (0.14, 0.07, 0.035), 0.3), 6)
    for s in (-1, 1):
        lathe([(9, -185), (9, 185)], (s * 183, 0, 200), chair, (90, 0, 0), 16)
        lathe([(9, -190), (9, 190)], (0, s * 183, 250), chair, (0, 90, 0), 16)
    jug = stone("glaze", (0.5, 0.48, 0.43), 0.3, 6.0, 0.0004, 0.18, 0.1)
    lathe(smooth([(0, 2), (52, 2), (66, 30), (74, 80), (62, 130), (40, 165), (38, 185), (46, 205), (42, 204), (34, 184), (36, 165)], 7), (-40, -10, 468), jug)
    rng = random.Random(3)
    twig = paint("twig", (0.05, 0.03, 0.018), 0.7)
    for k in range(6):
        lathe([(2.6, 0), (2, 260), (0.8, 520 + rng.uniform(-80, 60))], (-40 + rng.uniform(-14, 14), -10 + rng.uniform(-14, 14), 640), twig, (rng.uniform(-17, 17), rng.uniform(-17, 17), 0), 8)
    group([o for o in bpy.context.collection.objects if o not in before], (cx, cy, 0), (0, 0, t))
    film.camera((-0.6, -2.2, 1.15), (0.34, 1.7, 0.80), lens, 4.0, (0.5, 1.4, 0.7))


def build(room="darkroom", **parameters):
    globals()[room](**parameters)
