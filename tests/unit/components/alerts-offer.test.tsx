// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';

import { turnOn } from '#src/api/alerts.ts';
import { AlertsOffer } from '#src/components/alerts-offer.tsx';
import { alertWords } from '#src/content/alerts.ts';
import { RefusedAlerts } from '#src/outbox/alert-subscription.ts';
import { setAlerts } from '#src/state/alerts.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('#src/api/hooks.ts', () => ({ useFeature: () => true }));
vi.mock(import('#src/api/alerts.ts'), async (original) => ({
  ...(await original()),
  startAlerts: vi.fn(),
  turnOn: vi.fn(),
}));

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

async function show(): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  await act(async () => createRoot(place).render(<AlertsOffer kinds={[]} />));
  return place;
}

test.each([
  ['a refusal of our server', new RefusedAlerts('503'), alertWords.refused],
  ['silence', new TypeError('Failed to fetch'), alertWords.failed],
])('whoever presses is told of %s', async (_, problem, words) => {
  setAlerts('off');
  vi.mocked(turnOn).mockRejectedValue(problem);
  const place = await show();
  await act(async () => place.querySelector('form')?.requestSubmit());
  expect(place.querySelector('[role=alert]')?.textContent).toBe(words);
});

test('what our server has not confirmed says so, and can be turned off', async () => {
  setAlerts('unconfirmed', ['internship']);
  const place = await show();
  expect(place.querySelector('[role=status]')?.textContent).toBe(
    `${alertWords.unconfirmed}: internship. ${alertWords.asksAgain}`,
  );
  expect(place.querySelector('button')?.textContent).toBe(alertWords.off);
});
