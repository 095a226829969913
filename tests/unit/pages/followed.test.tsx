// @vitest-environment jsdom
import 'fake-indexeddb/auto';

import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { outboxEnvironment } from '#src/api/outbox-environment.ts';
import { follow } from '#src/content/follow.ts';
import { shell } from '#src/content/interface.ts';
import type { ApplicationStatus } from '#src/contract/application-status.ts';
import { FollowedApplication } from '#src/pages/application/followed-application.tsx';
import { KeepHere } from '#src/pages/application/keep-here.tsx';
import { Followed } from '#src/pages/saved/followed.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('#src/api/features.ts', () => ({ useFeature: () => true }));

const minute = 60_000;
const begun = Date.parse('2026-11-22T08:00:00Z');
const status: ApplicationStatus = { job: 'j', createdAt: '2026-11-20T08:00:00Z', state: 'shortlisted' };
const { followed } = outboxEnvironment();
let root: Root | undefined;
let asked = 0;
let isGone = false;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: begun });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  [asked, isGone] = [0, false];
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return isGone ? Response.json({ error: 'None.' }, { status: 404 }) : Response.json({ payload: status });
  });
});

afterEach(async () => {
  await act(async () => root?.unmount());
  vi.useRealTimers();
});

async function show(part: ReactNode): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  root = createRoot(place);
  await act(async () => root?.render(part));
  return place;
}

/** SWR hears of it by a timer of its own, which was made before the clock stood still and ends before this one. */
const timer = setTimeout;
const focus = () =>
  act(async () => {
    window.dispatchEvent(new Event('focus'));
    await new Promise((done) => timer(done, 5));
  });
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const until = (check: () => unknown) => vi.waitFor(() => act(async () => check()));

test('a page that is looked at again asks again, at most once a minute', async () => {
  const place = await show(<FollowedApplication secret="seen" />);
  await until(() => expect(place.textContent).toContain(follow.states.shortlisted.name));
  await pass(50_000);
  await focus();
  expect(asked).toBe(1);
  await pass(11_000);
  await focus();
  expect(asked).toBe(2);
});

test('what has stood there for some minutes says how old it is', async () => {
  const place = await show(<FollowedApplication secret="old" />);
  await until(() => expect(place.textContent).toContain(follow.states.shortlisted.name));
  await pass(4 * minute);
  expect(place.textContent).not.toContain(shell.savedCopy);
  await pass(minute);
  expect(place.textContent).toContain(`${shell.savedCopy}: 5 minutes ago`);
});

test('what the service has no more is no longer called shortlisted, and keeps its link and name', async () => {
  await followed.keep({ secret: 'gone', about: 'Fitter', known: { status, at: begun } });
  isGone = true;
  const place = await show(<FollowedApplication secret="gone" />);
  await until(() => expect(place.textContent).toContain(follow.notFound));
  expect(await followed.read('gone')).toEqual({ secret: 'gone', about: 'Fitter', known: 'gone' });
});

test('where this device does not write, the page says so in words for people', async () => {
  const refused = new DOMException('Timed out.', 'TimeoutError');
  vi.spyOn(followed, 'keep').mockRejectedValueOnce(refused).mockResolvedValueOnce(undefined);
  const place = await show(<KeepHere followed={{ secret: 'd', about: '' }} isKept={false} canKeep />);
  const press = () => act(async () => place.querySelector('button')?.click());
  await press();
  expect(place.querySelector('[role=alert]')?.textContent).toBe(follow.notChanged);
  expect(place.textContent).not.toContain('Timed out');
  await press();
  await until(() => expect(place.querySelector('[role=status]')?.textContent).toBe(follow.kept));
  expect(place.querySelector('[role=alert]')).toBeNull();
});

test('the list says what was heard and when, and what is no longer there', async () => {
  const all = [
    { secret: 'a', about: 'Fitter', known: { status, at: begun - 3 * 60 * minute } },
    { secret: 'b', about: 'Driver', known: 'gone' as const },
    { secret: 'c', about: 'Clerk' },
  ];
  const phone = { worker: 'here' as const, bytesOfPage: 0, counts: [], followed: all, halfTyped: [] };
  const silent = { pages: undefined, answers: undefined, space: undefined, traffic: undefined };
  const place = await show(<Followed phone={{ ...phone, ...silent }} onChange={() => undefined} />);
  const lines = [...place.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(lines).toEqual([
    `Fitter, ${follow.states.shortlisted.name}, ${follow.list.asked} 3 hours ago`,
    `Driver, ${follow.list.gone}`,
    `Clerk, ${follow.list.unknown}`,
  ]);
});
