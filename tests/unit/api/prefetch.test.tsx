// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import useSWR from 'swr';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { prefetchData } from '#src/api/prefetch.ts';
import { matchPage } from '#src/lib/match-page.ts';
import { connectCalls, pages } from '#src/paths.ts';

const fetching = vi.fn();
const asked = vi.fn(async () => 'asked');

beforeEach(() => {
  vi.clearAllMocks();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('fetch', fetching);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

function Page({ call }: { call: string }) {
  return JSON.stringify(useSWR<unknown>(call, asked).data);
}

/** What the page that the link leads to shows of its call. */
async function follow(call: string) {
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(<Page call={call} />));
  await act(() => vi.advanceTimersByTimeAsync(100));
  return place.textContent;
}

test.each([
  [
    'fails',
    () => Promise.reject(new TypeError('Failed to fetch')),
    0,
    pages.career.path,
    connectCalls.jobList,
  ],
  [
    'is old',
    async () => Response.json({ payload: [] }),
    61_000,
    pages.mediaList.path.replace(/:.*/, 'press'),
    connectCalls.mediaList('press'),
  ],
])('a hint that %s is not what the press shows: it is asked anew', async (_, answer, wait, path, call) => {
  fetching.mockImplementation(answer);
  prefetchData(matchPage(path), '');
  await vi.advanceTimersByTimeAsync(100);
  expect(fetching.mock.calls.filter(([url]) => url.endsWith(call))).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(wait);
  expect(await follow(call)).toBe('"asked"');
});

test('a hint of a moment ago is what the press shows', async () => {
  fetching.mockImplementation(async () => Response.json({ payload: [] }));
  const path = pages.mediaList.path.replace(/:.*/, 'blog');
  prefetchData(matchPage(path), '');
  await vi.advanceTimersByTimeAsync(100);
  expect(await follow(connectCalls.mediaList('blog'))).toBe('[]');
  await vi.advanceTimersByTimeAsync(61_000);
  expect(asked).not.toHaveBeenCalled();
});
