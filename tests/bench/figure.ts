/** One measured value against its bound. */
export type Figure = { name: string; value: number; bound: number; unit: string };

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('Nothing was measured');
  return middle;
}

export function isWithin({ value, bound }: Figure): boolean {
  return value <= bound;
}

export function printFigures(figures: Figure[]): void {
  console.log(`${''.padEnd(62)}${'measured'.padStart(12)}${'at most'.padStart(12)}`);
  for (const figure of figures) {
    const { name, value, bound, unit } = figure;
    const shown = (amount: number) => `${amount.toFixed(unit === 'ms' ? 0 : 2)} ${unit}`.padStart(12);
    console.log(`${name.padEnd(62)}${shown(value)}${shown(bound)}  ${isWithin(figure) ? 'pass' : 'FAIL'}`);
  }
}
