import { expect, test } from 'vitest';

import { textOf } from '../sources.ts';

const source = textOf('src/styles/_tokens.scss');
/** The background of the header and the footer, and the brightest spot of the lit circuit board. */
const boards = ['#0b1510', '#2d451b'];
const grounds = ['--bs-body-bg', '--bs-secondary-bg', '--surface'];
const texts = ['--bs-body-color', '--bs-secondary-color', '--bs-link-color'];

/** Text, its background and the ratio that WCAG 2 AA requires. */
const pairs = [
  ...grounds.flatMap((ground) =>
    [...texts, '--bs-danger-text-emphasis'].map((text) => [text, ground, 4.5] as const),
  ),
  ...['--button-bg', '--button-bg-hover'].map((ground) => ['--button-color', ground, 4.5] as const),
  ['--bs-body-color', '--mark', 4.5] as const,
  ...grounds.flatMap((ground) =>
    ['--field-border', '--bs-focus-ring-color'].map((edge) => [edge, ground, 3] as const),
  ),
];

test.each(['light', 'dark'])('each %s colour has enough contrast with its background', (theme) => {
  const token = readTokens(theme);
  const weak = pairs.filter(([text, ground, least]) => contrast(token(text), token(ground)) < least);
  expect(weak).toEqual([]);
});

test('the dark text colours have enough contrast on the circuit board', () => {
  const token = readTokens('dark');
  for (const board of boards) expect(texts.filter((text) => contrast(token(text), board) < 4.5)).toEqual([]);
});

function readTokens(theme: string): (name: string) => string {
  const block = new RegExp(`@mixin ${theme}-tokens \\{([^}]*)\\}`).exec(source)?.[1] ?? '';
  return (name) => {
    const value = new RegExp(`${name}:\\s*(#[0-9a-f]{3,6});`).exec(block)?.[1];
    if (value === undefined) throw new Error(`No colour ${name}`);
    return value;
  };
}

/** The WCAG 2 contrast ratio of two colours. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
