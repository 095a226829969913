// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';

import { Picture } from '#src/components/picture.tsx';
import { RichText, SanitizerContext } from '#src/components/rich-text.tsx';
import { ArticleImage } from '#src/pages/media-room/article-image.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const upload = (
  <ArticleImage className="article-img" src="/uploads/a.jpg" width={1200} height={750} isFirst mayWait />
);
const article = (html: string) => (
  <SanitizerContext value={(one) => one}>
    <RichText className="article-body" html={html} />
  </SanitizerContext>
);

const box = document.createElement('div');
document.body.append(box);
let root: Root;
const show = (shown: ReactNode) =>
  act(async () => {
    root = createRoot(box);
    root.render(shown);
  });
const sources = () => [...box.querySelectorAll('img')].map((image) => image.getAttribute('src'));
const press = () => act(async () => box.querySelector('button')?.click());
const saveData = (isSaved: boolean) =>
  vi.stubGlobal('navigator', Object.assign(navigator, { connection: { saveData: isSaved } }));

afterEach(() => act(async () => root.unmount()));

test("where data is saved an article's picture comes by a press, which gives it the focus", async () => {
  saveData(true);
  await show(upload);
  expect(sources()).toEqual([]);
  expect(box.querySelector('button')?.textContent).toBe('Show picture');
  await press();
  expect(sources()).toEqual(['/uploads/a.jpg']);
  expect(document.activeElement).toBe(box.querySelector('img'));
});

test('the first render equals the html of the server, where no picture waits', async () => {
  saveData(true);
  box.innerHTML = renderToString(upload);
  expect(sources()).toEqual(['/uploads/a.jpg']);
  const onRecoverableError = vi.fn();
  await act(async () => {
    root = hydrateRoot(box, upload, { onRecoverableError });
  });
  expect([onRecoverableError.mock.calls, sources()]).toEqual([[], []]);
});

test('photos in the text of an article wait behind their words; drawings do not', async () => {
  saveData(true);
  await show(article("<p>Words</p><img src='/a.jpg' alt='A pump'><img src='/images/media/b.svg' alt=''>"));
  expect(sources()).toEqual(['/images/media/b.svg']);
  expect(box.querySelector('button')?.textContent).toBe('Show picture: A pump');
  await press();
  expect(sources()).toEqual(['/a.jpg', '/images/media/b.svg']);
});

test('a picture that is a link waits with it, and the press does not follow it', async () => {
  saveData(true);
  await show(article('<a href="/full.jpg"><img src="/uploads/a.jpg" alt="A pump"></a>'));
  expect(box.querySelector('a')).toBeNull();
  await press();
  expect(box.querySelector('a')?.firstElementChild).toBe(document.activeElement);
});

test('in lists, and where no data is saved, pictures come by themselves, all but the first when they are near', async () => {
  saveData(true);
  await show(<ArticleImage className="card-img" src="/uploads/a.jpg" width={480} height={300} />);
  expect(sources()).toEqual(['/uploads/a.jpg']);
  await act(async () => root.unmount());
  saveData(false);
  await show(
    <>
      {upload}
      <Picture picture={{ src: '/images/unit/photo.svg', alt: 'A bench', width: 320, height: 320 }} />
    </>,
  );
  expect([...box.querySelectorAll('img')].map((image) => image.getAttribute('loading'))).toEqual([
    null,
    'lazy',
  ]);
});
