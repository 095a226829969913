"""Travis Labs: a bench with a board in a holder under a microscope, an iron and an oscilloscope."""
import math, os, random, sys
sys.path.insert(0, os.path.dirname(__file__))
from studio import *

body, mat_, wood = material('#d8dacf', .42, bump=.06, grain=.1), material('#1f5a40', .6, bump=.2, grain=.4), material('#5a4630', .55, bump=.3, grain=.03)
box((1600, 900, 30), (0, 100, -33), wood, 3)
box((620, 400, 3), (-10, -10, -3), mat_, 1, corner=14)

with group((0, -36, 62), turn=-14, tilt=12):                                 # the board
    board(110, 78)
    with group((4, 2, 0)):
        chip(16, 12, 1.1)
    for k in range(44):
        x, y = random.uniform(-44, 46), random.uniform(-30, 30)
        if abs(x - 4) > 13 or abs(y - 2) > 13:
            passive(round(x / 4) * 4, round(y / 4) * 4, random.choice([0, 90]), random.choice('rccw'))
    for k in range(12):
        y = (k - 5.5) * 1.1 + 2
        for s in (-1, 1):
            ribbon([(4 + s * 10, y), (4 + s * 15, y), (4 + s * (18 + k % 3), y * 2), (4 + s * 40, y * 2)], .5, .05)
    can(-36, 20, 4, 9), can(-36, 8, 4, 9), crystal(-16, -18, 90), led(34, -24), led(40, -24, amber_glow), terminal(28, 30, 4, 180), header(-14, 32, 10)
    for s in (-1, 1):                                                        # the holder's jaws
        box((12, 40, 14), (s * 58, 0, -9), black, 1.5), cylinder(6, 16, (s * 64 - 8, 0, -2), steel, 'x')
        cylinder(5, 62, (s * 58, 0, -66), steel)
    cylinder(4, 150, (-75, 0, -14), steel, 'x')
box((190, 70, 8), (0, -36, 0), dark, 2, corner=10)

with group((8, 36, 0), turn=-14, scale=.75):                                           # the microscope
    box((150, 120, 14), (0, 20, 0), body, 3, corner=14)
    cylinder(13, 330, (0, 62, 10), steel)
    box((54, 60, 56), (0, 58, 196), dark, 4, corner=10)
    cylinder(17, 26, (26, 58, 224), black, 'x'), cylinder(17, 26, (-52, 58, 224), black, 'x')
    box((60, 90, 50), (0, 0, 200), body, 6, corner=16)
    with group((0, -40, 190)):
        lathe([(0, 0), (20, 0), (23, 3), (23, 20), (32, 26), (36, 44), (36, 66), (30, 70), (0, 70)], mat=body)
        ring(36, 22, 9, (0, 0, -9), black, steps=48)
        ring(33, 25, .6, (0, 0, -9.8), material('#fff2dc', glow=14), steps=48)
        cylinder(20, 2, (0, 0, -2), glass)
    with group((0, -26, 258), tilt=34):
        box((76, 46, 34), (0, 0, -10), body, 6, corner=12)
        for s in (-1, 1):
            cylinder(15, 60, (s * 24, 0, 18), body), lathe([(17, 0), (19, 4), (19, 26), (15, 34), (12, 34), (11, 30), (0, 30)], (s * 24, 0, 74), black)
light((2, -20, 138), (0, -36, 62), '#fff0d8', 3.5, 40)

with group((196, 150, 0), turn=-20):                                         # the oscilloscope
    box((250, 110, 150), (0, 0, 8), body, 4, corner=8)
    box((240, 2, 140), (0, -55, 13), dark, .6)
    box((146, 2, 108), (-40, -56.4, 30), material('#04140c', .12), .4)
    grid = material('#2f6a44', glow=.35)
    with group((-40, -57.8, 84), tilt=90):
        for k in range(-5, 6):
            ribbon([(k * 13.6, -50), (k * 13.6, 50)], .5, .1, mat=grid)
        for k in range(-4, 5):
            ribbon([(-70, k * 12), (70, k * 12)], .5, .1, mat=grid)
        wire([(x, 34 * math.sin(x / 14), .8) for x in range(-69, 70, 2)], 1.1, material('#8dff4a', glow=5), soft=False)
        wire([(x, 16 * math.sin(x / 7 + 1) - 22, .6) for x in range(-69, 70, 2)], .8, material('#ffb43a', glow=3), soft=False)
    for x, z, r in ((52, 120, 9), (86, 120, 9), (52, 88, 9), (86, 88, 9), (69, 56, 12)):
        cylinder(r, 12, (x, -68, z), black, 'y')
    for k in range(3):
        cylinder(6, 8, (-90 + 46 * k, -64, 20), steel, 'y')
    for k in range(6):
        box((12, 3, 7), (48 + (k % 3) * 21, -56, 22 + 12 * (k // 3)), [green, body, amber][k % 3], .8)
wire([(102, 112, 20), (96, 70, 14), (110, 10, 3), (96, -50, 6), (70, -44, 50), (46, -40, 72)], 2.2, black)

with group((-138, -58, 0), turn=20, scale=.62):                                          # iron, stand, station
    box((84, 70, 8), (0, 0, 0), black, 2, corner=8)
    box((46, 50, 5), (0, -8, 8), material('#c9a04a', .9, bump=.8, grain=.6), 1)
    wire([(11 * math.cos(k / 2), 22 + k * 1.05, 62 + k * .55 + 11 * math.sin(k / 2)) for k in range(74)], 1.3, steel)
    with group((0, 8, 54), tilt=-62):
        lathe([(0, -56), (1, -54), (3, -38), (3.4, 0), (6, 2), (6, 20), (0, 20)], mat=steel), lathe([(6, 20), (11, 26), (10, 44), (12, 60), (11, 130), (7, 140), (0, 140)], mat=green)
with group((-196, 170, 0), turn=14):
    box((120, 130, 110), (0, 0, 6), dark, 4, corner=8)
    box((80, 2, 34), (0, -66, 66), epoxy, .4), text('350 °C', (0, -67.2, 82), 20, amber_glow, upright=True)
    cylinder(13, 14, (26, -80, 36), black, 'y'), cylinder(5, 4, (-26, -69, 36), green_glow, 'y')
with group((150, -96, 0), scale=.8):                                                  # solder
    ring(30, 9, 3, (0, 0, 0), white), ring(30, 9, 3, (0, 0, 27), white), cylinder(22, 24, (0, 0, 3), tin, bevel=1)
    for k in range(11):
        lathe([(22, 0), (23.1, 1.1), (22, 2.2)], (0, 0, 3 + k * 2.2), tin)
with group((-30, -140, 2), turn=14):                                         # tweezers
    for s in (-1, 1):
        ribbon([(-64, 0), (-20, s * 6), (20, s * 5), (64, s * 1)], 3, 1.2, mat=steel)
box((2400, 10, 1200), (0, 520, -60), material('#1a2e22', .7), 0)
series_light(340, (0, 0, 90), key=1, rim=1.2, fill=1.2)
camera((-130, -500, 278), (4, 0, 118), lens=37, aperture=8, focus=(0, -60, 70))
render(exposure=.4, strength=.14)
