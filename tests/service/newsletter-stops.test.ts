import { describe, expect, test } from 'vitest';

import { endStopped } from '#server/newsletter/sending.ts';
import { officePaths } from '#server/office/office-paths.ts';

import {
  addReaders,
  addressOf,
  openOffice,
  problemIn,
  type Scene,
  savedNewsletter,
  sendNewsletter,
} from './office-scene.ts';
import { hourMs, moveClock, openMailed, setClock, stores, until } from './store.ts';

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
  return { ...scene, refusals };
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a refusal by the relay stops the newsletter with the reason, which names no address, counts against nobody, and sending can continue', async () => {
    const scene = await open(await newStore(), 12, '554 5.7.1 <hcs@relay.example>: Relay access denied');
    const newsletter = await send(scene);
    await until(async () => {
      const page = await scene.textOf(newsletter);
      expect(page).toContain('Stopped (554 5.7.1 <…>: Relay access denied). 0 of 12 sent.');
    });
    expect(await scene.textOf(officePaths.home)).toContain(
      '“News”: Stopped (554 5.7.1 <…>: Relay access denied).',
    );
    expect(await scene.refusals()).toEqual(Array(12).fill(0));
    scene.mail.answer = () => '250 OK';
    await scene.boss.post(`${newsletter}/continue`);
    await until(async () => expect(await scene.textOf(newsletter)).toContain('12 of 12 sent.'));
    expect(await scene.textOf(officePaths.newsletters)).toContain('12 people are subscribed.');
  });

  test.each([
    ['in two domains go on', ['one', 'two'], 0, '0 of 6 sent, the rest by about'],
    ['in three domains stop it', ['one', 'two', 'three'], 0, 'Stopped (554 5.7.1 Spam)'],
    ['with dead addresses between them stop it', ['one', 'two', 'three'], 6, 'Stopped (554 5.7.1 Spam)'],
  ])('fewer than ten refusals for another reason than the address %s', async (_, domains, dead, state) => {
    const scene = await open(await newStore(), 0);
    const addresses = domains.flatMap((domain) => [1, 2, 3].map((number) => `n${number}@${domain}.example`));
    await addReaders(scene.store, [
      ...addresses,
      ...Array.from({ length: dead }, (_, number) => `dead${number}@one.example`),
    ]);
    scene.mail.answer = (address) => (address.startsWith('dead') ? '550 5.1.1 Unknown' : '554 5.7.1 Spam');
    const newsletter = await send(scene);
    await until(async () => {
      const page = await scene.textOf(newsletter);
      expect(page).toContain(state);
      const refused = addresses.filter((address) => page.includes(`${address}: was refused`));
      expect(refused.length).toBeGreaterThanOrEqual(domains.length === 2 ? 6 : 3);
    });
    expect((await scene.textOf(newsletter)).includes('Stopped')).toBe(domains.length === 3);
  });

  test('an address is left out after two newsletters, a day apart, that its server did not accept; a success in between clears it', async () => {
    setClock('2027-03-01T08:00:00.000Z');
    const scene = await open(await newStore(), 3);
    const broken = new Set([addressOf(0)]);
    scene.mail.answer = (address) => (broken.has(address) ? '550 5.1.1 Unknown' : '250 OK');
    const sendOne = async () => {
      const newsletter = await send(scene);
      await until(async () => expect(await scene.textOf(newsletter)).toContain('Ended'));
    };
    const left = async () => (await scene.textOf(officePaths.subscribers)).includes('1 is left out');
    await sendOne();
    moveClock(8 * hourMs);
    await sendOne();
    expect([await scene.refusals(), await left()], 'two on one day').toEqual([[1, 0, 0], false]);
    moveClock(30 * hourMs);
    broken.clear();
    await sendOne();
    expect(await scene.refusals()).toEqual([0, 0, 0]);
    broken.add(addressOf(0));
    for (const refusals of [1, 2]) {
      moveClock(30 * hourMs);
      await sendOne();
      expect(await scene.refusals()).toEqual([refusals, 0, 0]);
    }
    expect(await left()).toBe(true);
    const next = await savedNewsletter(scene.boss);
    expect(await scene.textOf(`${next}/send`)).toContain(
      'This will go to 2 people and take about 1 minute. One more will be left out: its mail server did not accept two newsletters, at least a day apart.',
    );
    await sendNewsletter(scene, next);
    await until(async () => expect(await scene.textOf(next)).toContain('2 of 2 sent.'));
    await scene.boss.post(`${officePaths.subscribers}/again`, { chosen: addressOf(0) });
    expect([await scene.refusals(), await left()]).toEqual([[0, 0, 0], false]);
  });

  test('what a newsletter that was stopped for long says late counts neither for nor against an address', async () => {
    setClock('2027-03-01T08:00:00.000Z');
    const scene = await open(await newStore(), 2);
    const [early = '', late = ''] = [0, 1].map(addressOf);
    let dead = early;
    scene.mail.answer = (address) => (address === dead ? '550 5.1.1 Unknown' : '250 OK');
    const stopped = await send(scene);
    await until(async () => expect(await scene.textOf(stopped)).toContain('Ended'));
    await scene.change((trx) =>
      trx.updateTable('newsletters').set({ state: 'stopped', ended_at: null }).execute(),
    );
    await scene.change((trx) =>
      trx.updateTable('subscribers').set({ refusals: 0, refused_at: null }).execute(),
    );
    moveClock(48 * hourMs);
    dead = late;
    const next = await send(scene);
    await until(async () => expect(await scene.textOf(next)).toContain('Ended'));
    expect(await scene.refusals()).toEqual([0, 1]);
    await scene.boss.post(`${stopped}/dead`);
    expect(await scene.textOf(stopped)).toContain('Ended');
    expect(await scene.refusals()).toEqual([0, 1]);
  });

  test.each<[string, (number: number) => boolean, string]>([
    ['the end of a list (a quota)', (number) => number >= 32, 'example.com'],
    ['every second address, at one provider', (number) => number % 2 === 1, 'provider.example'],
  ])('ten refused in a row stop it, nobody is left out: %s', async (_, isRefused, domain) => {
    const scene = await open(await newStore(), 0);
    const all = Array.from(
      { length: 45 },
      (_, number) => `n${number}@${isRefused(number) ? domain : 'other.example'}`,
    );
    await addReaders(scene.store, all);
    const refused = all.filter((_, number) => isRefused(number));
    scene.mail.answer = (address) => (refused.includes(address) ? '550 5.1.1 Unknown' : '250 OK');
    const newsletter = await send(scene);
    const stopped = 'Stopped (550 5.1.1 Unknown).';
    await until(async () => expect(await scene.textOf(newsletter)).toContain(stopped));
    const first = await scene.textOf(newsletter);
    expect(first).toContain('10 were not accepted.');
    expect(first).toContain('They are dead');
    expect(new Set(await scene.refusals())).toEqual(new Set([0]));
    scene.mail.answer = () => '250 OK';
    await scene.boss.post(`${newsletter}/continue`);
    await until(async () => expect(await scene.textOf(newsletter)).toContain('45 of 45 sent.'));
    expect(
      scene.mail.mails
        .slice(-10)
        .flatMap(({ to }) => to)
        .every((to) => refused.includes(to)),
    ).toBe(true);
    expect(new Set(await scene.refusals())).toEqual(new Set([0]));
  });

  test('[They are dead] counts the addresses when the newsletter ends; stopped for thirty days, it counts none', async () => {
    setClock('2027-03-01T08:00:00.000Z');
    const scene = await open(await newStore(), 12, '550 5.1.1 Unknown');
    const newsletter = await send(scene);
    const untilStopped = () =>
      until(async () => expect(await scene.textOf(newsletter)).toContain('Stopped (550 5.1.1 Unknown).'));
    await untilStopped();
    expect(await scene.textOf(newsletter)).not.toContain('Send again');
    const all = scene.store.db.selectFrom('messages').select('id').where('state', '=', 'not accepted');
    const again = await scene.boss.post(officePaths.again, { message: (await all.execute())[0]?.id ?? '' });
    expect([again.statusCode, problemIn(again)]).toEqual([
      409,
      'This newsletter was stopped. Resume sending first.',
    ]);
    await scene.boss.post(`${newsletter}/dead`);
    expect((await scene.boss.post(`${newsletter}/dead`)).statusCode).toBe(409);
    scene.mail.answer = () => '250 OK';
    await scene.boss.post(`${newsletter}/continue`);
    await until(async () =>
      expect(await scene.textOf(newsletter)).toContain('2 of 12 sent. 10 were not accepted.'),
    );
    const sum = async () => (await scene.refusals()).reduce((all, one) => all + one, 0);
    expect(await sum()).toBe(10);
    moveClock(48 * hourMs);
    scene.mail.answer = () => '550 5.1.1 Unknown';
    const other = await send(scene);
    await until(async () => expect(await scene.textOf(other)).toContain('Stopped (550 5.1.1 Unknown).'));
    while ((await scene.store.write((trx) => endStopped(trx, '2028-01-01', 3))).length > 0);
    expect(await scene.store.db.selectFrom('newsletters').select('state').execute()).toEqual(
      Array(2).fill({ state: 'ended' }),
    );
    expect(await sum()).toBe(10);
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
    expect(await scene.textOf(newsletter)).toContain(`${addressOf(0)}: is waiting to be sent (451 Later)`);
  });
});
