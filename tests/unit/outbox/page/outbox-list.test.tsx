// @vitest-environment jsdom

import { expect, onTestFinished, test, vi } from 'vitest';

import { outcomeWords } from '#src/content/outcomes.ts';
import { forms } from '#src/contract/forms.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { mount, press } from '../../components/mount.tsx';
import { newRecord } from '../records.ts';

const dayMs = 24 * 60 * 60_000;

async function shownEntry(change: Partial<Submission>, onEdit = () => {}) {
  const { OutboxEntry } = await import('#src/outbox/page/outbox-entry.tsx');
  return mount(<OutboxEntry record={newRecord({ state: 'waiting', ...change })} onEdit={onEdit} />);
}

test('a record that is too old to be sent automatically says so', async () => {
  const place = await shownEntry({ at: Date.now() - 23 * dayMs });
  expect(place.textContent).toContain(outcomeWords.tooOld);
  expect((await shownEntry({ at: Date.now() - 21 * dayMs })).textContent).not.toContain(outcomeWords.tooOld);
});

test('an application that waits says until when it may arrive, and whether it was in time', async () => {
  const [closes, day] = ['2026-12-27T22:00:00Z', '28 December 2026 at 23:59, Lusaka time.'];
  const at = Date.parse(closes);
  for (const [written, words] of [
    [at, `You have applied in time. It may arrive until ${day}`],
    [at + 1, `It may arrive until ${day}`],
  ] as const) {
    const place = await shownEntry({ kind: 'apply', at: written, closes });
    const said = [...place.querySelectorAll('p')].map(({ textContent }) => textContent);
    expect(said.map((text) => text?.replace(/(December) (at)/, '$1 2026 $2'))).toContain(words);
  }
  const refused = await shownEntry({ kind: 'apply', state: 'refused', at, closes });
  expect(refused.textContent).not.toContain(outcomeWords.inTime);
});

test('the thanks name a file that was refused, and none that has arrived', async () => {
  const { told } = await import('#src/outbox/page/told.ts');
  for (const state of ['refused', 'arrived'] as const) {
    const files = [{ sha256: 'a', name: 'cv.pdf', type: 'application/pdf', size: 9, parts: 0, state }];
    const place = await mount(told(newRecord({ state: 'told', files }), true).text);
    expect(place.textContent?.includes(outcomeWords.filesStay)).toBe(state === 'refused');
  }
});

test('a file that waits says why: in the words of our server, if it has any', async () => {
  const { FileList } = await import('#src/outbox/page/file-list.tsx');
  const file = { sha256: 'a', name: 'CV.pdf', type: '', size: 9, parts: 0, state: 'here' } as const;
  for (const [message, words] of [
    ['', outcomeWords.service],
    ['Please wait.', 'Please wait.'],
  ] as const) {
    const why = { reason: 'service', message } as const;
    const place = await mount(<FileList record={newRecord({ state: 'sent', files: [file], why })} />);
    expect(place.querySelector('[role=status]')?.textContent).toBe(words);
  }
});

test('"Waiting since" shows the year if it is another', async () => {
  const at = Date.parse('2024-03-21T12:05:00Z');
  expect((await shownEntry({ at })).textContent).toContain('Waiting since 21 March 2024 at 14:05.');
  const { timeText } = await import('#src/components/deadline.tsx');
  expect(timeText(Date.now())).not.toMatch(/ \d{4}/);
});

test('"Send now" on a record that is no longer valid opens its form and sends nothing', async () => {
  const send = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => send.mockRestore());
  const onEdit = vi.fn();
  const { pageOutbox } = await import('#src/outbox/page/outbox.ts');
  const record = newRecord({ id: 'b', state: 'waiting', fields: { name: '', email: 'mutinta@example.com' } });
  await pageOutbox().store.change(record.id, () => record);
  const { OutboxEntry } = await import('#src/outbox/page/outbox-entry.tsx');
  await press(await mount(<OutboxEntry record={record} onEdit={onEdit} />));
  await vi.waitFor(() => expect(onEdit).toHaveBeenCalled());
  expect(send).not.toHaveBeenCalled();
});

async function shownNote(change: Partial<Submission>) {
  const { submissions } = await import('#src/outbox/page/submissions.ts');
  const { ReceiptNote } = await import('#src/outbox/page/outbox-receipts.tsx');
  submissions.all = [newRecord({ id: 'c', state: 'sent', ...change })];
  onTestFinished(() => {
    submissions.all = [];
  });
  return mount(<ReceiptNote />);
}

test('a subscription sent in the background says that it must be confirmed', async () => {
  expect((await shownNote({ confirm: true })).textContent).toContain(forms.subscribe.words.confirm);
});

test('the note about an application leads to it, and is one status', async () => {
  const place = await shownNote({ kind: 'apply', secret: 's'.repeat(22) });
  expect(place.querySelector('[role=status] a')?.getAttribute('href')).toMatch(/^\/application#c$/);
  expect(place.querySelectorAll('[role=status]').length).toBe(1);
});

test('note and Outbox name the address that was sent, and without one the phone number', async () => {
  const file = { sha256: 'a', name: 'CV.pdf', size: 1, type: '', state: 'here', parts: 0 } as const;
  const enquiry = { kind: 'enquiry', files: [file], fields: { phone: '+260 97 000 0000' } } as const;
  const phone = 'Phone: +260 97 000 0000';
  expect((await shownNote(enquiry)).textContent).toContain(phone);
  for (const state of ['waiting', 'sent', 'told'] as const)
    expect((await shownEntry({ ...enquiry, state })).textContent).toContain(phone);
  const both = { email: 'mutinta@example.com', phone: '0970 000 000' };
  const { textContent } = await shownEntry({ ...enquiry, fields: both });
  expect(textContent).toContain('Email: mutinta@example.com');
  expect(textContent).not.toContain(both.phone);
});
