import { describe, expect, test } from 'vitest';

import { stores } from './stores.ts';
import { temporaryFolder, testApp } from './test-app.ts';

async function shown(settings: Record<string, string>): Promise<number[]> {
  const { app } = await testApp(settings);
  const counts = [];
  for (const call of ['job-list', 'media-room/press/0', 'media-priority']) {
    const answer = await app.inject(`/connect/v1/${call}`);
    counts.push(answer.json<{ payload: unknown[] }>().payload.length);
  }
  await app.close();
  return counts;
}

describe.each(stores)('with $name', ({ settings }) => {
  test('a new store is empty: nothing in it takes real applications', async ({ skip }) => {
    expect(await shown({ ...(await settings(skip)), SAMPLE_CONTENT: '' })).toEqual([0, 0, 0]);
  });

  test('with SAMPLE_CONTENT a new store is filled, and one that was begun empty stays empty', async ({
    skip,
  }) => {
    const filled = { DATA_DIR: temporaryFolder(), ...(await settings(skip)), SAMPLE_CONTENT: '1' };
    expect(Math.min(...(await shown(filled)))).toBeGreaterThan(0);
    const empty = { DATA_DIR: temporaryFolder(), ...(await settings(skip)), SAMPLE_CONTENT: '0' };
    await shown(empty);
    expect(await shown({ ...empty, SAMPLE_CONTENT: '1' })).toEqual([0, 0, 0]);
  });
});
