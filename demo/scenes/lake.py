"""A mountain lake with trees and mist, through the seasons; a ridge with a rising moon; a wood in fog; a road; a fence."""
import math
import random

import bpy
import numpy as np

import film
import ground
import shaders
from things import block, lathe, metal, wood

# colours along a wood, from one stand to the next: needles in other seasons and in autumn (with larches), leaves in autumn
NEEDLES = (((0, (0.012, 0.02, 0.01)), (1, (0.03, 0.045, 0.02))),
           ((0, (0.01, 0.018, 0.008)), (0.72, (0.03, 0.042, 0.016)), (0.8, (0.15, 0.1, 0.02)), (1, (0.24, 0.13, 0.02))))
LEAVES = ((0, (0.09, 0.085, 0.016)), (0.3, (0.27, 0.17, 0.022)), (0.52, (0.34, 0.16, 0.02)), (0.72, (0.24, 0.085, 0.014)),
          (0.88, (0.19, 0.04, 0.012)), (1, (0.1, 0.055, 0.02)))


def mountain(height, scale, seed, shore, hills=0.0):
    def at(x, y):
        d = np.clip((y - shore) / 900, 0, 1)
        wx = x + 60 * ground.perlin(x / 300, y / 300, seed + 31)
        wy = y + 60 * ground.perlin(x / 300, y / 300, seed + 37)
        r = ground.fbm(wx / scale, wy / scale, seed, 8, ridged=True)
        r = 0.75 + np.clip(r - 0.75, 0, 5) ** 0.8
        z = height * (r - 0.75) * d**0.8
        bank = np.clip((y - shore + 18 * ground.perlin(x / 70, y / 70, seed + 3)) / 60, -1, 1) * 4
        foot = hills * np.clip(0.45 + ground.perlin(x / 150, y / 190, seed + 41), 0, 2)
        return np.where(y < shore - 20, -4, (np.maximum(z, 0) + foot) * np.clip((y - shore) / 200, 0, 1) + bank)
    return at


def conifer(seed, material):
    """A spruce: drooping ragged tiers of small blades round a trunk."""
    rng = np.random.default_rng(seed)
    pts, faces = [], []
    n = 1500
    t = rng.random(n) ** 0.75
    reach = (1 - t) * 0.19 * (0.75 + 0.5 * rng.random(n)) * (0.8 + 0.3 * np.sin(t * 70)) + 0.012
    a = rng.random(n) * 2 * np.pi
    for k in range(n):
        z, r = 0.06 + t[k] * 0.94, reach[k]
        c, s = math.cos(a[k]), math.sin(a[k])
        w = 0.012 + 0.02 * (1 - t[k])
        b = len(pts)
        pts += [(c * r * 0.1 - s * w * .5, s * r * 0.1 + c * w * .5, z), (c * r * 0.1 + s * w * .5, s * r * 0.1 - c * w * .5, z),
                (c * r + s * w, s * r - c * w, z - r * 0.45), (c * r - s * w, s * r + c * w, z - r * 0.38)]
        faces.append((b, b + 1, b + 2, b + 3))
    o = ground.mesh("spruce", pts, faces, material, False)
    return o


def broadleaf(seed, material, leaves=1500):
    """A crown of leaf clusters down to near the ground, narrow or wide by its seed."""
    rng = np.random.default_rng(seed)
    wide = rng.uniform(0.12, 0.27)
    lobes = rng.normal(0, 1, (18, 3))
    lobes = lobes / np.linalg.norm(lobes, axis=1)[:, None] * np.array([wide, wide, 0.34]) * rng.uniform(0.3, 1, (18, 1)) + np.array([0, 0, 0.55])
    c = lobes[rng.integers(0, 18, leaves)]
    d = rng.normal(0, 1, (leaves, 3))
    d = d / np.linalg.norm(d, axis=1)[:, None] * (rng.random((leaves, 1)) ** 0.4) * 0.13
    p = c + d
    u = rng.normal(0, 1, (leaves, 3)); u /= np.linalg.norm(u, axis=1)[:, None]
    v = np.cross(u, rng.normal(0, 1, (leaves, 3))); v /= np.linalg.norm(v, axis=1)[:, None]
    s = 0.026
    pts = np.stack([p - u * s, p + v * s, p + u * s, p - v * s], 1).reshape(-1, 3)
    faces = np.arange(leaves * 4).reshape(-1, 4)
    trunk = [(-0.015, 0, 0), (0.015, 0, 0), (0.01, 0, 0.55), (-0.01, 0, 0.55)]
    pts = np.concatenate([pts, trunk])
    return ground.mesh("tree", pts, np.concatenate([faces, [[leaves * 4 + k for k in range(4)]]]), material, False)


def scatter(kind, spots, sizes, rng):
    """Copies of a tree: a square lies at each spot, and the tree stands on it at its size and turn."""
    turn = rng.random(len(sizes)) * 2 * np.pi
    corners = [spots + np.stack([np.cos(turn + k), np.sin(turn + k), 0 * turn], -1) * sizes[:, None] / math.sqrt(2) for k in np.arange(4) * math.pi / 2]
    o = ground.mesh("stand", np.stack(corners, 1).reshape(-1, 3), np.arange(len(sizes) * 4).reshape(-1, 4))
    o.instance_type, o.use_instance_faces_scale, o.show_instancer_for_render = "FACES", True, False
    kind.parent = o


def forest(shape, shore, spruces, crowns, seed, deep=680, gap=5.0, treeline=125):
    """A wood over the slope: stands of spruce and of leaf trees, lower and thinner towards the tree line."""
    rng = np.random.default_rng(seed)
    far = 0.42 * (shore + deep)
    x, y = (v.ravel() + rng.uniform(-0.5, 0.5, v.size) * gap for v in np.meshgrid(np.arange(-far, far, gap), np.arange(shore - 15, shore + deep, gap)))
    x, y = x[np.abs(x) < 0.42 * y], y[np.abs(x) < 0.42 * y]
    z = shape(x, y)
    high = np.clip(z / treeline + 0.5 * ground.fbm(x / 80, y / 80, seed + 3, 4), 0, 1)
    kept = (z > 0.25) & (rng.random(len(z)) > high**3) & (ground.perlin(x / 24, y / 24, seed + 5) > -0.75)
    x, y, z, high = x[kept], y[kept], z[kept], high[kept]
    size = rng.uniform(4.5, 11, len(x)) * (1 - 0.45 * high) * (1 + 0.25 * ground.perlin(x / 30, y / 30, seed + 7)) * np.clip(0.45 + z / 5, 0, 1)
    spruce = ground.fbm(x / 60, y / 60, seed + 9, 3) + 0.5 * high + rng.normal(0, 0.32, len(x)) > 0.3
    kind = np.where(spruce, rng.integers(0, len(spruces), len(x)), len(spruces) + rng.integers(0, len(crowns), len(x)))
    size = size * np.where(spruce, 1.15, 0.9)
    for i, tree in enumerate(spruces + crowns):
        scatter(tree, np.stack([x, y, z - 0.2], -1)[kind == i], size[kind == i], rng)


def firs(shape, shore, kinds, seed, trees):
    """Single spruces that thin out up the slope."""
    rng = random.Random(seed)
    for k in kinds:
        k.location = (0, -900, -300)
    for _ in range(trees):
        y = shore + 2 + abs(rng.gauss(0, 1)) * 110
        x = rng.uniform(-1, 1) * y * 0.62
        zz = float(shape(np.array([float(x)]), np.array([float(y)]))[0])
        if zz < 0.8:
            continue
        o = rng.choice(kinds).copy()
        bpy.context.collection.objects.link(o)
        s = rng.uniform(9, 24)
        o.location, o.scale, o.rotation_euler = (x, y, zz - 0.3), (s * rng.uniform(0.85, 1.2), s, s), (0, 0, rng.uniform(0, 6.3))


def foliage(name, stops, air, sky, haze, tint, low):
    m, g = shaders.material(name)
    stand = g.span(g.noise(0.03, g("NewGeometry").outputs["Position"], 3), 0.32, 0.68)  # neighbours are of a kind
    c = g.ramp(g.math("MULTIPLY_ADD", g("ObjectInfo").outputs["Random"], 0.55, g.math("MULTIPLY", stand, 0.45)), *stops)
    c = g.mix(g.noise(3.0, g("TexCoord").outputs["Object"], 2), c, g.mix(1.0, c, (0.45, 0.45, 0.45), "MULTIPLY"))
    body = g("MixShader", 0.25, g("BsdfDiffuse", Color=c), g("BsdfTranslucent", Color=c))
    g.out(shaders.haze(g, body, haze, sky, tint=tint, low=low, **air))
    return m


def lake(season="dawn", air=None, sky=0.1, haze=1500, low=14.0, tint=(1.0, 0.9, 0.98), sun=1.2, sun_colour=(1, 0.7, 0.45), seed=4, lens=40, shore=330, height=250, scale=950,
         eye=2.4, look=(0, 300, 22), trees=900, ripple=0.012, mist=0.35, clouds=None, jetty=False, snowline=150, extra_sun=None, hills=0.0):
    air = air or dict(elevation=5, rotation=60, dust=2.5)
    shaders.sky(sky, clouds=clouds, tint=tint, **air)
    shaders.sun(extra_sun or max(air["elevation"], 3), air["rotation"], sun, 0.6, sun_colour)
    haze_of = lambda g, s, d=haze: shaders.haze(g, s, d, sky, tint=tint, low=low, **air)
    m, g = shaders.material("mountain")
    p, nz = g("NewGeometry").outputs["Position"], g("SeparateXYZ", g("NewGeometry").outputs["Normal"]).outputs[2]
    z = g("SeparateXYZ", p).outputs[2]
    n = g.noise(0.02, p, 9, 0.65)
    rock = g.mix(n, (0.035, 0.033, 0.033), (0.11, 0.1, 0.095))
    green = {"autumn": ((0.025, 0.022, 0.01), (0.075, 0.05, 0.02))}.get(season, ((0.012, 0.018, 0.01), (0.035, 0.04, 0.02)))
    c = g.mix(g.math("MULTIPLY", g.span(nz, 0.55, 0.8), g.span(g.math("MULTIPLY_ADD", n, 90.0, z), 90, 190, 1, 0)), rock, g.mix(n, *green))
    snow = g.math("MULTIPLY", g.span(g.math("MULTIPLY_ADD", n, 160.0, z), snowline + 70, snowline + 95), g.span(nz, 0.56, 0.68))
    c = g.mix(snow, c, (0.75, 0.78, 0.82))
    g.out(haze_of(g, g("BsdfDiffuse", Color=c, Normal=g.bump(g.noise(0.06, p, 9, 0.7), 7.0))))
    shape = mountain(height, scale, seed, shore, hills)
    ground.terrain(shape, (0, 0), 90, 80, 60, 4500, 560, 760, m)

    air_of = (air, sky, haze, tint, low)
    needles = foliage("needles", NEEDLES[season == "autumn"], *air_of)
    spruces = [conifer(k, needles) for k in range(4)]
    if season == "autumn":
        leaves = foliage("leaves", LEAVES, *air_of)
        forest(shape, shore, spruces, [broadleaf(k, leaves) for k in range(6)], seed)
    else:
        firs(shape, shore, spruces, seed, trees)

    m, g = shaders.material("lake")
    p = g("NewGeometry").outputs["Position"]
    calm = g.span(g.noise(0.02, g.scaled(p, 0.6, 1.6, 1), 3), 0.45, 0.6, 0.15, 1.0)
    h = g.math("MULTIPLY", g.math("MULTIPLY_ADD", g.noise(0.9, g.scaled(p, 0.5, 1.3, 1), 2), 0.8, g.noise(3.5, g.scaled(p, 0.5, 1.3, 1), 1)), calm)
    g.out(g("BsdfPrincipled", Base_Color=(0.006, 0.011, 0.012), Roughness=0.02, IOR=1.33, Normal=g.bump(h, ripple)))
    ground.terrain(lambda x, y: x * 0, (0, 0), 90, 150, 0.5, 6000, 60, 40, m, "water")
    if mist:
        veils(mist, sky, air, tint, shore)
    if jetty:
        grey = wood("jetty", (0.05, 0.045, 0.04), (0.17, 0.155, 0.14), 0.7)
        r = random.Random(2)
        for i in range(58):
            block((1500 + r.uniform(-20, 20), 172, 40), (2600 + r.uniform(-8, 8), 3200 + i * 178, 420 + r.uniform(-3, 3)), grey, 5, (0, 0, r.uniform(-.5, .5)), 2)
        for i in range(5):
            for s in (-1, 1):
                lathe([(0, 900), (80, 890), (90, -600)], ((2600 + s * 700), 4000 + i * 2300, 0), grey, segments=20, wobble=0.05, seed=i)
    film.camera((0, 0, eye), look, lens)


def veils(strength, sky, air, tint, shore):
    """Low mist on the water: upright sheets, thick in patches, lit like the sky behind them."""
    for i in range(7):
        m, g = shaders.material("veil")
        p = g("NewGeometry").outputs["Position"]
        z = g("SeparateXYZ", p).outputs[2]
        n = g.span(g.noise(0.011 + 0.004 * (i % 3), g.vec("ADD", g.scaled(p, 1, 1, 3.2), (i * 37, 0, 0)), 5, 0.5), 0.38, 0.72, smooth=True)
        fall = g.math("EXPONENT", g.math("DIVIDE", z, -(3.5 + i * 1.2)))
        a = g.math("MULTIPLY", g.math("MULTIPLY", n, fall), strength * (1 + 0.12 * i), clamp=True)
        up = shaders.raised(g, g.vec("MULTIPLY", g("NewGeometry").outputs["Incoming"], (-1, -1, -1)), 0.1)
        c = g.mix(1.0, shaders.sky_node(g, up, **air), tint, "MULTIPLY")
        g.out(g("MixShader", a, g("BsdfTransparent"), g("Emission", c, sky * 0.95)))
        y = 95 + i * (shore - 105) / 6
        o = ground.mesh("veil", [(-y * 1.5, y, 0), (y * 1.5, y, 0), (y * 1.5, y, 46), (-y * 1.5, y, 46)], [(0, 1, 2, 3)], m)
        o.visible_shadow = o.visible_diffuse = False


def ridge(seed=6, lens=135, layers=7, haze=9500, power=1.35, air=(0.2, 0.2, 0.29)):
    """Moonrise over folded ridges at dusk: the shadow of the earth below, a belt of rose above it."""
    shaders.gradient((-1, air), (0.008, (0.23, 0.23, 0.32)), (0.032, (0.42, 0.325, 0.365)), (0.06, (0.43, 0.38, 0.43)), (0.1, (0.33, 0.39, 0.5)), (0.2, (0.2, 0.3, 0.46)), (1, (0.08, 0.14, 0.28)))
    m, g = shaders.material("ridge")
    p = g("NewGeometry").outputs["Position"]
    n = g.noise(0.02, p, 5, 0.7)
    c = g.mix(n, (0.006, 0.008, 0.01), (0.03, 0.03, 0.03))
    d = g.math("POWER", g.math("DIVIDE", g("CameraData").outputs["View Distance"], haze), power)
    d = g.math("MULTIPLY", d, g.span(g.noise(0.0016, p, 4, 0.6), 0.35, 0.65, 0.8, 1.25))
    fade = g.math("SUBTRACT", 1.0, g.math("EXPONENT", g.math("MULTIPLY", d, -1.0)), clamp=True)
    g.out(g("MixShader", fade, g("BsdfDiffuse", Color=c), g("Emission", air, 1.0)))
    rng = np.random.default_rng(seed)
    for i in range(layers):
        y = 1500 + i * i * 420 + i * 900
        x = np.linspace(-y * 0.2, y * 0.2, 4000)
        z = (60 + i * 62) + (70 + 34 * i) * (ground.fbm(x / (420 + 150 * i), x * 0 + i * 5.1, seed + i * 3, 9, 0.52)) - i * 6
        if i < 2:  # spruces on the near crests
            crown = z.copy()
            for x0 in rng.uniform(x[0], x[-1], 520):
                k = int((x0 - x[0]) / (x[1] - x[0]))
                tall = rng.uniform(5, 17) * (0.4 + 0.9 * np.clip(ground.perlin(np.array([x0 / 60]), np.array([0.0]), 9)[0] + 0.5, 0, 1))
                near = slice(max(k - 40, 0), k + 40)
                crown[near] = np.maximum(crown[near], z[k] + tall - np.abs(x[near] - x0) * 4.6 + rng.uniform(-0.7, 0.7, len(x[near])))
            z = crown
        deep = np.stack([np.stack([x, x * 0 + y, z], -1), np.stack([x, x * 0 + y - 400, z - 420], -1)], 0)
        ground.mesh("ridge", deep.reshape(-1, 3), ground.grid_faces(2, 4000), m, False)
    mm, h = shaders.material("moon")
    q = h("TexCoord").outputs["Object"]
    sea = h.span(h.noise(1.4, q, 5, 0.55), 0.44, 0.6)
    spots = h.noise(6, q, 4, 0.7)
    col = h.mix(sea, (1.0, 0.86, 0.68), (0.55, 0.47, 0.4))
    col = h.mix(0.35, col, h.mix(1.0, col, spots, "MULTIPLY"))
    h.out(h("MixShader", 0.0, h("Emission", col, 1.3), h("BsdfTransparent")))
    bpy.ops.mesh.primitive_uv_sphere_add(segments=96, ring_count=48, radius=1)
    o = bpy.context.object
    d = 30000
    o.location, o.scale = (d * 0.052, d, d * 0.0485), (d * 0.0068,) * 3
    o.data.polygons.foreach_set("use_smooth", [True] * len(o.data.polygons))
    o.data.materials.append(mm)
    o.visible_diffuse = o.visible_glossy = o.visible_shadow = False
    film.camera((0, 0, 260), (0, 5000, 385), lens)


def fogwood(seed=5, lens=50, haze=30.0, season="autumn"):
    """Trunks in fog."""
    tone = (0.5, 0.53, 0.54)
    shaders.gradient((-1, (0.2, 0.2, 0.19)), (0, tone), (0.5, (0.72, 0.75, 0.77)), (1, (0.95, 0.97, 1.0)))

    def fogged(name, colour, bump, rough=0.9, scale=(6, 6, 0.7)):
        m, g = shaders.material(name)
        p = g("TexCoord").outputs["Object"]
        w = g("NewGeometry").outputs["Position"]
        n = g.noise(2.2, g.scaled(g.vec("ADD", p, g("CombineXYZ", g("ObjectInfo").outputs["Random"], 0.0, 0.0)), *scale), 5, 0.7)
        c = g.mix(g.span(n, 0.3, 0.7), *colour)
        moss = g.math("MULTIPLY", g.span(g("SeparateXYZ", w).outputs[2], 0.2, 2.2, 1, 0), g.span(g.noise(1.6, w, 3), 0.45, 0.62))
        if name == "bark":
            c = g.mix(g.math("MULTIPLY", moss, 0.75), c, (0.05, 0.065, 0.018))
        body = g("BsdfPrincipled", Base_Color=c, Roughness=rough, Specular=0.2, Normal=g.bump(n, bump))
        fade = g.math("SUBTRACT", 1.0, g.math("EXPONENT", g.math("DIVIDE", g("CameraData").outputs["View Distance"], -haze)), clamp=True)
        fade = g.math("MULTIPLY", fade, g("LightPath").outputs["Is Camera Ray"])
        up = g.span(g("SeparateXYZ", w).outputs[2], 0, 14)
        g.out(g("MixShader", fade, body, g("Emission", g.mix(up, tone, (0.66, 0.7, 0.72)), 1.0)))
        return m

    bark = fogged("bark", ((0.012, 0.01, 0.009), (0.075, 0.063, 0.052)), 0.05)
    soil = fogged("soil", ((0.02, 0.014, 0.008), (0.085, 0.05, 0.022)), 0.06, scale=(1, 1, 1))
    leaf = fogged("leaf", ((0.16, 0.06, 0.015), (0.3, 0.14, 0.035)), 0.0, scale=(1, 1, 1))
    floor = lambda x, y: 0.5 * ground.fbm(x / 7, y / 7, seed, 5) + 0.0 * x
    ground.terrain(floor, (0, 0), 90, 90, 1, 160, 420, 300, soil)
    rng = random.Random(seed)
    spots = []
    while len(spots) < 130:
        y = 6 + 70 * rng.random() ** 0.8
        x = rng.uniform(-0.55, 0.55) * (y + 5)
        if abs(x) < 0.7 + 0.01 * y or (y < 9 and x < 1) or any((x - a) ** 2 + (y - b) ** 2 < 2.2 for a, b in spots):
            continue
        spots.append((x, y))
    for i, (x, y) in enumerate(spots):
        r0, h = rng.uniform(0.13, 0.34), 26
        rows, cols = 70, 36
        t, a = np.linspace(0, 1, rows)[:, None], np.linspace(0, 2 * np.pi, cols)[None]
        bx = 0.5 * ground.perlin(t * 2.2 + i, t * 0, i) * t
        by = 0.5 * ground.perlin(t * 2.2 + i, t * 0 + 5, i + 1) * t
        r = r0 * (1 - 0.72 * t + 0.55 * np.exp(-t * 46)) * (1 + 0.09 * ground.perlin(np.cos(a) * 1.5 + i, np.sin(a) * 1.5 + t * 9, i) * (1 + 2.5 * np.exp(-t * 50)))
        z0 = float(floor(np.array([float(x)]), np.array([float(y)]))[0]) - 0.1
        lx, ly = rng.uniform(-0.6, 0.6), rng.uniform(-0.6, 0.6)
        pts = np.stack([r * np.cos(a) + bx + lx * t, r * np.sin(a) + by + ly * t, t * h + 0 * a], -1)
        o = ground.mesh("trunk", pts.reshape(-1, 3), ground.grid_faces(rows, cols), bark)
        o.location = (x, y, z0)
        for b in range(rng.randint(3, 9)):  # bare branches
            tb = rng.uniform(0.16, 0.75)
            row = int(tb * (rows - 1))
            base = pts[row].mean(axis=0)
            ang, length = rng.uniform(0, 6.28), rng.uniform(0.7, 2.6)
            k = np.linspace(0, 1, 14)[:, None]
            c = np.linspace(0, 2 * np.pi, 7)[None]
            rr = 0.028 * (1 - 0.85 * k) * (r0 / 0.2)
            wob = 0.16 * ground.perlin(k * 3 + b, k * 0, i + b)
            cx, cy = math.cos(ang), math.sin(ang)
            along, up = k * length, k * length * rng.uniform(-0.25, 0.5) + wob
            q = np.stack([base[0] + cx * along - cy * (rr * np.cos(c) + wob), base[1] + cy * along + cx * (rr * np.cos(c) + wob), base[2] + up + rr * np.sin(c)], -1)
            o = ground.mesh("branch", q.reshape(-1, 3), ground.grid_faces(14, 7), bark)
            o.location = (x, y, z0)
    pts = []
    g = np.random.default_rng(seed)
    for k in range(26000):  # fallen leaves
        y = 2.2 + 26 * g.random() ** 1.4
        x = g.uniform(-0.5, 0.5) * (y + 3)
        pts.append((x, y, 0))
    pts = np.array(pts)
    z = floor(pts[:, 0], pts[:, 1]) + 0.012
    a, s = g.random(len(pts)) * 6.28, 0.035 + 0.03 * g.random(len(pts))
    tilt = g.normal(0, 0.35, (len(pts), 2))
    quad = []
    for da in (0, 1.57, 3.14, 4.71):
        dx, dy = np.cos(a + da) * s * (1 if da in (0, 3.14) else 0.6), np.sin(a + da) * s * (1 if da in (0, 3.14) else 0.6)
        quad.append(np.stack([pts[:, 0] + dx, pts[:, 1] + dy, z + dx * tilt[:, 0] + dy * tilt[:, 1] + 0.008], -1))
    q = np.stack(quad, 1).reshape(-1, 3)
    ground.mesh("leaves", q, np.arange(len(q)).reshape(-1, 4), leaf, False)
    film.camera((0, 0, 1.5), (0, 20, 2.7), lens)


def road(air=None, sky=0.1, lens=60, sun=2.4):
    """A straight road over the desert to far hills."""
    air = air or dict(elevation=7, rotation=285, dust=2.2, ozone=2)
    tint = (1.05, 0.88, 0.96)
    shaders.sky(sky, clouds=dict(cover=0.52, scale=0.9, stretch=0.4), tint=tint, **air)
    shaders.sun(8, air["rotation"], sun, 0.6, (1, 0.66, 0.4))
    dip = lambda y: 5.5 * np.sin(y / 190.0 + 0.4) * np.clip(y / 120, 0, 1) - 1.5 * np.clip(y / 120, 0, 1) + np.clip((y - 700) / 900, 0, 3) * 9
    hills = lambda x, y: np.clip((np.hypot(x, y) - 2600) / 2500, 0, 1) * np.clip(240 * ground.fbm(x / 1900, y / 1900, 5, 8, ridged=True) - 120, 0, None)
    land = lambda x, y: dip(y) + (0.35 * ground.fbm(x / 6, y / 6, 8, 5) + 1.2 * ground.fbm(x / 60, y / 60, 9, 3)) * np.clip((np.abs(x) - 4.6) / 14, 0, 1) - 0.25 * np.clip((np.abs(x) - 3.9) / 1.5, 0, 1) + hills(x, y)
    m, g = shaders.material("desert")
    p = g("NewGeometry").outputs["Position"]
    n = g.noise(0.35, p, 5, 0.7)
    c = g.mix(g.span(n, 0.35, 0.65), (0.19, 0.105, 0.055), (0.36, 0.235, 0.14))
    pebble = g.span(g.noise(9, p, 3, 0.7), 0.55, 0.7, 0, 0.6)
    c = g.mix(pebble, c, (0.09, 0.06, 0.04))
    body = g("BsdfDiffuse", Color=c, Normal=g.bump(g.math("MULTIPLY_ADD", g.noise(6, p, 3), 0.25, n), 0.16))
    g.out(shaders.haze(g, body, 6500, sky, tint=tint, **air))
    ground.terrain(land, (0, 0), 90, 80, 1.5, 14000, 1100, 800, m)
    m, g = shaders.material("asphalt")
    p = g("NewGeometry").outputs["Position"]
    xyz = g("SeparateXYZ", p)
    ax = g.math("ABSOLUTE", xyz.outputs[0])
    big, fine = g.noise(0.5, g.scaled(p, 1, 0.15, 1), 4), g.noise(60, p, 2)
    tyre = g.math("EXPONENT", g.math("MULTIPLY", g.math("POWER", g.math("SUBTRACT", g.math("ABSOLUTE", g.math("SUBTRACT", ax, 1.8)), 0.8), 2.0), -14.0))
    c = g.mix(g.span(g.math("MULTIPLY_ADD", fine, 0.5, g.math("MULTIPLY", big, 0.6)), 0.35, 0.75), (0.022, 0.021, 0.02), (0.085, 0.08, 0.074))
    c = g.mix(g.math("MULTIPLY", tyre, 0.35), c, (0.02, 0.02, 0.02))
    dash = g.math("LESS_THAN", g.math("FRACT", g.math("DIVIDE", xyz.outputs[1], 9.0)), 0.36)
    line = g.math("MAXIMUM", g.math("MULTIPLY", g.math("LESS_THAN", ax, 0.075), dash), g.math("LESS_THAN", g.math("ABSOLUTE", g.math("SUBTRACT", ax, 3.35)), 0.06))
    worn = g.span(g.noise(7, p, 4, 0.7), 0.36, 0.56)
    white = g.mix(g.math("LESS_THAN", ax, 1.0), (0.5, 0.48, 0.44), (0.5, 0.3, 0.05))
    c = g.mix(g.math("MULTIPLY", line, worn), c, white)
    crack = g.span(g("TexVoronoi", Vector=g.mix(0.25, p, g.noise(1.3, p, 3, colour=True), "ADD"), Scale=0.35, feature="DISTANCE_TO_EDGE").outputs["Distance"], 0.0, 0.012, 1, 0)
    c = g.mix(g.math("MULTIPLY", crack, 0.8), c, (0.01, 0.01, 0.01))
    body = g("BsdfPrincipled", Base_Color=c, Roughness=g.span(big, 0.3, 0.7, 0.5, 0.75), Specular=0.4, Normal=g.bump(fine, 0.006))
    g.out(shaders.haze(g, body, 6500, sky, tint=tint, **air))
    y = np.geomspace(1, 1400, 500)[:, None]
    x = np.linspace(-3.7, 3.7, 9)[None]
    ground.mesh("road", np.stack([x + 0 * y, y + 0 * x, dip(y) + 0.03 - 0.006 * x**2], -1).reshape(-1, 3), ground.grid_faces(500, 9), m)
    post = wood("post", (0.03, 0.025, 0.02), (0.1, 0.085, 0.07), 0.8, axis="z")
    for i in range(26):
        yy = 16 + i * 38
        lathe([(0, 8300), (110, 8300), (150, 0)], (9500, yy * 1000, (float(dip(np.array(float(yy)))) - 0.4) * 1000), post, segments=16)
        block((2200, 110, 120), (9500, yy * 1000, (float(dip(np.array(float(yy)))) + 7.2) * 1000), post, 5)
    film.camera((-0.5, 0, 1.75), (0.4, 60, 2.4), lens)


def fence(air=None, sky=0.1, lens=50):
    """A snow fence runs over a white hill."""
    air = air or dict(elevation=9, rotation=288, dust=1.5, ozone=2)
    tint = (1.0, 0.93, 0.98)
    shaders.sky(sky, tint=tint, **air)
    shaders.sun(9, air["rotation"], 2.4, 0.6, (1, 0.74, 0.52))
    hill = lambda x, y: 4.2 * np.exp(-((x - 6) / 22) ** 2 - ((y - 52) / 26) ** 2) + 0.9 * ground.perlin(x / 24, y / 24, 3) + 0.12 * ground.fbm(x / 3, y / 5, 4, 3)
    m, g = shaders.material("snow")
    p = g("NewGeometry").outputs["Position"]
    lines = g("TexWave", Vector=g.mix(0.5, p, g.noise(0.5, p, 2, colour=True), "ADD"), Scale=0.7, Distortion=4, Detail=2, Detail_Scale=0.8)
    h = g.math("MULTIPLY_ADD", lines, 0.4, g.math("MULTIPLY_ADD", g.noise(1.5, p, 4), 1.0, g.math("MULTIPLY", g.noise(40, p, 2), 0.05)))
    body = g("BsdfPrincipled", Base_Color=(0.82, 0.84, 0.87), Roughness=0.5, Specular=0.3, Normal=g.bump(h, 0.045))
    plain = g("BsdfDiffuse", Color=(0.82, 0.84, 0.87))
    g.out(g("MixShader", g("LightPath").outputs["Is Camera Ray"], plain, shaders.haze(g, body, 900, sky, tint=tint, **air)))
    ground.terrain(hill, (0, 0), 90, 80, 1, 5000, 900, 700, m)
    slat = wood("slat", (0.035, 0.022, 0.014), (0.12, 0.075, 0.045), 0.75, axis="z")
    rng = random.Random(4)
    t = 0.0
    base = block((40, 9, 1300), (0, 0, -90000), slat, 1.5, segments=1)
    while t < 1:
        x = -7 + 15 * t + 2.4 * math.sin(t * 5.2)
        y = 7 + 46 * t
        z = float(hill(np.array([x]), np.array([y]))[0])
        o = base.copy()
        bpy.context.collection.objects.link(o)
        o.location = (x, y, z + 0.45 + rng.uniform(-0.03, 0.03))
        o.rotation_euler = (rng.gauss(0, 0.02), 0.14 * math.sin(t * 17) + rng.gauss(0, 0.035), math.atan2(46, 15) * 1.0 + rng.gauss(0, 0.1))
        o.scale = (1, 1, rng.uniform(0.94, 1.04))
        t += 0.0021
    wire = metal("wire", (0.2, 0.19, 0.18), 0.4)
    for level in (0.25, 0.6, 0.95):
        ts = np.linspace(0, 1, 200)
        xs, ys = -7 + 15 * ts + 2.4 * np.sin(ts * 5.2), 7 + 46 * ts
        zs = hill(xs, ys) + level
        c = np.linspace(0, 2 * np.pi, 7)
        q = np.stack([np.stack([xs, ys + 0.006 * np.cos(k), zs + 0.006 * np.sin(k)], -1) for k in c], 1)
        ground.mesh("wire", q.reshape(-1, 3), ground.grid_faces(200, 7), wire)
    film.camera((0.5, 0, 1.7), (1.2, 30, 2.9), lens)


def build(view="lake", **parameters):
    globals()[view](**parameters)
