import { expect, test } from 'vitest';

import { pageCalls, withoutTexts } from '#src/api/data-pages.ts';
import {
  type OpenVacancy,
  parseArticle,
  parseArticles,
  parseFeatured,
  parseOpenVacancies,
} from '#src/api/responses.ts';
import { parseFeatures } from '#src/contract/features.ts';
import { parseVacancies } from '#src/contract/vacancy.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');

test.each([parseArticles, parseFeatured, parseVacancies, parseFeatures])(
  '%o returns a list, whatever the payload is',
  (read) => {
    const items = [[null], [[]], [{}], [{ _id: null }]];
    for (const payload of [null, undefined, 0, 'text', {}, { length: 3 }, ...items])
      expect(read(payload)).toEqual([]);
  },
);

test('unknown features are ignored', () => {
  expect(parseFeatures(['alerts', 'status', 'time-travel', 7])).toEqual(['status', 'alerts']);
});

test('an item with missing or broken fields is still an entry', () => {
  expect(parseArticles([{ _id: 7, title: ' ', img_uri: 'javascript:alert(1)', description: '%%%' }])).toEqual(
    [
      {
        id: '7',
        title: 'Untitled',
        image: undefined,
        date: { text: '' },
        type: undefined,
        text: '',
        excerpt: '',
      },
    ],
  );
});

test('an entry has its text without markup, and a picture only from a web address', () => {
  const description = encode('<p>é &amp; 😀</p>');
  const good = ['/images/a.svg', 'https://b.example/c.png'];
  const images = [...good, '//evil.example/a', 'data:image/png,x', 'a.png'];
  const read = parseArticles(images.map((img_uri) => ({ _id: 'a', description, img_uri })));
  expect(read[0]?.text).toBe('é & 😀');
  expect(read.flatMap(({ image }) => image ?? [])).toEqual(good);
});

test('half an emoji in any text of a provider does not break addresses made from it', () => {
  const names = ['_id', 'name', 'type', 'lead', 'location', 'salary', 'description'];
  const cut = Object.fromEntries(names.map((name) => [name, `${name}\ud83d`]));
  const whole = Object.fromEntries(names.map((name) => [name, `${name}\ufffd`]));
  expect(parseVacancies([cut])).toMatchObject([whole]);
  expect(parseArticles([{ ...cut, title: 'A\udc00' }])).toMatchObject([
    { title: 'A\ufffd', lead: whole.lead },
  ]);
});

test('vacancies keep their order, but an open application comes last; an invalid closing date is ignored', () => {
  const vacancies = parseOpenVacancies([
    { _id: 'any', name: 'Talent Community', type: 'Open application' },
    { _id: 'a', name: 'A', type: 'full-time', closesAt: '2026-11-27T22:00:00.000Z' },
    { _id: 'b', name: 'B', type: 'open', closesAt: 'soon' },
  ]);
  expect(vacancies.map(({ _id, staysOpen, closes }) => [_id, staysOpen, closes?.text])).toEqual([
    ['a', undefined, 'Friday, 27th November 2026'],
    ['b', undefined, undefined],
    ['any', true, undefined],
  ]);
});

test('a priority item needs a title, and an article needs an id', () => {
  const items = [{ _id: 'a' }, { title: 'No id' }, { _id: 'b', title: '' }];
  expect(parseFeatured(items).map(({ title }) => title)).toEqual(['No id']);
  const description = encode('<p>x</p>');
  expect(parseArticle({ _id: 'a', title: 'A', description })).toMatchObject({ html: '<p>x</p>' });
  for (const payload of [null, [], 'x', {}, { _id: '' }]) expect(parseArticle(payload)).toBe(null);
});

const headed = '<p>Forty homes.</p><h2>What was fitted</h2><p>The valves.</p>';

test('the page of an article and its lists are described by one excerpt', () => {
  const item = { _id: 'a', description: encode('<p>Forty homes.</p>') };
  for (const [lead, expected] of [
    [undefined, 'Forty homes.'],
    ['A lead', 'A lead'],
  ]) {
    expect(parseArticles([{ ...item, lead }])[0]?.excerpt).toBe(expected);
    expect(parseArticle({ ...item, lead })?.excerpt).toBe(expected);
  }
});

test('the HTML contains the excerpts of a list, but not the texts', () => {
  const [whole] = parseArticles([{ _id: 'a', description: encode(headed) }]);
  if (whole === undefined) throw new Error('There is no entry.');
  expect(withoutTexts([whole])).toEqual([{ ...whole, text: undefined }]);
});

test('the first page of a list exists though it is empty; the next one is only in the HTML if it is empty', () => {
  const callsOf = (page: number) =>
    pageCalls({ name: 'mediaList', params: { type: 'press' } }, `page=${page}`);
  expect([0, 1].map((page) => callsOf(page)[0]?.isMissing?.([]))).toEqual([undefined, true]);
  const next = callsOf(0)[1];
  expect([next?.read([]), next?.read([{ _id: 'a' }]), next?.isMissing?.([])]).toEqual([[], undefined, false]);
});

test("the HTML marks each vacancy whose text it leaves out, and keeps the text of the page's own vacancy", () => {
  const payload = ['a', 'b'].map((_id) => ({ _id, name: _id, description: '<p>Text</p>' }));
  const [jobs] = pageCalls({ name: 'vacancy', params: { id: 'a' } });
  const read = jobs?.read([...payload, { _id: 'c', name: 'c' }]) as OpenVacancy[];
  expect(read.map(({ description, isCut }) => [description, isCut])).toEqual([
    ['<p>Text</p>', undefined],
    [undefined, true],
    [undefined, undefined],
  ]);
});
