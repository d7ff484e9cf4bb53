"""Camera, exposure and development: what happens between a built scene and the finished picture."""
import math
import os

import bpy
import numpy as np
from mathutils import Vector


def load(seed=1, samples=64, width=1600, height=1067, scale=0.75, bounces=6, clamp=6.0, caustics=False, least=None):
    """Empty the file and put a fresh film into the camera."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.world = bpy.data.worlds.new("world")
    scene.world.use_nodes = True
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    cycles.samples, cycles.seed = samples, seed
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.045
    cycles.adaptive_min_samples = least or max(8, samples // 3)
    cycles.use_denoising = False
    cycles.max_bounces = bounces
    cycles.diffuse_bounces, cycles.glossy_bounces = min(bounces, 3), min(bounces, 4)
    cycles.transmission_bounces = cycles.transparent_max_bounces = max(bounces, 8)
    cycles.sample_clamp_indirect = clamp
    cycles.caustics_reflective = cycles.caustics_refractive = caustics
    cycles.blur_glossy = 0.5
    cycles.pixel_filter_type, cycles.filter_width = "BLACKMAN_HARRIS", 1.6
    render.resolution_x, render.resolution_y = int(width * scale), int(height * scale)
    render.resolution_percentage = 100
    scene.view_layers[0].cycles.denoising_store_passes = True
    return scene


def camera(at, look, lens=35.0, fstop=None, focus=None, shift=(0.0, 0.0), roll=0.0, blades=7):
    """A full-frame camera at a point, aimed at another; `focus` is a point or a distance."""
    data = bpy.data.cameras.new("camera")
    cam = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(cam)
    bpy.context.scene.camera = cam
    cam.location = at
    aim = Vector(look) - Vector(at)
    cam.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()
    cam.rotation_euler.rotate_axis("Z", math.radians(roll))
    data.lens, data.sensor_width = lens, 36.0
    data.shift_x, data.shift_y = shift
    data.clip_start, data.clip_end = 0.001, 1e6
    if fstop:
        data.dof.use_dof = True
        data.dof.aperture_fstop, data.dof.aperture_blades = fstop, blades
        if focus is None:
            focus = look
        if not isinstance(focus, (int, float)):
            focus = (Vector(focus) - Vector(at)).dot(aim.normalized())
        data.dof.focus_distance = focus
    return cam


def expose(folder):
    """Render, and return the linear picture with its albedo as arrays (top row first)."""
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new("CompositorNodeRLayers")
    out = tree.nodes.new("CompositorNodeOutputFile")
    out.base_path = folder
    out.format.file_format, out.format.color_depth = "OPEN_EXR", "32"
    out.file_slots.clear()
    for name, socket in (("light", "Image"), ("albedo", "Denoising Albedo")):
        out.file_slots.new(name)
        tree.links.new(layers.outputs[socket], out.inputs[name])
    scene.frame_set(1)
    bpy.ops.render.render()
    return negative(folder)


def negative(folder):
    return tuple(read(os.path.join(folder, f"{name}0001.exr")) for name in ("light", "albedo"))


def read(path):
    image = bpy.data.images.load(path)
    image.colorspace_settings.name = "Linear" if path.endswith(".exr") else "Non-Color"
    width, height = image.size
    pixels = np.empty(width * height * image.channels, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, -1)[::-1, :, :3].copy()


def box(a, r):
    """Mean over a (2r+1)-wide window, by running sums."""
    for axis in (0, 1):
        pad = [(0, 0)] * a.ndim
        pad[axis] = (r + 1, r)
        s = np.cumsum(np.pad(a, pad, mode="edge"), axis=axis, dtype=np.float32)
        n = a.shape[axis]
        hi, lo = [slice(None)] * a.ndim, [slice(None)] * a.ndim
        hi[axis], lo[axis] = slice(2 * r + 1, 2 * r + 1 + n), slice(0, n)
        a = (s[tuple(hi)] - s[tuple(lo)]) / (2 * r + 1)
    return a


def blur(a, radius):
    """Three boxes are near enough a Gaussian."""
    r = max(1, int(round(radius)))
    for _ in range(3):
        a = box(a, r)
    return a


def despeckle(light, limit):
    """Bring lone fireflies down to `limit` times the mean of their neighbours."""
    lum = light.max(axis=2)
    around = (box(lum, 2) * 25 - box(lum, 1) * 9) / 16
    return light * np.minimum(1, (around * limit + 0.05) / np.maximum(lum, 1e-6))[..., None]


def alike(x, guide, strength, reach, veto=None):
    """Non-local means: every pixel becomes the mean of those round it whose neighbourhood looks like its own."""
    total = np.zeros_like(x)
    weight, most = np.full(guide.shape, 1e-6, np.float32), np.full(guide.shape, 1e-6, np.float32)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            if dx == dy == 0:
                continue
            move = lambda a: np.roll(a, (dy, dx), (0, 1))
            d = box((guide - move(guide)) ** 2, 1) / strength**2
            if veto is not None:
                d += (veto - move(veto)) ** 2 / 0.01
            w = np.exp(-np.minimum(d, 30))
            total += w[..., None] * move(x)
            weight += w
            most = np.maximum(most, w)
    return (total + x * most[..., None]) / (weight + most)[..., None]  # a pixel counts no more than its best likeness


def denoise(light, albedo, strength, reach=3):
    """Even out the light that falls on surfaces, their own texture divided out (seen through glass, that is noisy too)."""
    if strength <= 0:
        return light
    albedo = np.clip(albedo, 0, 1)
    albedo = alike(albedo, albedo.mean(axis=2), 0.1, 2)
    base = albedo + 0.03
    x = np.clip(light, 0, None) / base
    x = x / (1 + x)
    x = alike(x, x.mean(axis=2), strength, reach, albedo.mean(axis=2))
    lamp = np.clip(x.max(axis=2) * 5 - 3.5, 0, 1)[..., None]  # small lamps keep their own colour
    x = np.clip(even_colour(x) * (1 - lamp) + x * lamp, 0, 0.9995)
    return x / (1 - x) * base


def even_colour(x, r=4, eps=0.0004):
    """Guided filter: colour follows brightness, so that coloured noise goes and edges stay."""
    grey = x.mean(axis=2)
    mean = box(grey, r)
    spread = box(grey * grey, r) - mean * mean
    out = np.empty_like(x)
    for k in range(3):
        c = x[..., k] - grey
        centre = box(c, r)
        a = (box(c * grey, r) - centre * mean) / (spread + eps)
        out[..., k] = grey + box(a, r) * grey + box(centre - a * mean, r)
    return out


def resize(a, width, height):
    h, w = a.shape[:2]
    if (w, h) == (width, height):
        return a
    ys, xs = (np.arange(height) + 0.5) * h / height - 0.5, (np.arange(width) + 0.5) * w / width - 0.5

    def along(a, pos, axis):
        i = np.floor(pos).astype(int)
        f = (pos - i).astype(np.float32)
        shape = [1, 1, 1]
        shape[axis] = -1
        total = 0
        for k in (-1, 0, 1, 2):  # Catmull-Rom
            t = np.abs(f - k)
            wgt = np.where(t <= 1, 1.5 * t**3 - 2.5 * t**2 + 1, -0.5 * t**3 + 2.5 * t**2 - 4 * t + 2)
            total = total + np.take(a, np.clip(i + k, 0, a.shape[axis] - 1), axis) * wgt.reshape(shape)
        return total

    return np.clip(along(along(a, ys, 0), xs, 1), 0, None)


def develop(light, albedo, target, size=(1600, 1067), ev=0.0, smooth=0.03, glow=0.04, glow_radius=0.012,
            vignette=0.25, grain=0.012, contrast="Medium High Contrast", warm=0.0, saturation=1.0, mono=None,
            fade=0.0, speck=3.0, seed=1, limit=200_000):
    """Print a linear exposure: denoise, lens glow, filmic curve, tint, grain; PNG or a WebP under `limit` bytes."""
    light = denoise(despeckle(light, speck), albedo, smooth)
    light = resize(light / (1 + light), *size)  # enlarged in even steps, so that small lamps get no rings
    light = np.minimum(light, 0.98)
    light = light / (1 - light)
    height, width = light.shape[:2]
    light *= 2.0**ev
    if glow:
        light = light * (1 - glow) + blur(np.minimum(light, 20), glow_radius * width) * glow
    y, x = np.mgrid[-1:1:height * 1j, -1:1:width * 1j].astype(np.float32)
    light *= (1 - vignette * np.clip((x**2 + y**2) / 2, 0, 1) ** 1.3)[..., None]
    light *= np.array([1 + warm, 1.0, 1 - warm], np.float32)

    scene = bpy.context.scene
    view, settings = scene.view_settings, scene.render.image_settings
    view.view_transform, view.look = "Filmic", contrast
    settings.file_format, settings.color_mode, settings.color_depth = "PNG", "RGB", "16"
    step = target + ".film.png"
    write(light, step, True)
    print_ = read(step)
    os.remove(step)

    grey = print_ @ np.array([0.3, 0.59, 0.11], np.float32)
    if mono:  # black-and-white paper, with a tone (r, g, b) in the shadows
        print_ = grey[..., None] + np.array(mono, np.float32) * ((1 - grey) * grey * 0.24)[..., None]
    else:
        print_ = grey[..., None] + (print_ - grey[..., None]) * saturation
    print_ = fade + print_ * (1 - fade)
    rng = np.random.default_rng(seed)
    noise = rng.normal(0, 1, (height, width, 1)).astype(np.float32)
    noise = noise * 0.7 + box(noise, 1) * 1.6
    if not mono:
        noise = noise + 0.35 * rng.normal(0, 1, (height, width, 3)).astype(np.float32)
    print_ = print_ + noise * grain * (0.35 + 2.2 * grey * (1 - grey))[..., None]
    print_ = np.clip(print_, 0, 1)

    view.view_transform, view.look = "Raw", "None"
    if target.endswith(".png"):
        settings.color_depth = "8"
        write(print_, target, False)
        return
    settings.file_format = "WEBP"
    for quality in range(88, 30, -4):
        settings.quality = quality
        write(print_, target, False)
        if os.path.getsize(target) < limit:
            break
    print(f"film: {target} quality {quality}, {os.path.getsize(target) // 1000} kB")


def write(a, path, linear):
    image = bpy.data.images.new("print", a.shape[1], a.shape[0], float_buffer=True)
    image.colorspace_settings.name = "Linear" if linear else "Raw"
    full = np.ones(a.shape[:2] + (4,), np.float32)
    full[..., :3] = a
    image.pixels.foreach_set(full[::-1].ravel())
    image.save_render(path, scene=bpy.context.scene)
    bpy.data.images.remove(image)
