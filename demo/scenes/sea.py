"""Open water, rocks and night skies: long exposures, piers."""
import math
import random

import bpy
import numpy as np

import film
import ground
import shaders
from things import block, glow, lathe, paint, wood


def water(kind, air, sky, haze, tint, swell=1.0, at=(0, 0), heading=90, colour=(0.012, 0.02, 0.024)):
    m, g = shaders.material("water")
    p = g("NewGeometry").outputs["Position"]
    if kind == "long":  # seconds of waves run together: a soft mirror with drifting foam
        h = g.math("MULTIPLY_ADD", g.noise(0.09, g.scaled(p, 1, 2.2, 1), 3), 0.5, g.noise(0.5, g.scaled(p, 1, 2.0, 1), 2, 0.4))
        foam = g.span(g.noise(0.12, g.scaled(p, 1, 2.6, 1), 5, 0.6), 0.48, 0.75, 0.0, 0.45)
        body = g("BsdfPrincipled", Base_Color=g.mix(foam, colour, (0.5, 0.55, 0.6)), Roughness=0.2, Specular=0.5, IOR=1.33, Normal=g.bump(h, 0.12 * swell))
    elif kind == "harbour":
        h = g.math("MULTIPLY_ADD", g.noise(0.9, g.scaled(p, 0.7, 1.6, 1), 2), 0.7, g.noise(4.5, g.scaled(p, 0.6, 1.5, 1), 2))
        body = g("BsdfPrincipled", Base_Color=colour, Roughness=0.15, Specular=0.5, IOR=1.33, Normal=g.bump(h, 0.035 * swell))
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


def crag(at, radius, height, material, seed, lean=0.0):
    """A stack of layered rock: flat faces broken by ledges and cracks, a slanting top. Its seam looks away from the camera."""
    rng = np.random.default_rng(seed)
    rows, cap, columns = 280, 40, 460
    t = np.linspace(0, 1, rows)[:, None]
    a = (np.pi / 2 + np.linspace(0, 2 * np.pi, columns))[None, :]
    cx, cy = np.cos(a), np.sin(a)
    r = np.full((rows, columns), 9.0)
    faces = rng.integers(7, 11)
    for k in range(faces):
        d = rng.uniform(0.72, 1.08) - rng.uniform(0.0, 0.24) * t
        for _ in range(4):
            d = d - rng.uniform(0.01, 0.1) / (1 + np.exp(-(t - rng.uniform(0.1, 0.98)) * 220))
        c = np.cos(a - 2 * np.pi * (k + rng.uniform(-0.3, 0.3)) / faces - rng.uniform(-0.3, 0.3) * t)
        r = np.minimum(r, d / np.clip(c, 0.2, 1))
    r = np.maximum(r, 0.4) + 0.35 * np.exp(-t * 13)
    arc, z = (a - np.pi / 2) * 1.0, t * height / radius
    r = r + 0.075 * ground.fbm(arc * 1.6, z * 1.1, seed, 7, 0.52)
    bed = ground.perlin(z * 7 + 0.25 * ground.perlin(arc, z, seed + 2), arc * 0.5, seed + 1)
    r = r + 0.03 * bed + 0.012 * ground.perlin(z * 22, arc * 1.5, seed + 3)
    r = r - 0.05 * (1 - np.abs(ground.perlin(arc * 1.7, z * 0.35 + 7, seed + 4))) ** 6
    r = radius * np.clip(r, 0.08, 3)
    slant = rng.uniform(0, 2 * np.pi)
    top = 1 + 0.07 * np.cos(a - slant) + 0.07 * ground.perlin(cx * 1.4 + 9, cy * 1.4, seed + 6) + 0.025 * ground.perlin(cx * 5 + 9, cy * 5, seed + 7)
    z = (t * 1.05 - 0.05) * height * top
    u = np.linspace(0, 1, cap)[1:, None]
    rc = r[-1:] * (1 - u)
    zc = z[-1:] + height * (1 - top) * u + radius * 0.16 * ground.fbm(rc * cx / radius * 2.2, rc * cy / radius * 2.2, seed + 8, 5) * np.clip(u * 4, 0, 1)
    r, z = np.concatenate([r, rc]), np.concatenate([z, zc])
    x, y = at[0] + r * cx + lean * z, at[1] + r * cy
    return ground.mesh("crag", np.stack([x, y, z], -1).reshape(-1, 3), ground.grid_faces(rows + cap - 1, columns), material)


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


def long_exposure(rocks=3, lens=35, eye=2.0, veil=(0.16, 0.17, 0.21), **sky):
    """Two rows of old posts and a rock in a sea that a minute has smoothed."""
    broken_sky(**(dict(light_at=9.0, seed=21.0, bright=0.9, opening=2.6, spread=7.0, stretch=0.16, rain=0.6, low=((1.0, 0.62, 0.42), (0.72, 0.52, 0.52)),
                       dark=((0.075, 0.09, 0.125), (0.17, 0.185, 0.23)), lit=((0.14, 0.14, 0.18), (0.36, 0.31, 0.32)), scale=0.3) | sky))
    m = rock_material(None, 0, 0, None, (0.05, 0.046, 0.043))
    boulders([(2.2, 9, 1.2, 0.5), (3.8, 12, 1.9, 0.7), (0.6, 13.5, 0.7, 0.35), (-2.6, 17, 0.6, 0.3), (6.5, 19, 2.4, 0.8), (-6, 30, 1.0, 0.4)], m, rocks)
    posts = wood("posts", (0.03, 0.025, 0.02), (0.09, 0.075, 0.06), 0.8, axis="z")
    rng = random.Random(4)
    for i in range(11):
        for s in (0, 1):
            lathe([(0, 1250 + rng.uniform(-260, 200)), (105, 1200 + rng.uniform(-100, 100)), (120, -500)], ((-4.2 + s * 1.7 + rng.uniform(-.06, .06)) * 1000, (9 + i * 2.3) * 1000, 0), posts,
                  (rng.uniform(-3, 3), rng.uniform(-3, 3), 0), 20, wobble=0.08, seed=i)
    m, g = shaders.material("water")
    p = g("NewGeometry").outputs["Position"]
    h = g.math("MULTIPLY_ADD", g.noise(0.09, g.scaled(p, 1, 2.2, 1), 3), 0.5, g.noise(0.5, g.scaled(p, 1, 2.0, 1), 2, 0.4))
    foam = g.span(g.noise(0.12, g.scaled(p, 1, 2.6, 1), 5, 0.6), 0.45, 0.75, 0.0, 0.5)
    body = g("BsdfPrincipled", Base_Color=g.mix(foam, (0.012, 0.02, 0.026), (0.5, 0.55, 0.62)), Roughness=0.22, Specular=0.5, IOR=1.33, Normal=g.bump(h, 0.06))
    fade = g.math("SUBTRACT", 1.0, g.math("EXPONENT", g.math("DIVIDE", g("CameraData").outputs["View Distance"], -700.0)), clamp=True)
    g.out(g("MixShader", g.math("MULTIPLY", fade, 0.8), body, g("Emission", veil, 1.0)))
    ground.terrain(lambda x, y: x * 0, (0, 0), 90, 150, 0.5, 60000, 160, 60, m, "water")
    mist_sheets((9.5, 13, 19), strength=0.2, colour=(0.7, 0.75, 0.9), height=0.8, scale=0.2)
    film.camera((-0.6, 0, eye), (-0.6, 12, eye - 0.35), lens)


def stacks(air=None, sky=0.1, haze=700, tint=(0.95, 0.88, 1.05), lens=48, sun=1.6):
    """Sea stacks against the light, the far ones in haze."""
    air = air or dict(elevation=4, rotation=-22, dust=4)
    shaders.sky(sky, clouds=dict(cover=0.55, scale=1.1, stretch=0.5, soft=0.3), tint=tint, **air)
    shaders.sun(air["elevation"], air["rotation"], sun, 0.8, (1, 0.6, 0.35))
    m = rock_material(air, sky, haze, tint, (0.05, 0.043, 0.037))
    for x, y, r, h, s, lean in ((21, 118, 9, 34, 4, -0.03), (33, 136, 4.5, 15, 9, 0.05), (-5, 240, 10, 41, 14, 0.02), (-16, 262, 5, 19, 22, 0.0),
                                (-84, 430, 34, 62, 31, 0.0), (-150, 520, 60, 84, 40, 0.0)):
        crag((x, y), r, h, m, s, lean)
    boulders([(-9, 40, 1.8, 0.5), (5, 46, 1.4, 0.4), (14, 52, 2.6, 0.6), (-14, 60, 1.2, 0.4), (11, 100, 3.0, 0.5)], m, 8)
    water("long", air, sky, haze * 3, tint, 0.9)
    mist_sheets((44, 100, 116, 225), strength=sky * 2.2, colour=(0.85, 0.75, 0.75), height=3.0)
    film.camera((0, 0, 4.5), (0, 110, 13), lens)


def swell_field(size=260.0, n=1024, wind=13.0, seed=3, heading=250.0):
    """One tile of a wind sea, from its spectrum; height in metres over (x, y)."""
    rng = np.random.default_rng(seed)
    k = 2 * np.pi * np.fft.fftfreq(n, size / n)
    kx, ky = np.meshgrid(k, k)
    kk = np.hypot(kx, ky)
    kk[0, 0] = 1
    a = np.radians(90 - heading)
    along = (kx * np.cos(a) + ky * np.sin(a)) / kk
    largest = wind**2 / 9.81
    power = np.exp(-1 / (kk * largest) ** 2) / kk**4 * (along**2 * 0.85 + 0.15) * np.exp(-(kk * 0.12) ** 2)
    power[0, 0] = 0
    wave = np.fft.ifft2(np.sqrt(power) * (rng.normal(size=(n, n)) + 1j * rng.normal(size=(n, n)))).real
    wave = wave / wave.std()
    wave = np.sign(wave) * np.abs(wave) + 0.16 * (wave**2 - 1)  # crests sharper than troughs

    def at(x, y):
        u, v = (x / size * n) % n, (y / size * n) % n
        i, j = u.astype(int), v.astype(int)
        f, h = u - i, v - j
        w = lambda di, dj: wave[(j + dj) % n, (i + di) % n]
        return (w(0, 0) * (1 - f) + w(1, 0) * f) * (1 - h) + (w(0, 1) * (1 - f) + w(1, 1) * f) * h
    return at


def broken_sky(light_at=-6.0, seed=5.0, bright=2.2, low=((1.0, 0.8, 0.52), (0.9, 0.86, 0.78)), dark=((0.034, 0.041, 0.05), (0.135, 0.15, 0.166)),
               lit=((0.08, 0.085, 0.09), (0.34, 0.31, 0.27)), stretch=0.55, rain=0.25, opening=1.0, spread=34.0, scale=0.42):
    """Heavy cloud with a gap over the horizon: `low` = tones of the gap, `dark` and `lit` = clouds far from it and near it."""
    g = shaders.Graph(bpy.context.scene.world.node_tree)
    d = g.vec("MULTIPLY", g("NewGeometry").outputs["Incoming"], (-1, -1, -1))
    x = g("SeparateXYZ", d)
    up = g.math("MAXIMUM", x.outputs[2], 0.0)
    az = g.math("SUBTRACT", g.math("ARCTAN2", x.outputs[0], x.outputs[1]), math.radians(light_at))
    lift = g.math("ADD", up, 0.045)
    plane = g("CombineXYZ", g.math("DIVIDE", x.outputs[0], lift), g.math("MULTIPLY", g.math("DIVIDE", x.outputs[1], lift), stretch), seed)
    n = g.noise(scale, plane, 10, 0.58, 0.5)
    rag = g.math("SUBTRACT", g.noise(7.0, g("CombineXYZ", az, g.math("MULTIPLY", up, 3.0), seed), 7, 0.6), 0.5)
    height = g.math("DIVIDE", g.math("MULTIPLY_ADD", rag, 0.055, up), opening)
    gap = g.ramp(height, (0.0, (1, 1, 1)), (0.022, (0.92, 0.92, 0.92)), (0.05, (0.22, 0.22, 0.22)), (0.1, (0.03, 0.03, 0.03)), (0.25, (0, 0, 0)), ease="EASE")
    reach = g.math("MULTIPLY_ADD", g.math("EXPONENT", g.math("MULTIPLY", g.math("POWER", az, 2.0), -spread)), 0.9, 0.1)
    slant = g.math("MULTIPLY_ADD", up, 0.9, az)
    veil = g.span(g.noise(5.0, g("CombineXYZ", slant, g.math("MULTIPLY", up, 0.35), seed + 3), 5, 0.6), 0.4, 0.66, 1.0, rain, smooth=True)
    light = g.math("MULTIPLY", g.math("MULTIPLY", gap, reach), g.math("MULTIPLY", veil, bright))
    tone = g.mix(g.span(up, 0.0, 0.08 * opening), *low)
    cloud = g.mix(g.span(n, 0.34, 0.68, smooth=True), *dark)
    cloud = g.mix(1.0, cloud, g.span(up, 0.02, 0.4, 1.15, 0.75), "MULTIPLY")
    cloud = g.mix(g.math("MULTIPLY", reach, g.span(up, 0.03, 0.28 * opening, 0.5, 0.0)), cloud, g.mix(g.span(n, 0.38, 0.62), *lit))
    g.out(g("Background", g.mix(1.0, cloud, g.mix(1.0, tone, light, "MULTIPLY"), "ADD"), 1.0), kind="World")


def storm(lens=70, eye=9.0, look=0.034, wave=0.55, house=(64, 900), **sky):
    """A lighthouse on its skerry under a storm: one break of light over the horizon."""
    broken_sky(**sky)
    m, g = shaders.material("sea")
    p = g("NewGeometry").outputs["Position"]
    far = g.span(g("CameraData").outputs["View Distance"], 20, 1400)
    chop = g.math("MULTIPLY_ADD", g.noise(1.1, g.scaled(p, 1, 1.5, 1), 4, 0.6), 0.6, g.math("MULTIPLY", g.noise(5, p, 3, 0.6), 0.12))
    body = g("BsdfPrincipled", Base_Color=(0.008, 0.014, 0.016), Roughness=g.span(far, 0, 1, 0.06, 0.24), Specular=0.5, IOR=1.33,
             Normal=g.bump(chop, 0.22))
    crest = g.math("MULTIPLY", g.span(g("SeparateXYZ", p).outputs[2], 1.5 * wave, 2.6 * wave), g.span(g.noise(0.7, p, 6, 0.7), 0.5, 0.66))
    body = g("MixShader", g.math("MULTIPLY", crest, 0.55), body, g("BsdfDiffuse", Color=(0.6, 0.64, 0.66)))
    mist = g.math("SUBTRACT", 1.0, g.math("EXPONENT", g.math("DIVIDE", g("CameraData").outputs["View Distance"], -9000.0)), clamp=True)
    g.out(g("MixShader", mist, body, g("Emission", (0.2, 0.19, 0.17), 1.0)))
    a, b = swell_field(), swell_field(97.0, 512, 7.0, 8, 235.0)
    height = lambda x, y: (wave * a(x, y) * (0.8 + 0.3 * ground.perlin(x / 170, y / 170, 4)) + 0.22 * wave * b(x, y)) * np.clip(2500 / np.hypot(x, y), 0, 1)
    ground.terrain(height, (0, 0), 90, 46, 8, 60000, 1500, 900, m, "sea")

    dark = rock_material(None, 0, 0, None, (0.02, 0.02, 0.02), -5)
    hx, hy = house
    boulders([(hx - 6, hy, 26, 0.2), (hx + 22, hy + 5, 24, 0.26), (hx - 34, hy + 8, 9, 0.25), (hx + 62, hy - 4, 15, 0.22)], dark, 3)
    white = paint("tower", (0.16, 0.16, 0.16), 0.7)
    lathe([(2900, 3500), (2100, 20500), (2900, 20700), (2900, 21500), (1900, 21500), (1900, 24000), (2100, 24100), (1500, 25600), (200, 26300), (150, 28000), (0, 28000)], (hx * 1e3, hy * 1e3, 0), white, segments=32)
    block((7e3, 6e3, 5e3), ((hx + 9) * 1e3, hy * 1e3, 7e3), white, 0)
    lantern = lathe([(1950, 21900), (1950, 23700)], (hx * 1e3, (hy - 0.2) * 1e3, 0), glow("lantern", (1, 0.85, 0.55), 6), segments=16)
    lantern.visible_glossy = False
    film.camera((0, 0, eye), (0, 100, eye + 100 * look), lens)


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
