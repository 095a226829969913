import { copyFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { ada, answered, applicant, newDatabase, openApp, temporaryFolder } from '../service/store.ts';

const bob = { name: 'Bob', email: 'bob@example.com' };
const emails = (rows: { email: string }[]) => rows.map(({ email }) => email).sort();

/** A store of release 1.0 on the place of an old machine's, restored from the shipped copy. */
test.each(['1.0.sqlite', '1.0.dump'])(
  '%s is restored on a new machine, served, and restored once more',
  async (file) => {
    const shipped = join(import.meta.dirname, 'stores', file);
    const settings = {
      DATA_DIR: temporaryFolder(),
      SAMPLE_CONTENT: '',
      ...(file.endsWith('.dump') && { DATABASE_URL: await newDatabase() }),
    };
    const empty = await openApp(settings);
    await empty.app.close();
    await empty.command('restore', '--exactly', shipped);
    const first = await openApp(settings);
    expect(emails(await first.list())).toEqual([applicant.email]);
    expect(emails(await first.list('subscribers'))).toEqual([ada.email]);
    expect(await first.job()).toBe('talent-community');
    await answered(201, first.post('subscribe', bob));
    await answered(201, first.apply({ email: bob.email }));
    await first.command('unsubscribe', ada.email);
    await first.command('vacancy', 'close', 'talent-community');
    await first.app.close();
    const { invitation } = JSON.parse(await first.command('restore', shipped, '--json'));
    const second = await openApp(settings);
    expect(invitation).toBeNull();
    expect(emails(await second.list())).toEqual([bob.email, applicant.email].sort());
    expect(emails(await second.list('subscribers'))).toEqual([bob.email]);
    expect(await second.job(), 'content is as in the copy').toBe('talent-community');
  },
);

test('1.0.sqlite is opened where it lies', async () => {
  const DATA_DIR = temporaryFolder();
  copyFileSync(join(import.meta.dirname, 'stores', '1.0.sqlite'), join(DATA_DIR, 'hcs.sqlite'));
  const { list } = await openApp({ DATA_DIR });
  expect(emails(await list())).toEqual([applicant.email]);
});
