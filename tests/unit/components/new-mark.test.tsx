// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { NewMark, useShown } from '#src/components/new-mark.tsx';
import { restoreState } from '#src/state/persist.ts';
import { lastVisit } from '#src/state/visitor.ts';

import { mount } from './mount.tsx';

const day = (number: number) => ({ text: '', iso: `2026-11-0${number}T08:00:00+02:00` });
const recorded = () => JSON.parse(localStorage.valtio_app ?? '{}').session?.press;
const known = day(1).iso;

beforeEach(() => {
  localStorage.valtio_app = JSON.stringify({ session: { press: known } });
  restoreState();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function List({ days, count }: { days: number[]; count?: number }) {
  useShown('press', days.map(day), count);
  return days.slice(0, count).map((number) => <NewMark key={number} list="press" date={day(number)} />);
}

async function setVisibility(state: DocumentVisibilityState): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
}

test('a list counts as shown only if all its new items are among those on the page', async () => {
  expect((await mount(<List days={[5, 4, 3, 2, 1]} count={3} />)).textContent).toBe('NewNewNew');
  expect(recorded()).toBe(known);
  expect((await mount(<List days={[3, 2, 1]} count={2} />)).textContent).toBe('NewNew');
  expect(recorded()).toBe(day(3).iso);
});

test('a list counts as shown only once its tab is visible', async () => {
  await setVisibility('hidden');
  await mount(<List days={[2, 1]} />);
  expect(recorded()).toBe(known);
  await setVisibility('visible');
  expect(recorded()).toBe(day(2).iso);
});

test('what was shown is no longer new half an hour later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  restoreState();
  const place = await mount(<List days={[2, 1]} />);
  vi.advanceTimersByTime(29 * 60_000);
  await setVisibility('visible');
  expect(place.textContent).toBe('New');
  vi.advanceTimersByTime(60_000);
  await setVisibility('visible');
  expect(place.textContent).toBe('');
  lastVisit.shown = null;
  vi.advanceTimersByTime(31 * 60_000);
  await setVisibility('visible');
  expect(lastVisit.shown, 'after "Delete everything"').toBe(null);
});
