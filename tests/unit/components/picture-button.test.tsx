// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { pictures } from '#src/state/persisted.ts';

vi.mock('#src/components/photos.ts', () => ({
  photos: { 'unit/photo': { stem: '/assets/photo-unit', width: 1000, height: 500, widths: [400, 1000] } },
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const { Picture } = await import('#src/components/picture.tsx');
const { ArticleImage } = await import('#src/pages/media-room/article-image.tsx');
const { RichText, SanitizerContext } = await import('#src/components/rich-text.tsx');

const picture = { src: '/images/unit/photo.svg', alt: 'A bench', width: 320, height: 320 };
const upload = (
  <ArticleImage className="article-img" src="/uploads/a.jpg" width={1200} height={750} isFirst />
);
const article = (
  <SanitizerContext value={(html) => html}>
    <RichText
      className="article-body"
      html="<p>Words</p><img src='https://photos.example/a.jpg' alt='A pump'><img src='/images/media/b.svg' alt=''>"
      plain=""
    />
  </SanitizerContext>
);

const box = document.createElement('div');
let root = createRoot(box);
const show = (shown: React.ReactNode) => act(() => root.render(shown));
const sources = () =>
  [...box.querySelectorAll('img, source')].map(
    (one) => one.getAttribute('src') ?? one.getAttribute('srcset'),
  );
const press = () => act(() => box.querySelector('button')?.click());

beforeEach(() => {
  pictures.onPress = true;
  root = createRoot(box);
});

afterEach(() => act(() => root.unmount()));

test('a photo waits behind its drawing and its words, and comes by a press, marked for the worker', () => {
  show(<Picture picture={picture} />);
  expect(sources()).toEqual([picture.src]);
  expect(box.querySelector('button')?.textContent).toBe('Show picture: A bench');
  press();
  expect(box.querySelector('button')).toBeNull();
  expect(box.querySelector('img')?.getAttribute('src')).toBe('/assets/photo-unit-400.jpg#pressed');
  expect(box.querySelector('img')?.crossOrigin, 'or the page shows the plate that it remembers').toBe(
    'anonymous',
  );
  expect(sources()[0]).toContain('/assets/photo-unit-400.avif#pressed 400w');
});

test("an article's picture waits behind a plate, those inside its text behind their words; drawings do not", () => {
  show(upload);
  expect(sources()).toEqual([]);
  press();
  expect(sources()).toEqual(['/uploads/a.jpg#pressed']);
  show(article);
  expect(sources()).toEqual(['/images/media/b.svg']);
  expect(box.querySelector('button')?.textContent).toBe('Show picture: A pump');
  press();
  expect(sources()).toEqual(['https://photos.example/a.jpg#pressed', '/images/media/b.svg']);
  expect(box.querySelector('img')?.crossOrigin, 'which another origin may not allow').toBeNull();
});

test('once pictures need not wait any more those inside a text come as well, and take no focus', async () => {
  document.body.append(box);
  show(article);
  await act(async () => {
    pictures.onPress = false;
  });
  expect(box.querySelector('button')).toBeNull();
  expect(box.querySelectorAll('img')).toHaveLength(2);
  expect(document.activeElement).toBe(document.body);
  box.remove();
});

test.each([
  ['<a href="/full.jpg"><img src="/uploads/a.jpg" alt="A pump"></a>', null],
  ['<a href="/full.jpg">See <img src="/uploads/a.jpg" alt="A pump"></a>', 'See '],
])('the press for a linked picture does not follow its link: %s', (html, linkBefore) => {
  show(
    <SanitizerContext value={(one) => one}>
      <RichText className="article-body" html={html} plain="" />
    </SanitizerContext>,
  );
  expect(box.querySelector('a')?.firstChild?.textContent ?? null).toBe(linkBefore);
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  const isFollowed = vi.fn();
  box.addEventListener('click', ({ defaultPrevented }) => isFollowed(!defaultPrevented), { once: true });
  document.body.append(box);
  box.querySelector('button')?.focus();
  act(() => box.querySelector('button')?.dispatchEvent(click));
  expect(isFollowed).toHaveBeenCalledExactlyOnceWith(false);
  const image = box.querySelector('a img');
  expect(image?.getAttribute('src')).toBe('/uploads/a.jpg#pressed');
  expect([image, image?.parentElement]).toContain(document.activeElement);
  box.remove();
});

test.each([
  ['a photo', <Picture key="photo" picture={picture} />],
  ["an article's picture", upload],
])('%s that was pressed for takes the focus of its button', (_, shown) => {
  document.body.append(box);
  show(shown);
  box.querySelector('button')?.focus();
  press();
  expect(document.activeElement).toBe(box.querySelector('img'));
  box.remove();
});

test('in a list the plate is enough: the article has the button', () => {
  show(<ArticleImage className="card-img" src="/uploads/a.jpg" width={480} height={300} />);
  expect(box.querySelector('img, button')).toBeNull();
});

test('without the wish every picture is shown, by its own address', () => {
  pictures.onPress = false;
  show(upload);
  expect(sources()).toEqual(['/uploads/a.jpg']);
  show(<Picture picture={picture} />);
  expect(box.querySelector('img')?.getAttribute('src')).toBe('/assets/photo-unit-400.jpg');
  show(article);
  expect(sources()).toEqual(['https://photos.example/a.jpg', '/images/media/b.svg']);
});
