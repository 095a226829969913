import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { replyTo } from '#server/applicants/applications.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { recordPhoned } from '#server/replies/replies.ts';
import type { MessageState } from '#server/store/schema.ts';

import { deleteAsOf, entered, openOffice, openVacancy, type Scene, textIn, writer } from './office-scene.ts';
import { answered, dayMs, hourMs, stores, temporaryFolder } from './store.ts';

const why = '550 5.1.1 No such user';

/** How the reply ended, whether they were told by phone, and what every page says. */
const ends: [MessageState, boolean, string][] = [
  ['sent', false, 'answered on D'],
  ['perhaps', false, `answered on D, the email may have arrived (${why})`],
  ['not accepted', false, `answered on D, the email was not accepted (${why})`],
  ['given up', false, `answered on D, the email was not sent (${why})`],
  ['not accepted', true, `answered on D, the email was not accepted (${why}), told by phone`],
  ['waiting', false, 'answered on D, the email is waiting to be sent'],
];

/** What the pages say of each; each name has one word. */
async function saidOf({ boss, command }: Pick<Scene, 'boss' | 'command'>) {
  const rows = JSON.parse(await command('applications', '--json')) as {
    id: string;
    name: string;
    said: string;
  }[];
  const list = textIn(await boss.get(`${officePaths.applications}?tab=all`));
  const form = textIn(await boss.get(`${officePaths.vacancy('welder')}/close`));
  const csv = (await boss.post(officePaths.applicationsCsv)).body;
  for (const { id, name, said } of rows) {
    const page = textIn(await boss.get(officePaths.application(id)));
    for (const [where, text] of Object.entries({ list, form, csv, page }))
      expect(text, `${where} about ${name}`).toContain(said);
    expect(form).toContain(`${name}: ${said}`);
  }
  return rows
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ said }) => said.replace(/on \d+ \w+/, 'on D'));
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('every end of a reply is said in the same sentence on each page, also by age and after a restore of last night’s copy', async () => {
    const settings = { ...(await newStore()), SAMPLE_CONTENT: '0', DATA_DIR: temporaryFolder() };
    const smtp = { SMTP_URL: 'smtp://127.0.0.1:9' };
    const scene = await openOffice({ ...settings, ...smtp });
    const { store, boss } = scene;
    await boss.post(officePaths.vacancy('new'), { name: 'Welder', type: 'full-time', source: 'Weld.' });
    await openVacancy(scene, 'welder');
    const copy = join(temporaryFolder(), 'copy');
    for (const [index, [state, isTold]] of ends.entries()) {
      const sent = {
        job: 'welder',
        name: `Person${index}`,
        email: `a${index}@example.com`,
        description: `${index}`,
      };
      await answered(201, scene.apply(sent));
      const rows = store.db.selectFrom('applications').select('id').where('name', '=', sent.name);
      const { id } = await rows.executeTakeFirstOrThrow();
      await store.write(async (trx) => {
        await replyTo(trx, id, { subject: 'S', text: 'T' }, 'read', writer);
        const due_at = new Date(Date.now() + hourMs).toISOString();
        const ended_at = state === 'waiting' ? null : new Date().toISOString();
        const of = trx.selectFrom('replies').select('message').where('application', '=', id);
        const end = { state, ended_at, why: state === 'waiting' ? null : why, due_at };
        await trx.updateTable('messages').set(end).where('id', 'in', of).execute();
        const { message } = await of.executeTakeFirstOrThrow();
        if (isTold) await recordPhoned(trx, [message], writer.id);
      });
    }
    const sentences = ends.map(([, , sentence]) => sentence);
    expect(await saidOf(scene)).toEqual(sentences);
    await scene.command('backup', copy);
    await scene.app.close();
    await store.close();
    await scene.command('restore', copy);
    const restored = await openOffice({ ...settings, ...smtp });
    const after = [...sentences.slice(0, -1), 'answered on D, the email was not sent (restored)'];
    expect(await saidOf(restored)).toEqual(after);
    await deleteAsOf(restored.store, Date.now() + 40 * dayMs);
    const again = await entered(restored.app, restored.store, 'boss@hcs.example', 'all');
    const withoutWords = after.map((sentence) => sentence.replace(/ \(.*\)/, ''));
    expect(await saidOf({ ...restored, boss: again })).toEqual(withoutWords);
  });
});
