import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { storeReplies } from '#server/replies/replies.ts';
import { closeVacancy } from '#server/vacancies/vacancies.ts';
import { applicationStates } from '#src/contract/application-status.ts';

import { openHiring } from './hiring-scene.ts';
import { writer } from './office-scene.ts';
import { answered, moveClock, stores } from './store.ts';

const then = '2026-11-20T08:00:00.000Z';
const failed = { state: 'failed', ended_at: then } as const;
/** Newest reply and its email -> where an application stands, unless it is closed. */
const replies = {
  none: undefined,
  unsaid: { email: { state: 'waiting' }, stands: 'answer on its way', closed: 'answer on its way' },
  'failed and nobody phoned': { email: failed, stands: 'lost', closed: 'lost' },
  'failed, and told by phone': { email: failed, phoned_at: then, stands: 'answered', closed: 'closed' },
  'sent again': { email: { state: 'waiting', ended_at: then }, stands: 'answered', closed: 'closed' },
  'a question': { email: { state: 'sent', ended_at: then }, asks: 1, stands: 'asked', closed: 'closed' },
  'an answer': { email: { state: 'sent', ended_at: then }, stands: 'answered', closed: 'closed' },
} as const;

const waits = ['new', 'read', 'shortlisted', 'asked', 'lost'];

describe.each(stores)('on $name', ({ newStore }) => {
  test('list, tabs, page, export, Today and the command line say the same of each status and each newest reply', async () => {
    const scene = await openHiring(await newStore());
    const { db } = scene.store;
    const expected: { id: string; state: string; standing: string }[] = [];
    for (const [what, reply] of Object.entries(replies))
      for (const state of applicationStates) {
        const name = `${state} ${what}`;
        const { statusCode } = await scene.apply({
          job: 'welder',
          name,
          email: `a${expected.length}@example.com`,
        });
        expect(statusCode).toBe(201);
        moveClock(1000);
        const { id } = await db
          .selectFrom('applications')
          .select('id')
          .where('name', '=', name)
          .executeTakeFirstOrThrow();
        await db.updateTable('applications').set({ state, state_at: then }).where('id', '=', id).execute();
        const standing = reply
          ? state === 'closed'
            ? reply.closed
            : reply.stands
          : state === 'received'
            ? 'new'
            : state;
        expected.push({ id, state, standing });
        if (reply === undefined) continue;
        const words = { subject: 'S', text: 'T' };
        // An older one says nothing of where it stands.
        for (const text of ['older', 'newest'])
          await scene.store.write((trx) => storeReplies(trx, [{ application: id, ...words, text }], writer));
        const { email, stands: _, closed: __, ...columns } = { phoned_at: null, ...reply };
        const own = db.updateTable('replies').where('application', '=', id);
        await own.set({ created_at: then }).where('text', '=', 'older').execute();
        await own.set(columns).where('text', '=', 'newest').execute();
        const messages = db.updateTable('messages').where('about', '=', id).where('kind', '=', 'reply');
        await messages.set({ ...email, due_at: '2999' }).execute();
      }
    const tabOf = ({ state, standing }: (typeof expected)[number]) =>
      state === 'received' && standing !== 'new' ? 'read' : state;
    const list = await scene.textOf(`${officePaths.applications}?tab=all`);
    for (const [state, tab] of [
      ['received', 'New'],
      ['read', 'Read'],
      ['shortlisted', 'Shortlisted'],
      ['closed', 'Closed'],
    ] as const) {
      const count = expected.filter((row) => tabOf(row) === state).length;
      expect(list).toMatch(new RegExp(`${tab} ${count}(?!\\d)`));
    }
    const command = JSON.parse(await scene.command('applications', '--json')) as { id: string }[];
    const csv = (await scene.boss.post(officePaths.applicationsCsv)).body.split('\r\n');
    for (const row of expected) {
      expect(command.find(({ id }) => id === row.id)).toMatchObject(row);
      expect(csv.find((line) => line.includes(row.id))).toContain(row.standing);
      const page = await answered(200, scene.boss.get(officePaths.application(row.id)));
      expect(page.body.includes('>Take it back</button>')).toBe(row.standing === 'answer on its way');
      expect(page.body.includes('>Write a reply</a>')).toBe(row.standing !== 'answer on its way');
    }
    await scene.store.write((trx) => closeVacancy(trx, 'welder'));
    const waiting = expected.filter(({ standing }) => waits.includes(standing)).length;
    const home = await scene.textOf(officePaths.home);
    expect(home).toContain(`Welder is closed. ${waiting} applicants have no answer.`);
    expect(home).toContain('1 new application.');
  });
});
