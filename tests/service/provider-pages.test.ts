import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { career } from '#src/content/career.ts';
import { careerPage } from '#src/content/career-page.ts';
import { company } from '#src/words/site.ts';

import { answered, asker, openProxy, setClock, testClock } from './store.ts';
import { withSite } from './with-site.ts';

const lists = ['/media-room', '/media-room/filter/press', '/media-room/filter/blog', '/insider/career'];
const details = ['/media-room/x', '/insider/career/x'];
const nothing = '{"payload":[]}';

/** The site of a provider whose API returns this text or status for a call; undefined: no answer. */
function openSite(answer: (call: string) => string | number | undefined, options = {}) {
  return openProxy(
    ({ path }, response) => {
      const text = answer(path.replace('/api', ''));
      if (typeof text === 'number') response.writeHead(text).end();
      else if (text !== undefined) response.end(text);
    },
    { ...withSite, ...options },
  );
}

const payloadOf = (payload: unknown) => JSON.stringify({ payload });

test.each<[string, string | number | undefined]>([
  ['nothing', undefined],
  ['500', 500],
  ['a page', '<h1>Welcome</h1>'],
])('if a provider answers %s, pages are sent as shells with a 200', async (_, answer) => {
  const { get } = await openSite(() => answer, { pageTimeoutMs: answer === undefined ? 200 : 60_000 });
  for (const path of [...lists, ...details]) {
    const { body } = await answered(200, get(path));
    expect([path, body.includes('server-data')]).toEqual([path, false]);
  }
});

test('if the payload is not a list, pages say that nothing has been published', async () => {
  const { get } = await openSite(() => '{"payload":null}');
  for (const path of lists) expect((await answered(200, get(path))).body, path).toContain('server-data');
  expect((await get('/media-room')).body).toContain('Nothing has been published here yet.');
});

const encode = (text: string) => Buffer.from(text).toString('base64');

const odd = [
  { _id: 'one', name: 'One' },
  { _id: 'two', title: { a: 1 }, img_uri: 7, description: [], createdAt: 'yesterday', type: null, name: 5 },
  { _id: 'three', title: 'Three', description: '%%% not base64 é %%%' },
  {
    _id: 'four',
    title: `${'x'.repeat(46)}👩‍🔬 after the cut`,
    description: encode(`<p>${'日本語 ሀሁሂ 👩‍🔬 '.repeat(40)}</p>`),
  },
];

test('items with missing or odd fields do not break any page', async () => {
  const { get } = await openSite((call) => payloadOf(odd.find(({ _id }) => call === `/media/${_id}`) ?? odd));
  for (const path of ['/insider/career', '/media-room/four', '/media-room/filter/press', '/media-room']) {
    const { document } = new JSDOM((await answered(200, get(path))).body).window;
    const count = (selector: string) => document.querySelectorAll(selector).length;
    expect([count('h1'), count('footer'), count('main [aria-busy=true]')], path).toEqual([1, 1, 0]);
    const text = document.querySelector('main')?.textContent ?? '';
    expect(text).toContain(path === '/insider/career' ? 'One' : 'x'.repeat(46));
    expect(text).not.toMatch(/undefined|\bnull\b|NaN|Invalid Date|\[object|\ufffd/);
    expect(text.isWellFormed()).toBe(true);
    // No text is cut within an emoji.
    expect(text).not.toMatch(/\u200d(?:\s|…|$)/);
  }
});

test("a provider's 404 with an empty body makes the not-found page", async () => {
  const { get } = await openSite((call) => (call.includes('/media/') ? 404 : nothing));
  expect((await answered(404, get('/media-room/x'))).body).toContain('404 - Page Not Found');
});

test.each([
  ['an open application', [{ _id: 'any', name: 'Anybody', type: 'Open application' }], '#vacancy-any'],
  ['nothing', [], `mailto:${company.email}`],
])('if the only job is %s, the page links to its card or to an email', async (_, vacancies, link) => {
  const { get } = await openSite(() => payloadOf(vacancies));
  const { body } = await get('/insider/career');
  expect(body).toContain(career.list.empty);
  expect(body.split(careerPage.why.heading)[0]).toContain(`href="${link}"`);
  expect(body.includes('>Anybody</h3>')).toBe(vacancies.length > 0);
});

test('an enquiry without script to a provider that takes none gets the other ways to reach us', async () => {
  const { form } = await openSite(() => 404);
  const { body } = await answered(404, form('enquiry', asker));
  for (const way of ['tel:+260', `mailto:${company.email}`, 'https://wa.me/260']) expect(body).toContain(way);
});

test('older articles have their own addresses, but only if there are any', async () => {
  const item = { description: '', createdAt: '2026-01-01T00:00:00Z' };
  const { get } = await openSite((call) => {
    const page = Number(/press\/(\d+)$/.exec(call)?.[1] ?? 9);
    return page < 2 ? payloadOf([{ ...item, _id: `article-${page}`, title: `article-${page}` }]) : nothing;
  });
  const [newest, older] = [
    (await get('/media-room/filter/press')).body,
    (await get('/media-room/filter/press?page=1')).body,
  ];
  for (const text of ['article-0', 'href="/media-room/filter/press?page=1"']) expect(newest).toContain(text);
  for (const text of ['article-1', 'href="/media-room/filter/press"']) expect(older).toContain(text);
  expect(older).not.toContain('?page=2"');
});

test('a sitemap or feed that cannot be completed is a 503 and is not cached', async () => {
  setClock(Date.now());
  let isAway = true;
  const { get, provider } = await openSite(
    (call) => {
      const [, type = '', page = 0] = /media-room\/(press|blog)\/(\d+)$/.exec(call) ?? [];
      if (isAway && (call === '/job-list' || type === 'blog')) return 500;
      const item = { _id: `${type}-${page}`, title: 'A title', createdAt: '2026-01-01T00:00:00Z' };
      return payloadOf(type !== '' && Number(page) < 3 ? [item] : []);
    },
    { clock: testClock },
  );
  for (const file of ['/vacancies.xml', '/sitemap.xml'])
    expect((await answered(503, get(file))).headers['retry-after']).toBe('5');
  isAway = false;
  provider.seen.length = 0;
  const { body } = await answered(200, get('/sitemap.xml'));
  for (const id of ['press-0', 'blog-0']) expect(body).toContain(`/media-room/${id}</loc>`);
  await answered(200, get('/sitemap.xml'));
  const calls = provider.seen.map(({ path }) => path.replace('/api', ''));
  expect(calls.sort()).toEqual(['/job-list', '/media-room/blog/0', '/media-room/press/0']);
});
