"""Water Handler: a motorised ball valve on a pipe, its controller with antenna and LED, a leak sensor in a puddle."""
import os, sys
sys.path.insert(0, os.path.dirname(__file__))
from studio import *

r, z = 11, 42  # pipe radius, axis height

def hexagon(x, width, size, mat=brass):
    lathe([(0, 0), (size - 1, 0), (size, .8), (size, width - .8), (size - 1, width), (0, width)], (x, 0, z), mat, 'x', 6).data.use_auto_smooth = True

def pipe(x, length, radius=r, mat=copper):
    lathe([(radius, 0), (radius, length)], (x, 0, z), mat, 'x', 64)

pipe(-300, 268), pipe(32, 268)
for s in (-1, 1):  # unions, body
    hexagon(-38 if s < 0 else 24, 14, 18.5)
    lathe([(r + .2, 0), (r + 2.2, .6), (r + 2.2, 9), (r + .2, 9.6)], (-50 if s < 0 else 40, 0, z), copper, 'x')
    for k in range(4):
        lathe([(16.5, 0), (17, .7), (16.5, 1.4)], (s * 23 - .7 - s * k * 1.8, 0, z), brass, 'x')
lathe([(15, -24), (17, -20), (20, -13), (21.5, 0), (20, 13), (17, 20), (15, 24)], (0, 0, z), brass, 'x', 64)
cylinder(9, 12, (0, 0, z + 17), brass)                                       # the stem's collar
box((34, 30, 4), (0, 0, z + 28), steel, .6, corner=3)
with group((0, 0, z + 32)):                                                  # the motor
    box((62, 44, 40), (6, 0, 0), black, 1.2, corner=7)
    box((62.4, 44.4, 1), (6, 0, 27), dark, .3, corner=7)
    cylinder(9, 2.2, (-6, 0, 40), dark)
    box((15, 3.4, 1.2), (-6, 0, 42), amber, .4, turn=0)                      # position of the ball
    for sx in (-20, 32):
        for sy in (-16, 16):
            cylinder(2, .8, (sx, sy, 39.8), steel)
    text('WATER HANDLER', (6, -22.1, 12), 5.4, upright=True)
    cylinder(4.5, 8, (36, 0, 16), dark, 'x')
wire([(44, 0, z + 48), (66, 0, z + 49), (84, 4, z + 30), (92, 6, z + 4), (100, 8, 70), (112, 14, 52), (118, 14, 34)], 2.3, black)

with group((122, -4, 0), 8):                                                 # the controller, standing on its feet
    box((66, 26, 84), (0, 0, 4), white, 2, corner=6)
    box((58, 1, 60), (0, -13, 18), dark, .4, corner=.4)
    cylinder(5, 12, (20, 0, 88), dark)
    lathe([(3.6, 0), (3.6, 6), (2.6, 10), (2.2, 66), (1.2, 68), (0, 68)], (20, 0, 98), black)
    for k, glow in enumerate([green_glow, dark, dark]):
        cylinder(2.1, 1.4, (-16 + 9 * k, -14.6, 66), glow, 'y')
    with group((-1, -13.6, 42), tilt=90):
        logo_h(30, (0, 0, 0))
    for k in (-1, 1):
        cylinder(4, 9, (12 * k, 0, -3), black)

with group((-34, -74, 0), 14):                                               # the sensor
    box((46, 28, 9), (0, 0, 1.2), white, 1.4, corner=8)
    box((40, 22, .5), (0, 0, 10), dark, .2, corner=6)
    cylinder(1.6, .6, (-13, 0, 10.4), green_glow)
    logo_h(10, (6, 0, 10.5))
wire([(-12, -69, 6), (8, -66, 4), (40, -60, 1.4), (84, -50, 1.4), (104, -34, 1.4), (112, -22, 6), (114, -14, 6)], 1.2, black)
wet = material('#1c2a22', .03)
for x, y, w in [(-66, -84, 13), (-44, -98, 17), (-80, -70, 6), (-20, -104, 8), (-92, -92, 4), (4, -98, 3), (-58, -62, 4)]:
    lathe([(w, 0), (w * .97, .7), (w * .8, 1.3), (0, 1.7)], (x, y, 0), wet, steps=48)
drop = lathe([(0, -4), (2.2, -3), (3, -1), (2.6, 1), (1.2, 4), (0, 7)], (-46, -2, 22), material('#e8f4ee', .02, clear=.6))
floor('#303f36', .4)
box((4000, 10, 900), (0, 150, 0), material('#28372e', .7, bump=.2, grain=.05), 0)
series_light(190, (10, 0, 50), key=1.2, rim=1.3, fill=1.6)
camera((-95, -330, 175), (20, -26, 48), lens=40, aperture=6, focus=(20, -36, 50))
render(exposure=.7)
