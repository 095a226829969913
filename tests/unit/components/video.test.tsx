// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

import { Video } from '#src/components/video.tsx';
import type { VideoSource } from '#src/content/pictures.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const own = { title: 'A film', poster: '/p.svg', webm: '/v.webm', mp4: '/v.mp4', captions: '/v.vtt' };

test('nothing of a video is fetched before it is asked for', () => {
  const page = show(own);
  expect(page.querySelector('video, iframe, source')).toBeNull();
  expect(page.querySelector('button')?.textContent).toBe('Play video: A film');
});

test('an own film plays in either format, with captions', () => {
  const page = show(own);
  act(() => page.querySelector('button')?.click());
  const sources = [...page.querySelectorAll('source, track')].map((source) => source.getAttribute('src'));
  expect(sources).toEqual(['/v.webm', '/v.mp4', '/v.vtt']);
});

test.each([
  [{ youtube: 'https://youtu.be/abc-1' }, 'https://www.youtube-nocookie.com/embed/abc-1?autoplay=1'],
  [
    { youtube: 'https://www.youtube.com/watch?v=abc-1&t=3' },
    'https://www.youtube-nocookie.com/embed/abc-1?autoplay=1',
  ],
  [{ vimeo: 'https://vimeo.com/123' }, 'https://player.vimeo.com/video/123?autoplay=1&dnt=1'],
])('%o is embedded without cookies, after the press', (address, source) => {
  const page = show({ title: 'A film', poster: '/p.svg', ...address });
  expect(page.querySelector('iframe')).toBeNull();
  act(() => page.querySelector('button')?.click());
  expect(page.querySelector('iframe')?.getAttribute('src')).toBe(source);
  expect(page.querySelector('iframe')?.title).toBe('A film');
});

function show(video: VideoSource): HTMLElement {
  const page = document.body.appendChild(document.createElement('div'));
  act(() => createRoot(page).render(<Video video={video} />));
  return page;
}
