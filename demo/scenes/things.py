"""Solids and surfaces for table-top and interior scenes. Lengths in millimetres, except where a scene says metres."""
import math
import random

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector

import ground
import shaders

MM = 0.001


def place(o, at=(0, 0, 0), turn=(0, 0, 0)):
    o.location = Vector(at) * MM
    o.rotation_euler = Euler([math.radians(a) for a in turn])
    return o


def dress(o, material, crease=35):
    o.data.materials.clear()
    o.data.materials.append(material)
    if hasattr(o.data, "use_auto_smooth"):
        o.data.use_auto_smooth, o.data.auto_smooth_angle = True, math.radians(crease)
    return o


def block(size, at=(0, 0, 0), material=None, bevel=1.0, turn=(0, 0, 0), segments=3, vertical=None):
    """A box centred at `at`; `vertical` rounds only the upright edges, with that radius."""
    x, y, z = (s * MM / 2 for s in size)
    if vertical:
        r, n, pts = vertical * MM, 10, []
        for cx, cy, a0 in ((x - r, y - r, 0), (-x + r, y - r, 90), (-x + r, -y + r, 180), (x - r, -y + r, 270)):
            for k in range(n + 1):
                a = math.radians(a0 + 90 * k / n)
                pts.append((cx + r * math.cos(a), cy + r * math.sin(a)))
        return place(prism(pts, -z, z, material, bevel), at, turn)
    c = [(i, j, k) for i in (-x, x) for j in (-y, y) for k in (-z, z)]
    f = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    o = ground.mesh("block", c, f)
    return finish(place(o, at, turn), material, bevel, segments)


def finish(o, material, bevel, segments=3):
    if bevel:
        m = o.modifiers.new("bevel", "BEVEL")
        m.width, m.segments, m.limit_method, m.angle_limit = bevel * MM, segments, "ANGLE", math.radians(40)
        m.harden_normals = False
    return dress(o, material)


def prism(outline, z0, z1, material=None, bevel=0.0):
    """An outline (metres) drawn out along z."""
    n = len(outline)
    points = [(x, y, z0) for x, y in outline] + [(x, y, z1) for x, y in outline]
    m = bpy.data.meshes.new("prism")
    faces = [tuple(reversed(range(n))), tuple(range(n, 2 * n))]
    faces += [(i, (i + 1) % n, n + (i + 1) % n, n + i) for i in range(n)]
    m.from_pydata(points, [], faces)
    m.polygons.foreach_set("use_smooth", [True] * len(m.polygons))
    o = bpy.data.objects.new("prism", m)
    bpy.context.collection.objects.link(o)
    return finish(o, material, bevel)


def lathe(profile, at=(0, 0, 0), material=None, turn=(0, 0, 0), segments=96, knurl=(0, 0.0), close=True, crease=28,
          wobble=0.0, seed=0):
    """Turn (radius, height) pairs about z. `knurl` = (count, depth in mm) makes grooves all round."""
    p = np.array(profile, np.float32) * MM
    if knurl[0]:
        segments = knurl[0] * 4
    a = np.arange(segments) * 2 * np.pi / segments
    r = p[:, 0][:, None] * np.ones(segments)[None]
    if knurl[0]:
        cut = np.where((np.arange(segments) % 4) < 2, 0, knurl[1] * MM)
        inner = np.zeros(len(p), bool)
        inner[1:-1] = True
        r = r - cut[None] * inner[:, None] * (p[:, 0] > 0)[:, None]
    if wobble:
        rng = np.random.default_rng(seed)
        for k in range(1, 5):
            r = r * (1 + wobble / k * np.sin(k * a[None] + rng.random() * 6.3 + p[:, 1][:, None] / MM / 30))
    z = np.repeat(p[:, 1][:, None], segments, 1)
    points = np.stack([r * np.cos(a), r * np.sin(a), z], -1).reshape(-1, 3)
    i = np.arange((len(p) - 1) * segments)
    j = i // segments * segments + (i % segments + 1) % segments
    o = ground.mesh("lathe", points, np.stack([i, j, j + segments, i + segments], 1))
    return dress(place(o, at, turn), material, crease)


def smooth(profile, steps=8):
    """A Catmull-Rom curve through the profile's points."""
    p = np.array([profile[0], *profile, profile[-1]], float)
    out = []
    for i in range(1, len(p) - 2):
        for t in np.linspace(0, 1, steps, endpoint=False):
            a, b, c, d = p[i - 1:i + 3]
            out.append(tuple(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)))
    return [(max(r, 0), z) for r, z in out] + [tuple(profile[-1])]


def rounded(r, h, e=0.6, base=0.0, hole=0.0):
    """Profile of a disc or ring with eased edges."""
    out = [(r - e, base), (r - 0.3 * e, base + 0.3 * e), (r, base + e), (r, base + h - e),
           (r - 0.3 * e, base + h - 0.3 * e), (r - e, base + h)]
    return [(hole, base)] + out + [(hole, base + h)] if hole == 0 else \
        [(hole, base + h)] + [(hole, base)] + out + [(hole, base + h)]


def disc(r, h, at, material, turn=(0, 0, 0), edge=0.6, knurl=None, hole=0.0):
    return lathe(rounded(r, h, edge, 0, hole), at, material, turn, knurl=knurl or (0, 0))


def word(text, at, size, material, turn=(90, 0, 0), align="CENTER", depth=0.05, spacing=1.0):
    c = bpy.data.curves.new("word", "FONT")
    c.body, c.size, c.align_x, c.align_y = text, size * MM, align, "CENTER"
    c.extrude, c.resolution_u, c.space_character = depth * MM, 4, spacing
    o = bpy.data.objects.new("word", c)
    bpy.context.collection.objects.link(o)
    c.materials.append(material)
    return place(o, at, turn)


def ring_words(text, centre, radius, size, material, start=0.0, step=None, faceted=False, facing=-1):
    """Letters round a lens: on its face (looking along -y), or, `faceted`, on its barrel."""
    step = step or math.degrees(size * 0.78 / radius)
    for k, ch in enumerate(text):
        a = math.radians(start - k * step)
        if ch == " ":
            continue
        c = bpy.data.curves.new("letter", "FONT")
        c.body, c.size, c.align_x, c.align_y, c.extrude = ch, size * MM, "CENTER", "CENTER", 0.04 * MM
        c.resolution_u = 3
        c.materials.append(material)
        o = bpy.data.objects.new("letter", c)
        bpy.context.collection.objects.link(o)
        x, z = radius * math.cos(a), radius * math.sin(a)
        o.location = Vector((centre[0] + x, centre[1], centre[2] + z)) * MM
        if faceted:
            right = Vector((math.sin(a), 0, -math.cos(a)))
            normal = Vector((math.cos(a), 0, math.sin(a)))
            up = normal.cross(right)
        else:
            right = Vector((math.sin(a), 0, -math.cos(a)))
            up = Vector((math.cos(a), 0, math.sin(a)))
            normal = right.cross(up)
        o.rotation_euler = Matrix((right, up, normal)).transposed().to_euler()


def group(objects, at=(0, 0, 0), turn=(0, 0, 0)):
    e = bpy.data.objects.new("group", None)
    bpy.context.collection.objects.link(e)
    for o in objects:
        if o.parent is None:
            o.parent = e
    return place(e, at, turn)


def everything():
    return [o for o in bpy.context.collection.objects if o.type in {"MESH", "FONT", "CURVE"} and o.parent is None]


# ---- surfaces -------------------------------------------------------------------------------------------------------

def where(g, object_space=True):
    return g("TexCoord").outputs["Object"] if object_space else g("NewGeometry").outputs["Position"]


def metal(name="chrome", colour=(0.62, 0.61, 0.58), rough=0.22, wear=0.15, brushed=0.0):
    m, g = shaders.material(name)
    p = where(g)
    n = g.noise(90, p, 3, 0.7)
    r = g.span(n, 0.3, 0.75, max(rough - wear * 0.4, 0.03), rough + wear)
    height = g.noise(2500, g.scaled(p, 1, 1, 0.02) if brushed else p, 0)
    b = g("BsdfPrincipled", Base_Color=g.mix(g.span(g.noise(300, p, 2), 0.55, 0.8, 0, 0.3), colour, tuple(c * 0.5 for c in colour)),
          Metallic=1.0, Roughness=r, Normal=g.bump(height, 0.000008 if not brushed else 0.00006))
    g.out(b)
    return m


def paint(name="black", colour=(0.012, 0.012, 0.013), rough=0.4, grain=0.00004, specular=0.5, scale=2500, edge=None):
    """Enamel or anodised black; `edge` shows brass through where edges are worn."""
    m, g = shaders.material(name)
    p = where(g)
    dirt = g.noise(60, p, 3, 0.7)
    r = g.span(dirt, 0.3, 0.75, max(rough - 0.08, 0.02), rough + 0.15)
    height = g.noise(scale, p, 0)
    b = g("BsdfPrincipled", Base_Color=colour, Roughness=r, Specular=specular, Normal=g.bump(height, grain))
    if edge:
        worn = g.span(g("NewGeometry").outputs["Pointiness"], 0.53, 0.6)
        worn = g.math("MULTIPLY", worn, g.span(g.noise(150, p, 6), 0.42, 0.6))
        b = g("MixShader", worn, b, g("BsdfPrincipled", Base_Color=edge, Metallic=1.0, Roughness=0.35))
    g.out(b)
    return m


def leather(name="leather", colour=(0.014, 0.013, 0.012), scale=1100, depth=0.00035, rough=0.5):
    m, g = shaders.material(name)
    p = where(g)
    cell = g("TexVoronoi", Vector=g.mix(0.0008, p, g.noise(900, p, 0, colour=True), "ADD"), Scale=scale, feature="DISTANCE_TO_EDGE")
    h = g.math("MINIMUM", cell.outputs["Distance"], 0.25)
    b = g("BsdfPrincipled", Base_Color=g.mix(g.span(g.noise(40, p, 3), 0.35, 0.7), colour, tuple(c * 1.7 for c in colour)),
          Roughness=g.span(g.noise(70, p, 2), 0.3, 0.7, rough - 0.08, rough + 0.12), Specular=0.4, Normal=g.bump(h, depth * 4))
    g.out(b)
    return m


def plastic(name, colour, rough=0.35):
    return paint(name, colour, rough, 0.00001)


def wood(name="wood", dark=(0.09, 0.042, 0.018), light=(0.26, 0.14, 0.065), rough=0.38, scale=1.0, axis="x", gloss=0.4):
    """Grain along one axis; each object gets its own tint and piece of the tree."""
    m, g = shaders.material(name)
    random_ = g("ObjectInfo").outputs["Random"]
    p = g.vec("ADD", where(g), g("CombineXYZ", g.math("MULTIPLY", random_, 7.0), g.math("MULTIPLY", random_, 3.0), random_))
    long = {"x": (1.2, 18, 18), "y": (18, 1.2, 18), "z": (18, 18, 1.2)}[axis]
    q = g.scaled(p, *(v * scale for v in long))
    bent = g.mix(0.5, q, g.noise(0.8, q, 1, colour=True), "ADD")
    rings = g("TexWave", Vector=bent, wave_type="RINGS", rings_direction={"x": "X", "y": "Y", "z": "Z"}[axis], Scale=1.1, Distortion=2.5, Detail=2, Detail_Scale=1.2)
    fibre = g.noise(14, q, 4, 0.7)
    pores = g.noise(60, g.scaled(p, *(v * scale * (0.5 if v < 5 else 1) for v in long)), 1, 0.6)
    t = g.math("ADD", g.math("MULTIPLY", rings, 0.5), g.math("MULTIPLY", fibre, 0.6), clamp=True)
    colour = g.mix(t, dark, light)
    colour = g.mix(g.span(pores, 0.56, 0.68, 0, 0.75), colour, tuple(c * 0.35 for c in dark))
    colour = g.mix(1.0, colour, g.ramp(random_, (0, (0.72, 0.72, 0.74)), (1, (1.12, 1.05, 1.0))), "MULTIPLY")
    stains = g.noise(9, where(g, False), 4, 0.65)
    r = g.span(stains, 0.32, 0.7, rough - 0.1, rough + 0.18)
    h = g.math("SUBTRACT", 0.0, g.span(pores, 0.55, 0.7))
    body = g("BsdfPrincipled", Base_Color=colour, Roughness=r, Specular=gloss, Normal=g.bump(h, 0.0006))
    plain = g("BsdfDiffuse", Color=tuple((a + b) / 2 for a, b in zip(dark, light)))  # for light that only bounces
    g.out(g("MixShader", g("LightPath").outputs["Is Diffuse Ray"], body, plain))
    return m


def stone(name="stone", colour=(0.2, 0.2, 0.2), rough=0.6, scale=1.0, depth=0.0015, contrast=0.5, pits=0.6, wet=0.0):
    m, g = shaders.material(name)
    p = where(g, False)
    n, fine = g.noise(5 * scale, p, 5, 0.62), g.noise(120 * scale, p, 2, 0.7)
    v = g.span(g.math("MULTIPLY_ADD", fine, 0.4, g.math("MULTIPLY", n, 0.6)), 0.3, 0.7, 1 - contrast, 1 + contrast)
    holes = g.span(g("TexVoronoi", Vector=g.mix(0.01, p, g.noise(30, p, 2, colour=True), "ADD"), Scale=60 * scale).outputs["Distance"], 0.02, 0.16)
    some = g.span(g.noise(25 * scale, p, 2), 0.55, 0.62)
    hole = g.math("MULTIPLY", g.math("SUBTRACT", 1, holes), g.math("MULTIPLY", some, pits))
    c = g.mix(1.0, colour, v, "MULTIPLY")
    c = g.mix(g.math("MULTIPLY", hole, 0.6), c, (0.02, 0.02, 0.02))
    h = g.math("SUBTRACT", g.math("MULTIPLY_ADD", fine, 0.5, n), g.math("MULTIPLY", hole, 1.5))
    r = g.span(n, 0.35, 0.65, rough - 0.12, rough + 0.12)
    if wet:
        pool = g.span(g.noise(2.2 * scale, p, 4), 0.42, 0.56)
        r = g.math("SUBTRACT", r, g.math("MULTIPLY", pool, rough * wet), clamp=True)
        c = g.mix(g.math("MULTIPLY", pool, 0.5 * wet), c, (0.01, 0.01, 0.01))
    g.out(g("BsdfPrincipled", Base_Color=c, Roughness=r, Specular=0.45, Normal=g.bump(h, depth)))
    return m


def cloth(name="linen", colour=(0.55, 0.5, 0.43), thread=900):
    m, g = shaders.material(name)
    p = g.mix(0.0006, where(g, False), g.noise(500, where(g, False), 2, colour=True), "ADD")
    a = g("TexWave", Vector=p, bands_direction="X", Scale=thread / 6.28 * 2, Distortion=1.0, Detail=1)
    b = g("TexWave", Vector=p, bands_direction="Y", Scale=thread / 6.28 * 2, Distortion=1.0, Detail=1)
    weave = g.math("MAXIMUM", a, b)
    slub = g.noise(1, g.scaled(p, 30, 400, 100), 3)
    c = g.mix(g.span(g.math("MULTIPLY", weave, slub), 0.1, 0.6), tuple(x * 0.75 for x in colour), colour)
    folds = g.noise(7, p, 3)
    h = g.math("MULTIPLY_ADD", weave, 0.0004, g.math("MULTIPLY", folds, 0.006))
    g.out(g("BsdfPrincipled", Base_Color=c, Roughness=0.9, Specular=0.1, Sheen=0.4, Normal=g.bump(h, 1.0)))
    return m


def plaster(name="wall", colour=(0.5, 0.48, 0.45), depth=0.003, stain=0.25):
    m, g = shaders.material(name)
    p = where(g, False)
    n = g.noise(3, p, 5, 0.65)
    c = g.mix(g.span(n, 0.3, 0.7), tuple(x * (1 - stain) for x in colour), colour)
    g.out(g("BsdfPrincipled", Base_Color=c, Roughness=0.85, Specular=0.2,
            Normal=g.bump(g.math("MULTIPLY_ADD", g.noise(40, p, 3), 0.3, n), depth)))
    return m


def glass(name="glass", colour=(1, 1, 1), rough=0.0, ior=1.5, wave=0.0):
    """Glass that lets light through to what stands behind it (shadow rays pass, tinted)."""
    m, g = shaders.material(name)
    normal = g.bump(g.noise(25, where(g), 2), wave) if wave else None
    extra = {"Normal": normal} if normal else {}
    b = g("BsdfGlass", Color=colour, Roughness=rough, IOR=ior, **extra)
    path = g("LightPath")
    seen = g.math("MAXIMUM", path.outputs["Is Shadow Ray"], path.outputs["Is Diffuse Ray"])
    g.out(g("MixShader", seen, b, g("BsdfTransparent", Color=tuple(0.25 + 0.7 * c for c in colour))))
    return m


def coated(name="coating", colour=(0.55, 0.35, 0.9), strength=0.35):
    """A thin lens surface: mostly clear, with a tinted reflection."""
    m, g = shaders.material(name)
    f = g("LayerWeight", Blend=0.2).outputs["Fresnel"]
    f = g.math("ADD", g.math("MULTIPLY", f, 0.9), 0.05 * strength * 3, clamp=True)
    g.out(g("MixShader", f, g("BsdfTransparent", Color=(0.93, 0.95, 0.95)), g("BsdfGlossy", Color=colour, Roughness=0.015)))
    return m


def glow(name, colour, strength):
    m, g = shaders.material(name)
    g.out(g("Emission", colour, strength))
    return m


# ---- settings -------------------------------------------------------------------------------------------------------

def planks(material, width=110, length=2400, count=12, thick=30, gap=1.2, along="x", top=0.0, seed=2, offset=0):
    rng = random.Random(seed)
    for i in range(count):
        w = width * rng.uniform(0.93, 1.05)
        s = (i - count / 2 + 0.5) * width + offset
        size, at = ((length, w - gap, thick), (rng.uniform(-200, 200), s, top - thick / 2 + rng.uniform(-0.3, 0.3)))
        if along == "y":
            size, at = (size[1], size[0], size[2]), (at[1], at[0], at[2])
        block(size, at, material, bevel=1.2, segments=2)


def surface(kind="planks", wood_colour=None):
    if kind == "planks":
        planks(wood("oak"), along="x")
    elif kind == "dark-planks":
        planks(wood("walnut", (0.025, 0.012, 0.006), (0.085, 0.045, 0.022), 0.33), along="x", seed=5)
    elif kind == "pale-planks":
        planks(wood("ash", (0.3, 0.23, 0.16), (0.52, 0.43, 0.32), 0.5), along="y", width=95, count=26, seed=7)
    else:
        made = {"concrete": lambda: stone("concrete", (0.27, 0.265, 0.255), 0.62, 1.0, 0.0012),
                "slate": lambda: stone("slate", (0.045, 0.048, 0.052), 0.45, 1.3, 0.002, 0.6, 0.1),
                "wet-stone": lambda: stone("wet stone", (0.09, 0.09, 0.088), 0.5, 2.0, 0.006, 0.7, 0.3, wet=0.85),
                "marble": lambda: stone("marble", (0.62, 0.6, 0.57), 0.25, 0.8, 0.0001, 0.18, 0.0),
                "linen": lambda: cloth(), "black-cloth": lambda: cloth("felt", (0.02, 0.02, 0.022)),
                "grey-cloth": lambda: cloth("grey", (0.16, 0.165, 0.17)),
                "leather": lambda: leather("desk", (0.05, 0.022, 0.012), 700, 0.0003, 0.42),
                "white": lambda: paint("white", (0.75, 0.75, 0.74), 0.4, 0.00001)}[kind]()
        uneven = 1.5 if kind in ("linen", "black-cloth", "grey-cloth") else 0.0
        height = (lambda x, y: (ground.fbm(x * 3, y * 3, 4, 3) * uneven * 0.004)) if uneven else (lambda x, y: x * 0)
        if kind == "wet-stone":
            height = lambda x, y: ground.fbm(x * 5, y * 5, 9, 6) * 0.012 - 0.006
        ground.slab(-2.5, 2.5, -1.5, 1.6, height, 500, 400, made)


def wall(y=900, colour=(0.3, 0.29, 0.27), width=8000, height=5000):
    block((width, 20, height), (0, y, height / 2 - 600), plaster("wall", colour), 0)


def window_gobo(at, look, bars=(2, 3), size=(900, 1300), bar=45, depth=20):
    """Window bars that throw their shadow: a frame at `at`, square to the line towards `look` (mm)."""
    aim = (Vector(look) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    black = paint("frame", (0.2, 0.2, 0.2), 0.6)
    w, h = size
    parts = []
    for i in range(bars[0] + 1):
        parts.append(block((bar, h + bar, depth), (-w / 2 + w * i / bars[0], 0, 0), black, 0, turn=(0, 0, 0)))
    for j in range(bars[1] + 1):
        parts.append(block((w + bar, bar, depth), (0, -h / 2 + h * j / bars[1], 0), black, 0))
    for x, y, sx, sy in ((-w - 1500, 0, w + 3000, h * 6), (w + 1500, 0, w + 3000, h * 6)):
        parts.append(block((sx, sy, depth), (x, y, 0), black, 0))
    for s in (-1, 1):
        parts.append(block((w * 8, 3000, depth), (0, s * (h / 2 + 1500), 0), black, 0))
    e = group(parts)
    e.location, e.rotation_euler = Vector(at) * MM, aim
    return e
