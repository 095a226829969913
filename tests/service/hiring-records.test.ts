import { Readable } from 'node:stream';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { openHiring, welder } from './hiring-scene.ts';
import { readable, startMailServer } from './mail.ts';
import {
  applied,
  beginReplies,
  entered,
  hiddenIn,
  openOffice,
  openVacancy,
  sendReply,
  textIn,
} from './office-scene.ts';
import {
  answered,
  applicant,
  asker,
  hourMs,
  moveClock,
  openMailed,
  setClock,
  stores,
  until,
} from './store.ts';

const page = officePaths.vacancy('welder');
const words = { subject: 'About {vacancy}', text: 'Dear {name}, not this time.' };

describe.each(stores)('on $name', ({ newStore }) => {
  test('"Close" writes to applicants without an answer, once per name and address, by their furthest status', async () => {
    await using mail = await startMailServer();
    const fast = { SAMPLE_CONTENT: '0', NEWSLETTER_PER_HOUR: '1000000', SMTP_URL: mail.url };
    const scene = await openOffice({ ...(await newStore()), ...fast });
    const { boss, store } = scene;
    await boss.post(officePaths.vacancy('new'), { name: 'Welder', type: 'full-time', source: 'Weld.' });
    await openVacancy(scene, 'welder');
    const shared = 'family@example.com';
    for (const [name, email, description] of [
      ['Ada', 'ada@example.com', 'first'],
      ['Ada', 'ada@example.com', 'second'],
      ['Asked', 'asked@example.com', 'one'],
      ['Refused', 'refused@example.com', 'one'],
      ['Ruth', shared, 'one'],
      ['Mary', shared, 'one'],
    ])
      await answered(201, scene.apply({ job: 'welder', name, email, description }));
    const pathOf = async (name: string) => {
      const rows = await scene.list();
      return officePaths.application(rows.find((row) => row.name === name)?.id ?? '');
    };
    // A receipt that has not left by then is not sent to somebody who was answered.
    await until(() => expect(mail.mails).toHaveLength(6));
    // The reply to the newer of her two covers the other.
    await sendReply(boss, await pathOf('Ada'), { after: 'shortlisted' });
    await sendReply(boss, await pathOf('Asked'), { after: '' });
    await sendReply(boss, await pathOf('Refused'), { after: 'closed' });
    await until(() => expect(mail.mails).toHaveLength(9));
    const form = textIn(await boss.get(`${page}/close`));
    expect(form).toContain('New (2)');
    expect(form).toMatch(/Written to before:.*Ada, shortlisted, reply of/);
    expect(form).toMatch(/Asked, read, reply of/);
    const check = await boss.post(
      `${page}/close/check`,
      new URLSearchParams([...Object.entries(words), ['state', 'received'], ['state', 'read']]),
    );
    expect(textIn(check)).toContain('To 2 people');
    await answered(303, boss.post(`${page}/close/answer`, hiddenIn(check, `${page}/close/answer`)));
    await beginReplies(store);
    await until(() => expect(mail.mails).toHaveLength(11));
    const last = mail.mails.slice(9).map(({ to, text }) => [to, /Dear (\w+)/.exec(readable(text))?.[1]]);
    expect(last.sort()).toEqual([
      [[shared], 'Mary'],
      [[shared], 'Ruth'],
    ]);
    await until(async () => expect(textIn(await boss.get(page))).toContain('5 of 5 replies sent.'));
    const open = store.db.selectFrom('applications').select('name').where('state', '<>', 'closed');
    expect((await open.execute()).map(({ name }) => name).sort()).toEqual(['Ada', 'Ada', 'Asked']);
  });

  test('whoever is written to or shortlisted before a mass answer leaves does not get it; the others do', async () => {
    setClock('2026-11-26T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    const secrets = [
      await scene.applyAs('Twice'),
      await scene.applyAs('Twice'),
      await scene.applyAs('Short'),
    ];
    for (const name of ['Personal', 'Rest']) await scene.applyAs(name);
    const receipts = scene.mail.mails.length;
    await scene.answerRest('received');
    moveClock(60_000);
    await scene.write('Twice', { after: 'shortlisted' });
    await scene.press('Short', 'shortlisted');
    await scene.write('Personal', { after: 'closed', text: 'Dear Personal, thank you.' });
    expect(await scene.textOf(welder)).toContain('Stop the 1 reply');
    expect(await scene.textOf(await scene.pathOf('Short'))).toContain('was not sent (it was stopped)');
    moveClock(5 * 60_000);
    await until(() => expect(scene.mail.mails).toHaveLength(receipts + 3));
    const open = scene.store.db
      .selectFrom('messages')
      .select('id')
      .where('state', 'in', ['waiting', 'sending']);
    await until(async () => expect(await open.execute()).toEqual([]));
    const sent = scene.mail.mails.slice(receipts).map(({ text }) => /Dear .*/.exec(readable(text))?.[0]);
    expect(sent.sort()).toEqual([
      'Dear Personal, thank you.',
      'Dear Rest, not this time for Welder.',
      'Dear Twice, come.',
    ]);
    for (const secret of secrets)
      expect(await scene.statusOf(secret)).toMatchObject({ state: 'shortlisted' });
    expect(await scene.textOf(officePaths.home)).toContain('1 applicant still has no answer.');
  });

  test('a mass answer begins when the page says, also if the mail server comes back before; what it refuses begins no more', async () => {
    setClock('2026-11-26T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    const { db } = scene.store;
    for (const name of ['Ada', 'Bob']) await scene.applyAs(name);
    scene.mail.answer = (address) => (address.startsWith('ada') ? '550 5.7.1 Denied' : '250 OK');
    await scene.answerRest('received');
    const now = new Date().toISOString();
    const stopped = { since: now, isRefusal: false, why: 'ECONNREFUSED', nextTry: now };
    await db
      .insertInto('facts')
      .values({ name: 'mail-stopped', value: JSON.stringify(stopped) })
      .execute();
    const facts = db.selectFrom('facts').select('name').where('name', '=', 'mail-stopped');
    await until(async () => expect(await facts.execute()).toEqual([]));
    expect(await scene.textOf(welder)).toContain('2 replies will be sent from 10:05.');
    moveClock(5 * 60_000 + 1);
    await until(async () =>
      expect(await scene.textOf(welder)).toContain('1 of 2 replies sent, 1 is being sent.'),
    );
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
    await scene.answerRest('received');
    moveClock(hourMs / 2);
    await until(() => expect(scene.mail.mails).toHaveLength(1));
    moveClock(hourMs);
    await until(async () =>
      expect(await receipt.execute()).toEqual([{ state: 'dropped', why: 'it was answered' }]),
    );
  });

  test('an answer contains the name as it was typed, and sending it marks the application as read', async () => {
    const scene = await openMailed(openOffice, await newStore());
    const { path, secret } = await applied(scene, { name: 'A $$ {vacancy}' });
    await until(() => expect(scene.mail.mails).toHaveLength(1));
    await sendReply(scene.boss, path, { after: '' });
    await until(() => expect(scene.mail.mails).toHaveLength(2));
    const text = readable(scene.mail.mails[1]?.text);
    expect(text).toContain('Dear A $$ {vacancy},');
    const status = await scene.read('application', { 'application-secret': secret });
    expect(status.json()).toMatchObject({
      payload: { state: 'read', note: expect.stringContaining('application') },
    });
  });

  test('a person who is invited again keeps their access, and the page says so, with the email that goes out', async () => {
    const { app, store, boss } = await openMailed(openOffice, await newStore());
    await entered(app, store, 'two@hcs.example', 'all');
    const again = await boss.post(officePaths.people, { email: 'Two@hcs.example', role: 'editor' });
    expect(textIn(await boss.get(String(again.headers.location)))).toMatch(
      /They already have access, and it has not changed\. The link below is new\..*We are also sending them this link/,
    );
    const roles = store.db.selectFrom('people').select('role').where('email', '=', 'two@hcs.example');
    expect(await roles.execute()).toEqual([{ role: 'all' }]);
  });

  test('"forget" refuses an empty address, and states the numbers before it deletes', async () => {
    const scene = await openOffice(await newStore());
    await answered(201, scene.apply());
    await answered(201, scene.post('enquiry', { ...asker, email: '' }));
    await expect(scene.command('forget', '--yes', ' ')).rejects.toThrow('Enter the email address');
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(['no\n']) as never);
    const asked = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(scene.command('forget', applicant.email)).rejects.toThrow('Nothing was deleted.');
    expect(asked).toHaveBeenCalledWith(expect.stringContaining('(applications: 1, enquiries: 0'));
    stdin.mockRestore();
    asked.mockRestore();
    expect([(await scene.list()).length, (await scene.list('enquiries')).length]).toEqual([1, 1]);
    await scene.command('forget', '--yes', applicant.email);
    expect([(await scene.list()).length, (await scene.list('enquiries')).length]).toEqual([0, 1]);
  });
});
