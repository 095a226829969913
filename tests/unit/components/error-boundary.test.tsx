// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';

import { ErrorBoundary } from '#src/components/error-boundary.tsx';

function Broken(): never {
  throw new Error('No code.');
}

test.each([
  ['at once where a worker answers', {}, 1, 0],
  ['only when the server answers where there is none', null, 0, 1],
])('a page that could not be shown is loaded again %s', async (_, controller, reloads, asks) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const [reload, fetch] = [vi.fn(), vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))];
  vi.stubGlobal('navigator', { serviceWorker: { controller } });
  vi.stubGlobal('location', { href: location.href, reload });
  vi.stubGlobal('fetch', fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onCaughtError: () => undefined });
  await act(async () =>
    root.render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    ),
  );
  await act(async () => place.querySelector('button')?.click());
  expect([reload.mock.calls.length, fetch.mock.calls.length]).toEqual([reloads, asks]);
  await act(async () => root.unmount());
  place.remove();
});
