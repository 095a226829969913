import { spawnSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { replyTo } from '#server/applicants/applications.ts';
import { honeypotField } from '#src/contract/response.ts';

import { ada, openApp } from './store.ts';

test('submissions from bots since a given day are deleted after a question with their names and statuses; the rest and who was written to stays', async () => {
  const { apply, change, command, list, settings } = await openApp();
  await apply({ email: ada.email });
  for (let bot = 1; bot <= 41; bot += 1) await apply({ description: `${bot}`, [honeypotField]: 'filled' });
  await apply({ name: 'Written To', description: 'c', [honeypotField]: 'filled' });
  const written = (await list()).find(({ name }) => name === 'Written To')?.id ?? '';
  await change(async (trx) => {
    await replyTo(trx, written, { subject: 'S', text: 'T' }, '', { id: 'boss', email: 'boss@hcs.example' });
    // As an older release leaves it.
    await trx.updateTable('applications').set({ flagged: 1 }).where('id', '=', written).execute();
  });
  const run = (answer: string, ...words: string[]) =>
    spawnSync(process.execPath, ['server/cli.mjs', 'applications', 'delete', ...words], {
      env: { ...process.env, ...settings },
      input: answer,
      encoding: 'utf8',
    });
  const refused = run('no\n', '--flagged');
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('Nothing was deleted.')]);
  expect(refused.stderr).toMatch(
    /^(?:Nchimunya Testfield \([\w-]+, received\)\n){41}Delete 41 flagged applications\?/m,
  );
  expect(refused.stderr).not.toContain('Written To');
  expect(run('', '--flagged').status).toBe(2);
  const remove = (...words: string[]) => command('applications', 'delete', ...words);
  await expect(remove()).rejects.toThrow('add --flagged');
  await expect(remove('--flagged', '--since', 'today')).rejects.toThrow('is not a date such as');
  expect(await remove('--flagged', '--since', '2999-01-01')).toBe('There are no such applications.');
  expect(await list()).toHaveLength(43);
  expect(run('yes\n', '--flagged', '--since', '2026-01-01').stdout).toBe('Deleted 41 applications.\n');
  expect(await list()).toMatchObject([{ name: 'Written To' }, { email: ada.email }]);
});
