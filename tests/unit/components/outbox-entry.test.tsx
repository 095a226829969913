// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';

import { outboxTold } from '#src/content/outcomes.ts';
import { changeEntry } from '#src/outbox/change.ts';
import { newEntry } from '#src/outbox/entry.ts';
import { sendNow } from '#src/outbox/flush.ts';
import { ageLimit } from '#src/outbox/retry.ts';
import { OutboxEdit } from '#src/status/outbox-edit.tsx';
import { OutboxItem } from '#src/status/outbox-entry.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('#src/outbox/change.ts', () => ({ changeEntry: vi.fn() }));
vi.mock('#src/outbox/flush.ts', () => ({ sendNow: vi.fn() }));

const payload = { name: 'Mutinta Banda', email: 'mutinta@example.com' };
const old = newEntry('key', 'subscribe', payload, '', Date.now() - ageLimit - 1_000);

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

async function show(part: React.ReactNode): Promise<HTMLElement> {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  await act(async () => createRoot(place).render(part));
  return place;
}

async function press(place: HTMLElement, name: string): Promise<void> {
  const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  await act(async () => button?.click());
}

test('what has waited too long says so, and that the visitor decides', async () => {
  const place = await show(<OutboxItem entry={old} onEdit={() => undefined} />);
  expect(place.querySelector('[role=status]')?.textContent).toBe(outboxTold['too-old']);
});

test('where the clipboard is denied the text stands there to be copied', async () => {
  const place = await show(<OutboxItem entry={old} onEdit={() => undefined} />);
  expect(place.querySelector('textarea')).toBeNull();
  await press(place, 'Copy');
  expect(place.querySelector('textarea')?.value).toBe('Name: Mutinta Banda\nEmail: mutinta@example.com');
});

test('a correction that is in the outbox is not called unsent, though its first attempt fails', async () => {
  vi.mocked(changeEntry).mockResolvedValue('new-key');
  vi.mocked(sendNow).mockRejectedValue(new DOMException('lost', 'UnknownError'));
  const onDone = vi.fn();
  const place = await show(<OutboxEdit entry={{ ...old, problem: 'No.' }} isGone={false} onDone={onDone} />);
  await press(place, 'Save and send');
  await vi.waitFor(() => expect(sendNow).toHaveBeenCalled());
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(place.querySelector('[role=alert]')).toBeNull();
});

test('a correction cannot be changed while it is being sent', async () => {
  vi.mocked(changeEntry).mockReturnValue(new Promise(() => undefined));
  const place = await show(
    <OutboxEdit entry={{ ...old, problem: 'No.' }} isGone={false} onDone={() => undefined} />,
  );
  expect(place.querySelectorAll('[readonly]')).toHaveLength(0);
  await press(place, 'Save and send');
  expect(place.querySelectorAll('[readonly]')).toHaveLength(2);
});
