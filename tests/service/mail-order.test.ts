import { describe, expect, test } from 'vitest';

import { claimMail } from '#server/domain/mail.ts';

import { freePort } from '../support/site.ts';
import { apply, openedStore } from './mail-scene.ts';
import { stores } from './stores.ts';
import { testApp } from './test-app.ts';

describe.each(stores)('with $name', ({ settings }) => {
  test('a receipt goes before a notice that is due for longer', async ({ skip }) => {
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
      NOTIFY_TO: 'jobs@hcs.example',
    });
    await apply(app);
    // Its own deliveries would take part.
    await app.close();
    const store = await openedStore(config);
    for (const [kind, due_at] of [
      ['receipt', '2026-01-02'],
      ['operator', '2026-01-01'],
    ] as const)
      await store.db.updateTable('mail').set({ due_at }).where('kind', '=', kind).execute();
    const claim = async () => (await claimMail(store, ['receipt', 'operator']))?.kind;
    expect([await claim(), await claim(), await claim()]).toEqual(['receipt', 'operator', undefined]);
  });
});
