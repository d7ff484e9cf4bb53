"""Noise and height fields: dunes, hills, rocks."""
import bpy
import numpy as np


def perlin(x, y, seed=0):
    """Gradient noise in about -1..1, for arrays."""
    rng = np.random.default_rng(seed)
    order = rng.permutation(1024).astype(np.int32)
    angle = rng.random(1024) * 2 * np.pi
    gx, gy = np.cos(angle), np.sin(angle)
    xi, yi = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    xf, yf = x - xi, y - yi
    u, v = xf**3 * (xf * (xf * 6 - 15) + 10), yf**3 * (yf * (yf * 6 - 15) + 10)

    def corner(i, j):
        h = order[(order[(xi + i) & 1023] + yi + j) & 1023]
        return gx[h] * (xf - i) + gy[h] * (yf - j)

    a = corner(0, 0) * (1 - u) + corner(1, 0) * u
    b = corner(0, 1) * (1 - u) + corner(1, 1) * u
    return (a * (1 - v) + b * v) * 1.5


def fbm(x, y, seed=0, octaves=5, gain=0.5, ridged=False):
    total, size, weight = 0, 1.0, 1.0
    for i in range(octaves):
        n = perlin(x * size + i * 17.3, y * size - i * 9.1, seed + i)
        if ridged:
            n = (1 - np.abs(n)) ** 2
            total = total + n * size**-1 * 1.0 * weight
            weight = np.clip(n * 1.6, 0, 1)
        else:
            total = total + n * gain**i
        size *= 2.03
    return total


def mesh(name, points, faces, material=None, smooth=True):
    m = bpy.data.meshes.new(name)
    points, faces = np.asarray(points, np.float32), np.asarray(faces, np.int32)
    m.vertices.add(len(points))
    m.vertices.foreach_set("co", points.ravel())
    k = faces.shape[1]
    m.loops.add(faces.size)
    m.loops.foreach_set("vertex_index", faces.ravel())
    m.polygons.add(len(faces))
    m.polygons.foreach_set("loop_start", np.arange(0, faces.size, k, dtype=np.int32))
    m.polygons.foreach_set("loop_total", np.full(len(faces), k, np.int32))
    m.polygons.foreach_set("use_smooth", np.full(len(faces), smooth))
    m.update(calc_edges=True)
    o = bpy.data.objects.new(name, m)
    bpy.context.collection.objects.link(o)
    if material:
        m.materials.append(material)
    return o


def grid_faces(rows, columns):
    i = np.arange((rows - 1) * columns).reshape(rows - 1, columns)[:, :-1].ravel()
    return np.stack([i, i + 1, i + columns + 1, i + columns], 1)


def terrain(height, at=(0, 0), facing=90.0, view=75.0, near=1.0, far=20000.0, rows=900, columns=900, material=None,
            name="terrain"):
    """A height field seen from `at`: rows stand in geometric progression, so detail follows the eye."""
    r = np.geomspace(near, far, rows)[:, None]
    a = np.radians(facing + np.linspace(view / 2, -view / 2, columns))[None, :]
    x, y = at[0] + r * np.cos(a), at[1] + r * np.sin(a)
    z = height(x, y)
    return mesh(name, np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(rows, columns)[:, ::-1], material)


def slab(x0, x1, y0, y1, height, columns=300, rows=300, material=None, name="slab"):
    x, y = np.meshgrid(np.linspace(x0, x1, columns), np.linspace(y0, y1, rows))
    z = height(x, y) if callable(height) else np.full_like(x, height)
    return mesh(name, np.stack([x, y, z], -1).reshape(-1, 3), grid_faces(rows, columns), material)
