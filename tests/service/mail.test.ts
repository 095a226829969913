import { describe, expect, test } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { addSignInMail } from '#server/office/sign-in-mail.ts';
import { storeReplies } from '#server/replies/replies.ts';

import { readable, received, startMailServer } from './mail.ts';
import {
  addReaders,
  applied,
  linkFor,
  openOffice,
  openVacancy,
  roundsTo,
  savedNewsletter,
  startedNewsletter,
  subscribeAs,
  textIn,
  writer,
} from './office-scene.ts';
import {
  ada,
  answered,
  applicant,
  hourMs,
  minuteMs,
  moveClock,
  openApp,
  openMailed,
  setClock,
  stores,
  until,
} from './store.ts';

const jobs = 'jobs@hcs.example';
const boss = 'boss@hcs.example';

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

  test('a 5xx fails at once; a 4xx is named on Today after an hour, and fails after three days', async () => {
    setClock('2027-03-01T12:05:00Z');
    const settings = { ...(await newStore()), NOTIFY_TO: 'far@hcs.example' };
    const scene = await openMailed(openOffice, settings);
    const refusals: Record<string, string> = { nobody: '550 5.1.1 Unknown', far: '454 4.7.1 Relay denied' };
    const asked: string[] = [];
    scene.mail.answer = (address) => {
      asked.push(address);
      return refusals[address.split('@')[0] ?? ''] ?? '250 OK';
    };
    const far = scene.store.db.selectFrom('messages').select(['state', 'attempts']);
    const untilTried = (state: 'waiting' | 'failed', attempts: number) =>
      until(async () =>
        expect(await far.where('kind', '=', 'operator').execute()).toEqual([{ state, attempts }]),
      );
    const today = () => scene.textOf(officePaths.home);
    await answered(201, scene.apply({ email: 'nobody@example.com' }));
    await untilTried('waiting', 1);
    await until(async () => expect(await today()).toContain('1 email failed (550 5.1.1 Unknown): '));
    expect(await today()).not.toContain('far@');
    moveClock(61 * minuteMs);
    await untilTried('waiting', 2);
    const words = '1 email has been tried since 14:05 (454 4.7.1 Relay denied): far@hcs.example';
    expect(await today()).toContain(words);
    moveClock(72 * hourMs);
    await untilTried('failed', 3);
    const end = '1 email failed (tried since 1 March 2027, 14:05: 454 4.7.1 Relay denied): far@hcs.example';
    expect(await today()).toContain(end);
    expect(asked.filter((address) => address.startsWith('nobody'))).toHaveLength(1);
  });

  test('while no email leaves one is tried after 20 s, doubling to ten minutes, and at once after a start or a test', async () => {
    setClock('2027-03-01T12:05:00Z');
    const { store, ...scene } = await openOffice(await newStore());
    await using mail = await startMailServer();
    const round = roundsTo({ store, ...scene }, 'smtp://127.0.0.1:9');
    for (const name of ['one', 'two']) await linkFor(store, `${name}@hcs.example`);
    const links = await store.db.selectFrom('links').select('id').execute();
    await store.write(async (trx) => {
      for (const { id } of links.slice(-2)) await addSignInMail(trx, id, `${id}@hcs.example`);
    });
    const waits: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      const before = Date.now();
      while (!(await round())) moveClock(10_000);
      waits.push((Date.now() - before) / 1_000);
    }
    expect(waits).toEqual([0, 20, 40, 80, 160, 320, 600]);
    const tries = store.db.selectFrom('messages').select('attempts').orderBy('attempts');
    expect(await tries.execute(), 'never the same twice running').toEqual([{ attempts: 3 }, { attempts: 4 }]);
    expect(await round()).toBe(false);
    const working = readConfig({ ...scene.settings, SMTP_URL: mail.url });
    await runLine(working, 'mail-test', ada.email);
    expect(await round()).toBe(true);
    expect(await round()).toBe(false);
    await openApp({ ...scene.settings, SMTP_URL: mail.url });
    await until(() => expect(mail.mails).toHaveLength(3));
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

test('each page that says an email is on its way says since when and why none leaves', async () => {
  setClock('2027-03-01T12:05:00Z');
  const scene = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9', SAMPLE_CONTENT: '0' });
  const { boss, store, textOf } = scene;
  const why = 'The mail server cannot be reached, since 14:05 (ECONNREFUSED); ';
  await boss.post(officePaths.vacancy('new'), { name: 'Welder', type: 'full-time', source: 'Weld.' });
  await openVacancy(scene, 'welder');
  const { id, path } = await applied(scene, { job: 'welder' });
  await until(async () => expect(await textOf(officePaths.home)).toContain(`${why}1 email waits.`));
  expect(await textOf(path), 'the receipt').toContain(`${why}all email waits.`);
  const batch = { id: 'batch', due_at: new Date().toISOString() };
  await store.write(async (trx) => {
    await storeReplies(trx, [{ application: id, subject: 'No', text: 'No.' }], writer, { batch });
    await subscribeAs(trx, 'new@example.com', { asks: true });
  });
  const { headers } = await boss.post(officePaths.people, { email: 'two@hcs.example' });
  const draft = await savedNewsletter(boss);
  await addReaders(store, 1);
  const newsletter = officePaths.newsletter(await store.write(startedNewsletter));
  await store.write((trx) => subscribeAs(trx, 'other@example.com', { asks: true }));
  const pages = [path, officePaths.vacancy('welder'), officePaths.subscribers, `${draft}/send`, newsletter];
  for (const page of [...pages, String(headers.location)])
    expect(await textOf(page), page).toContain(`${why}all email waits.`);
  const signIn = textIn(await scene.stranger.post(officePaths.signIn, { email: 'boss@hcs.example' }));
  expect(signIn).toContain('The mail server cannot be reached, since 14:05; all email waits.');
});
