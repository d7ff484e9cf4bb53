"""Materials, skies and lights in a few words."""
import math

import bpy
from mathutils import Vector


class Graph:
    """`g("TexNoise", Scale=4, Vector=v)` adds a node, sets or links its inputs, returns it."""

    def __init__(self, tree):
        self.tree = tree
        tree.nodes.clear()

    def __call__(self, kind, *positional, **inputs):
        node = self.tree.nodes.new("ShaderNode" + kind)
        for i, value in enumerate(positional):
            self.put(node.inputs[i], value)
        for name, value in inputs.items():
            socket = node.inputs.get(name.replace("_", " "))
            if socket is not None:
                self.put(socket, value)
            else:
                setattr(node, name, value)
        return node

    def put(self, socket, value):
        if isinstance(value, bpy.types.Node):
            value = value.outputs[0]
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, (tuple, list)) and socket.type == "RGBA" and len(value) == 3:
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def math(self, operation, a, b=0.0, c=0.0, clamp=False):
        return self("Math", a, b, c, operation=operation, use_clamp=clamp)

    def vec(self, operation, a, b=(0, 0, 0)):
        return self("VectorMath", a, b, operation=operation)

    def scaled(self, vector, x, y, z):
        return self("Mapping", Vector=vector, Scale=(x, y, z))

    def noise(self, scale, vector=None, detail=4, rough=0.55, distortion=0.0, colour=False):
        n = self("TexNoise", Scale=scale, Detail=detail, Roughness=rough, Distortion=distortion)
        if vector is not None:
            self.put(n.inputs["Vector"], vector)
        return n.outputs["Color" if colour else "Fac"]

    def span(self, value, lo, hi, to_lo=0.0, to_hi=1.0, smooth=False):
        return self("MapRange", value, lo, hi, to_lo, to_hi, interpolation_type="SMOOTHSTEP" if smooth else "LINEAR")

    def mix(self, fac, a, b, blend="MIX"):
        return self("MixRGB", fac, a, b, blend_type=blend)

    def ramp(self, fac, *stops, ease="LINEAR"):
        node = self("ValToRGB", fac)
        node.color_ramp.interpolation = ease
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (at, colour) in zip(elements, stops):
            element.position = at
            element.color = (*colour, 1) if len(colour) == 3 else colour
        return node

    def bump(self, height, distance=0.01, strength=1.0, normal=None):
        node = self("Bump", Height=height, Distance=distance, Strength=strength)
        if normal is not None:
            self.put(node.inputs["Normal"], normal)
        return node

    def out(self, surface=None, volume=None, kind="Material"):
        node = self.tree.nodes.new("ShaderNodeOutput" + kind)
        if surface is not None:
            self.put(node.inputs["Surface"], surface)
        if volume is not None:
            self.put(node.inputs["Volume"], volume)


def material(name):
    m = bpy.data.materials.new(name)
    m.use_nodes = True
    return m, Graph(m.node_tree)


def sky_node(g, vector, elevation, rotation, altitude=200, air=1.0, dust=1.0, ozone=1.0):
    return g("TexSky", Vector=vector, sky_type="NISHITA", sun_disc=False, sun_elevation=math.radians(elevation),
             sun_rotation=math.radians(rotation), altitude=altitude, air_density=air, dust_density=dust,
             ozone_density=ozone)


def raised(g, vector, floor=0.055):
    """The direction, held above the horizon: no dark band under the sky."""
    x = g("SeparateXYZ", vector)
    return g.vec("NORMALIZE", g("CombineXYZ", x.outputs[0], x.outputs[1], g.math("SQRT", g.math("MULTIPLY_ADD", x.outputs[2], x.outputs[2], floor * floor))))


def sky(strength=0.1, clouds=None, tint=None, stars=None, **air):
    """Nishita sky as the world; the same air is used by `haze`. `clouds` = dict(cover, scale, seed, ...)."""
    g = Graph(bpy.context.scene.world.node_tree)
    direction = g("NewGeometry").outputs["Incoming"]
    direction = g.vec("MULTIPLY", direction, (-1, -1, -1))
    colour = sky_colour(g, direction, clouds, tint, air)
    g.out(g("Background", colour, strength), kind="World")


def sky_colour(g, direction, clouds, tint, air):
    up = raised(g, direction)
    colour = sky_node(g, up, **air)
    if tint:
        colour = g.mix(1.0, colour, tint, "MULTIPLY")
    if clouds:
        c = dict(cover=0.5, scale=1.0, seed=0.0, stretch=1.0, soft=0.25, bright=1.6, dark=0.55, far=0.12, opacity=0.9)
        c.update(clouds)
        x = g("SeparateXYZ", up)
        lift = g.math("ADD", x.outputs[2], c["far"])
        plane = g("CombineXYZ", g.math("DIVIDE", x.outputs[0], lift),
                  g.math("MULTIPLY", g.math("DIVIDE", x.outputs[1], lift), c["stretch"]), c["seed"])
        n = g.noise(c["scale"], plane, detail=9, rough=0.56, distortion=0.35)
        body = g.span(n, c["cover"], c["cover"] + c["soft"], smooth=True)
        body = g.math("MULTIPLY", body, g.span(x.outputs[2], 0.015, 0.16, smooth=True))
        thick = g.span(n, c["cover"] + c["soft"] * 0.4, c["cover"] + c["soft"] * 1.8, smooth=True)
        lit = g.mix(thick, (c["bright"],) * 3, (c["dark"],) * 3)
        lit = g.mix(1.0, g.mix(0.55, colour, sky_node(g, raised(g, direction, 0.12), **air)), lit, "MULTIPLY")
        colour = g.mix(g.math("MULTIPLY", body, c["opacity"]), colour, lit)
    return colour


def haze(g, surface, distance, strength=0.1, tint=None, low=None, power=1.0, gain=1.0, **air):
    """Aerial perspective: the surface fades into the sky behind it. `low` = height in which mist lies."""
    geometry = g("NewGeometry")
    direction = g.vec("MULTIPLY", geometry.outputs["Incoming"], (-1, -1, -1))
    colour = sky_node(g, raised(g, direction), **air)
    if tint:
        colour = g.mix(1.0, colour, tint, "MULTIPLY")
    d = g.math("DIVIDE", g("CameraData").outputs["View Distance"], distance)
    if power != 1.0:
        d = g.math("POWER", d, power)
    if low:
        z = g("SeparateXYZ", geometry.outputs["Position"]).outputs[2]
        d = g.math("MULTIPLY", d, g.math("ADD", 0.25, g.math("MULTIPLY", 3.0, g.math("EXPONENT", g.math("DIVIDE", z, -low)))))
    fade = g.math("SUBTRACT", 1.0, g.math("EXPONENT", g.math("MULTIPLY", d, -1.0)), clamp=True)
    path = g("LightPath")
    first = g.math("MAXIMUM", path.outputs["Is Camera Ray"], path.outputs["Is Glossy Ray"])
    return g("MixShader", g.math("MULTIPLY", fade, g.math("MAXIMUM", first, 0.6)), surface,
             g("Emission", colour, strength * gain))


def gradient(*stops, strength=1.0, horizon=0.0):
    """A world made of a vertical ramp: stops are (height -1..1, colour)."""
    g = Graph(bpy.context.scene.world.node_tree)
    z = g("SeparateXYZ", g.vec("MULTIPLY", g("NewGeometry").outputs["Incoming"], (-1, -1, -1))).outputs[2]
    ramp = g.ramp(g.span(z, -1, 1), *[((h + 1) / 2, c) for h, c in stops], ease="EASE")
    g.out(g("Background", ramp, strength), kind="World")
    return g


def sun(elevation, rotation, strength=4.0, angle=0.53, colour=(1, 0.9, 0.75)):
    """Sun lamp in the same place as the Nishita sun (rotation clockwise from +Y)."""
    lamp = bpy.data.lights.new("sun", "SUN")
    lamp.energy, lamp.angle, lamp.color = strength, math.radians(angle), colour
    o = bpy.data.objects.new("sun", lamp)
    bpy.context.collection.objects.link(o)
    o.rotation_euler = (math.radians(90 - elevation), 0, math.radians(180 - rotation))
    return o


def lamp(at, look, size=1.0, power=100.0, colour=(1, 1, 1), height=None, spread=180.0, visible=True):
    """An area light: a window, a softbox, a strip."""
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape, data.size, data.size_y = "RECTANGLE", size, height or size
    data.energy, data.color, data.spread = power, colour, math.radians(spread)
    o = bpy.data.objects.new("lamp", data)
    bpy.context.collection.objects.link(o)
    o.location = at
    o.rotation_euler = (Vector(look) - Vector(at)).to_track_quat("-Z", "Y").to_euler()
    o.visible_camera = False
    o.visible_glossy = visible
    return o
