"""Arcade, concrete stairs, tower facade, spiral stair. Metres."""
import math
import random

import bpy
import numpy as np

import film
import ground
import shaders
from things import block, dress, lathe, metal, paint, plaster, prism, wood


def box(size, at, material, bevel=0.01, turn=(0, 0, 0)):
    return block([v * 1000 for v in size], [v * 1000 for v in at], material, bevel * 1000, turn)


def masonry(name, colour, brick=None, scale=1.0, depth=0.006, stain=0.5, rough=0.8, polish=0.0):
    """Stucco, stone or paving: stains, pits and, with `brick` = (width, height), joints."""
    m, g = shaders.material(name)
    p = g("NewGeometry").outputs["Position"]
    large, fine = g.noise(0.7 * scale, p, 4, 0.65), g.noise(18 * scale, p, 3, 0.65)
    streak = g.noise(1.0, g.scaled(p, 5, 5, 0.35), 3, 0.6)
    v = g.math("MULTIPLY", g.span(large, 0.3, 0.7, 1 - stain * 0.7, 1.1), g.span(streak, 0.35, 0.7, 1.05, 1 - stain * 0.5))
    c = g.mix(1.0, g.mix(g.span(fine, 0.35, 0.7), tuple(x * 0.8 for x in colour), colour), v, "MULTIPLY")
    h = g.math("MULTIPLY_ADD", fine, 0.5, large)
    if brick:
        t = g("TexBrick", Vector=p, Color1=(1, 1, 1), Color2=(0.8, 0.8, 0.8), Mortar=(0, 0, 0), Scale=1.0, Mortar_Size=0.006,
              Brick_Width=brick[0], Row_Height=brick[1], Bias=0.0)
        c = g.mix(0.85, c, g.mix(1.0, c, g.mix(0.6, t.outputs[0], (1, 1, 1)), "MULTIPLY"))
        h = g.math("SUBTRACT", h, g.math("MULTIPLY", t.outputs[1], 1.5))
    body = g("BsdfPrincipled", Base_Color=c, Roughness=g.span(large, 0.35, 0.65, rough - polish, rough), Specular=0.3, Normal=g.bump(h, depth))
    plain = g("BsdfDiffuse", Color=tuple(x * 0.9 for x in colour))
    g.out(g("MixShader", g("LightPath").outputs["Is Camera Ray"], plain, body))
    return m


def arch(width, height, radius, spring, thick, material, at, turn=0.0):
    """One bay of an arcade wall, standing along x."""
    pts = [(-width / 2, 0), (-radius, 0), (-radius, spring)]
    pts += [(-radius * math.cos(a), spring + radius * math.sin(a)) for a in np.linspace(0.05, math.pi - 0.05, 30)]
    pts += [(radius, spring), (radius, 0), (width / 2, 0), (width / 2, height), (-width / 2, height)]
    o = prism(pts, -thick / 2, thick / 2, material, 0.02 * 1000)
    o.modifiers["bevel"].segments = 2
    o.location, o.rotation_euler = at, (math.radians(90), 0, math.radians(turn))
    return o


def arcade(light=(22, 285), bays=12, colour=(0.55, 0.4, 0.27), camera=(2.1, -1.0, 1.6), look=(1.5, 12, 1.9), lens=35, sun=6.0,
           sky=0.12, sun_colour=(1, 0.72, 0.45), walk=3.4, shift=(0, 0.08)):
    stucco = masonry("stucco", colour)
    plinth = masonry("stone", tuple(c * 0.75 for c in colour), depth=0.01)
    floor = masonry("paving", tuple(c * 0.62 for c in colour), (1.1, 0.7), rough=0.6, polish=0.25, stain=0.4)
    for i in range(bays):
        y = i * 3.0 + 0.4
        arch(3.0, 5.2, 1.12, 2.6, 0.6, stucco, (0, y, 0), 90)
        box((0.74, 0.9, 0.16), (0, y + 1.5, 2.52), plinth, 0.03)
        box((0.74, 0.9, 0.4), (0, y + 1.5, 0.2), plinth, 0.02)
        box((walk, 0.42, 0.34), (walk / 2, y + 1.5, 4.62), stucco, 0.03)
        box((0.16, 0.5, 4.6), (walk - 0.08, y + 1.5, 2.3), stucco, 0.02)
    length = bays * 3.0
    box((0.3, length + 8, 5.6), (walk + 0.15, length / 2 - 3, 2.8), stucco)
    box((walk + 1, length + 8, 0.3), (walk / 2, length / 2 - 3, 5.0), stucco)
    box((walk, 0.3, 5.2), (walk / 2, length + 0.6, 2.6), stucco)
    box((60, 120, 0.3), (0, 20, -0.15), floor)
    air = dict(elevation=light[0], rotation=light[1], dust=1.5, ozone=2.0)
    shaders.sky(sky, tint=(1.0, 0.93, 0.97), **air)
    shaders.sun(*light, sun, 0.6, sun_colour)
    film.camera(camera, look, lens, shift=shift)


def stairs(light=(50, 240), sun=6.0, sky=0.1, lens=70, steps=26, camera=(1.2, -9.0, 3.1), look=(0.4, 3, 2.35), wall_x=-2.6, colour=(0.36, 0.355, 0.34)):
    grey = masonry("concrete", colour, scale=1.3, depth=0.004, stain=0.45)
    boards, g = shaders.material("board-marked")
    p = g("NewGeometry").outputs["Position"]
    along = g("SeparateXYZ", p)
    row = g.math("FLOOR", g.math("MULTIPLY", along.outputs[2], 7.0))
    tone = g("TexWhiteNoise", W=row, noise_dimensions="1D")
    streak = g.noise(1, g.scaled(p, 2, 2, 30), 3)
    big = g.noise(0.8, p, 4, 0.65)
    v = g.math("MULTIPLY", g.span(tone, 0, 1, 0.88, 1.08), g.span(g.math("MULTIPLY_ADD", streak, 0.4, big), 0.4, 1.0, 0.72, 1.15))
    edge = g.math("LESS_THAN", g.math("FRACT", g.math("MULTIPLY", along.outputs[2], 7.0)), 0.06)
    h = g.math("SUBTRACT", g.math("MULTIPLY_ADD", streak, 0.3, tone), edge)
    g.out(g("BsdfPrincipled", Base_Color=g.mix(1.0, colour, v, "MULTIPLY"), Roughness=0.8, Specular=0.3, Normal=g.bump(h, 0.006)))
    rise, run = 0.16, 0.32
    for i in range(steps):
        box((9, run + 0.02, 0.6), (2.0, i * run, i * rise - 0.3), grey, 0.012)
    top = steps * rise
    box((0.5, 14, top + 1.4), (wall_x, 3.2, top / 2 - 0.3), boards, 0.015)
    box((12, 4, 0.6), (1, steps * run + 1.9, top - 0.3), grey, 0.012)
    box((14, 0.5, 9), (2, steps * run + 4.0, top + 3.4), boards, 0.015)
    box((2.2, 5, 0.45), (wall_x + 0.8, steps * run + 0.6, top + 2.6), boards, 0.015)
    box((80, 60, 0.2), (0, -28, -0.4), grey, 0)
    steel = metal("rail", (0.3, 0.3, 0.3), 0.3)
    a = math.degrees(math.atan2(rise, run))
    for x in (2.4,):
        length = steps * math.hypot(rise, run)
        mid = (x, steps * run / 2, top / 2 + 0.9)
        lathe([(24, -length * 500), (24, length * 500)], [v * 1000 for v in mid], steel, (a - 90, 0, 0), 24)
        for i in range(2, steps, 5):
            lathe([(16, 0), (16, 920)], (x * 1000, i * run * 1000, i * rise * 1000), steel, segments=16)
    shaders.sky(sky, tint=(1.0, 0.86, 0.74), elevation=light[0], rotation=light[1], dust=1.0)
    shaders.sun(*light, sun, 0.5, (1, 0.9, 0.76))
    film.camera(camera, look, lens)


def panes():
    """Window panes: a dark room or a drawn blind behind glass that bends what it mirrors a little, as large panes do."""
    m, g = shaders.material("pane")
    own = g("TexWhiteNoise", W=g("ObjectInfo").outputs["Random"], noise_dimensions="1D")
    q = g("TexCoord").outputs["Object"]
    r, tone, z = own.outputs["Value"], own.outputs["Color"], g("SeparateXYZ", q).outputs[2]
    lot = g("SeparateXYZ", tone)
    ripple = g.bump(g.noise(0.3, g.vec("ADD", g.scaled(tone, 90, 90, 90), q), 0), 0.012)
    room = g.mix(lot.outputs[0], (0.008, 0.009, 0.01), (0.05, 0.046, 0.04))
    fold = g.noise(1.0, g.scaled(q, 9, 1, 0.15), 2)
    cloth = g.mix(g.span(fold, 0.3, 0.7, 0.0, 0.45), g.mix(lot.outputs[1], (0.34, 0.31, 0.26), (0.5, 0.5, 0.48)), (0.2, 0.19, 0.17))
    hem = g.span(r, 0.0, 1.0, -2.2, 3.4)  # a few blinds reach the sill, most rooms have none
    body = g("BsdfDiffuse", Color=g.mix(g.math("GREATER_THAN", z, hem), room, cloth))
    lit = g.math("MULTIPLY", g.math("GREATER_THAN", r, 0.96), g.span(z, -1.3, 1.3, 0.05, 0.5))
    body = g("AddShader", body, g("Emission", (1, 0.66, 0.36), lit))
    mirror = g.math("MULTIPLY_ADD", g("LayerWeight", Blend=0.35).outputs["Fresnel"], 0.8, 0.16)
    g.out(g("MixShader", mirror, body, g("BsdfGlossy", Color=(0.8, 0.86, 0.9), Roughness=0.01, Normal=ripple)))
    return m


def skyline(rng, sky, air):
    """What the tower's panes mirror: blocks of a town in haze, against the light."""
    m, g = shaders.material("town")
    q, r = g("TexCoord").outputs["Object"], g("ObjectInfo").outputs["Random"]
    x = g("SeparateXYZ", q)
    wide = g.math("GREATER_THAN", g.math("FRACT", g.math("DIVIDE", g.math("ADD", x.outputs[0], x.outputs[1]), 3.1)), 0.42)
    tall = g.math("GREATER_THAN", g.math("FRACT", g.math("DIVIDE", x.outputs[2], 3.3)), 0.45)
    wall = g.ramp(r, (0, (0.5, 0.44, 0.38)), (0.4, (0.62, 0.6, 0.56)), (0.7, (0.42, 0.3, 0.24)), (1, (0.5, 0.52, 0.54)))
    c = g.mix(g.math("MULTIPLY", wide, tall), wall, (0.12, 0.14, 0.16))
    g.out(shaders.haze(g, g("BsdfDiffuse", Color=c), 420, sky, **air))
    for row in range(3):
        for k in range(24):
            x, y = -220 + k * 24 + rng.uniform(-6, 6), -210 - row * 75 - rng.uniform(0, 30)
            width, height = rng.uniform(12, 24), rng.choice((24, 30, 36, 42, 54, 66)) * rng.uniform(0.9, 1.1) + row * 6
            turn = (0, 0, rng.choice((-9, -4, 0, 3, 12)))
            box((width, rng.uniform(12, 18), height), (x, y, height / 2), m, 0, turn)
            box((width * 0.3, 5, 3.4), (x + rng.uniform(-3, 3), y, height + 1.5), m, 0, turn)


def tower(light=(34, 128), sun=5.0, sky=0.12, lens=150, columns=16, floors=16, seed=4, camera=(-62, -150, 8), look=(0.6, 0, 24.0), colour=(0.46, 0.43, 0.4)):
    rng = random.Random(seed)
    frame = masonry("panel", colour, scale=0.5, depth=0.003, stain=0.3)
    mullion = paint("mullion", (0.03, 0.03, 0.03), 0.4)
    w, h = 3.0, 3.3

    def copies(first):
        def put(at, tilt=(0, 0)):
            o = first.copy()
            bpy.context.collection.objects.link(o)
            o.location, o.rotation_euler = at, (math.radians(tilt[0]), 0, math.radians(tilt[1]))
        return put

    hidden = (0, 500, -500)
    put_v = copies(box((0.34, 0.9, h * floors), hidden, frame, 0.015))
    put_h = copies(box((w * columns, 0.9, 0.62), hidden, frame, 0.015))
    put_g = copies(box((w - 0.36, 0.04, h - 0.64), hidden, panes(), 0))
    put_m = copies(box((0.07, 0.1, h - 0.64), hidden, mullion, 0))
    put_t = copies(box((w - 0.36, 0.1, 0.07), hidden, mullion, 0))
    for i in range(columns + 1):
        put_v(((i - columns / 2) * w, 0, h * floors / 2))
    for j in range(floors + 1):
        put_h((0, 0.02, j * h))
        for i in range(columns):
            x, z = (i - columns / 2 + 0.5) * w, (j + 0.5) * h
            put_g((x, 0.32, z), (rng.gauss(0, 0.22), rng.gauss(0, 0.22)))
            put_m((x + (w * 0.12), 0.28, z))
            put_t((x, 0.28, z + 0.6))
    box((w * columns, 1, h * floors), (0, 1.3, h * floors / 2), paint("core", (0.02, 0.02, 0.02), 0.8), 0)
    air = dict(elevation=light[0], rotation=light[1], dust=1.5)
    skyline(rng, sky, air)
    shaders.sky(sky, clouds=dict(cover=0.46, scale=0.8, soft=0.4), **air)
    shaders.sun(*light, sun, 0.5, (1, 0.82, 0.6))
    film.camera(camera, look, lens)


def spiral(turns=5, steps=22, inner=0.75, outer=2.3, rise=0.165, lens=24, height=3.0, tone="warm", seed=2):
    tread = wood("tread", (0.1, 0.045, 0.02), (0.28, 0.15, 0.07), 0.35, scale=0.5)
    white = plaster("white", (0.62, 0.59, 0.54))
    rail_m = wood("rail", (0.05, 0.02, 0.01), (0.12, 0.05, 0.025), 0.2)
    iron = paint("iron", (0.012, 0.012, 0.013), 0.4)
    n = turns * steps
    da = 2 * math.pi / steps
    for i in range(n):
        a, z = -i * da, -i * rise
        pts = [(r * math.cos(a + t), r * math.sin(a + t)) for r, ts in ((inner, (0, 0.25, 0.5, 0.75, 1.08)), (outer, (1.08, 0.75, 0.5, 0.25, 0))) for t in [-da * k for k in ts]]
        o = prism(pts[::-1], z - 0.045, z, tread, 6)
        for k in range(2):
            b = a - da * (0.25 + 0.5 * k)
            lathe([(9, -20), (9, 900 - k * 40)], [1000 * (inner + 0.05) * math.cos(b), 1000 * (inner + 0.05) * math.sin(b), 1000 * (z - rise * 0.3 * k)], iron, segments=10)
    t = np.linspace(0, n, n * 4 + 1)
    a, z = -t * da, -t * rise

    def sweep(profile, name, material):
        """profile: list of (radius, height) drawn along the helix."""
        pts = np.stack([np.stack([r * np.cos(a), r * np.sin(a), z + h], -1) for r, h in profile], 1)
        o = ground.mesh(name, pts.reshape(-1, 3), ground.grid_faces(len(t), len(profile)), material)
        return dress(o, material, 40)

    tube = [(inner + 0.05 + 0.032 * math.cos(k), 0.93 + 0.028 * math.sin(k)) for k in np.linspace(0, 2 * math.pi, 13)]
    sweep(tube, "rail", rail_m)
    sweep([(inner - 0.02, 0.02), (inner - 0.02, -0.26), (inner + 0.03, -0.26), (inner + 0.03, 0.02), (inner - 0.02, 0.02)], "string", white)
    sweep([(inner + 0.03, -0.26), (outer, -0.26)], "soffit", white)
    sweep([(outer, 1.9), (outer, -0.3)], "shaft", white)
    bottom = -n * rise
    box((7, 7, 0.1), (0, 0, bottom - 0.1), plaster("floor", (0.2, 0.17, 0.14)), 0)
    shaders.gradient((-1, (0.1, 0.08, 0.06)), (0, (0.3, 0.33, 0.36)), (1, (0.9, 1.0, 1.1)), strength=1.2)
    for k in range(turns):
        s = k * 2.4
        shaders.lamp((math.cos(s) * outer * 0.92, math.sin(s) * outer * 0.92, -k * steps * rise + 0.7), (0, 0, -k * steps * rise - 0.6), 0.5, 60, (1, 0.62, 0.32), 0.8)
    shaders.lamp((0.0, 0.0, bottom + 1.4), (0, 0, bottom), 0.4, 60, (1, 0.7, 0.4))
    film.camera((0.16, 0.1, height), (0.0, 0.02, bottom), lens, 5.6, 8.0)


def build(place="arcade", **parameters):
    globals()[place](**parameters)
