"""What all pictures of the series share: materials, shapes, parts, light, camera, denoiser. One unit is a millimetre.

A scene is `blender -b -P hero.py -- OUT.png [WIDTH] [SAMPLES]`. Debian's Blender 3.4 has no OpenImageDenoise, hence `denoised`.
"""
import bmesh, bpy, math, os, random, sys, tempfile, time
import numpy as np
from contextlib import contextmanager
from mathutils import Matrix, Vector

bpy.ops.wm.read_factory_settings(use_empty=True)
scene = bpy.context.scene
random.seed(4)

# ---- materials -----------------------------------------------------------------------------------------------------

def linear(hex_):
    return [(v / 12.92 if v <= .04045 else ((v + .055) / 1.055) ** 2.4) for v in (int(hex_[i:i + 2], 16) / 255 for i in (1, 3, 5))] + [1]

def material(color, rough=.5, metal=0, coat=0, glow=0, bump=0, grain=4, clear=0):
    m = bpy.data.materials.new('m')
    m.use_nodes = True
    nodes, links = m.node_tree.nodes, m.node_tree.links
    s = nodes['Principled BSDF']
    for name, value in {'Base Color': linear(color), 'Roughness': rough, 'Metallic': metal, 'Clearcoat': coat,
                        'Emission': linear(color), 'Emission Strength': glow, 'Transmission': clear}.items():
        s.inputs[name].default_value = value
    if bump:  # fine unevenness: nothing real is a flat mirror
        noise, b, where = nodes.new('ShaderNodeTexNoise'), nodes.new('ShaderNodeBump'), nodes.new('ShaderNodeTexCoord')
        noise.inputs['Scale'].default_value, b.inputs['Strength'].default_value = grain, bump
        b.inputs['Distance'].default_value = .1
        links.new(where.outputs['Object'], noise.inputs['Vector'])
        links.new(noise.outputs['Fac'], b.inputs['Height'])
        links.new(b.outputs['Normal'], s.inputs['Normal'])
    return m

mask = material('#0a3020', .42, bump=.05, grain=1.5)    # solder mask
trace = material('#2a6a3e', .36)
edge = material('#6f6a3a', .7)                                   # cut glass fibre
epoxy = material('#0b0c0c', .42, bump=.25, grain=14)             # a chip's body
black = material('#101312', .38, bump=.1, grain=2)               # moulded plastic
dark = material('#1a2420', .45, bump=.08, grain=1)
white = material('#e4e6df', .5)
print_ = material('#d9ddd2', .6)                                 # silk screen, laser marks
tin = material('#c9ccd0', .24, 1, bump=.12, grain=3)
steel = material('#a9adb0', .3, 1)
gold = material('#f0b450', .42, 1, bump=.06, grain=3)
leaf = material('#f0c766', .5)                                    # the H's pads: gold leaf that is never dark
copper = material('#c0703c', .3, 1, bump=.05, grain=.6)
brass = material('#c99a48', .3, 1, bump=.05, grain=.5)
tan = material('#8a6a48', .5)
ceramic = material('#cfcdc4', .5)
green = material('#70a12f', .4)
amber = material('#f0a83a', .4)
red = material('#a8281e', .4)
blue = material('#1f4f9a', .4)
green_glow = material('#5dff3a', glow=9)
amber_glow = material('#ffab2e', glow=7)
glass = material('#ffffff', .02, clear=1)

# ---- shapes: each stands on z = 0 of where it is put ---------------------------------------------------------------

parent = [None]

@contextmanager
def group(at=(0, 0, 0), turn=0, tilt=0, roll=0, scale=1):
    e = place(None, at, turn)
    e.rotation_euler = [math.radians(a) for a in (tilt, roll, turn)]
    e.scale = [scale] * 3
    parent.append(e)
    yield e
    parent.pop()

def place(data, at, turn=0, mat=None):
    o = bpy.data.objects.new('o', data)
    if mat:
        data.materials.append(mat)
    o.location, o.rotation_euler, o.parent = at, (0, 0, math.radians(turn)), parent[-1]
    scene.collection.objects.link(o)
    return o

def solid(bm, at, mat, turn=0):
    bmesh.ops.recalc_face_normals(bm, faces=bm.faces)
    mesh = bpy.data.meshes.new('m')
    bm.to_mesh(mesh)
    bm.free()
    for p in mesh.polygons:
        p.use_smooth = True
    mesh.use_auto_smooth, mesh.auto_smooth_angle = True, math.radians(35)
    return place(mesh, at, turn, mat)

def box(size, at=(0, 0, 0), mat=black, bevel=.08, turn=0, corner=0):
    """`corner` rounds the four upright edges."""
    bm = bmesh.new()
    bmesh.ops.create_cube(bm, size=1, matrix=Matrix.Diagonal((*size, 1)) @ Matrix.Translation((0, 0, .5)))
    if corner:
        up = [e for e in bm.edges if abs(e.verts[0].co.z - e.verts[1].co.z) > .01]
        bmesh.ops.bevel(bm, geom=up, offset=corner, segments=6, affect='EDGES', profile=.5)
    if bevel:
        sharp = [e for e in bm.edges if len(e.link_faces) == 2 and e.calc_face_angle(0) > .6]
        bmesh.ops.bevel(bm, geom=sharp, offset=bevel, segments=2, affect='EDGES', profile=.5)
    return solid(bm, at, mat, turn)

def lathe(profile, at=(0, 0, 0), mat=tin, axis='z', steps=40):
    """Turns (radius, height) points round the axis."""
    bm = bmesh.new()
    rings = [[bm.verts.new((r * math.cos(a), r * math.sin(a), h)) for a in (2 * math.pi * i / steps for i in range(steps))] if r else [bm.verts.new((0, 0, h))] for r, h in profile]
    for a, b in zip(rings, rings[1:]):
        for i in range(steps):
            loop = [a[i % len(a)], a[(i + 1) % len(a)], b[(i + 1) % len(b)], b[i % len(b)]]
            loop = [v for k, v in enumerate(loop) if v not in loop[:k]]
            if len(loop) > 2:
                bm.faces.new(loop)
    o = solid(bm, at, mat)
    o.rotation_euler = {'z': (0, 0, 0), 'x': (0, math.pi / 2, 0), 'y': (-math.pi / 2, 0, 0)}[axis]
    return o

def cylinder(r, h, at=(0, 0, 0), mat=tin, axis='z', bevel=None, steps=40):
    b = min(r, h) * .12 if bevel is None else bevel
    return lathe([(0, 0), (r - b, 0), (r, b), (r, h - b), (r - b, h), (0, h)], at, mat, axis, steps)

def ring(outer, inner, h, at, mat=gold, axis='z', steps=24):
    return lathe([(inner, 0), (outer, 0), (outer, h), (inner, h), (inner, 0)], at, mat, axis, steps)

def ribbon(points, width, height, at=(0, 0, 0), mat=trace):
    """A flat line with mitred corners."""
    p = [Vector(q) for q in points]
    sides = []
    for i, q in enumerate(p):
        before, after = (q - p[i - 1]).normalized() if i else None, (p[i + 1] - q).normalized() if i + 1 < len(p) else None
        d = ((before or after) + (after or before)).normalized()
        n = Vector((-d.y, d.x)) * width / 2 / max(.4, d.dot(after or before))
        sides.append((q + n, q - n))
    bm = bmesh.new()
    rows = [[bm.verts.new((*s[k], z)) for k, z in ((0, 0), (0, height), (1, height), (1, 0))] for s in sides]
    for a, b in zip(rows, rows[1:]):
        for k in range(4):
            bm.faces.new((a[k], a[(k + 1) % 4], b[(k + 1) % 4], b[k]))
    bm.faces.new(rows[0]), bm.faces.new(rows[-1])
    return solid(bm, at, mat)

def wire(points, r, mat, at=(0, 0, 0), soft=True):
    c = bpy.data.curves.new('c', 'CURVE')
    c.dimensions, c.bevel_depth, c.bevel_resolution, c.use_fill_caps = '3D', r, 4, True
    s = c.splines.new('NURBS' if soft else 'POLY')
    s.points.add(len(points) - 1)
    for q, xyz in zip(s.points, points):
        q.co = (*xyz, 1)
    if soft:
        s.use_endpoint_u, s.order_u = True, 4
    return place(c, at, 0, mat)

def text(words, at, size, mat=print_, turn=0, upright=False):
    c = bpy.data.curves.new('t', 'FONT')
    c.body, c.size, c.align_x, c.align_y, c.extrude = words, size, 'CENTER', 'CENTER', .004 * size
    o = place(c, at, turn, mat)
    if upright:
        o.rotation_euler.x = math.pi / 2
    return o

def logo_h(size, at, line=print_, pad=leaf, height=.03):
    """The H of logo.svg."""
    k = size / 40
    xy = lambda points: [((x - 31.5) * k, (31.5 - y) * k) for x, y in points]
    for points in ([(21.5, 23), (21.5, 49)], [(41.5, 14), (41.5, 40)], [(24, 34), (28.5, 34), (33.5, 29), (39, 29)]):
        ribbon(xy(points), 5 * k, height, at, line)
    for x, y in xy([(21.5, 18.5), (41.5, 44.5)]):
        ring(5 * k, 2 * k, height, (at[0] + x, at[1] + y, at[2]), pad, steps=40)

# ---- parts ---------------------------------------------------------------------------------------------------------

def board(x, y, thick=1.6, holes=True):
    box((x, y, thick), (0, 0, -thick), mask, .05, corner=2)
    box((x - .05, y - .05, thick * .8), (0, 0, -thick * .9), edge, 0, corner=2)
    for sx in (-1, 1) if holes else ():
        for sy in (-1, 1):
            ring(2.6, 1.5, .05, (sx * (x / 2 - 4), sy * (y / 2 - 4), 0))
            cylinder(1.5, .02, (sx * (x / 2 - 4), sy * (y / 2 - 4), .005), material('#050706'))

def via(x, y, r=.45):
    ring(r, r * .45, .04, (x, y, .01), steps=16)
    cylinder(r * .46, .03, (x, y, 0), epoxy, steps=12)

def passive(x, y, turn=0, kind='r', scale=1, label=''):
    with group((x, y, 0), turn, scale=scale):
        h = .5 if kind == 'r' else 1.05
        for s in (-1, 1):
            box((.9, 1.5, .04), (s * 1.15, 0, .01), gold, .01)
            box((.45, 1.27, h + .04), (s * .8, 0, .05), tin, .1)
            lathe([(0, 0), (.62, 0), (.45, .12), (.3, .3), (0, .35)], (s * 1.05, 0, .05), tin, steps=16)  # solder
        box((1.3, 1.22, h), (0, 0, .06), {'r': epoxy, 'c': tan, 'w': ceramic}[kind], .05)
        if kind == 'r':
            text(label or random.choice(['103', '472', '221', '104']), (0, 0, h + .065), .62)

def chip(size, pins, pitch, height=1.4, mark=True):
    """A quad flat package: body, gull-wing leads, gold pads."""
    for side in range(4):
        with group(turn=90 * side):
            for i in range(pins):
                y = (i - (pins - 1) / 2) * pitch
                box((1.7, pitch * .56, .05), (size / 2 + 1.35, y, .01), gold, .01)
                z = height * .5
                lead = [(0, z), (.55, z), (.95, .18), (1.65, .1)]
                bm = bmesh.new()
                rows = [[bm.verts.new((size / 2 - .1 + a, y + s * pitch * .22, b + t)) for s, t in ((-1, 0), (1, 0), (1, .16), (-1, .16))] for a, b in lead]
                for a, b in zip(rows, rows[1:]):
                    for k in range(4):
                        bm.faces.new((a[k], a[(k + 1) % 4], b[(k + 1) % 4], b[k]))
                bm.faces.new(rows[-1])
                solid(bm, (0, 0, 0), tin)
    box((size, size, height), (0, 0, .12), epoxy, .16, corner=.35)
    top = height + .12
    cylinder(size * .035, .03, (-size * .4, size * .4, top - .02), dark, steps=24)
    if mark:
        logo_h(size * .6, (0, 0, top), height=.02)

def can(x, y, r=3, h=5.5):
    """An aluminium capacitor."""
    with group((x, y, 0)):
        box((r * 2.1, r * 2.1, .9), (0, 0, .1), black, .1, corner=.4)
        lathe([(r, .9), (r, h - .4), (r - .15, h - .1), (r - .45, h), (0, h)], mat=steel)
        lathe([(r * 1.003, 1.6), (r * .95, 1.75), (r * .95, 1.95), (r * 1.003, 2.1)], mat=black)
        ribbon([(-r * .75, r * .4), (r * .75, r * .4)], r * .5, .02, (0, 0, h), epoxy)
        text('100\n25V', (0, -r * .25, h + .02), r * .4, epoxy)

def crystal(x, y, turn=0, words='16.000'):
    with group((x, y, 0), turn):
        box((10.5, 4.4, .5), (0, 0, .1), tin, .1, corner=2.1)
        box((9.6, 3.6, 3.2), (0, 0, .5), steel, .3, corner=1.75)
        text(words, (0, .1, 3.72), 1.5, epoxy)

def led(x, y, glow=green_glow, turn=0):
    with group((x, y, 0), turn):
        box((2, 1.25, .45), (0, 0, .05), white, .05)
        for s in (-1, 1):
            box((.5, 1.3, .3), (s * .9, 0, .04), gold, .05)
        box((1.1, 1, .5), (0, 0, .45), glow, .2)

def header(x, y, pins, turn=0, rows=1):
    with group((x, y, 0), turn):
        for i in range(pins):
            for j in range(rows):
                px, py = (i - (pins - 1) / 2) * 2.54, (j - (rows - 1) / 2) * 2.54
                box((2.5, 2.5, 2.4), (px, py, .05), black, .35)
                box((.64, .64, 8.6), (px, py, 0), gold, .16)

def terminal(x, y, ways, turn=0):
    with group((x, y, 0), turn):
        for i in range(ways):
            px = (i - (ways - 1) / 2) * 5
            box((4.96, 8, 9), (px, 0, 0), green, .3)
            cylinder(1.7, .3, (px, .6, 8.85), steel)
            box((3, .5, .1), (px, .6, 9.12), epoxy, 0, turn=30 * i)
            box((3.2, .4, 3.4), (px, -3.9, 1.4), epoxy, .1)

# ---- light, camera, picture ----------------------------------------------------------------------------------------

def light(at, look, color, strength, size):
    d = bpy.data.lights.new('l', 'AREA')
    v = Vector(look) - Vector(at)
    d.color, d.size, d.energy = linear(color)[:3], size, strength * v.length ** 2 * 10
    o = place(d, at)
    o.rotation_euler = v.to_track_quat('-Z', 'Y').to_euler()
    return o

def series_light(span, center=(0, 0, 0), key=1, rim=1, fill=1):
    """Warm from the right, green from behind at the left, a large soft pale one above."""
    at = lambda x, y, z: [c + v * span for c, v in zip(center, (x, y, z))]
    light(at(1.7, .35, .9), center, '#ffc27a', 1.3 * key, span * .5)
    light(at(-1.3, 1.5, .6), center, '#a8e070', .7 * rim, span * .6)
    light(at(-.3, -.5, 2.2), center, '#dfeee2', .45 * fill, span * 1.8)
    light(at(.2, -1.9, .7), center, '#ffe9cc', .3 * fill, span * .9)  # what metal turned to the camera reflects
    light(at(-1.5, -.7, 1.1), center, '#e6f2e4', .55 * fill, span * .45)  # the edges of black things
    w = scene.world = bpy.data.worlds.new('w')
    w.use_nodes = True
    w.node_tree.nodes['Background'].inputs[0].default_value = linear('#0b1410')
    w.node_tree.nodes['Background'].inputs[1].default_value = 1.2

def floor(color='#0b1410', rough=.35, size=4000):
    box((size, size, 1), (0, 0, -1), material(color, rough, bump=.03, grain=.05), 0)

def camera(at, look, lens=70, aperture=0, focus=None, shift=(0, 0)):
    c = bpy.data.cameras.new('c')
    c.lens, c.clip_end, c.shift_x, c.shift_y = lens, 1e4, *shift
    if aperture:
        c.dof.use_dof, c.dof.aperture_fstop = True, lens / 1000 / aperture
        c.dof.focus_distance = (Vector(focus or look) - Vector(at)).length
    o = scene.camera = place(c, at)
    o.rotation_euler = (Vector(look) - Vector(at)).to_track_quat('-Z', 'Y').to_euler()

def denoised(color, albedo, normal, reach=5, strength=.12):
    """Non-local means, guided by the noise-free passes."""
    margin = ((reach + 2,) * 2,) * 2 + ((0, 0),)
    color, albedo, normal = (np.pad(a, margin, 'edge') for a in (color, albedo, normal))
    tone = lambda c: c / (1 + c)
    blur = lambda a: sum(np.roll(a, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)) / 9
    near = np.stack([np.roll(color, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1)])
    color = np.clip(color, np.sort(near, 0)[2], np.sort(near, 0)[-3])  # a lone pixel is noise
    seen = tone(color)
    albedo, normal = blur(albedo), blur(normal)
    total, weights = np.zeros_like(color), np.zeros(color.shape[:2] + (1,), 'f')
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            there = lambda a: np.roll(a, (dy, dx), (0, 1))
            far = lambda a: ((a - there(a)) ** 2).sum(2, keepdims=True)
            w = np.exp(-(blur(far(seen)) / strength ** 2 + far(albedo) / .02 + far(normal) / .12))
            total, weights = total + w * there(color), weights + w
    return (total / weights)[reach + 2:-reach - 2, reach + 2:-reach - 2]

def render(aspect=1.6, exposure=0, strength=.1):
    out, width, samples = (sys.argv[sys.argv.index('--') + 1:] + [640, 32][len(sys.argv) - sys.argv.index('--') - 2:])[:3]
    width, samples, start = int(width), int(samples), time.time()
    r, c = scene.render, scene.cycles
    r.engine, r.resolution_x, r.resolution_y, r.resolution_percentage = 'CYCLES', width, round(width / aspect), 100
    c.device, c.samples, c.use_denoising, c.adaptive_threshold = 'CPU', samples, False, .02
    c.max_bounces, c.diffuse_bounces, c.glossy_bounces, c.transmission_bounces = 6, 2, 3, 6
    c.caustics_reflective = c.caustics_refractive = False
    c.sample_clamp_direct, c.sample_clamp_indirect, c.blur_glossy = 12, 3, 1
    scene.view_settings.view_transform, scene.view_settings.look = 'Filmic', 'High Contrast'
    scene.view_settings.exposure = exposure
    layer = bpy.context.view_layer
    layer.cycles.denoising_store_passes = True
    folder = tempfile.mkdtemp()
    scene.use_nodes = True
    n = scene.node_tree
    n.nodes.clear()
    source, files = n.nodes.new('CompositorNodeRLayers'), n.nodes.new('CompositorNodeOutputFile')
    files.base_path, files.format.file_format, files.format.color_depth = folder, 'OPEN_EXR', '32'
    files.file_slots.clear()
    for name in ('Image', 'Denoising Albedo', 'Denoising Normal'):
        files.file_slots.new(name[-5:])
        n.links.new(source.outputs[name], files.inputs[name[-5:]])
    bpy.ops.render.render()
    seconds = time.time() - start
    def pixels(name):
        i = bpy.data.images.load(f'{folder}/{name}0001.exr')
        a = np.empty(len(i.pixels), 'f')
        i.pixels.foreach_get(a)
        return a.reshape(i.size[1], i.size[0], -1)[..., :3]
    clean = denoised(pixels('Image'), pixels('lbedo'), pixels('ormal'), strength=strength)
    i = bpy.data.images.new('clean', clean.shape[1], clean.shape[0], float_buffer=True)
    i.colorspace_settings.name = 'Linear'
    i.pixels.foreach_set(np.dstack([clean, np.ones(clean.shape[:2], 'f')]).ravel())
    r.image_settings.file_format, r.image_settings.color_mode = 'PNG', 'RGB'
    i.save_render(out, scene=scene)
    print(f'{os.path.basename(out)}: {len(scene.objects)} objects, {width} px, {samples} samples, {seconds:.0f} s + {time.time() - start - seconds:.0f} s')
