// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLocation } from 'wouter';

import { SiteLink } from '#src/components/link.tsx';
import { Arrival, Navigation } from '#src/components/navigation.tsx';
import { type PageName, pages } from '#src/paths.ts';

import { mount, press } from './mount.tsx';

/** Page name -> its code, which comes when the test says so. */
const waiting = new Map<PageName, PromiseWithResolvers<void>>();
/** Tells that the page has grown, until nobody watches. */
let grow = vi.fn();
const scrollIntoView = vi.fn();
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

class FakeResizeObserver {
  constructor(tell: () => void) {
    grow = vi.fn(tell);
  }
  observe = () => grow();
  disconnect = () => grow.mockImplementation(() => undefined);
}

beforeEach(async () => {
  vi.stubGlobal('scrollTo', vi.fn());
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  Element.prototype.scrollIntoView = scrollIntoView.mockClear();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  history.replaceState(null, '', pages.privacy.path);
  waiting.clear();
  place = await mount(
    <Navigation load={({ name }) => codeOf(name).promise}>
      <SiteLink href={pages.team.path}>Team</SiteLink>
      <SiteLink href={pages.award.path}>Awards</SiteLink>
      <SiteLink href="/media-room#newsletter">Newsletter</SiteLink>
      <main id="main" tabIndex={-1}>
        <Shown />
        <h2 id="newsletter">Newsletter</h2>
        <Arrival />
      </main>
    </Navigation>,
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a followed link shows its page, at its top and with the focus, as soon as its code is here', async () => {
  await follow('team');
  expect(shown()).toBe(pages.privacy.path);
  await bring('team');
  expect(shown()).toBe(pages.team.path);
  expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 0 }));
  expect(document.activeElement?.id).toBe('main');
});

test('of two presses the last one wins, whichever code comes first', async () => {
  await follow('award');
  await follow('team');
  await bring('team');
  await bring('award');
  expect(shown()).toBe(pages.team.path);
});

test('back wins against a link that was followed before', async () => {
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

test('a page that takes longer than 300 ms is said to be on its way, until it is here', async () => {
  await follow('team');
  await act(async () => vi.advanceTimersByTime(299));
  expect(isLoading()).toBe(false);
  await act(async () => vi.advanceTimersByTime(1));
  expect(isLoading()).toBe(true);
  await bring('team');
  expect(isLoading()).toBe(false);
});

test('a hint brings code, but not for visitors who save data or are offline', () => {
  const hint = (type: string, browser: object) => {
    vi.stubGlobal('navigator', browser);
    place.querySelector(`a[href="${pages.award.path}"]`)?.dispatchEvent(new Event(type, { bubbles: true }));
    return waiting.has('award');
  };
  expect(hint('pointerover', { onLine: true, connection: { saveData: true } })).toBe(false);
  expect(hint('pointerover', { onLine: true, connection: { effectiveType: '2g' } })).toBe(false);
  expect(hint('focusin', { onLine: false })).toBe(false);
  expect(hint('pointerover', { onLine: true, connection: { effectiveType: '3g' } })).toBe(true);
});

test('a followed target is scrolled to, again when the page grows, and no more once the visitor scrolls', async () => {
  await press(place, 'a[href$="#newsletter"]');
  await bring('mediaRoom');
  expect(shown()).toBe(pages.mediaRoom.path);
  expect(scrollIntoView.mock.contexts).toEqual([document.getElementById('newsletter')]);
  grow();
  expect(scrollIntoView).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('wheel'));
  grow();
  expect(scrollIntoView).toHaveBeenCalledTimes(2);
});
