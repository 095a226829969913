// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';

import { type AlertsState, readAlerts, turnOff, turnOn } from '#src/api/alerts.ts';
import { ConnectError } from '#src/api/client.ts';
import { AlertsSwitch } from '#src/components/alerts-switch.tsx';
import { alertWords } from '#src/content/alerts.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('#src/api/hooks.ts', () => ({ useFeature: () => true }));
vi.mock('#src/api/alerts.ts', () => ({ readAlerts: vi.fn(), turnOn: vi.fn(), turnOff: vi.fn() }));
vi.mock('#src/components/link.tsx', () => ({ SiteLink: 'a' }));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

async function show(state: AlertsState): Promise<HTMLElement> {
  vi.mocked(readAlerts).mockResolvedValue(state);
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  await act(async () => createRoot(place).render(<AlertsSwitch />));
  return place;
}

const press = (place: HTMLElement) => act(async () => place.querySelector('button')?.click());

test.each([
  ['a refusal of our server', new ConnectError(503, undefined), alertWords.refused],
  ['silence', new TypeError('Failed to fetch'), alertWords.failed],
])('whoever presses is told of %s', async (_, problem, words) => {
  vi.mocked(turnOn).mockRejectedValue(problem);
  const place = await show('off');
  await press(place);
  expect(place.querySelector('[role=alert]')?.textContent).toBe(words);
  expect(place.querySelector('button')?.textContent).toBe(alertWords.turnOn);
});

test('one press turns them on, the next off', async () => {
  vi.mocked(turnOn).mockResolvedValue('on');
  vi.mocked(turnOff).mockResolvedValue('off');
  const place = await show('off');
  await press(place);
  expect(place.querySelector('[role=status]')?.textContent).toBe(alertWords.on);
  await press(place);
  expect(place.querySelector('button')?.textContent).toBe(alertWords.turnOn);
});

test.each(['denied', 'install', 'never'] as const)(
  '%s: there is no button, but other ways',
  async (state) => {
    const place = await show(state);
    expect(place.querySelector('button')).toBeNull();
    expect(place.textContent).toContain(alertWords[state]);
    expect(place.querySelectorAll('a')).toHaveLength(2);
  },
);
