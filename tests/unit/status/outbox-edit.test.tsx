// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

import { outboxMessages } from '#src/content/outcomes.ts';
import { newEntry } from '#src/outbox/entry.ts';
import { resendChanged } from '#src/status/outbox-actions.ts';
import { OutboxEdit } from '#src/status/outbox-edit.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('#src/status/outbox-actions.ts', () => ({ resendChanged: vi.fn() }));
vi.mock('#src/outbox/drafts.ts', () => ({ loadDraft: async () => undefined, saveDraft: vi.fn() }));

const payload = { name: 'Mutinta Banda', email: 'mutinta@example.com' };
const refused = { ...newEntry('key', 'subscribe', payload, '', 0), problem: 'Objection' };

test.each([
  ['is being tried again', false, 'tried-while-edited'],
  ['has left the outbox', true, 'gone-while-edited'],
] as const)('a correction whose old version %s says so, and is not sent', async (_, leaves, told) => {
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const root = createRoot(place);
  const show = (isGone: boolean) =>
    act(async () => root.render(<OutboxEdit entry={refused} isGone={isGone} onDone={() => undefined} />));
  await show(false);
  vi.mocked(resendChanged).mockResolvedValue(false);
  await act(async () => place.querySelector('form')?.requestSubmit());
  if (leaves) await show(true);
  expect(place.querySelector('[role=alert]')?.textContent).toBe(outboxMessages[told]);
});
