import { expect, test } from 'vitest';

import { firstPartMs, longestPartMs } from '#src/contract/attachments.ts';
import { retentionDays } from '#src/contract/retention.ts';
import * as limits from '#src/outbox/limits.ts';

test('a lease outlives its request, and what is repeated is still known', () => {
  const { postTimeoutMs, leaseMs, listedAfterMs, maxRetryAgeMs, dayMs, maxPauseMs } = limits;
  expect(postTimeoutMs).toBeLessThan(leaseMs);
  expect(listedAfterMs).toBeLessThan(leaseMs);
  for (const attempts of [1, 2, 3, 4, 5, 9]) {
    const timeout = limits.partTimeoutMs(attempts);
    expect(timeout).toBeGreaterThanOrEqual(firstPartMs);
    expect(timeout, 'the server waits as long').toBeLessThanOrEqual(longestPartMs);
    expect(timeout).toBeLessThan(limits.partLeaseMs(attempts));
  }
  expect(limits.partLeaseMs(99)).toBeLessThan(dayMs);
  expect(Math.max(...Object.values(maxPauseMs))).toBeLessThan(dayMs);
  expect(maxRetryAgeMs, 'a clock may be two months slow').toBeLessThanOrEqual(
    (retentionDays.requestKey * dayMs) / 4,
  );
  expect(maxRetryAgeMs).toBeLessThanOrEqual(retentionDays.unfinishedFile * dayMs);
});
