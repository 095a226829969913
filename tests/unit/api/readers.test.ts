import { expect, test } from 'vitest';

import { readArticle, readArticles, readFeatured, readOpenVacancies } from '#src/api/answers.ts';
import { cutTexts, pageCalls } from '#src/api/data-pages.ts';
import { readFeatures } from '#src/contract/features.ts';
import { readVacancies } from '#src/contract/vacancy.ts';
import { excerpt } from '#src/lib/excerpt.ts';
import { matchPage, pageNumber } from '#src/lib/match-page.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');
const oddPayloads = [null, undefined, 0, 'text', {}, [null], [[]], [{}], [{ _id: null }], { length: 3 }];

test('whatever a provider sends as a list, a list comes out', () => {
  for (const payload of oddPayloads) {
    expect(readArticles(payload)).toEqual([]);
    expect(readFeatured(payload)).toEqual([]);
    expect(readVacancies(payload)).toEqual([]);
  }
});

test('of the features only those that the site knows count', () => {
  expect(readFeatures(['alerts', 'status', 'time-travel', 7])).toEqual(['status', 'alerts']);
  for (const payload of oddPayloads) expect(readFeatures(payload)).toEqual([]);
});

test('an item with missing or broken fields is still an entry', () => {
  expect(readArticles([{ _id: 7, title: ' ', img_uri: 'javascript:alert(1)', description: '%%%' }])).toEqual([
    { id: '7', title: 'Untitled', image: undefined, date: { text: '' }, type: undefined, text: '' },
  ]);
});

test('an entry has its words in plain text and its picture only from the web', () => {
  const [entry] = readArticles([
    {
      _id: 'a',
      title: 'A',
      img_uri: '/images/a.svg',
      description: encode('<p>é &amp; 😀</p>'),
      createdAt: 'x',
    },
  ]);
  expect(entry).toMatchObject({ text: 'é & 😀', image: '/images/a.svg' });
  const images = [
    '//evil.example/a',
    'data:image/png;base64,x',
    'file:///a',
    'a.png',
    'https://b.example/c.png',
  ];
  expect(readArticles(images.map((img_uri) => ({ _id: 'a', img_uri }))).map(({ image }) => image)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'https://b.example/c.png',
  ]);
});

test("half an emoji in a vacancy's id or name breaks no address made of it", () => {
  const [vacancy] = readVacancies([{ _id: 'a\ud83d', name: 'Fitter \ud83d' }]);
  expect([vacancy?._id, vacancy?.name]).toEqual(['a\ufffd', 'Fitter \ufffd']);
});

test('vacancies keep their order, but an open application comes last; an odd closing date is none', () => {
  const vacancies = readOpenVacancies([
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

test('a priority item counts where it has a title', () => {
  expect(
    readFeatured([{ _id: 'a' }, { title: 'No id' }, { _id: 'b', title: '' }]).map((item) => item.title),
  ).toEqual(['No id']);
});

test('an article is read, or nothing is', () => {
  expect(readArticle({ _id: 'a', title: 'A', description: encode('<p>x</p>') })).toMatchObject({
    html: '<p>x</p>',
  });
  for (const payload of [null, [], 'x', {}, { _id: '' }]) expect(readArticle(payload)).toBe(null);
});

test('the text that comes with the html gives the same excerpt as the whole text', () => {
  const [whole] = readArticles([{ _id: 'a', description: encode('Mwaiseni 😀 '.repeat(200)) }]);
  if (whole === undefined) throw new Error('no entry');
  const [cut] = cutTexts([whole]);
  expect(cut?.isCut).toBe(true);
  expect(cut?.text.length).toBeLessThan(whole.text.length);
  expect(excerpt(cut?.text ?? '', 330)).toBe(excerpt(whole.text, 330));
});

test('each data route names the calls of its first view', () => {
  const callsOf = (path: string, search?: string) =>
    pageCalls(matchPage(path), search).map(({ call }) => call);
  expect(callsOf('/media-room')).toEqual(['/media-room/press/0', '/media-room/blog/0', '/media-priority']);
  expect(callsOf('/media-room/filter/blog')).toEqual(['/media-room/blog/0', '/media-room/blog/1']);
  expect(callsOf('/media-room/filter/press', 'page=2&q=x')).toEqual([
    '/media-room/press/2',
    '/media-room/press/3',
  ]);
  expect(callsOf('/media-room/a%2Fb')[0]).toBe('/media/a%2Fb');
  expect(callsOf('/insider/career')).toEqual(['/job-list']);
  expect(callsOf('/insider/career/x')).toEqual(['/job-list']);
  expect(callsOf('/')).toEqual([]);
});

test.each([
  ['', 0],
  ['page=3', 3],
  ['page=-1', 0],
  ['page=1.5', 0],
  ['page=x', 0],
  ['page=1e99', 0],
])('the query "%s" asks for page %i', (search, page) => {
  expect(pageNumber(search)).toBe(page);
});
