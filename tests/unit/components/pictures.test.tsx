// @vitest-environment jsdom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

import { RichText, SanitizerContext } from '#src/components/rich-text.tsx';
import { ArticleImage } from '#src/pages/media-room/article-image.tsx';

import { attributes, mount, press } from './mount.tsx';

const upload = (
  <ArticleImage className="article-img" src="/uploads/a.jpg" width={1200} height={750} isFirst mayWait />
);
const article = (html: string) => (
  <SanitizerContext value={(one) => one}>
    <RichText className="article-body" html={html} />
  </SanitizerContext>
);
const saveData = () =>
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: { saveData: true } }));
const sources = (place: Element) => attributes(place, 'img', 'src');

afterEach(() => void vi.unstubAllGlobals());

test("where data is saved an article's picture comes by a press, which gives it the focus", async () => {
  saveData();
  const place = await mount(upload);
  expect([sources(place), place.querySelector('button')?.textContent]).toEqual([[], 'Show picture']);
  await press(place);
  expect(sources(place)).toEqual(['/uploads/a.jpg']);
  expect(document.activeElement).toBe(place.querySelector('img'));
});

test('the first render equals the html of the server, where no picture waits', async () => {
  saveData();
  const place = await mount(null);
  const box = document.body.appendChild(document.createElement('div'));
  box.innerHTML = renderToString(upload);
  expect(sources(box)).toEqual(['/uploads/a.jpg']);
  const onRecoverableError = vi.fn();
  const root = await act(async () => hydrateRoot(box, upload, { onRecoverableError }));
  expect([onRecoverableError.mock.calls, sources(box), sources(place)]).toEqual([[], [], []]);
  await act(async () => root.unmount());
});

test('photos in the text of an article wait behind their words; drawings do not', async () => {
  saveData();
  const html = "<p>Words</p><img src='/a.jpg' alt='A pump'><img src='/images/media/b.svg' alt=''>";
  const place = await mount(article(html));
  expect(sources(place)).toEqual(['/images/media/b.svg']);
  expect(place.querySelector('button')?.textContent).toBe('Show picture: A pump');
  await press(place);
  expect(sources(place)).toEqual(['/a.jpg', '/images/media/b.svg']);
});
