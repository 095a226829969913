import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import {
  addReaders,
  addressOf,
  openOffice,
  type Scene,
  savedNewsletter,
  sendNewsletter,
  textIn,
} from './office-scene.ts';
import { hourMs, moveClock, openMailed, setClock, stores, until, untilLater } from './store.ts';

const fast = { NEWSLETTER_PER_HOUR: '1000000' };

async function send(scene: Scene): Promise<string> {
  const newsletter = await savedNewsletter(scene.boss);
  await sendNewsletter(scene, newsletter);
  return newsletter;
}

async function open(settings: Record<string, string>, readers: number, answer = '250 OK') {
  const scene = await openMailed(openOffice, { ...settings, ...fast });
  scene.mail.answer = () => answer;
  await addReaders(scene.store, readers);
  const refusals = async () => {
    const rows = await scene.store.db.selectFrom('subscribers').select('refusals').orderBy('email').execute();
    return rows.map((row) => row.refusals);
  };
  return { ...scene, refusals, page: async (path: string) => textIn(await scene.boss.get(path)) };
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a refusal by the relay stops the newsletter with the reason, counts against nobody, and sending can continue', async () => {
    const scene = await open(await newStore(), 12, '554 5.7.1 Relay access denied');
    const newsletter = await send(scene);
    await until(async () => {
      const page = await scene.page(newsletter);
      expect(page).toContain('Stopped (554 5.7.1 Relay access denied). 0 of 12 sent.');
    });
    expect(await scene.page(officePaths.home)).toContain('“News”: Stopped (554 5.7.1 Relay access denied).');
    expect(await scene.refusals()).toEqual(Array(12).fill(0));
    scene.mail.answer = () => '250 OK';
    await scene.boss.post(`${newsletter}/continue`);
    await until(async () => expect(await scene.page(newsletter)).toContain('12 of 12 sent.'));
    expect(await scene.page(officePaths.newsletters)).toContain('12 people are subscribed.');
  });

  test('refusals with other results between them do not stop it; its page shows the last reply', async () => {
    setClock('2027-03-01');
    const scene = await open(await newStore(), 4);
    let count = 0;
    scene.mail.taken = async ({ to }) => {
      if (to[0] === addressOf(0)) count += 1;
      return to[0] === addressOf(0) ? '550 Looks like spam' : '250 Taken';
    };
    const newsletter = await send(scene);
    await until(async () =>
      expect(await scene.page(newsletter)).toContain('3 of 4 sent, the rest by about tomorrow'),
    );
    expect(await scene.page(newsletter)).toContain(`${addressOf(0)}: was refused (550 Looks like spam)`);
    await untilLater(25 * hourMs, async () => expect(count).toBe(2));
    await untilLater(73 * hourMs, async () =>
      expect(await scene.page(newsletter)).toContain('1 was not sent.'),
    );
    expect(await scene.page(newsletter)).toContain('3 of 4 sent.');
    expect(await scene.refusals()).toEqual([0, 0, 0, 0]);
  });

  test.each([
    ['550 5.1.1 Unknown', 1],
    ['550 5.1.10 Null MX', 1],
    ['552 5.2.2 Full', 0],
    ['550 5.7.1 Spam', 0],
    ['550 No', 0],
    ['450 4.2.1 Later', 0],
  ])('"%s" counts %i against an address', async (said, refusals) => {
    const scene = await open(await newStore(), 1, said);
    const newsletter = await send(scene);
    const first = said.slice(0, 3);
    await until(async () =>
      expect(await scene.page(newsletter)).toMatch(RegExp(`${addressOf(0)}: [a-z ]+ \\(${first}`)),
    );
    expect(await scene.refusals()).toEqual([refusals]);
  });

  test("a success or a new subscription clears an address's count", async () => {
    const scene = await open(await newStore(), 2);
    await scene.store.db.updateTable('subscribers').set({ refusals: 1 }).execute();
    const newsletter = await send(scene);
    await until(async () => expect(await scene.page(newsletter)).toContain('2 of 2 sent.'));
    expect(await scene.refusals()).toEqual([0, 0]);
    await scene.store.db.updateTable('subscribers').set({ refusals: 2 }).execute();
    await scene.post('subscribe', { name: 'Reader', email: addressOf(1) });
    expect(await scene.refusals()).toEqual([2, 0]);
  });

  test('the three days begin with the first attempt, not when the newsletter was sent', async () => {
    setClock('2027-03-01');
    const scene = await open(await newStore(), 1, '451 Later');
    const newsletter = await send(scene);
    const { db } = scene.store;
    const messages = db.selectFrom('messages').select(['state', 'first_at']).where('kind', '=', 'newsletter');
    const untilRefused = () =>
      until(async () =>
        expect(await messages.execute()).toEqual([{ state: 'waiting', first_at: expect.any(String) }]),
      );
    await untilRefused();
    await scene.boss.post(`${newsletter}/stop`);
    // Pretend that there was no attempt before the newsletter was stopped.
    await db.updateTable('messages').set({ first_at: null, refused_at: null }).execute();
    moveClock(80 * hourMs);
    await scene.boss.post(`${newsletter}/continue`);
    await untilRefused();
    expect(await scene.page(newsletter)).toContain(`${addressOf(0)}: is waiting to be sent (451 Later)`);
  });
});
