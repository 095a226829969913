"""ZStudy: the open case of a school's electronics kit, with trays, a breadboard, wires, a motor and LEDs."""
import math, os, random, sys
sys.path.insert(0, os.path.dirname(__file__))
from studio import *

foam, cloth = material('#22302a', .9, bump=.4, grain=.6), material('#101814', .8)
shell, card = material('#41672a', .5, bump=.08, grain=.2), material('#f0ead8', .7)
W, D = 400, 270

def tray(x, y, w, d):
    """A compartment sunk into the foam: a rim and a dark floor."""
    box((w, d, .6), (x, y, 34), cloth, 0, corner=4)
    for sx, sy, bw, bd in ((0, d / 2, w, 4), (0, -d / 2, w, 4), (w / 2, 0, 4, d), (-w / 2, 0, 4, d)):
        box((bw + 4 * (sx != 0), bd, 14), (x + sx, y + sy, 34), foam, 1)

def ring_part(x, y, outer, inner, height, z, sx, sy):
    """A quarter of a ring, outwards to the corner (sx, sy)."""
    bm = bmesh.new()
    start = {(1, 1): 0, (-1, 1): 1, (-1, -1): 2, (1, -1): 3}[(sx, sy)] * math.pi / 2
    rows = []
    for k in range(13):
        a = start + math.pi / 2 * k / 12
        c, s = math.cos(a), math.sin(a)
        rows.append([bm.verts.new((r * c, r * s, h)) for r, h in ((inner, 0), (inner, height), (outer, height), (outer, 0))])
    for a, b in zip(rows, rows[1:]):
        for k in range(4):
            bm.faces.new((a[k], a[(k + 1) % 4], b[(k + 1) % 4], b[k]))
    return solid(bm, (x, y, z), shell)

def tube_led(x, y, mat, tilt=0, turn=0):
    """A 5 mm LED with two legs, enlarged."""
    with group((x, y, 38), turn, tilt=tilt):
        lathe([(0, 0), (5, 0), (5, 1.6), (4.3, 1.7), (4.3, 8), (3.6, 10.4), (2, 11.8), (0, 12.3)], mat=mat)
        for k in (-1, 1):
            wire([(k * 1.4, 0, 0), (k * 1.4, 0, -22)], .45, tin, soft=False)

# the lower shell
box((W, D, 34), (0, 0, 0), shell, 4, corner=16)
for sx, sy, w, d in ((0, 1, W, 8), (0, -1, W, 8), (1, 0, 8, D - 30), (-1, 0, 8, D - 30)):
    box((w - 32 if sx == 0 else w, d - 2 if sx else d, 30), (sx * (W / 2 - 4), sy * (D / 2 - 4), 26), shell, .6)
for sx in (-1, 1):                                                           # rounded corners of the rim
    for sy in (-1, 1):
        ring_part(sx * (W / 2 - 16), sy * (D / 2 - 16), 16, 8, 30, 26, sx, sy)
box((W - 14, D - 14, 1), (0, 0, 33.2), foam, 0, corner=10)
for x in (-110, 110):                                                        # latches
    box((34, 7, 26), (x, -D / 2 - 3, 24), black, 2, corner=1)
wire([(-50, -D / 2 - 2, 26), (-48, -D / 2 - 24, 24), (48, -D / 2 - 24, 24), (50, -D / 2 - 2, 26)], 6, black)
# the lid, leaning back
with group((0, D / 2 + 4, 54), tilt=-18):
    with group(tilt=90):
        box((W, D - 10, 30), (0, D / 2, -34), shell, 4, corner=16)
        box((W - 22, D - 34, 1), (0, D / 2, -4.2), foam, 0, corner=10)
        box((250, 176, 1.4), (-46, D / 2 + 2, -3), card, .3, corner=3)       # the lesson's card, with a circuit
        ink = material('#1d3b22', .6)
        line = lambda *p: ribbon(p, 2.4, .3, (-46, D / 2 - 10, -1.6), ink)
        line((-90, -40), (-90, 40), (-50, 40)), line((-50, 40), (-44, 50), (-34, 30), (-24, 50), (-14, 30), (-4, 50), (2, 40), (34, 40))
        line((34, 54), (34, 26), (60, 40), (34, 54)), line((60, 54), (60, 26)), line((60, 40), (94, 40), (94, -40), (14, -40))
        line((-90, -40), (-14, -40)), line((-14, -24), (-14, -56)), line((0, -34), (0, -46)), line((0, -40), (14, -40))
        text('ZSTUDY', (-46, D / 2 + 72, -1.5), 22, ink)
        for k, m in enumerate([red, amber, green, blue]):                    # screwdriver and probes in loops
            cylinder(6.5, 74, (108 + 20 * k, D / 2 - 66, 4), m, 'y', bevel=3), cylinder(2.4, 60, (108 + 20 * k, D / 2 + 8, 4), ceramic, 'y')
        box((80, 12, 10), (138, D / 2 - 34, -3), black, 2), box((80, 12, 8), (138, D / 2 + 30, -3), black, 2)
# breadboard
tray(-78, -30, 200, 150)
with group((-78, -30, 35)):
    box((176, 112, 16), (0, 0, 0), white, 1, corner=3)
    hole = material('#23262a', .8)
    bm = bmesh.new()
    for i in range(30):
        for y in [k * 5.6 for k in (-5.6, -4.8, -3.8, -2.8, -1.8, 1.8, 2.8, 3.8, 4.8, 5.6)] + [-46, -40, 40, 46]:
            bmesh.ops.create_cube(bm, size=2.1, matrix=Matrix.Translation(((i - 14.5) * 5.6, y * (1 if abs(y) > 39 else .9), 15.1)))
    solid(bm, (0, 0, 0), hole)
    box((170, 5, .3), (0, 0, 15.9), cloth, 0)
    for y, m in ((-51, red), (51, red), (-35.5, blue), (35.5, blue)):
        ribbon([(-82, y), (82, y)], .9, .1, (0, 0, 16), m)
    with group((-6, 0, 18)):                                                 # an integrated circuit across the gap
        box((46, 17, 8), (0, 0, 0), epoxy, .8)
        for i in range(8):
            for s in (-1, 1):
                box((1.6, 2.4, 6), ((i - 3.5) * 5.6, s * 9.4, -2.4), tin, .2)
    for a, b, h, m in [((-70, 40), (-26, 14), 26, red), ((-60, -40), (-20, -14), 30, blue), ((20, 15), (52, 40), 24, amber), ((14, -14), (64, -22), 34, green), ((-76, -20), (-40, 22), 40, amber), ((30, -22), (76, -44), 22, red)]:
        (ax, ay), (bx, by) = a, b
        wire([(ax, ay, 14), (ax, ay, 16 + h), (ax * .7 + bx * .3, ay * .7 + by * .3, 18 + h), (bx * .7 + ax * .3, by * .7 + ay * .3, 18 + h), (bx, by, 16 + h), (bx, by, 14)], 1.5, m)
    for x, m in ((44, red), (58, amber_glow), (72, green_glow)):
        with group((x, 4, -12)):
            tube_led(0, 0, m)
    for x, y in ((-60, 2), (-48, -6)):                                       # resistors
        lathe([(0, -9), (2.6, -8.6), (3, -7), (2.4, -5), (2.4, 5), (3, 7), (2.6, 8.6), (0, 9)], (x, y, 22), tan, 'y')
        for k, m in ((-3, red), (0, black), (3, amber)):
            cylinder(2.6, 1.2, (x, y + k - .6, 22), m, 'y', bevel=.1)
        wire([(x, y - 20, 14), (x, y - 19, 22), (x, y + 19, 22), (x, y + 20, 14)], .5, tin)
# motor with a fan, battery, parts
tray(82, 46, 96, 84)
with group((70, 44, 55), turn=-25):
    lathe([(0, -24), (16, -24), (17, -23), (17, 20), (16, 22), (0, 22)], (0, 0, 0), steel, 'x', 48)
    cylinder(6, 3, (21, 0, 0), black, 'x'), cylinder(1.4, 16, (22, 0, 0), steel, 'x')
    cylinder(15, 4, (34, 0, 0), white, 'x', steps=48), cylinder(4, 3, (37.5, 0, 0), amber, 'x')
wire([(48, 54, 55), (30, 66, 58), (8, 40, 60), (-8, 14, 62)], 1.5, red), wire([(48, 46, 55), (34, 46, 52), (20, 34, 62), (2, 12, 56)], 1.5, black)
tray(158, 46, 48, 84)
for k in range(3):
    with group((158, 20 + 24 * k, 47)):
        lathe([(0, -21), (9.6, -21), (10, -20), (10, 16), (9, 18), (4, 18.4), (4, 21), (0, 21)], (0, 0, 0), [green, black, green][k], 'x'), cylinder(10.1, 9, (8, 0, 0), copper, 'x', bevel=.3)
tray(106, -56, 132, 100)
for k in range(26):
    with group((random.uniform(54, 158), random.uniform(-96, -20), 41), random.uniform(0, 360), tilt=78):
        lathe([(0, 0), (5, 0), (5, 1.6), (4.3, 1.7), (4.3, 8), (3.6, 10.4), (0, 12.3)], mat=random.choice([red, amber, green, blue, white]))
        for s in (-1, 1):
            wire([(s * 1.4, 0, 0), (s * 1.4, 0, -20)], .45, tin, soft=False)
tray(-78, 90, 200, 62)
for k in range(12):                                                          # a bundle of spare wires
    y, h = 74 + k * 3.2, 38 + 3 * (k % 3)
    wire([(-168, y, h), (-120, y + 8 * (k % 2), h + 5), (-60, y - 6 * (k % 3), h + 3), (-10, y + 5, h + 5), (12, y, h)], 1.6, [red, blue, amber, green, white, black][k % 6])
floor('#2c3a30', .6)
series_light(330, (0, 0, 60), key=1.1, rim=.8, fill=1.8)
camera((-240, -600, 500), (6, 44, 122), lens=36, aperture=8, focus=(-70, -50, 50))
render(exposure=.5)
