// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';

import { connectCalls } from '#src/paths.ts';
import { pageAtHand } from '#src/worker-bridge/page-at-hand.ts';

const fetched = (call: string) => ({ name: `${location.origin}/connect/v1${call}`, initiatorType: 'fetch' });

test('of the connect API the page names what it shows, and not what a provider may lack', () => {
  const { jobList, features, alerts, jobApply } = connectCalls;
  const entries = [jobList, features, alerts, jobApply].map(fetched);
  vi.stubGlobal('performance', { getEntriesByType: () => entries });
  expect(pageAtHand()).toEqual([location.href, fetched(jobList).name]);
});
