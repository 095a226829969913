import { describe, expect, onTestFinished, test } from 'vitest';

import { embeddedService } from '#server/api/embedded.ts';
import { openStore } from '#server/db/open-store.ts';
import { readFeatures } from '#src/contract/features.ts';
import { type MediaItem, readMediaList } from '#src/contract/media.ts';
import { readVacancies } from '#src/contract/vacancy.ts';

import { stores } from './stores.ts';
import { testApp } from './test-app.ts';

const nowhere = [
  'v1/media/no-such-thing',
  'v1/media/%00',
  'v1/media/..',
  'v1/media/a%2fb',
  'v1/media-room/cats/0',
  'v1/media-room/press/-1',
  'v1/media-room/press/1e3',
  'v1/nope',
  'v1',
  'v2/job-list',
];

type List = { payload: MediaItem[] };

describe.each(stores)('with $name', ({ settings }) => {
  test.for(['press', 'blog'])(
    'a new store holds nine %s items or more, newest first',
    async (type, { skip }) => {
      const { app } = await testApp(await settings(skip));
      const { payload } = (await app.inject(`/connect/v1/media-room/${type}/0`)).json<List>();
      expect(readMediaList(payload).length).toBeGreaterThanOrEqual(9);
      const dates = payload.map(({ createdAt }) => Date.parse(createdAt));
      expect(dates).toEqual(dates.toSorted((a, b) => b - a));
      for (const { title, img_uri, description } of payload) {
        expect(title).not.toBe('');
        expect(img_uri).toMatch(/^\/images\//);
        expect(Buffer.from(description, 'base64').toString()).toMatch(/^<\w/);
      }
    },
  );

  test('a page after the last one is an empty list', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    expect((await app.inject('/connect/v1/media-room/press/99')).json()).toEqual({ payload: [] });
  });

  test('pages past the end cost one look at how many there are, however many are asked for', async ({
    skip,
  }) => {
    const { config } = await testApp(await settings(skip));
    const store = await openStore(config);
    onTestFinished(() => store.close());
    const { read } = embeddedService(store);
    const asked = { count: 0, load: 0 };
    const page = (number: number) => ({
      call: `/media-room/press/${number}`,
      load: async () => {
        asked.load += 1;
        return number === 0 ? ['an article'] : [];
      },
      page: {
        list: 'press',
        number,
        count: async () => {
          asked.count += 1;
          return 1;
        },
      },
    });
    await read(page(0));
    for (let number = 1_200; number > 0; number -= 1)
      expect((await read(page(number))).body.plain.toString()).toBe('{"payload":[]}');
    await read(page(0));
    // The first page, and the first one past the end.
    expect(asked).toEqual({ count: 1, load: 2 });
  });

  test('there are three featured items and five vacancies', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    expect((await app.inject('/connect/v1/media-priority')).json<List>().payload).toHaveLength(3);
    const vacancies = readVacancies((await app.inject('/connect/v1/job-list')).json<List>().payload);
    expect(vacancies.length).toBeGreaterThanOrEqual(5);
    const dates = vacancies.map(({ createdAt }) => createdAt);
    expect(dates).toEqual(dates.toSorted().reverse());
  });

  test('an article is found by its id', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    const [item] = (await app.inject('/connect/v1/media-room/blog/0')).json<List>().payload;
    const answer = await app.inject(`/connect/v1/media/${item?._id}`);
    expect(answer.json()).toEqual({ payload: item });
  });

  test('what is not there is answered 404 in the error shape', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    for (const path of nowhere) {
      const { statusCode, headers, body } = await app.inject(`/connect/${path}`);
      expect([path, statusCode]).toEqual([path, 404]);
      expect(headers['content-type']).toContain('application/json');
      expect(JSON.parse(body)).toEqual({ error: expect.any(String) });
    }
  });

  test('lists carry an ETag and answer 304 to it, compressed or not', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    for (const call of ['media-room/press/0', 'media-priority', 'job-list']) {
      const url = `/connect/v1/${call}`;
      const first = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
      expect(first.headers['content-encoding']).toBe('br');
      const etag = String(first.headers.etag);
      expect((await app.inject(url)).headers.etag).toBe(etag);
      const again = await app.inject({ url, headers: { 'if-none-match': `"other", ${etag}` } });
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } });
      expect(other.statusCode).toBe(200);
    }
  });

  test('the features say what this API can do', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    const { payload } = (await app.inject('/connect/v1/features')).json<{ payload: unknown }>();
    expect(readFeatures(payload)).toContain('status');
  });

  test('the health check answers while the site can serve', async ({ skip }) => {
    const { app } = await testApp(await settings(skip));
    const { statusCode, body } = await app.inject('/healthz');
    expect([statusCode, body]).toEqual([200, '{"status":"ok"}']);
  });
});
