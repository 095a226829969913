/**
 * The logo's alphabet as strokes on a grid of 10 high, so that pictures with words come out the same on a machine
 * without fonts. Capitals only; what has no glyph is left out.
 */
const glyphs: Record<string, string> = {
  A: 'M0 10V2l2-2h2l2 2v8M0 6h6',
  B: 'M0 0h4l2 2v1L4 5H0M4 5l2 2v1l-2 2H0V0',
  C: 'M6 0H2L0 2v6l2 2h4',
  D: 'M0 0h4l2 2v6l-2 2H0z',
  E: 'M6 0H0v10h6M0 5h5',
  F: 'M6 0H0v10M0 5h5',
  G: 'M6 0H2L0 2v6l2 2h4V6H3',
  H: 'M0 0v10M6 0v10M0 5h6',
  I: 'M0 0v10',
  J: 'M6 0v8l-2 2H2L0 8',
  K: 'M0 0v10M6 0L1 5l5 5M0 5h1',
  L: 'M0 0v10h6',
  M: 'M0 10V0l4 4 4-4v10',
  N: 'M0 10V0l6 10V0',
  O: 'M2 0h2l2 2v6l-2 2H2L0 8V2z',
  P: 'M0 10V0h4l2 2v2L4 6H0',
  Q: 'M2 0h2l2 2v6l-2 2H2L0 8V2zM3 7l3 3',
  R: 'M0 10V0h4l2 2v1L4 5H0M3 5l3 5',
  S: 'M6 0H2L0 2v1l2 2h2l2 2v1l-2 2H0',
  T: 'M0 0h6M3 0v10',
  U: 'M0 0v8l2 2h2l2-2V0',
  V: 'M0 0l3 10L6 0',
  W: 'M0 0v10l4-4 4 4V0',
  X: 'M0 0l6 10M6 0L0 10',
  Y: 'M0 0l3 4 3-4M3 4v6',
  Z: 'M0 0h6L0 10h6',
  0: 'M2 0h2l2 2v6l-2 2H2L0 8V2zM4 3L2 7',
  1: 'M0 2l2-2v10',
  2: 'M0 0h4l2 2v2L0 10h6',
  3: 'M0 0h4l2 2v1L4 5H2M4 5l2 2v1l-2 2H0',
  4: 'M5 10V0L0 7h6',
  5: 'M6 0H0v4h4l2 2v2l-2 2H0',
  6: 'M6 0H2L0 2v6l2 2h2l2-2V7L4 5H0',
  7: 'M0 0h6L2 10',
  8: 'M2 0h2l2 2v1L4 5H2L0 7v1l2 2h2l2-2V7L4 5H2L0 3V2z',
  9: 'M0 10h4l2-2V2L4 0H2L0 2v1l2 2h4',
  '!': 'M0 0v6.5M0 9.5v.5',
  '.': 'M0 9.5v.5',
  ',': 'M.5 9.5L0 11.5',
  "'": 'M0 0v2.5',
  '-': 'M0 5h4',
  '&': 'M6 10L1 3V1l1-1h1l1 1v2L0 7v1l2 2h1l3-4',
  '/': 'M0 10L4 0',
};

const spacing = 3.2;
const wordSpace = 3;
const widths: Record<string, number> = {
  I: 0,
  M: 8,
  W: 8,
  1: 2,
  '!': 0,
  '.': 0,
  ',': 0.5,
  "'": 0,
  '-': 4,
  '/': 4,
};

/** Width of a line on the grid. */
export function lineWidth(text: string): number {
  return [...text].reduce((sum, letter) => sum + advance(letter), -spacing);
}

/** The strokes of one line as SVG, its upper left corner at 0,0; `fill="none"` and a stroke come from around it. */
export function letterLine(text: string): string {
  let x = 0;
  let svg = '';
  for (const letter of text.toUpperCase()) {
    const glyph = glyphs[letter];
    if (glyph !== undefined) svg += `<path transform="translate(${x.toFixed(1)})" d="${glyph}"/>`;
    x += advance(letter);
  }
  return svg;
}

/** Splits a text into lines no wider than `limit`; a single longer word stays whole. */
export function wrapLines(text: string, limit: number): string[] {
  const lines: string[] = [];
  for (const word of text.toUpperCase().split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && lineWidth(`${last} ${word}`) <= limit)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function advance(letter: string): number {
  if (letter === ' ') return wordSpace + spacing;
  if (!(letter in glyphs)) return 0;
  return (widths[letter] ?? 6) + spacing;
}
