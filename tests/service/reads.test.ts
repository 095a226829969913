import { describe, expect, test } from 'vitest';

import { parseFeatures } from '#src/contract/features.ts';
import { type MediaItem, parseMediaList } from '#src/contract/media.ts';
import { parseVacancies } from '#src/contract/vacancy.ts';

import { openApp, stores } from './store.ts';

const isSorted = (items: { createdAt: string }[]) =>
  items.every(({ createdAt }, index) => createdAt <= (items[index - 1]?.createdAt ?? createdAt));

describe.each(stores)('on $name', ({ newStore }) => {
  test('lists follow the contract, with the newest item first and an empty page at the end', async () => {
    const { payload } = await openApp(await newStore());
    for (const type of ['press', 'blog']) {
      const items = await payload<MediaItem[]>(`media-room/${type}/0`);
      expect(parseMediaList(items).length).toBeGreaterThanOrEqual(9);
      expect(isSorted(items)).toBe(true);
      for (const { title, img_uri, description } of items) {
        expect([title, img_uri]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/^\/images\//)]);
        expect(Buffer.from(description, 'base64').toString()).toMatch(/^<\w/);
      }
      expect(await payload(`media-room/${type}/99`)).toEqual([]);
      expect(await payload(`media/${items[0]?._id}`)).toEqual(items[0]);
    }
    expect(await payload('media-priority')).toHaveLength(3);
    const vacancies = parseVacancies(await payload('job-list'));
    expect([vacancies.length >= 5, isSorted(vacancies)]).toEqual([true, true]);
    expect(parseFeatures(await payload('features'))).toEqual(['status', 'alerts', 'enquiries', 'files']);
  });

  test('sample content is added only to a new store, and only if SAMPLE_CONTENT is set', async () => {
    const empty = await openApp({ ...(await newStore()), SAMPLE_CONTENT: '' });
    const again = await openApp({ ...empty.settings, SAMPLE_CONTENT: '1' });
    for (const { payload } of [empty, again])
      for (const call of ['job-list', 'media-room/press/0', 'media-priority'])
        expect(await payload(call)).toEqual([]);
  });
});
