// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { connectCalls } from '#src/paths.ts';
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

const fetched = (call: string) => ({ name: `${location.origin}/connect/v1${call}`, initiatorType: 'fetch' });

test('of the connect API the page names what it shows, and not what a provider may lack', () => {
  const { jobList, features, alerts, jobApply } = connectCalls;
  const entries = [jobList, features, alerts, jobApply].map(fetched);
  vi.stubGlobal('performance', { getEntriesByType: () => entries });
  expect(pageAtHand()).toEqual([location.href, fetched(jobList).name]);
});
