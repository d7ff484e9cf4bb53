"""Dunes of sand or snow."""
import numpy as np

import film
import ground
import shaders

SAND = ((0.34, 0.185, 0.085), (0.47, 0.29, 0.15))
SNOW = ((0.72, 0.76, 0.83), (0.86, 0.88, 0.9))


def field(seed, length, height, flat=0.0):
    """Dunes march along +x: long windward slopes, a sharp crest, a slip face."""
    def at(x, y):
        z = 0
        for i, (size, share) in enumerate(((1.0, 1.0), (0.43, 0.3))):
            l = length * size
            bend = 0.75 * ground.perlin(x / (l * 3.1), y / (l * 2.2), seed + 10 * i) \
                + 0.35 * ground.perlin(x / (l * 1.2), y / (l * 1.0), seed + 10 * i + 1)
            p = (x / l + bend + 0.37 * i) % 1.0
            rise, drop = 0.72, 0.28
            up = p / rise
            up = up * up * (1.9 - 0.9 * up)
            down = np.clip(1 - (p - rise) / drop, 0, 5) ** 1.25
            k = 0.14  # the crest is sharp, but not sharper than the mesh can draw
            h = np.clip(0.5 + 0.5 * (up - down) / k, 0, 1)
            shape = up * (1 - h) + down * h - k * h * (1 - h)
            swell = np.clip(0.55 + 0.75 * ground.perlin(x / (l * 2.3), y / (l * 2.7), seed + 10 * i + 2), 0.04, 1.4)
            z = z + height * share * shape * swell
        z = z + 0.12 * height * ground.perlin(x / length * 0.9, y / length * 0.9, seed + 5)
        far = np.clip((np.hypot(x, y) - 2500) / 6000, 0, 1)
        return z * (1 - far)
    return at


def crest(y, sway, run, lean, phase):
    return sway * np.sin(y / run + phase) + lean * y


def ridge(base, sway=9.0, run=26.0, lean=0.25, phase=0.6, height=9.0, climb=0.05, lee=0.62, windward=0.3, side=1):
    """One great dune whose crest winds away from the camera (which looks along +y), over the field behind it."""
    def at(x, y):
        wobble = 0.8 * ground.perlin(x * 0 + y / 9.0, x * 0, 77) + 0.18 * ground.perlin(x / 3.0, y / 3.0, 78)
        d = side * (x - crest(y, sway, run, lean, phase)) + wobble
        top = (height + climb * y) * (1 + 0.22 * ground.perlin(y / 40.0, y * 0 + 3.3, 79))
        slope = np.where(d > 0, lee, windward)
        z = top - np.sqrt((d * slope) ** 2 + 0.05)
        z = z + np.where(d < 0, 0.012 * d * d * 0.25, 0) * np.exp(-np.abs(d) / 60)
        other = base(x, y) * 0.8
        k = 1.6  # blend of the two where they meet
        h = np.clip(0.5 + 0.5 * (z - other) / k, 0, 1)
        return other * (1 - h) + z * h + k * h * (1 - h)
    return at


def build(seed=3, season="sand", elevation=6, rotation=250, sun=3.0, sky=0.1, lens=50, eye=3.0, at=(0, 0), heading=90,
          pitch=-2.0, length=60, height=11, haze=4500, ripple=1.0, dust=2.0, clouds=None, warm_sun=(1, 0.62, 0.33),
          angle=0.6, tint=(1.0, 0.87, 0.93), hero=None, columns=1040):
    air = dict(elevation=elevation, rotation=rotation, dust=dust, ozone=2.0)
    shaders.sky(sky, clouds=clouds, tint=tint, **air)
    shaders.sun(max(elevation, 1.5), rotation, sun, angle, warm_sun)

    m, g = shaders.material("dune")
    where = g("NewGeometry").outputs["Position"]
    dark, light = SNOW if season == "snow" else SAND
    colour = g.mix(g.span(g.noise(0.05, where, 3), 0.35, 0.65), dark, light)
    if season == "sand":
        speck = g.noise(300, where, 2)
        colour = g.mix(g.span(speck, 0.45, 0.75, 0, 0.35), colour, (0.12, 0.07, 0.04))
    near = g.math("EXPONENT", g.math("DIVIDE", g("CameraData").outputs["View Distance"], -28.0))
    bent = g.mix(0.16, where, g.noise(0.7, where, 1, colour=True), "ADD")
    lines = g("TexWave", Vector=g.scaled(bent, 1, 0.25, 0), wave_type="BANDS", bands_direction="X", wave_profile="SIN",
              Scale=2.6 if season == "sand" else 0.9, Distortion=3.0, Detail=1.5, Detail_Scale=0.7)
    patch = g.span(g.noise(0.18, where, 2), 0.36, 0.6, 0.15, 1.0)
    relief = g.math("MULTIPLY", g.math("MULTIPLY", lines, near), patch)
    relief = g.math("MULTIPLY", relief, (0.03 if season == "sand" else 0.02) * ripple)
    relief = g.math("MULTIPLY_ADD", g.noise(60, where, 1), 0.003, relief)
    relief = g.math("MULTIPLY_ADD", g.noise(1.3, where, 2), 0.05, relief)
    normal = g.bump(relief, 1.0)
    body = g("BsdfPrincipled", Base_Color=colour, Roughness=0.85 if season == "sand" else 0.55,
             Specular=0.15 if season == "sand" else 0.35, Normal=normal)
    plain = g("BsdfDiffuse", Color=tuple((a + b) / 2 for a, b in zip(dark, light)))  # for light that only bounces
    seen = shaders.haze(g, body, haze, sky, tint=tint, **air)
    g.out(g("MixShader", g("LightPath").outputs["Is Camera Ray"], plain, seen))

    shape = field(seed, length, height)
    if hero is not None:
        shape = ridge(shape, **hero)
    z = float(shape(np.array([float(at[0])]), np.array([float(at[1])]))[0]) + eye
    view, far = np.degrees(2 * np.arctan(18 / lens)) + 24, 25000
    rows = int(np.log(far / eye) / np.radians(view) * columns / 1.5)  # longer cells would cut teeth into the crests
    ground.terrain(shape, at, heading, view, near=eye, far=far, rows=rows, columns=columns, material=m)
    # dunes beside and behind the camera: they cast shadows into the picture
    ground.terrain(shape, at, heading + 180, view=360 - view, near=3, far=1500,
                   rows=250, columns=700, material=m, name="behind")
    h, p = np.radians(heading), np.radians(pitch)
    film.camera((*at, z), (at[0] + np.cos(h), at[1] + np.sin(h), z + np.tan(p)), lens=lens)
