// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLocation } from 'wouter';

import { SiteLink } from '#src/components/link.tsx';
import { Navigation, RouteAnnouncer } from '#src/components/navigation.tsx';
import type { PageMatch } from '#src/lib/match-page.ts';
import { type PageName, pages } from '#src/paths.ts';

/** Page name -> what brings its code, or says that it cannot be had. */
const waiting = new Map<PageName, PromiseWithResolvers<void>>();
/** Tells that the page has grown, until nobody watches. */
let grow = vi.fn();
const scrollIntoView = vi.fn();
const box = document.createElement('div');
let root: Root;

function load({ name }: PageMatch): Promise<void> {
  const code = waiting.get(name) ?? Promise.withResolvers<void>();
  waiting.set(name, code);
  return code.promise;
}

function Shown() {
  const [pathname] = useLocation();
  return <h1>{pathname}</h1>;
}

const shown = () => box.querySelector('h1')?.textContent;
const isLoading = () => box.querySelector('.page-progress') !== null;
const follow = (name: PageName) =>
  act(async () => box.querySelector<HTMLElement>(`a[href="${pages[name].path}"]`)?.click());
const bring = (name: PageName) => act(async () => waiting.get(name)?.resolve());

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('scrollTo', vi.fn());
  Element.prototype.scrollIntoView = scrollIntoView.mockClear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        grow = vi.fn(tell);
      }
      observe = () => grow();
      disconnect = () => grow.mockImplementation(() => undefined);
    },
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  history.replaceState(null, '', pages.privacy.path);
  waiting.clear();
  document.body.replaceChildren(box);
  root = createRoot(box);
  await act(async () =>
    root.render(
      <Navigation load={load}>
        <SiteLink href={pages.team.path}>Team</SiteLink>
        <SiteLink href={pages.award.path}>Awards</SiteLink>
        <SiteLink href="/media-room#newsletter">Newsletter</SiteLink>
        <main id="main" tabIndex={-1}>
          <Shown />
          <h2 id="newsletter">Newsletter</h2>
          <RouteAnnouncer />
        </main>
      </Navigation>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
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
  expect(shown()).toBe(pages.privacy.path);
  expect(isLoading()).toBe(false);
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

test('a hint brings code, but not for visitors who save data or are offline', async () => {
  const link = box.querySelector(`a[href="${pages.award.path}"]`);
  vi.stubGlobal('navigator', { onLine: true, connection: { saveData: true } });
  link?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  vi.stubGlobal('navigator', { onLine: false });
  link?.dispatchEvent(new Event('focusin', { bubbles: true }));
  expect(waiting.has('award')).toBe(false);
  vi.stubGlobal('navigator', { onLine: true });
  link?.dispatchEvent(new Event('pointerover', { bubbles: true }));
  expect(waiting.has('award')).toBe(true);
});

test('a followed target is scrolled to, again when the page grows, and no more once the visitor scrolls', async () => {
  await act(async () => box.querySelector<HTMLElement>('a[href$="#newsletter"]')?.click());
  await bring('mediaRoom');
  expect(shown()).toBe(pages.mediaRoom.path);
  expect(scrollIntoView.mock.contexts).toEqual([document.getElementById('newsletter')]);
  grow();
  expect(scrollIntoView).toHaveBeenCalledTimes(2);
  dispatchEvent(new Event('wheel'));
  grow();
  expect(scrollIntoView).toHaveBeenCalledTimes(2);
});
