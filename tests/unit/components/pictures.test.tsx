// @vitest-environment jsdom
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

import { Picture } from '#src/components/picture.tsx';
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

test('a picture that is a link waits with it, and the press does not follow it', async () => {
  saveData();
  const place = await mount(article('<a href="/full.jpg"><img src="/uploads/a.jpg" alt="A pump"></a>'));
  expect(place.querySelector('a')).toBeNull();
  await press(place);
  expect(place.querySelector('a')?.firstElementChild).toBe(document.activeElement);
});

test('in lists pictures come by themselves; all but the first load when they are near', async () => {
  saveData();
  const card = <ArticleImage className="card-img" src="/uploads/a.jpg" width={480} height={300} />;
  expect(sources(await mount(card))).toEqual(['/uploads/a.jpg']);
  vi.unstubAllGlobals();
  const drawing = { src: '/images/unit/photo.svg', alt: 'A bench', width: 320, height: 320 };
  const place = await mount(
    <>
      {upload}
      <Picture picture={drawing} />
    </>,
  );
  expect(attributes(place, 'img', 'loading')).toEqual([null, 'lazy']);
});
