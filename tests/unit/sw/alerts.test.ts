import { expect, test, vi } from 'vitest';

import { type VacancyPush, vacancyTag } from '#src/contract/alerts.ts';

vi.stubGlobal('location', new URL('https://hcs.example/sw.js'));
vi.stubGlobal('self', { __WB_MANIFEST: [] });
const { noticeOf, readPush } = await import('../../../sw/alerts.ts');

function pushed(id: string): string {
  const message: VacancyPush = {
    web_push: 8030,
    mutable: true,
    notification: {
      title: `New vacancy: ${id}`,
      body: 'internship',
      lang: 'en',
      tag: vacancyTag,
      navigate: `https://www.hcs.example/insider/career/${id}`,
      data: { vacancy: { _id: id, name: `Name of ${id}`, type: '', createdAt: '' }, list: '/insider/career' },
    },
  };
  return JSON.stringify(message);
}

test('one vacancy is told by its name, and a press opens its page on this site', () => {
  expect(noticeOf(readPush(pushed('v1')))).toMatchObject({
    title: 'New vacancy: v1',
    options: {
      body: 'internship',
      tag: vacancyTag,
      data: { vacancies: [{ id: 'v1', name: 'Name of v1' }], path: '/insider/career/v1' },
    },
  });
});

test('a second one takes the place of the first and counts both; the same one again counts once', () => {
  const first = noticeOf(readPush(pushed('v1')));
  expect(noticeOf(readPush(pushed('v1')), first.options.data).title).toBe('New vacancy: v1');
  const both = noticeOf(readPush(pushed('v2')), first.options.data);
  expect(both).toMatchObject({
    title: '2 new vacancies',
    options: { body: 'Name of v1, Name of v2', tag: vacancyTag, renotify: true },
  });
  expect(both.options.data.path).toBe('/insider/career');
  expect(noticeOf(readPush(pushed('v3')), both.options.data).title).toBe('3 new vacancies');
});

test.each([
  '',
  'no json',
  'null',
  '7',
  '{}',
  '{"notification":{"title":"x","data":{"vacancy":{"name":"no id"}}}}',
])('%s is no message of ours; something is shown all the same', (text) => {
  expect(readPush(text)).toBeUndefined();
  const { title, options } = noticeOf(readPush(text));
  expect(title).not.toBe('');
  // Beside a notification of vacancies, not in its place.
  expect([options.tag, options.data.path]).toEqual([undefined, '/']);
});

test.each([
  ['https://evil.example//evil.example/x', '//evil.example/x'],
  ['http://[', '/'],
  ['', '/'],
])('%s is opened on this site as %s', (navigate, path) => {
  const text = pushed('v1').replace('https://www.hcs.example/insider/career/v1', navigate);
  expect(noticeOf(readPush(text)).options.data.path).toBe(path);
});
