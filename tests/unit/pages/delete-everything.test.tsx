// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { removeCaches } from '#src/pages/saved/kept-kinds.ts';
import type { OnThisPhone } from '#src/pages/saved/on-this-phone.ts';

const counts = { waiting: vi.fn(), drafts: vi.fn(), settings: vi.fn() };
const removes = { waiting: vi.fn(), drafts: vi.fn(), settings: vi.fn() };

vi.mock('#src/pages/saved/kept-kinds.ts', () => ({
  removeCaches: vi.fn(),
  keptKinds: (['waiting', 'drafts', 'settings'] as const).map((name) => ({
    name,
    count: () => counts[name](),
    remove: () => removes[name](),
    ...(name === 'settings' ? {} : { isLostForGood: true }),
  })),
}));
vi.mock('#src/components/dialog.tsx', () => ({
  Dialog: ({ open, children }: { open: boolean; children: ReactNode }) =>
    open ? <dialog open>{children}</dialog> : null,
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
const { DeleteEverything } = await import('#src/pages/saved/delete-everything.tsx');

const unregister = vi.fn();
const box = document.createElement('div');
let root: Root;
const phone: OnThisPhone = {
  worker: 'here',
  pages: [],
  answers: undefined,
  space: undefined,
  traffic: undefined,
  bytesOfPage: 0,
  followed: [],
  halfTyped: [],
  // As of when the page was read: nothing that would be lost.
  counts: [0, 0, 1],
};

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  for (const one of [...Object.values(counts), ...Object.values(removes), unregister])
    one.mockReset().mockResolvedValue(0);
  vi.mocked(removeCaches).mockReset().mockResolvedValue();
  vi.stubGlobal('navigator', {
    serviceWorker: {
      getRegistrations: async () => [{ active: null, waiting: null, installing: null, unregister }],
    },
  });
  root = createRoot(box);
  show(phone);
});

const show = (seen: OnThisPhone) =>
  act(() => root.render(<DeleteEverything phone={seen} onChange={() => {}} />));

afterEach(() => act(() => root.unmount()));

async function press(label: string): Promise<void> {
  const button = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  if (button === undefined) throw new Error(`No button "${label}" in: ${box.textContent}`);
  await act(async () => button.click());
}
const pressDelete = () => press('Delete everything saved here');
const question = () => box.querySelector('dialog')?.textContent ?? '';

test('what another tab has kept since the page was read is asked for', async () => {
  counts.waiting.mockResolvedValue(1);
  await pressDelete();
  expect(question()).toContain('waiting: 1');
  expect(removes.waiting).not.toHaveBeenCalled();
});

test('half-typed words are deleted only after a second word, and stay where they are to be kept', async () => {
  counts.drafts.mockResolvedValue(2);
  await pressDelete();
  expect(question()).toContain('drafts: 2');
  await press('Keep that, delete the rest');
  expect(removes.drafts).not.toHaveBeenCalled();
  expect(removes.settings).toHaveBeenCalledOnce();
  expect(unregister).not.toHaveBeenCalled();
});

test('what cannot be counted may be there, and is asked for', async () => {
  counts.waiting.mockRejectedValue(new Error('refused'));
  await pressDelete();
  expect(question()).toContain('waiting: This browser does not let the site look.');
  await press('Delete it as well');
  expect(removes.waiting).toHaveBeenCalledOnce();
});

test('a kind that cannot be deleted is named, and holds up no other nor the worker', async () => {
  removes.waiting.mockRejectedValue(new Error('refused'));
  await pressDelete();
  expect(removes.settings).toHaveBeenCalledOnce();
  expect(unregister).toHaveBeenCalledOnce();
  expect(removeCaches).toHaveBeenCalledOnce();
  expect(box.querySelector('[role=alert]')?.textContent).toContain('This is still here: waiting.');
  expect(box.textContent).not.toContain('Everything that was saved here is deleted');
});

test('where nothing would be lost one press is enough', async () => {
  await pressDelete();
  expect(box.textContent).toContain('Everything that was saved here is deleted.');
});

test('what the device neither shows nor deletes is not said to be here', async () => {
  show({ ...phone, counts: [undefined, undefined, undefined] });
  for (const remove of Object.values(removes)) remove.mockRejectedValue(new Error('refused'));
  await pressDelete();
  expect(box.querySelector('[role=alert]')?.textContent).toBe(
    'This browser does not let the site look or delete.',
  );
});
