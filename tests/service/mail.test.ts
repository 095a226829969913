import { describe, expect, test } from 'vitest';

import { type MailServer, readable, received } from './mail.ts';
import { openedStore } from './office-scene.ts';
import {
  ada,
  answered,
  applicant,
  hourMs,
  moveClock,
  openApp,
  openMailed,
  setClock,
  stores,
  until,
} from './store.ts';

const jobs = 'jobs@hcs.example';
const boss = 'boss@hcs.example';

/** Answers every recipient with `said`, and counts them. */
function answerAll(mail: MailServer, said: (address: string) => string) {
  const asked: string[] = [];
  mail.answer = (address) => {
    asked.push(address);
    return said(address);
  };
  return (start: string) => asked.filter((address) => address.startsWith(start)).length;
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('the operator is notified of an application without personal data, the applicant gets a receipt with the link', async () => {
    const settings = { NOTIFY_TO: `${jobs}, ${boss}` };
    const { apply, mail } = await openMailed(openApp, { ...(await newStore()), ...settings });
    const { secret } = (await answered(201, apply())).json<{ secret: string }>();
    await until(() => expect(received(mail)).toEqual([boss, jobs, applicant.email]));
    const text = (to: string) => readable(mail.mails.find((one) => one.to.includes(to))?.text);
    expect(text(jobs)).toContain('A new application');
    expect(text(jobs)).toContain('npm run connect -- applications');
    for (const word of [applicant.email, applicant.name, applicant.mobile, 'firmware'])
      expect(text(jobs)).not.toContain(word);
    const receipt = text(applicant.email);
    expect(receipt).toMatch(/Subject: We have received your\s+application: .+/);
    expect(receipt).toContain(`http://localhost:4173/application#${secret}\n`);
    expect(receipt).toContain('Anyone who has that link can see the status');
    for (const word of [applicant.name, applicant.mobile, 'firmware']) expect(receipt).not.toContain(word);
  });

  test('a 5xx fails at once; a 4xx is tried for three days, and its row says since when', async () => {
    setClock('2027-03-01');
    const settings = { ...(await newStore()), NOTIFY_TO: `far@hcs.example, ${boss}` };
    const { apply, config, mail } = await openMailed(openApp, settings);
    const refusals: Record<string, string> = { nobody: '550 5.1.1 Unknown', far: '454 4.7.1 Denied' };
    const asked = answerAll(mail, (address) => refusals[address.split('@')[0] ?? ''] ?? '250 OK');
    const store = await openedStore(config);
    /** Waits until every refusal has been stored. */
    const untilStored = () =>
      until(async () => {
        const sending = store.db.selectFrom('messages').select('id').where('state', '=', 'sending');
        expect(await sending.execute()).toEqual([]);
      });
    await answered(201, apply({ email: 'nobody@example.com' }));
    await until(() => expect([asked('far'), received(mail)]).toEqual([1, [boss]]));
    await untilStored();
    moveClock(25 * hourMs);
    await until(() => expect(asked('far')).toBe(2));
    await untilStored();
    moveClock(73 * hourMs);
    await until(() => expect(asked('far')).toBe(3));
    await untilStored();
    const ends = store.db
      .selectFrom('messages')
      .select(['state', 'why'])
      .where('state', '<>', 'sent')
      .orderBy('why');
    expect(await ends.execute()).toEqual([
      { state: 'failed', why: '550 5.1.1 Unknown' },
      { state: 'failed', why: 'tried since 1 March 2027, 02:00: 454 4.7.1 Denied' },
    ]);
    expect(asked('nobody')).toBe(1);
  });

  test('an address gets three receipts a day, even if each application is withdrawn', async () => {
    setClock('2027-03-01');
    const { apply, app, mail } = await openMailed(openApp, await newStore());
    const send = async (description: string) => {
      const answer = await answered(201, apply({ description, email: 'Stranger@example.com' }));
      const { secret } = answer.json<{ secret: string }>();
      const headers = { 'application-secret': secret };
      return () => answered(204, app.inject({ method: 'DELETE', url: '/connect/v1/application', headers }));
    };
    for (const [index, description] of ['a', 'b', 'c'].entries()) {
      const withdraw = await send(description);
      await until(() => expect(mail.mails).toHaveLength(index + 1));
      await withdraw();
    }
    await send('d');
    await answered(201, apply({ email: ada.email }));
    const three = Array(3).fill('Stranger@example.com');
    await until(() => expect(received(mail)).toEqual([...three, ada.email]));
    moveClock(25 * hourMs);
    await send('e');
    await until(() => expect(received(mail)).toEqual([...three, 'Stranger@example.com', ada.email]));
  });
});

test('a slow mail server does not delay responses', async () => {
  const { apply, mail } = await openMailed(openApp, { NOTIFY_TO: jobs });
  const { promise, resolve } = Promise.withResolvers<string>();
  mail.taken = () => promise;
  await answered(201, apply());
  await until(() => expect(mail.mails).toHaveLength(1));
  await answered(201, apply({ email: ada.email }));
  resolve('250 Taken');
  const all = [[applicant.email], [ada.email], [jobs]];
  await until(() => expect(mail.mails.map(({ to }) => to)).toEqual(all));
});
