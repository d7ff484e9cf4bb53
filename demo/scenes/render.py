"""blender -b -t 1 -P scenes/render.py -- SLUG [--preview] [--develop]: render one picture of pictures.json, or only develop it again."""
import importlib
import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import film  # noqa: E402

arguments = sys.argv[sys.argv.index("--") + 1:]
slug, preview = arguments[0], "--preview" in arguments
table = json.load(open(os.path.join(HERE, "..", "pictures.json")))
entry = table[slug]
load, develop = dict(entry.get("load", {})), dict(entry.get("develop", {}))
size = (load.get("width", 1600), load.get("height", 1067))
target = os.path.join(HERE, "..", "pictures", slug, "1600.webp")
if preview:
    load.update(scale=0.3, samples=max(12, load.get("samples", 64) // 4))
    size = (int(size[0] * 0.3), int(size[1] * 0.3))
    develop["smooth"] = develop.get("smooth", 0.03) * 1.6
    target = os.path.join(tempfile.gettempdir(), "previews", slug + ".png")
os.makedirs(os.path.dirname(target), exist_ok=True)

exposure = os.path.join(tempfile.gettempdir(), "exposures", slug + ("-preview" if preview else ""))
film.load(**load)
if "--develop" in arguments:
    light, albedo = film.negative(exposure)
else:
    importlib.import_module(entry["scene"]).build(**entry.get("parameters", {}))
    light, albedo = film.expose(exposure)
film.develop(light, albedo, target, size=size, **develop)
