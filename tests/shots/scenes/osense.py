"""O'Sense: a tracker with its antenna on a dashboard, beside a phone that shows the truck's way on a map."""
import math, os, random, sys
sys.path.insert(0, os.path.dirname(__file__))
from studio import *

leather = material('#262c28', .6, bump=.5, grain=.5)
lit = lambda color, glow=.9: material(color, .4, glow=glow)

# dashboard, and the steering wheel behind it
box((1600, 420, 30), (0, 60, -30), leather, 8)
box((420, 40, 60), (-60, 250, -6), leather, 16)
with group((-205, 215, 92), turn=-10, tilt=58):
    lathe([(170 + 13 * math.cos(a), 13 * math.sin(a)) for a in (math.pi * 2 * k / 24 for k in range(25))], mat=leather, steps=96)
    for k in range(6):                                                           # seams
        with group(turn=30 + 60 * k):
            lathe([(13.4, -1.2), (14, 0), (13.4, 1.2)], (170, 0, 0), dark, 'y', 32)
    for turn in (0, 180, 270):
        with group(turn=turn):
            lathe([(20, 0), (13, 50), (11, 104)], (54, 0, -8), dark, 'x', 24)
    lathe([(0, -22), (56, -22), (64, -12), (58, 2), (36, 10), (0, 12)], mat=black, steps=64)
    logo_h(40, (0, 0, 12.2))

with group((-56, -14, 0), turn=-16):                                         # the tracker
    box((104, 62, 25), (0, 0, 2), black, 2.4, corner=8)
    box((104.4, 62.4, 1), (0, 0, 16), epoxy, .3, corner=8)
    for k in range(7):
        box((3, 40, 1), (31 + 4.6 * k - 4.6 * 3, 0, 26.6), dark, .4)
    box((46, 40, .5), (-24, 0, 26.9), dark, .2, corner=3)
    logo_h(19, (-33, 4, 27.4))
    text("O'SENSE", (-9, 4, 27.45), 8)
    for k, m in enumerate((green_glow, amber_glow, dark)):
        cylinder(1.7, .8, (-40 + 7 * k, -31.6, 15), m, 'y')
    box((26, 8, 13), (28, -33, 6), white, .8)                                # plug with its wires
    for k, m in enumerate((red, black, amber, green, blue)):
        wire([(19 + 4.4 * k, -36, 12), (19 + 4.4 * k, -52, 12), (30 + 3 * k, -70, 3 + k % 2), (70 + 3 * k, -84 - k, 2), (160, -90 - 2 * k, 2), (330, -70 - 3 * k, 2)], 1.25, m)
    cylinder(4.2, 10, (-40, 31, 14), gold, 'y')
wire([(-92, 4, 14), (-96, 24, 14), (-100, 60, 6), (-60, 96, 3), (0, 92, 3), (34, 70, 6)], 1.7, black)
with group((46, 66, 0), turn=20):                                            # the antenna
    box((46, 46, 15), (0, 0, 0), black, 4, corner=9)
    logo_h(20, (0, 0, 15.02))

with group((88, -46, 4), turn=-13, tilt=38):                                 # the phone, leaning on its holder
    box((80, 164, 9), (0, 82, 0), black, 2.5, corner=11)
    box((74, 158, .4), (0, 82, 9), epoxy, 0, corner=9)
    z = 9.5
    box((72, 154, .2), (0, 82, 9.3), lit('#dfe8d4'), 0, corner=8)
    flat = lambda w, h, x, y, mat, up=0: box((w, h, .1), (x, y, z + up), mat, 0)
    road, small = lit('#ffffff', 1.1), lit('#f4f1e4', .9)
    flat(30, 26, -20, 96, lit('#b9d79a')), flat(24, 34, 22, 60, lit('#b9d79a'))
    ribbon([(-36, 60), (-20, 66), (-8, 58), (10, 62), (24, 50), (36, 52)], 5, .1, (0, 0, z + .05), lit('#9cc7e0'))
    for k in range(9):
        ribbon([(-36, 48 + 10 * k), (36, 42 + 10 * k + 6 * (k % 2))], 1.4, .1, (0, 0, z + .1), small)
        ribbon([(-32 + 8 * k, 40), (-34 + 8 * k + 3 * (k % 3), 136)], 1.4, .1, (0, 0, z + .1), small)
    for way in ([(-36, 118), (-6, 104), (36, 112)], [(-12, 40), (-4, 80), (-6, 104), (4, 137)]):
        ribbon(way, 3.6, .1, (0, 0, z + .2), road)
    way = [(-24, 48), (-9, 52), (-4, 80), (-6, 104), (12, 107), (16, 122), (26, 125)]
    ribbon(way, 2.8, .1, (0, 0, z + .4), lit('#3f8a12', .9))
    for (x, y), c in ((way[0], '#0b1410'), (way[-1], '#f0902a')):
        cylinder(4.4, .2, (x, y, z + .5), lit('#ffffff', 1.1)), cylinder(3.1, .2, (x, y, z + .7), lit(c))
    ink, pale = lit('#0b1410', .1), lit('#ffffff', .9)
    flat(73, 20, 0, 149, ink, .3), text("O'Sense", (-12, 147, z + .6), 9, pale), flat(72, 34, 0, 23, pale, .3)
    for y, done in ((32, 50), (22, 34), (12, 43)):                               # bars instead of invented words
        cylinder(3, .2, (-27, y, z + .4), lit('#5f9a1f'), bevel=0), flat(48, 3, 6, y, lit('#d0d8c8', .7), .4), flat(done - 4, 3, 6 - (52 - done) / 2, y, lit('#5f9a1f'), .5)
    box((60, 16, 22), (0, -2, -8), black, 3, corner=4)
    box((40, 60, 12), (0, 60, -14), black, 3, corner=5)
box((70, 80, 12), (104, 18, 0), black, 4, corner=14)
box((2400, 10, 900), (0, 620, -60), material('#3a5244', .7), 0)
light((-300, 560, 260), (-100, 400, 120), '#ffb765', .5, 260)
series_light(190, (20, 0, 20), key=1, rim=1.4, fill=1.7)
camera((-60, -350, 225), (16, 10, 44), lens=43, aperture=7, focus=(10, -46, 30))
render(exposure=.4)
