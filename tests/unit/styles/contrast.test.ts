import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

const source = readFileSync(join(import.meta.dirname, '../../../src/styles/_tokens.scss'), 'utf8');
/** Behind header and footer, and the brightest spot of the lit board, where its light is added. */
const board = '#0b1510';
const litBoard = '#2d451b';

const grounds = ['--bs-body-bg', '--bs-secondary-bg', '--surface'];
const texts = ['--bs-body-color', '--bs-secondary-color', '--bs-link-color', '--bs-danger-text-emphasis'];
const edges = ['--field-border', '--bs-focus-ring-color'];

describe.each(['light', 'dark'])('the %s tokens', (theme) => {
  const tokens = readTokens(theme);
  const pairs = grounds.flatMap((ground) => texts.map((text) => [text, ground] as const));

  test.each(pairs)('%s on %s is read easily', (text, ground) => {
    expect(contrast(token(tokens, text), token(tokens, ground))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['--button-bg', '--button-bg-hover'])('the words of a button stand out from its %s', (ground) => {
    expect(contrast(token(tokens, '--button-color'), token(tokens, ground))).toBeGreaterThanOrEqual(4.5);
  });

  test('marked text is read easily', () => {
    expect(contrast(token(tokens, '--bs-body-color'), token(tokens, '--mark'))).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds.flatMap((ground) => edges.map((edge) => [edge, ground] as const)))(
    '%s is seen on %s',
    (edge, ground) => {
      expect(contrast(token(tokens, edge), token(tokens, ground))).toBeGreaterThanOrEqual(3);
    },
  );
});

describe.each([board, litBoard])('the board at %s', (ground) => {
  const tokens = readTokens('dark');

  test.each(['--bs-body-color', '--bs-secondary-color', '--bs-link-color'])('carries %s', (text) => {
    expect(contrast(token(tokens, text), ground)).toBeGreaterThanOrEqual(4.5);
  });
});

test('the company green alone would not do for text on paper', () => {
  expect(contrast('#70a12f', '#ffffff')).toBeLessThan(4.5);
});

function readTokens(theme: string): Map<string, string> {
  const block = new RegExp(`@mixin ${theme}-tokens \\{([^}]*)\\}`).exec(source)?.[1] ?? '';
  return new Map(
    [...block.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{3,6});/g)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
}

function token(tokens: Map<string, string>, name: string): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`No colour ${name}`);
  return value;
}

/** WCAG 2 contrast of two colours. */
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
