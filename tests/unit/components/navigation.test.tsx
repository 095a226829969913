// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLocation } from 'wouter';

import { SiteLink } from '#src/components/link.tsx';
import { Navigation } from '#src/components/navigation.tsx';
import { type PageName, pages } from '#src/paths.ts';

import { mount, press } from './mount.tsx';

/** Page name -> its code, which loads when the test says so. */
const waiting = new Map<PageName, PromiseWithResolvers<void>>();
let place: HTMLElement;

function codeOf(name: PageName): PromiseWithResolvers<void> {
  const code = waiting.get(name) ?? Promise.withResolvers<void>();
  waiting.set(name, code);
  return code;
}

function Shown() {
  const [pathname] = useLocation();
  return <h1>{pathname}</h1>;
}

const shown = () => place.querySelector('h1')?.textContent;
const isLoading = () => place.querySelector('.page-progress') !== null;
const follow = (name: PageName) => press(place, `a[href="${pages[name].path}"]`);
const bring = (name: PageName) => act(async () => codeOf(name).resolve());

beforeEach(async () => {
  vi.stubGlobal('scrollTo', vi.fn());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  history.replaceState(null, '', pages.privacy.path);
  waiting.clear();
  place = await mount(
    <Navigation load={({ name }) => codeOf(name).promise}>
      <SiteLink href={pages.team.path}>Team</SiteLink>
      <SiteLink href={pages.award.path}>Awards</SiteLink>
      <Shown />
    </Navigation>,
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the last of two presses wins, whichever code loads first', async () => {
  await follow('award');
  await follow('team');
  await bring('team');
  await bring('award');
  expect(shown()).toBe(pages.team.path);
});

test('Back wins over a link followed before it', async () => {
  await follow('team');
  await bring('team');
  await follow('award');
  await act(async () => {
    const isBack = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await isBack;
  });
  await bring('award');
  expect([shown(), isLoading()]).toEqual([pages.privacy.path, false]);
});

test('a page whose code cannot be loaded is loaded as a document, unless another link was followed since', async () => {
  const { href, pathname } = location;
  const assign = vi.fn();
  vi.stubGlobal('location', { href, pathname, assign });
  await follow('award');
  await follow('team');
  await act(async () => codeOf('award').reject());
  expect(assign).not.toHaveBeenCalled();
  await act(async () => codeOf('team').reject());
  expect(assign).toHaveBeenCalledWith(pages.team.path);
});

test('a page that takes longer than 300 ms is shown as loading until it arrives', async () => {
  await follow('team');
  await act(async () => vi.advanceTimersByTime(299));
  expect(isLoading()).toBe(false);
  await act(async () => vi.advanceTimersByTime(1));
  expect(isLoading()).toBe(true);
  await bring('team');
  expect(isLoading()).toBe(false);
});
