// @vitest-environment jsdom
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';

import { withdraw } from '#src/api/application-status.ts';
import { follow } from '#src/content/follow.ts';
import { Withdraw } from '#src/pages/application/withdraw.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('#src/api/application-status.ts', () => ({ withdraw: vi.fn() }));
vi.mock('#src/components/dialog.tsx', () => ({
  Dialog: ({ open, onClose, children }: { open: boolean; onClose: () => void; children: ReactNode }) =>
    open ? (
      <dialog open>
        {children}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </dialog>
    ) : null,
}));

const box = document.createElement('div');

function button(label: string): HTMLButtonElement {
  const found = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  if (found === undefined) throw new Error(`No button "${label}" in: ${box.textContent}`);
  return found;
}
const press = (label: string) => act(async () => button(label).click());

test('once the request has left nobody is offered to keep the application, and its failure is told to who closed', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { promise, reject } = Promise.withResolvers<void>();
  vi.mocked(withdraw).mockReturnValue(promise);
  act(() => createRoot(box).render(<Withdraw secret="s" onDone={() => undefined} />));
  await press(follow.withdraw);
  expect(box.textContent).not.toContain(follow.underWay);
  await press(follow.withdrawYes);
  expect(button(follow.withdrawNo).disabled).toBe(true);
  expect(box.querySelector('[role=status]')?.textContent).toBe(follow.underWay);
  await press('Close');
  expect(box.querySelector('dialog')).toBeNull();
  await act(async () => reject(new Error('hangs')));
  expect(box.querySelector('dialog [role=alert]')?.textContent).toBe(follow.withdrawFailed);
  expect(button(follow.withdrawNo).disabled).toBe(false);
});
