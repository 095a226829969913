import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { addMessages } from '#server/outgoing/add-messages.ts';

import { openHiring, welder } from './hiring-scene.ts';
import { entered, openOffice } from './office-scene.ts';
import { answered, hourMs, moveClock, openMailed, setClock, stores, until } from './store.ts';

describe.each(stores)('on $name', ({ newStore }) => {
  test('a mass answer begins when the page says, also if the mail server comes back before; what it refuses begins no more', async () => {
    setClock('2026-11-26T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    const { db } = scene.store;
    for (const name of ['Ada', 'Bob']) await scene.applyAs(name);
    scene.mail.answer = (address) => (address.startsWith('ada') ? '550 5.7.1 Denied' : '250 OK');
    await scene.answerRest();
    const now = new Date().toISOString();
    const stopped = { since: now, problem: 'ECONNREFUSED', why: 'ECONNREFUSED', tried: '', nextTry: now };
    await db
      .insertInto('facts')
      .values({ name: 'mail-stopped', value: JSON.stringify(stopped) })
      .execute();
    const application = (await scene.list()).find(({ name }) => name.startsWith('Bob'))?.id ?? '';
    await scene.change((trx) => addMessages(trx, [{ kind: 'receipt', about: application }]));
    const facts = db.selectFrom('facts').select('name').where('name', '=', 'mail-stopped');
    await until(async () => expect(await facts.execute()).toEqual([]));
    expect(await scene.textOf(welder)).toContain('2 replies will be sent at 10:05.');
    moveClock(5 * 60_000 + 1);
    await until(async () => expect(await scene.textOf(welder)).not.toMatch(/repl(y|ies) |Being sent/));
    expect(await scene.textOf(officePaths.home)).toContain('1 email failed (550 5.7.1 Denied): Ada');
  });

  test('a receipt that waits because the mailbox is full does not follow a mass answer', async () => {
    setClock('2026-11-26T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    scene.mail.answer = () => '452 4.2.2 Mailbox full';
    await answered(201, scene.apply({ job: 'welder', email: 'full@example.com' }));
    const receipt = scene.store.db
      .selectFrom('messages')
      .select(['state', 'why'])
      .where('kind', '=', 'receipt');
    const why = expect.stringContaining('full');
    await until(async () => expect(await receipt.execute()).toEqual([{ state: 'waiting', why }]));
    const due_at = new Date(Date.now() + hourMs).toISOString();
    await scene.store.db.updateTable('messages').set({ due_at }).execute();
    scene.mail.answer = () => '250 OK';
    await scene.answerRest();
    moveClock(hourMs / 2);
    await until(() => expect(scene.mail.mails).toHaveLength(1));
    moveClock(hourMs);
    await until(async () => expect(await receipt.execute()).toEqual([]));
  });

  test('a person who is invited again keeps their access, and the page says so, with the email that goes out', async () => {
    const { app, store, boss, textOf } = await openMailed(openOffice, await newStore());
    await entered(app, store, 'two@hcs.example', 'all');
    const again = await boss.post(officePaths.people, { email: 'Two@hcs.example', role: 'editor' });
    expect(await textOf(String(again.headers.location))).toMatch(
      /They already have access, and it has not changed\. The link below is new\..*We are also sending them this link/,
    );
    const roles = store.db.selectFrom('people').select('role').where('email', '=', 'two@hcs.example');
    expect(await roles.execute()).toEqual([{ role: 'all' }]);
  });
});
