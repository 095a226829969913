import { expect, vi } from 'vitest';

/** What the servers of `openApp` have logged as an error, and no test has expected yet. */
const lines: string[] = [];

/** Collects a server's log lines until it has closed: later ones tell of what the test itself ended. */
export function collectProblems() {
  let isOpen = true;
  return {
    write: (line: string) => void (isOpen && lines.push(line)),
    end() {
      isOpen = false;
    },
  };
}

/** Expects the server to have logged this. What no test expects fails the test that provokes it. */
export function expectLogged(words: string | RegExp): void {
  const found = lines.splice(0).map((line) => ({ line, isMeant: line.search(words) >= 0 }));
  for (const { line, isMeant } of found) if (!isMeant) lines.push(line);
  expect(
    found.some(({ isMeant }) => isMeant),
    `${words} in the log`,
  ).toBe(true);
}

/** For what is logged after the answer. */
export const untilLogged = (words: string) =>
  vi.waitFor(() => expectLogged(words), { timeout: 110_000, interval: 20 });

export const expectNoProblem = () => expect(lines.splice(0), 'logged, and no test expects it').toEqual([]);
