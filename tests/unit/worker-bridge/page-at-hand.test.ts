// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { pageAtHand } from '#src/worker-bridge/page-at-hand.ts';

test('a picture that came past the worker is kept; one that the worker held back is not fetched after all', () => {
  const entry = (name: string, initiatorType: string, workerStart: number) => ({
    name: `${location.origin}${name}`,
    initiatorType,
    workerStart,
  });
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    entry('/uploads/first.jpg', 'img', 0),
    entry('/uploads/held.jpg', 'img', 5),
    entry('/uploads/held.avif', 'imageset', 5),
    entry('/assets/a.js', 'script', 5),
  ] as Partial<PerformanceResourceTiming>[] as PerformanceEntryList);
  expect(pageAtHand()).toEqual(
    [location.pathname, '/uploads/first.jpg', '/assets/a.js'].map((path) => location.origin + path),
  );
});
