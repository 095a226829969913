import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { chosenOf, replyToRest } from '#server/vacancies/closing.ts';

import { beginReplies, openOffice, writer } from './office-scene.ts';
import { sendThroughKills } from './send-through-kills.ts';
import { answered, isFull, setClock, stores } from './store.ts';

const emailOf = (number: number) => `a${number}@example.com`;

describe.each(stores)('on $name', ({ newStore }) => {
  test('a mass answer that is killed at each step and resumed tells everybody once, and who is told stays closed', async () => {
    const count = isFull ? 104 : 16;
    setClock('2027-03-01');
    const scene = await openOffice(await newStore());
    const { store, textOf } = scene;
    const secrets: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const who = { name: `Person ${number}`, email: emailOf(number), description: `${number}` };
      secrets.push((await answered(201, scene.apply(who))).json<{ secret: string }>().secret);
    }
    const statuses = () =>
      Promise.all(
        secrets.map(async (secret) => {
          const shown = await answered(200, scene.read('application', { 'application-secret': secret }));
          return shown.json<{ payload: { state: string; note?: string } }>().payload;
        }),
      );
    const closed = async () =>
      (await statuses()).flatMap(({ state, note }, number) =>
        state === 'closed' && note === `No, Person ${number}.` ? emailOf(number) : [],
      );
    const job = await scene.job();
    await store.write(async (trx) => {
      const choice = { to: ['untouched'], isForBots: true };
      const { seen } = await chosenOf(trx, job, choice);
      const words = { subject: 'Welder', text: 'No, {name}.' };
      await replyToRest(trx, { job, vacancy: 'Welder', ...choice, count, seen, ...words }, writer);
    });
    expect(await closed()).toEqual([]);
    await beginReplies(store);

    let before: string[] = [];
    const got = await sendThroughKills(scene, count, async (sent, place) => {
      expect(await textOf(officePaths.vacancy(job)), place).toContain(`${sent} of ${count} replies sent,`);
      const now = await closed();
      expect(now, place).toHaveLength(sent);
      expect(now, place).toEqual(expect.arrayContaining(before));
      before = now;
    });

    expect(new Set(got).size, 'nobody twice').toBe(got.length);
    const all = secrets.map((_, number) => emailOf(number));
    expect(await closed()).toEqual(all);
    // Killed between the hand-over and the record of its end.
    expect(await textOf(officePaths.vacancy(job))).toContain(`${count - 3} of ${count} replies sent.`);
    const home = await textOf(officePaths.home);
    expect(home).toContain('3 emails may have arrived: ');
    const missing = all.flatMap((email, number) => (got.includes(email) ? [] : `Person ${number} `));
    expect(missing).toHaveLength(1);
    for (const name of missing) expect(home.split('may have arrived: ')[1]).toContain(name);
  });
});
