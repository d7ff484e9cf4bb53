"""Open water, rocks and night skies: long exposures, harbours, piers."""
import math
import random

import bpy
import numpy as np

import film
import ground
import shaders
from things import block, glow, lathe, paint, prism, wood


def water(kind, air, sky, haze, tint, swell=1.0, at=(0, 0), heading=90, colour=(0.012, 0.02, 0.024)):
    m, g = shaders.material("water")
    p = g("NewGeometry").outputs["Position"]
    if kind == "long":  # seconds of waves run together: a soft mirror with drifting foam
        h = g.math("MULTIPLY_ADD", g.noise(0.09, g.scaled(p, 1, 2.2, 1), 3), 0.5, g.noise(0.5, g.scaled(p, 1, 2.0, 1), 2, 0.4))
        foam = g.span(g.noise(0.12, g.scaled(p, 1, 2.6, 1), 5, 0.6), 0.48, 0.75, 0.0, 0.45)
        body = g("BsdfPrincipled", Base_Color=g.mix(foam, colour, (0.5, 0.55, 0.6)), Roughness=0.2, Specular=0.5, IOR=1.33, Normal=g.bump(h, 0.12 * swell))
    elif kind == "harbour":
        h = g.math("MULTIPLY_ADD", g.noise(0.9, g.scaled(p, 0.7, 1.6, 1), 2), 0.7, g.noise(4.5, g.scaled(p, 0.6, 1.5, 1), 2))
        body = g("BsdfPrincipled", Base_Color=colour, Roughness=0.17, Specular=0.5, IOR=1.33, Normal=g.bump(h, 0.035 * swell))
    else:  # calm
        h = g.math("MULTIPLY_ADD", g.noise(0.5, g.scaled(p, 0.6, 1.8, 1), 3), 0.8, g.noise(2.6, g.scaled(p, 0.5, 1.6, 1), 2))
        body = g("BsdfPrincipled", Base_Color=colour, Roughness=0.04, Specular=0.5, IOR=1.33, Normal=g.bump(h, 0.02 * swell))
    g.out(shaders.haze(g, body, haze, sky, tint=tint, **air) if air else body)
    ground.terrain(lambda x, y: x * 0, at, heading, 150, 0.5, 60000, 160, 60, m, "water")


def rock_material(air, sky, haze, tint, colour=(0.055, 0.05, 0.045), wet=1.2, snow=0.0):
    m, g = shaders.material("rock")
    p = g("NewGeometry").outputs["Position"]
    n = g.noise(0.6, p, 5, 0.65)
    strata = g.noise(1.0, g.scaled(p, 0.15, 0.15, 2.2), 4, 0.6)
    c = g.mix(g.span(g.math("MULTIPLY_ADD", n, 0.5, g.math("MULTIPLY", strata, 0.5)), 0.35, 0.65), tuple(v * 0.4 for v in colour), tuple(v * 1.5 for v in colour))
    z = g("SeparateXYZ", p).outputs[2]
    low = g.span(z, wet * 0.4, wet * 1.3, 1, 0)
    c = g.mix(g.math("MULTIPLY", low, 0.7), c, tuple(v * 0.12 for v in colour))
    h = g.math("ADD", g.noise(3.0, p, 5, 0.65), strata)
    body = g("BsdfPrincipled", Base_Color=c, Roughness=g.span(low, 0, 1, 0.8, 0.25), Specular=0.4, Normal=g.bump(h, 0.12))
    g.out(shaders.haze(g, body, haze, sky, tint=tint, **air) if air else body)
    return m


def stack(at, radius, height, material, seed, taper=0.55, lean=0.0):
    """A sea stack: a noisy column, wider at the foot, with ledges."""
    rows, columns = 150, 220
    t = np.linspace(0, 1, rows)[:, None]
    a = np.linspace(0, 2 * np.pi, columns)[None, :]
    cx, cy = np.cos(a) * 1.0, np.sin(a) * 1.0
    k = 1.0 + (taper - 1.0) * t + 0.35 * np.exp(-t * 9)
    n = 0.30 * ground.perlin(cx * 1.3 + 5 + t * 1.1, cy * 1.3 + t * 1.7, seed) + 0.16 * ground.perlin(cx * 3 + t * 2, cy * 3 - t * 3, seed + 1)
    n = n + 0.09 * ground.perlin(cx * 7 + t * 5, cy * 7 + t * 5, seed + 2) + 0.05 * ground.perlin(cx * 16 + t * 13, cy * 16 - t * 13, seed + 3)
    ledge = 0.07 * ground.perlin(t * 14 + 0 * a, cx * 0.8 + 3, seed + 4) + 0.03 * ground.perlin(t * 40 + 0 * a, cx * 1.5 + 3, seed + 5)
    r = radius * np.clip(k + n + ledge, 0.1, 3)
    cap = np.clip((t - 0.88) / 0.12, 0, 1)
    r = r * np.sqrt(np.clip(1 - cap**2, 0, 1))
    top = 1 + 0.16 * ground.perlin(cx * 1.5 + 9, cy * 1.5, seed + 6) + 0.05 * ground.perlin(cx * 5 + 9, cy * 5, seed + 7)
    x = at[0] + r * np.cos(a) + lean * t * height
    y, z = at[1] + r * np.sin(a), (t * 1.06 - 0.06) * height * (1 + (top - 1) * t)
    return ground.mesh("stack", np.stack([x, y, z], -1).reshape(-1, 3), ground.grid_faces(rows, columns), material)


def boulders(spots, material, seed):
    for i, (x, y, r, flat) in enumerate(spots):
        bpy.ops.mesh.primitive_ico_sphere_add(subdivisions=6, radius=1, location=(0, 0, 0))
        o = bpy.context.object
        n = len(o.data.vertices)
        v = np.empty(n * 3, np.float32)
        o.data.vertices.foreach_get("co", v)
        v = v.reshape(-1, 3)
        s = seed + i * 7
        d = 0.32 * ground.perlin(v[:, 0] * 1.3 + s, v[:, 1] * 1.3 + v[:, 2], s) + 0.2 * np.abs(ground.perlin(v[:, 0] * 2.6 + v[:, 2] * 2, v[:, 1] * 2.6 - v[:, 2], s + 1))
        d = d + 0.08 * ground.perlin(v[:, 0] * 7 + v[:, 2] * 5, v[:, 1] * 7 - v[:, 2] * 5, s + 2) + 0.03 * ground.perlin(v[:, 0] * 18 + v[:, 2] * 9, v[:, 1] * 18, s + 3)
        v = v * (1 + d)[:, None] * np.array([r, r * 0.85, r * flat])
        o.data.vertices.foreach_set("co", v.ravel())
        o.data.polygons.foreach_set("use_smooth", np.full(len(o.data.polygons), True))
        o.location = (x, y, 0)
        o.data.materials.append(material)


def night_sky(stars=4500, radius=50000, way=1.0, seed=1, horizon=(0.012, 0.018, 0.028), zenith=(0.0015, 0.0025, 0.006), trail=0.0,
              pole=(8, 32), glow_at=None, view=None, power=1.0):
    """Stars (or, with `trail` degrees, star trails round a pole given as azimuth, altitude) and the Milky Way."""
    rng = np.random.default_rng(seed)
    g = shaders.gradient((-1, horizon), (0.0, horizon), (0.25, tuple((a + b) / 2 for a, b in zip(horizon, zenith))), (0.8, zenith), (1, zenith))
    if way:
        d = g.vec("MULTIPLY", g("NewGeometry").outputs["Incoming"], (-1, -1, -1))
        q = g("Mapping", Vector=d, Rotation=(math.radians(20), math.radians(-58), math.radians(-8)))
        x = g("SeparateXYZ", q)
        band = g.math("EXPONENT", g.math("MULTIPLY", g.math("POWER", g.math("ABSOLUTE", g.math("ADD", x.outputs[2], g.math("MULTIPLY_ADD", g.noise(1.6, q, 3), 0.3, -0.15))), 2.0), -26.0))
        core = g.math("EXPONENT", g.math("MULTIPLY", g.math("POWER", x.outputs[2], 2.0), -160.0))
        cloud = g.span(g.noise(7.5, q, 9, 0.68), 0.3, 0.75)
        dust = g.span(g.noise(5.5, g.scaled(q, 1, 1, 2.6), 9, 0.62, 0.6), 0.40, 0.6)
        lane = g.math("MULTIPLY", core, dust)
        light = g.math("MULTIPLY", g.math("MULTIPLY", band, cloud), g.math("SUBTRACT", 1.0, g.math("MULTIPLY", lane, 0.9)), clamp=True)
        air = g.span(g("SeparateXYZ", d).outputs[2], 0.02, 0.3, smooth=True)
        light = g.math("MULTIPLY", light, air)
        warm = g.mix(g.noise(2.0, q, 3), (0.55, 0.5, 0.62), (0.8, 0.66, 0.52))
        out = [n for n in g.tree.nodes if n.type == "BACKGROUND"][0]
        base = out.inputs[0].links[0].from_socket
        g.put(out.inputs[0], g.mix(g.math("MULTIPLY", light, 0.085 * way), base, warm, "ADD"))
    # each star a tiny quad, or a ribbon along its arc
    u, az = rng.uniform(0.01, 1, stars), rng.uniform(0, 2 * np.pi, stars)
    if view:
        az = np.radians(90 - (view[0] + rng.uniform(-view[1], view[1], stars)))
    z = u if not trail else rng.uniform(-0.6, 1, stars)
    s = np.stack([np.cos(az) * np.sqrt(1 - z**2), np.sin(az) * np.sqrt(1 - z**2), z], 1)
    bright = np.clip(rng.pareto(1.5, stars) * 0.12 + 0.03, 0, 6)
    pts, faces, tone = [], [], []
    pa, pt = math.radians(90 - pole[0]), math.radians(pole[1])
    axis = np.array([math.cos(pa) * math.cos(pt), math.sin(pa) * math.cos(pt), math.sin(pt)])
    colours = np.array([(0.6, 0.75, 1), (0.85, 0.92, 1), (1, 1, 1), (1, 0.9, 0.75), (1, 0.72, 0.5)])
    steps = 2 if not trail else 40
    if trail:
        zc = rng.uniform(0.05, 1.0, stars)
        phi = rng.uniform(0, 2 * np.pi, stars)
        e1 = np.cross(axis, [0, 0, 1.0]); e1 /= np.linalg.norm(e1)
        e2 = np.cross(axis, e1)
    for i in range(stars):
        width = (0.00022 + 0.0003 * min(bright[i], 3)) * (0.6 if trail else 1)
        if not trail:
            d = s[i]
            side = np.cross(d, [0, 0, 1.0]); side /= np.linalg.norm(side)
            up = np.cross(side, d)
            quad = [d + width * (math.cos(k) * side + math.sin(k) * up) for k in np.linspace(0, 2 * math.pi, 7)[:6]]
            b = len(pts)
            pts += quad
            faces += [(b, b + 1, b + 2, b + 3), (b, b + 3, b + 4, b + 5)]
            tone += [i] * 6
        else:
            r = math.sqrt(1 - zc[i] ** 2)
            b = len(pts)
            for k in range(steps):
                t = phi[i] + math.radians(trail) * k / (steps - 1)
                d = axis * zc[i] + r * (math.cos(t) * e1 + math.sin(t) * e2)
                side = axis - d * (axis @ d)
                side /= np.linalg.norm(side)
                pts += [d - side * width, d + side * width]
                tone += [i, i]
            faces += [(b + 2 * k, b + 2 * k + 1, b + 2 * k + 3, b + 2 * k + 2) for k in range(steps - 1)]
    m, h = shaders.material("stars")
    h.out(h("Emission", h("Attribute", attribute_name="tone").outputs["Color"], 1.0))
    o = ground.mesh("stars", np.array(pts) * radius, faces, m, False)
    layer = o.data.color_attributes.new("tone", "FLOAT_COLOR", "POINT")
    c = colours[rng.integers(0, 5, stars)] * (bright * (0.5 if not trail else 0.16) * power)[:, None]
    c = np.concatenate([c, np.ones((stars, 1))], 1)[np.array(tone)].astype(np.float32)
    layer.data.foreach_set("color", c.ravel())
    o.visible_diffuse = False
    o.visible_shadow = False
    return g


def mist_sheets(ys, z=0.6, height=1.2, strength=0.05, colour=(0.5, 0.6, 0.75), width=200, scale=0.06):
    """The spray that a long exposure leaves round rocks: soft upright veils."""
    for i, y in enumerate(ys):
        m, g = shaders.material("mist")
        p = g("NewGeometry").outputs["Position"]
        zz = g("SeparateXYZ", p).outputs[2]
        n = g.span(g.noise(scale, g.vec("ADD", g.scaled(p, 1, 1, 2), (i * 13, 0, 0)), 4, 0.5), 0.42, 0.75, smooth=True)
        fall = g.math("EXPONENT", g.math("DIVIDE", zz, -height * 0.35))
        a = g.math("MULTIPLY", g.math("MULTIPLY", n, fall), 0.5, clamp=True)
        g.out(g("MixShader", a, g("BsdfTransparent"), g("Emission", colour, strength)))
        o = ground.mesh("mist", [(-width, y, 0.0), (width, y, 0.0), (width, y, height * 2), (-width, y, height * 2)], [(0, 1, 2, 3)], m)
        o.visible_shadow = o.visible_diffuse = False


# ---- pictures -------------------------------------------------------------------------------------------------------

def night_coast(seed=5, lens=22, stars=15000):
    night_sky(stars, way=1.0, seed=seed, view=(0, 65), horizon=(0.016, 0.022, 0.032), zenith=(0.002, 0.003, 0.0075))
    m = rock_material(None, 0, 0, None, (0.05, 0.047, 0.045))
    for x, y, r, h, s in ((30, 62, 8, 27, 4), (45, 74, 7, 15, 9), (64, 92, 14, 38, 12), (17, 84, 3.5, 8, 14), (110, 150, 34, 46, 21)):
        stack((x, y), r, h, m, s)
    boulders([(6, 11, 1.6, 0.5), (9.5, 14, 2.6, 0.6), (3.4, 8, 0.8, 0.4), (14, 20, 3.6, 0.7), (8, 24, 1.3, 0.5), (1.2, 15, 0.9, 0.35)], m, 3)
    water("long", None, 0, 0, None, 0.6, colour=(0.006, 0.011, 0.016))
    mist_sheets((10, 16, 26, 58, 80), strength=0.05, colour=(0.45, 0.6, 0.85), height=1.6)
    shaders.sun(24, 230, 0.09, 2, (0.7, 0.8, 1.0))  # a moon behind us
    shaders.lamp((160, 220, 2), (60, 90, 10), 60, 9000, (1, 0.5, 0.2), 6)  # glow of a far town
    film.camera((0, -2, 2.6), (0, 20, 8.2), lens)


def long_exposure(air=None, sky=0.1, haze=900, tint=(0.95, 0.95, 1.05), rocks=3, lens=35, clouds=True):
    air = air or dict(elevation=3, rotation=35, dust=3)
    shaders.sky(sky, clouds=dict(cover=0.42, scale=0.7, stretch=0.22, soft=0.4, far=0.1) if clouds else None, tint=tint, **air)
    shaders.sun(max(air["elevation"], 2), air["rotation"], 0.6, 3, (1, 0.6, 0.4))
    m = rock_material(air, sky, haze, tint, (0.05, 0.046, 0.043))
    boulders([(2.2, 9, 1.2, 0.5), (3.8, 12, 1.9, 0.7), (0.6, 13.5, 0.7, 0.35), (-2.6, 17, 0.6, 0.3), (6.5, 19, 2.4, 0.8), (-6, 30, 1.0, 0.4)], m, rocks)
    posts = wood("posts", (0.03, 0.025, 0.02), (0.09, 0.075, 0.06), 0.8, axis="z")
    rng = random.Random(4)
    for i in range(11):
        for s in (0, 1):
            lathe([(0, 1250 + rng.uniform(-260, 200)), (105, 1200 + rng.uniform(-100, 100)), (120, -500)], ((-4.2 + s * 1.7 + rng.uniform(-.06, .06)) * 1000, (9 + i * 2.3) * 1000, 0), posts,
                  (rng.uniform(-3, 3), rng.uniform(-3, 3), 0), 20, wobble=0.08, seed=i)
    water("long", air, sky, haze, tint, 0.5)
    mist_sheets((9.5, 13, 19), strength=sky * 2.4, colour=(0.7, 0.75, 0.9), height=0.8, scale=0.2)
    film.camera((-0.6, 0, 1.9), (-0.6, 12, 1.55), lens)


def stacks(air=None, sky=0.1, haze=1100, tint=(0.95, 0.88, 1.05), lens=60, sun=1.6):
    air = air or dict(elevation=4, rotation=-22, dust=4)
    shaders.sky(sky, clouds=dict(cover=0.55, scale=1.1, stretch=0.5, soft=0.3), tint=tint, **air)
    shaders.sun(air["elevation"], air["rotation"], sun, 0.8, (1, 0.6, 0.35))
    m = rock_material(air, sky, haze, tint, (0.075, 0.062, 0.05))
    for x, y, r, h, s in ((-6, 110, 8, 31, 4), (22, 130, 10, 44, 9), (7, 170, 5, 16, 14), (-38, 210, 17, 46, 22), (64, 260, 30, 62, 31), (-80, 420, 40, 70, 40)):
        stack((x, y), r, h, m, s)
    boulders([(-9, 40, 1.8, 0.5), (4, 46, 1.4, 0.4), (13, 52, 2.6, 0.6), (9, 38, 0.9, 0.4)], m, 8)
    water("long", air, sky, haze * 2, tint, 0.9)
    mist_sheets((44, 104, 126, 165), strength=sky * 2.2, colour=(0.85, 0.75, 0.75), height=3.0)
    film.camera((0, 0, 4.5), (4, 110, 15), lens)


def harbour(seed=7, lens=55):
    rng = random.Random(seed)
    shaders.gradient((-1, (0.004, 0.005, 0.01)), (0.0, (0.035, 0.022, 0.02)), (0.12, (0.012, 0.014, 0.03)), (0.6, (0.003, 0.005, 0.014)), (1, (0.002, 0.004, 0.012)))
    dark = paint("house", (0.03, 0.028, 0.028), 0.8)
    tones = [(1, 0.58, 0.22), (1, 0.68, 0.36), (1, 0.82, 0.6), (0.7, 0.85, 1.0), (1, 0.35, 0.12), (0.45, 1.0, 0.75)]
    lights = [glow("lamp", t, 60) for t in tones]
    for m in lights[3:]:
        m.cycles.sample_as_light = False
    panes = [glow("pane", t, 2.2) for t in tones[:4]]
    block((900e3, 8e3, 3e3), (0, 182e3, 0.6e3), dark, 0)
    x = -140
    while x < 150:
        w, h = rng.uniform(7, 16), rng.uniform(7, 19)
        d = 190 + rng.uniform(0, 6)
        block((w * 1e3, 10e3, h * 1e3), (x * 1e3, d * 1e3, h / 2 * 1e3 + 1.5e3), dark, 0)
        for i in range(int(w // 2.4)):
            for j in range(int(h // 3.1)):
                if rng.random() < 0.3:
                    block((900, 50, 1300), ((x - w / 2 + 1.6 + i * 2.4) * 1e3, (d - 5.1) * 1e3, (3.6 + j * 3.0) * 1e3), rng.choice(panes), 0)
        x += w + rng.choice((0.2, 0.2, 3))
    hill = lambda X, Y: np.clip(26 + 24 * ground.fbm(X / 160, Y / 160, 5, 4), 2, None) * np.clip((Y - 205) / 60, 0, 1)
    ground.slab(-400, 400, 200, 420, hill, 160, 60, dark)
    for _ in range(120):
        X, Y = rng.uniform(-200, 200), rng.uniform(225, 330)
        Z = float(hill(np.array([X]), np.array([Y]))[0]) + 2
        bpy.ops.mesh.primitive_uv_sphere_add(segments=8, ring_count=6, radius=rng.uniform(0.15, 0.4), location=(X, Y, Z))
        bpy.context.object.data.materials.append(rng.choice(lights[3:]))
    for i in range(34):  # quay lamps
        X = -130 + i * 8 + rng.uniform(-1, 1)
        bpy.ops.mesh.primitive_uv_sphere_add(segments=12, ring_count=8, radius=0.42, location=(X, 179, 6.5))
        bpy.context.object.data.materials.append(rng.choice(lights[:3]))
    for i in range(9):  # boats with masts
        X, Y = rng.uniform(-60, 62), rng.uniform(120, 165)
        hull = [(-4.6, 1.0), (-3.6, 0), (3.2, 0), (5.4, 1.5), (-4.6, 1.3)]
        o = prism([(a, b) for a, b in hull], -1.1, 1.1, dark, 60)
        o.location, o.rotation_euler = (X, Y, 0), (math.radians(90), 0, rng.uniform(-0.4, 0.4))
        block((3e3, 1.6e3, 1.2e3), (X * 1e3 - 500, Y * 1e3, 1.7e3), dark, 80)
        lathe([(70, 0), (40, rng.uniform(9e3, 13e3))], (X * 1e3 + 600, Y * 1e3, 1e3), dark, segments=8)
        if rng.random() < 0.7:
            bpy.ops.mesh.primitive_uv_sphere_add(segments=8, ring_count=6, radius=0.16, location=(X + 0.6, Y - 1.2, rng.uniform(2.6, 9)))
            bpy.context.object.data.materials.append(rng.choice(lights))
    water("harbour", None, 0, 0, None, 1.0, colour=(0.003, 0.005, 0.008))
    film.camera((0, 0, 5.5), (4, 180, 3.0), lens)


def trails(seed=2, lens=24, arc=38):
    night_sky(4200, way=0, seed=seed, trail=arc, pole=(6, 30), horizon=(0.03, 0.03, 0.04), zenith=(0.004, 0.008, 0.02), power=5)
    m, g = shaders.material("hill")
    p = g("NewGeometry").outputs["Position"]
    g.out(g("BsdfDiffuse", Color=g.mix(g.noise(0.4, p, 5, 0.7), (0.004, 0.004, 0.005), (0.03, 0.028, 0.024))))
    rise = lambda x, y: 16 * ground.fbm(x / 90, y / 90, 12, 7) + np.clip(y - 60, 0, 400) * 0.07 - 5
    ground.terrain(rise, (0, 0), 90, 110, 2, 900, 500, 600, m)
    rock = rock_material(None, 0, 0, None, (0.1, 0.085, 0.07), -10)
    stack((16, 46), 5.5, 19, rock, 8)
    stack((25, 52), 4.0, 11, rock, 15)
    stack((8, 50), 3.0, 7, rock, 19)
    shaders.sun(22, 215, 0.11, 2, (0.75, 0.85, 1.0))
    shaders.lamp((30, 26, 4), (17, 46, 6), 5, 6000, (1, 0.6, 0.3))
    film.camera((0, 0, 4), (3, 40, 18), lens)


def pier(lens=40):
    """A pier that runs out into fog."""
    haze = 26
    shaders.gradient((-1, (0.55, 0.58, 0.61)), (0, (0.6, 0.635, 0.67)), (0.3, (0.68, 0.715, 0.75)), (1, (0.8, 0.84, 0.88)))

    def fogged(name, build_surface):
        m, g = shaders.material(name)
        body = build_surface(g)
        d = g.math("DIVIDE", g("CameraData").outputs["View Distance"], -haze)
        fade = g.math("SUBTRACT", 1.0, g.math("EXPONENT", d), clamp=True)
        fade = g.math("MULTIPLY", fade, g("LightPath").outputs["Is Camera Ray"])
        g.out(g("MixShader", fade, body, g("Emission", (0.6, 0.635, 0.67), 1.0)))
        return m

    def timber(g):
        p = g("TexCoord").outputs["Object"]
        r = g("ObjectInfo").outputs["Random"]
        q = g.vec("ADD", g.scaled(p, 2, 22, 22), g("CombineXYZ", g.math("MULTIPLY", r, 50.0), r, r))
        n = g.noise(1.2, q, 4, 0.7)
        c = g.mix(g.span(n, 0.3, 0.7), (0.035, 0.03, 0.026), (0.17, 0.15, 0.135))
        c = g.mix(1.0, c, g.ramp(r, (0, (0.6, 0.6, 0.6)), (1, (1.25, 1.2, 1.15))), "MULTIPLY")
        wet = g.span(g.noise(1.1, g("NewGeometry").outputs["Position"], 3), 0.42, 0.6)
        return g("BsdfPrincipled", Base_Color=c, Roughness=g.span(wet, 0, 1, 0.7, 0.22), Normal=g.bump(n, 0.004))

    def sea(g):
        p = g("NewGeometry").outputs["Position"]
        h = g.math("MULTIPLY_ADD", g.noise(0.7, g.scaled(p, 0.6, 1.6, 1), 3), 0.8, g.noise(4, g.scaled(p, 0.6, 1.5, 1), 2))
        return g("BsdfPrincipled", Base_Color=(0.02, 0.03, 0.032), Roughness=0.05, IOR=1.33, Normal=g.bump(h, 0.03))

    planks_m, water_m = fogged("timber", timber), fogged("sea", sea)
    rng = random.Random(3)
    for i in range(330):
        block((2300 + rng.uniform(-25, 25), 182, 45), (rng.uniform(-12, 12), i * 190 - 600, 1000 + rng.uniform(-4, 4)), planks_m, 6, (0, rng.uniform(-.4, .4), rng.uniform(-.5, .5)), 2)
    for i in range(24):
        for s in (-1, 1):
            y = i * 2600 + 600
            lathe([(0, 2150), (70, 2140), (85, 2100), (95, -1500)], (s * 1120, y, 0), planks_m, (rng.uniform(-1, 1), rng.uniform(-1, 1), 0), 20, wobble=0.05, seed=i)
            for z in (1560, 2010):
                block((60, 2600, 110), (s * 1120, y + 1300, z), planks_m, 8, segments=2)
    ground.terrain(lambda x, y: x * 0, (0, 0), 90, 150, 0.5, 3000, 60, 40, water_m)
    film.camera((0.28, -0.4, 2.55), (-0.05, 20, 1.75), lens, 8, 5)


def build(view="night_coast", **parameters):
    globals()[view](**parameters)
