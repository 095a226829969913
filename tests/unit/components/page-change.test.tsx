// @vitest-environment jsdom
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { SiteLink } from '#src/components/link.tsx';
import { PageBody, PageChange, RouteFocus, useShownPage } from '#src/components/page-change.tsx';
import { Pages } from '#src/components/stage.tsx';
import type { PageMatch } from '#src/lib/match-page.ts';
import { pages } from '#src/paths.ts';

const [here, next] = [pages.award, pages.team];
const drawn = vi.fn();
const lives = vi.fn();

function Page({ match: { name } }: { match: PageMatch }) {
  drawn(name);
  useEffect(() => lives(name), [name]);
  return (
    <>
      <title>{`Title of ${name}`}</title>
      <h1>{name}</h1>
      <PageBody>
        <p>Below {name}</p>
        <SiteLink href={next.path}>Inside</SiteLink>
      </PageBody>
    </>
  );
}

function Around() {
  return <p id="around">{useShownPage().match.name}</p>;
}

let root: Root;
const isAhead = vi.fn(async () => true);
const load = vi.fn(async () => undefined);
const loadDocument = vi.fn();

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('scrollTo', vi.fn());
  vi.clearAllMocks();
  history.replaceState(null, '', here.path);
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
  await act(async () =>
    root.render(
      <PageChange load={load} loadAhead={isAhead} loadDocument={loadDocument}>
        <SiteLink href={next.path}>Next</SiteLink>
        <Around />
        <main id="main" tabIndex={-1}>
          <Pages draw={(match) => <Page match={match} />} />
        </main>
        <RouteFocus />
      </PageChange>,
    ),
  );
  expect(headings()).toEqual(['award']);
});

afterEach(() => act(async () => root.unmount()));

const link = () => document.querySelector<HTMLAnchorElement>('a');
const headings = () => [...document.querySelectorAll('h1')].map((heading) => heading.textContent);
const comeNear = () => act(async () => link()?.dispatchEvent(new Event('pointerover', { bubbles: true })));
const press = () => act(async () => link()?.click());
const aFrame = () => act(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

test('what a link leads to is drawn while the pointer is on it, and is neither in the document nor alive', async () => {
  await comeNear();
  expect(drawn.mock.lastCall).toEqual(['team']);
  expect(headings()).toEqual(['award']);
  expect(document.title).toBe('Title of award');
  expect(document.body.textContent).not.toContain('Below team');
  expect(lives.mock.calls).toEqual([['award']]);
});

test('a press shows what is drawn: its header at once, the rest and what is around it a frame later', async () => {
  await comeNear();
  drawn.mockClear();
  await press();
  expect(location.pathname).toBe(next.path);
  expect(headings()).toEqual(['team']);
  expect(drawn).not.toHaveBeenCalled();
  expect(lives.mock.lastCall).toEqual(['team']);
  expect(document.getElementById('around')?.textContent).toBe('award');
  expect(document.title).toBe('Title of team');
  await aFrame();
  expect(document.getElementById('around')?.textContent).toBe('team');
  expect(document.activeElement?.id).toBe('main');
  expect(document.querySelector('.page-rest')).toBeNull();
  expect(document.querySelector('main a[aria-current=page]')?.textContent).toBe('Inside');
});

test('nothing is drawn ahead where nothing may be fetched ahead; a press draws it', async () => {
  isAhead.mockResolvedValueOnce(false);
  await comeNear();
  expect(drawn.mock.calls).not.toContainEqual(['team']);
  await press();
  expect(headings()).toEqual(['team']);
});

test('a press whose code neither comes nor fails has the document asked for, and is answered late all the same', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { promise, resolve } = Promise.withResolvers<undefined>();
  load.mockReturnValueOnce(promise);
  await press();
  await act(() => vi.advanceTimersByTimeAsync(7_000));
  expect(loadDocument).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(loadDocument).toHaveBeenCalledExactlyOnceWith(expect.any(Function), next.path);
  await act(async () => resolve(undefined));
  expect(headings()).toEqual(['team']);
  expect(loadDocument).toHaveBeenCalledOnce();
});

test('back leaves nothing of the page that was drawn apart', async () => {
  await comeNear();
  await press();
  await aFrame();
  await act(async () => {
    history.replaceState(null, '', here.path);
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await aFrame();
  expect(headings()).toEqual(['award']);
  expect(document.querySelectorAll('main > div')).toHaveLength(0);
});
