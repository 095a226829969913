import { expect } from 'vitest';

/** What the servers of `openApp` have logged as a warning or an error, and no test has expected yet. */
const lines: string[] = [];

/** Collects log lines. */
export const problems = { write: (line: string) => void lines.push(line) };

/** Expects the server to have logged this. What no test expects fails the test that provokes it. */
export function expectLogged(words: string | RegExp): void {
  const found = lines.splice(0).map((line) => ({ line, isMeant: line.search(words) >= 0 }));
  for (const { line, isMeant } of found) if (!isMeant) lines.push(line);
  expect(
    found.some(({ isMeant }) => isMeant),
    `${words} in the log`,
  ).toBe(true);
}

export const expectNoProblem = () => expect(lines.splice(0), 'logged, and no test expects it').toEqual([]);
