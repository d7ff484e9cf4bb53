"""Wooden houses on a quay in the blue hour; the lamps run out in the water. Metres."""
import math
import random

import bpy
import numpy as np

import film
import ground
import sea
import shaders
from things import dress, glow, lathe, paint, prism

QUAY, FRONT = 1.7, 104.0
DUSK = (0.03, 0.039, 0.066)  # the light of the air between us and the hills


class Boxes:
    """Boxes of one material, gathered into one mesh."""

    def __init__(self, material):
        self.material, self.corners = material, []

    def add(self, size, at, roll=0.0, yaw=0.0):
        """`roll` turns about y (roof slopes), then `yaw` about z; degrees."""
        p = np.array([(i, j, k) for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (-0.5, 0.5)]) * size
        for a, (i, j) in ((roll, (2, 0)), (yaw, (0, 1))):
            c, s = math.cos(math.radians(a)), math.sin(math.radians(a))
            p[:, i], p[:, j] = p[:, i] * c - p[:, j] * s, p[:, i] * s + p[:, j] * c
        self.corners.append(p + at)

    def build(self):
        faces = np.array([(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)])
        every = np.concatenate([faces + 8 * k for k in range(len(self.corners))])
        return ground.mesh("boxes", np.concatenate(self.corners), every, self.material, False)


def boards(colour, upright):
    """Painted boards: laps, rain streaks under the eaves, dirt from the ground."""
    m, g = shaders.material("boards")
    p = g("NewGeometry").outputs["Position"]
    x = g("SeparateXYZ", p)
    along = g.math("ADD", x.outputs[0], x.outputs[1]) if upright else x.outputs[2]
    lap = g.math("FRACT", g.math("MULTIPLY", along, 5.5))
    each = g("TexWhiteNoise", W=g.math("FLOOR", g.math("MULTIPLY", along, 5.5)), noise_dimensions="1D")
    old = g.span(g.noise(0.7, p, 6, 0.7), 0.32, 0.68, 0.6, 1.08)
    rain = g.span(g.noise(1.0, g.scaled(p, 4, 4, 0.3), 4, 0.65), 0.35, 0.7, 1.05, 0.7)
    foot = g.span(g.math("MULTIPLY_ADD", g.noise(1.5, p, 3), 1.2, x.outputs[2]), QUAY + 0.5, QUAY + 1.7, 0.5, 1.0)
    v = g.math("MULTIPLY", g.math("MULTIPLY", old, rain), g.math("MULTIPLY", foot, g.span(each, 0, 1, 0.86, 1.06)))
    v = g.math("MULTIPLY", v, g.span(lap, 0.0, 0.14, 0.5, 1.0))
    g.out(g("BsdfPrincipled", Base_Color=g.mix(1.0, colour, v, "MULTIPLY"), Roughness=0.7, Specular=0.2, Normal=g.bump(lap, 0.02)))
    return m


def pane(colour, strength):
    """A lit room behind a pane: brighter near its lamp, curtains at the sides."""
    m, g = shaders.material("pane")
    r, q = g("ObjectInfo").outputs["Random"], g("TexCoord").outputs["Object"]
    x = g("SeparateXYZ", q)
    n = g.noise(2.2, g.vec("ADD", q, g("CombineXYZ", g.math("MULTIPLY", r, 30.0), 0.0, 0.0)), 3)
    side = g.span(g.math("ABSOLUTE", x.outputs[0]), 0.14, 0.3, 1.0, 0.35, smooth=True)
    v = g.math("MULTIPLY", g.span(n, 0.3, 0.7, 0.2, 1.25), g.span(x.outputs[2], -0.6, 0.6, 0.45, 1.2))
    g.out(g("Emission", colour, g.math("MULTIPLY", g.math("MULTIPLY", v, side), strength)))
    m.cycles.sample_as_light = False
    return m


def dull(name, colour, rough=0.8, grain=0.7, depth=0.02):
    m, g = shaders.material(name)
    p = g("NewGeometry").outputs["Position"]
    n = g.noise(grain, p, 6, 0.7)
    g.out(g("BsdfPrincipled", Base_Color=g.mix(g.span(n, 0.3, 0.7), tuple(v * 0.45 for v in colour), tuple(v * 1.3 for v in colour)),
            Roughness=g.span(n, 0.3, 0.7, rough - 0.25, rough), Specular=0.3, Normal=g.bump(n, depth)))
    return m


class Town:
    """The materials and gathered parts that its houses share."""

    def __init__(self, rng, windows):
        self.rng, self.windows = rng, windows
        self.trim, self.tiles = Boxes(dull("trim", (0.42, 0.4, 0.36))), Boxes(dull("tiles", (0.03, 0.029, 0.03), 0.6, 3.0, 0.06))
        self.glass = Boxes(paint("night glass", (0.004, 0.005, 0.007), 0.08))
        self.dark, self.brick = Boxes(paint("door", (0.03, 0.022, 0.018), 0.5)), Boxes(dull("brick", (0.13, 0.07, 0.05)))
        self.panes = [pane(c, s) for c, s in (((1, 0.44, 0.14), 0.5), ((1, 0.52, 0.2), 0.28), ((1, 0.38, 0.11), 0.2), ((1, 0.62, 0.32), 0.4))]
        tones = ((0.34, 0.2, 0.075), (0.24, 0.05, 0.035), (0.46, 0.43, 0.37), (0.15, 0.19, 0.21), (0.4, 0.33, 0.2), (0.2, 0.085, 0.05), (0.36, 0.36, 0.33), (0.1, 0.13, 0.1))
        self.coats = [boards(c, k % 2 == 1) for k, c in enumerate(tones)]

    def coat(self, last=None):
        return self.rng.choice([c for c in self.coats if c is not last])

    def window(self, x, y, z, w=0.85, h=1.3, lit=False):
        """Glass in a casing with a sill and a cap that stand out from the wall."""
        if lit:
            o = ground.mesh("pane", [(-w / 2, 0, -h / 2), (w / 2, 0, -h / 2), (w / 2, 0, h / 2), (-w / 2, 0, h / 2)], [(0, 1, 2, 3)], self.rng.choice(self.panes), False)
            o.location = (x, y - 0.02, z)
        else:
            self.glass.add((w, 0.03, h), (x, y - 0.01, z))
        for s in (-1, 1):
            self.trim.add((0.12, 0.12, h + 0.1), (x + s * (w / 2 + 0.06), y - 0.06, z))
        self.trim.add((w + 0.4, 0.22, 0.07), (x, y - 0.1, z - h / 2 - 0.04))
        self.trim.add((w + 0.36, 0.18, 0.13), (x, y - 0.08, z + h / 2 + 0.06))
        self.trim.add((0.055, 0.05, h), (x, y - 0.04, z))
        for share in (-0.16, 0.18):
            self.trim.add((w, 0.05, 0.04), (x, y - 0.04, z + h * share))

    def door(self, x, y, z):
        self.dark.add((1.0, 0.08, 2.1), (x, y - 0.02, z + 1.15))
        self.trim.add((1.3, 0.14, 0.14), (x, y - 0.07, z + 2.66))
        for s in (-1, 1):
            self.trim.add((0.14, 0.12, 2.6), (x + s * 0.58, y - 0.06, z + 1.35))
        self.window(x, y, z + 2.38, 0.9, 0.3, self.rng.random() < 0.5)
        self.brick.add((1.5, 0.9, 0.2), (x, y - 0.45, z + 0.1))

    def storeys(self, x, y, z, w, count, share):
        n, gap = max(2, int(w // 2.1)), self.rng.uniform(0.86, 0.98)
        way = self.rng.randrange(n)
        for j in range(count):
            for i in range(n):
                at = x + (i - (n - 1) / 2) * gap * (w - 0.9) / n
                if j == 0 and i == way:
                    self.door(at, y, z)
                else:
                    self.window(at, y, z + 1.75 + j * 2.8, h=1.35 - 0.1 * j, lit=self.rng.random() < share * (1.4 if j == 0 else 1))

    def roof(self, x, y, z, w, rise, depth, gable):
        """Two slopes with eaves that stand out, boards along the edge of a gable, a chimney."""
        span_ = w if gable else depth
        slope, length = math.degrees(math.atan2(rise, span_ / 2)), math.hypot(rise, span_ / 2) + 0.5
        for s in (-1, 1):
            if gable:
                mid = (x + s * (span_ / 4 + 0.12), y + depth / 2 - 0.25, z + rise / 2)
                self.tiles.add((length, depth + 0.6, 0.16), mid, roll=s * slope)
                self.trim.add((length, 0.08, 0.26), (mid[0], y - 0.5, mid[2] - 0.04), roll=s * slope)
            else:
                self.tiles.add((length, w + 0.5, 0.16), (x, y + depth / 2 + s * (span_ / 4 + 0.12), z + rise / 2), roll=s * slope, yaw=90)
        if not gable:
            self.trim.add((w + 0.3, 0.14, 0.2), (x, y - 0.42, z - 0.22))
        if self.rng.random() < 0.8:
            at = (x + self.rng.choice((-0.2, 0.2)) * w, y + depth * self.rng.uniform(0.3, 0.55), z + rise * 0.8)
            self.brick.add((0.75, 0.6, 2.4), at)
            self.brick.add((0.9, 0.75, 0.16), (at[0], at[1], at[2] + 1.15))

    def house(self, x, y, z, w, eaves, coat, gable=True, depth=10.0, share=None):
        share = self.windows if share is None else share
        rise = w * self.rng.uniform(0.42, 0.6) if gable else depth * self.rng.uniform(0.3, 0.4)
        base = w if gable else depth
        o = prism([(-base / 2, 0), (base / 2, 0), (base / 2, eaves), (0, eaves + rise), (-base / 2, eaves)], *((-depth, 0) if gable else (-w / 2, w / 2)), coat, 0)
        o.location = (x, y if gable else y + depth / 2, z)
        o.rotation_euler = (math.radians(90), 0, 0 if gable else math.radians(90))
        o.data.polygons.foreach_set("use_smooth", [False] * len(o.data.polygons))
        for s in (-1, 1):
            self.trim.add((0.16, 0.12, eaves), (x + s * (w / 2 - 0.07), y - 0.04, z + eaves / 2))
        self.storeys(x, y, z, w, int(eaves // 2.8), share)
        if gable:
            self.window(x, y, z + eaves + rise * 0.3, 0.7, 1.0, self.rng.random() < share)
        self.roof(x, y, z + eaves, w, rise, depth, gable)

    def build(self):
        for boxes in (self.trim, self.tiles, self.glass, self.dark, self.brick):
            boxes.build()


def rows(town, rng):
    """The houses on the quay, and those that look over them from behind."""
    x, last = -44.0, None
    while x < 66:
        w, last = rng.uniform(5.2, 9.6), town.coat(last)
        gable = rng.random() < 0.68
        town.house(x + w / 2, FRONT + rng.choice((0, 0.3, 0.8, 2.2)), QUAY, w, rng.uniform(5.6, 6.6) + rng.choice((0, 0, 2.8)), last, gable)
        x += w + rng.choice((0.06, 0.1, 0.5, 1.8))
    for row in range(2):
        x = -44.0
        while x < 100:
            w = rng.uniform(7, 11)
            town.house(x, FRONT + 17 + 13 * row + rng.uniform(-2, 3), QUAY + 2.5 + 4.5 * row + rng.uniform(-0.6, 0.6), w, rng.uniform(5.6, 8.6), town.coat(), rng.random() < 0.4, 9, 0.16)
            x += w + rng.uniform(0.8, 9)


def hill(x, y):
    """A wooded slope behind the town, and the mountain behind that."""
    near = np.clip((y - FRONT - 26) / 120, 0, 1) * (27 + 13 * ground.fbm(x / 90, y / 90, 5, 4))
    trees = 0.9 * np.abs(ground.fbm(x / 5, y / 5, 8, 3)) * np.clip((y - 150) / 40, 0, 1)
    far = np.clip((y - 300) / 330, 0, 1) * (8 + 46 * ground.fbm(x / 260, y / 260, 21, 8, ridged=True))
    return 2 + near + trees + far


def hills(rng, town):
    m, g = shaders.material("hill")
    p = g("NewGeometry").outputs["Position"]
    z = g("SeparateXYZ", p).outputs[2]
    n = g.noise(0.11, p, 8, 0.72)
    c = g.mix(g.span(n, 0.38, 0.64), (0.012, 0.016, 0.016), (0.11, 0.115, 0.1))
    town_light = g("Emission", g.mix(1.0, c, (1, 0.6, 0.3), "MULTIPLY"), g.math("MULTIPLY", 0.12, g.math("EXPONENT", g.math("DIVIDE", z, -11.0))))
    body = g("AddShader", g("BsdfDiffuse", Color=c, Normal=g.bump(n, 2.5)), town_light)
    fade = g.math("SUBTRACT", 1.0, g.math("EXPONENT", g.math("DIVIDE", g("CameraData").outputs["View Distance"], -800.0)))
    g.out(g("MixShader", fade, body, g("Emission", DUSK, 1.0)))
    ground.terrain(hill, (-30, 0), 72, 56, 132, 1100, 420, 900, m)
    for _ in range(26):
        y = rng.uniform(158, 225)
        x = -30 + (y * rng.uniform(0.02, 0.68))
        z = float(hill(np.array([x]), np.array([y]))[0])
        town.house(x, y, z - 0.8, rng.uniform(6, 9), 3.6, town.coat(), rng.random() < 0.4, 7, 0.3)


def lamps(rng, power):
    dark, bulb = paint("post", (0.012, 0.013, 0.016), 0.5), glow("bulb", (1, 0.62, 0.28), 16)
    bulb.cycles.sample_as_light = False
    x = -41.0
    while x < 60:
        at = (x, FRONT - 3.2, QUAY + rng.uniform(3.9, 4.3))
        lathe([(110, 0), (70, 500), (45, 700), (35, (at[2] - QUAY) * 1000 - 150)], (x * 1e3, at[1] * 1e3, QUAY * 1e3), dark, segments=10)
        lathe([(0, 420), (60, 380), (290, 250), (300, 230)], [v * 1e3 for v in at], dark, segments=16)
        bpy.ops.mesh.primitive_uv_sphere_add(segments=16, ring_count=8, radius=0.17, location=at)
        o = bpy.context.object
        o.data.materials.append(bulb)
        o.visible_glossy = o.visible_diffuse = o.visible_shadow = False
        lamp = bpy.data.lights.new("lamp", "POINT")
        lamp.energy, lamp.color, lamp.shadow_soft_size = power * rng.uniform(0.6, 1.2), rng.choice(((1, 0.5, 0.17), (1, 0.55, 0.22), (1, 0.62, 0.3))), 0.18
        o = bpy.data.objects.new("lamp", lamp)
        bpy.context.collection.objects.link(o)
        o.location = at
        x += rng.uniform(8.5, 14.5)


def quay(rng):
    """The edge with fenders, and what stands about on it."""
    stone, timber = Boxes(dull("quay", (0.13, 0.12, 0.11), 0.6, 0.9, 0.03)), Boxes(dull("timber", (0.06, 0.045, 0.032), 0.8, 2.0))
    edge = FRONT - 5.5
    stone.add((400, 70, 4), (0, edge + 35, QUAY - 2))
    for back, top in ((14, 2.2), (27.5, 6.6)):  # the streets behind
        stone.add((400, 34, top), (0, FRONT + back + 17, QUAY + top / 2))
    stone.add((400, 0.45, 0.22), (0, edge + 0.2, QUAY + 0.11))
    x = -44.0
    while x < 60:
        timber.add((0.24, 0.2, 2.6), (x, edge - 0.12, QUAY - 1.0))
        x += rng.uniform(2.2, 3.4)
    iron = paint("bollard", (0.015, 0.015, 0.016), 0.5)
    for k in range(16):
        lathe([(0, 520), (170, 500), (190, 430), (130, 330), (140, 0)], ((-42 + k * 6.4) * 1e3, (edge + 0.7) * 1e3, QUAY * 1e3), iron, segments=16)
    for _ in range(26):
        x, y, s = rng.uniform(-30, 52), edge + rng.uniform(1.6, 4.6), rng.uniform(0.5, 0.85)
        for level in range(rng.choice((1, 1, 2, 3))):
            timber.add((s * 1.3, s, s * 0.7), (x, y, QUAY + s * (0.35 + 0.72 * level)), yaw=rng.uniform(-25, 25))
    for _ in range(12):
        lathe([(0, 820), (230, 820), (285, 420), (230, 0)], (rng.uniform(-30, 52) * 1e3, (edge + rng.uniform(1.5, 4.8)) * 1e3, QUAY * 1e3), iron, segments=16)
    stone.build(), timber.build()


def boat(x, y, length, colour, turn, rng, white, dark):
    """A small fishing boat: a hull with a raised bow, a wheelhouse, a mast."""
    u, v = np.linspace(0, 1, 26)[:, None], np.linspace(-1, 1, 15)[None]
    beam = 0.17 * length * np.clip(1 - np.clip((u - 0.45) / 0.55, 0, 1) ** 2.2, 0, 1) * (0.82 + 0.18 * np.clip(u / 0.3, 0, 1))
    sheer = 0.085 * length * (1 + 0.9 * np.clip((u - 0.4) / 0.6, 0, 1) ** 2)
    hull = np.stack([(u - 0.5) * length + 0.05 * length * u * np.abs(v), beam * np.sign(v) * np.abs(v) ** 0.6, sheer * (np.abs(v) ** 2.2 * 1.4 - 0.4)], -1)
    o = dress(ground.mesh("hull", hull.reshape(-1, 3), ground.grid_faces(26, 15)), colour)
    deck = ground.mesh("deck", np.stack([np.stack([hull[:, k, 0], hull[:, k, 1], hull[:, k, 2] - 0.25], -1) for k in (0, 14)], 1).reshape(-1, 3), ground.grid_faces(26, 2), dark.material)
    for part in (o, deck):
        part.location, part.rotation_euler = (x, y, 0.1), (0, 0, math.radians(turn))
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    aft = -0.16 * length
    hx, hy, base = x + aft * c, y + aft * s, 0.09 * length
    white.add((0.2 * length, 0.16 * length, 1.9), (hx, hy, base + 0.95), yaw=turn)
    white.add((0.24 * length, 0.2 * length, 0.12), (hx, hy, base + 1.95), yaw=turn)
    dark.add((0.205 * length, 0.165 * length, 0.5), (hx, hy, base + 1.45), yaw=turn)
    mast = rng.uniform(0.5, 0.8) * length
    lathe([(55, 0), (28, mast * 1e3)], ((x + 0.1 * length * c) * 1e3, (y + 0.1 * length * s) * 1e3, base * 1e3), white.material, (0, rng.uniform(-1, 1), 0), 8)
    lathe([(30, 0), (30, 0.34 * length * 1e3)], ((x + 0.1 * length * c) * 1e3, (y + 0.1 * length * s) * 1e3, (base + 0.9) * 1e3), white.material, (0, -74, turn), 8)


def boats(rng):
    white, dark = Boxes(paint("white", (0.42, 0.41, 0.38), 0.5)), Boxes(paint("cabin glass", (0.01, 0.011, 0.013), 0.15))
    hulls = [paint("hull", c, 0.35) for c in ((0.42, 0.41, 0.37), (0.03, 0.06, 0.12), (0.2, 0.035, 0.025), (0.04, 0.08, 0.06))]
    for i, (x, y) in enumerate(((-24.5, 95.4), (-12.5, 95.0), (-2.0, 93.2), (12.5, 95.2), (24.0, 94.6), (35.0, 95.4))):
        boat(x, y, rng.uniform(7.5, 10.5), hulls[i % 4], rng.choice((0, 180)) + rng.uniform(-7, 7), rng, white, dark)
    white.build(), dark.build()


def build(seed=7, lens=58, power=420.0, windows=0.3):
    rng = random.Random(seed)
    shaders.gradient((-1, (0.006, 0.009, 0.02)), (0.0, (0.062, 0.072, 0.11)), (0.12, (0.03, 0.046, 0.092)), (0.5, (0.009, 0.018, 0.05)), (1, (0.005, 0.011, 0.035)))
    town = Town(rng, windows)
    rows(town, rng)
    hills(rng, town)
    town.build()
    lamps(rng, power)
    quay(rng)
    boats(rng)
    sea.water("harbour", None, 0, 0, None, 0.5, colour=(0.003, 0.005, 0.008))
    film.camera((-30, 0, 4.4), (1.5, 100, 6.2), lens)
