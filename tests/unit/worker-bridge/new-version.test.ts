import { expect, test, vi } from 'vitest';
import type { Workbox } from 'workbox-window';

import { draftsSaved } from '#src/outbox/drafts.ts';
import { updates } from '#src/state/updates.ts';
import { applyUpdate, watchVersions } from '#src/worker-bridge/new-version.ts';

vi.mock('#src/outbox/drafts.ts', () => ({ draftsSaved: vi.fn() }));

test('"Update" stops where what is typed would be lost, says so, and works once it is not', async () => {
  const messageSkipWaiting = vi.fn();
  const registration = { waiting: null, addEventListener: vi.fn() };
  const workbox = { addEventListener: vi.fn(), messageSkipWaiting };
  watchVersions(
    workbox as Partial<Workbox> as Workbox,
    registration as Partial<ServiceWorkerRegistration> as ServiceWorkerRegistration,
  );
  Object.assign(registration, { waiting: { addEventListener: vi.fn() } });
  vi.mocked(draftsSaved).mockResolvedValue(false);
  await applyUpdate();
  expect(messageSkipWaiting).not.toHaveBeenCalled();
  expect(updates).toMatchObject({ takingOver: false, heldBack: true });
  vi.mocked(draftsSaved).mockResolvedValue(true);
  await applyUpdate();
  expect(messageSkipWaiting).toHaveBeenCalledOnce();
  expect(updates).toMatchObject({ takingOver: true, heldBack: false });
});
