import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { mostAtOnce } from '#server/vacancies/closing.ts';

import { type Hiring, openHiring, welder } from './hiring-scene.ts';
import { readable } from './mail.ts';
import { beginReplies, hiddenIn, openOffice, openVacancy, problemIn, textIn } from './office-scene.ts';
import { answered, applicant, minuteMs, moveClock, setClock, stores, until } from './store.ts';

const answer = `${welder}/close/answer`;
const mailbox = { email: 'family@example.com' };
const nothingSaid = { state: 'received', note: undefined };

const onPage = async (scene: Hiring, secret: string) => {
  const { state, note } = await scene.statusOf(secret);
  return { state, note };
};

/** Whom an answer has reached. */
const answeredIn = ({ mail }: Hiring) =>
  mail.mails.flatMap(({ text }) => /Dear (.*), not this time/.exec(readable(text))?.[1] ?? []).sort();

async function untilAllLeft(scene: Hiring) {
  moveClock(5 * minuteMs + 1000);
  await beginReplies(scene.store);
  await scene.untilQuiet('waiting', 'sending');
}

/** Sixteen applicants: two are shortlisted, one is answered, two wrote from one address in two spellings. */
async function sixteen(settings: Record<string, string>) {
  const scene = await openHiring(settings);
  const secrets = new Map<string, string>();
  const singles = Array.from({ length: 11 }, (_, number) => `Person ${number}`);
  for (const name of ['Short', 'Shorter', 'Told', ...singles, 'Ruth', 'Isaac']) {
    secrets.set(name, await scene.applyAs(name, ['Ruth', 'Isaac'].includes(name) ? mailbox : {}));
    moveClock(1000);
  }
  for (const name of ['Short', 'Shorter']) await scene.press(name, 'shortlisted');
  await scene.write('Told', { after: 'shortlisted' });
  await scene.untilQuiet('waiting', 'sending');
  moveClock(1000);
  return { scene, secrets, chosen: [...singles, 'Isaac'].sort() };
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('of sixteen twelve are ticked and get an email after five minutes; no page says anything before its own', async () => {
    setClock('2026-11-26T08:00:00.000Z');
    const { scene, secrets, chosen } = await sixteen(await newStore());
    const form = await scene.textOf(`${welder}/close`);
    expect(form).toContain('Ruth wrote again, as Isaac');
    expect(form).toContain('Short shortlisted on 26 November');
    expect(form).toContain('Told “About it”, invited on 26 November');
    expect(textIn(await scene.check())).toMatch(
      /^To 12 people ?This will go to 12 people\. The first email:/,
    );
    await scene.answerRest();
    expect(await scene.textOf(welder)).toMatch(/^Welder ?Closed\. ?12 replies will be sent at 10:05\. ?Stop/);
    expect(await scene.textOf(officePaths.home)).toMatch(/Welder: 12 replies will be sent at 10:05\. ?Stop/);
    moveClock(4 * minuteMs);
    expect(answeredIn(scene)).toEqual([]);
    for (const name of chosen) expect(await onPage(scene, secrets.get(name) ?? '')).toEqual(nothingSaid);
    await untilAllLeft(scene);
    expect(answeredIn(scene)).toEqual(chosen);
    for (const name of chosen)
      expect(await onPage(scene, secrets.get(name) ?? '')).toEqual({
        state: 'closed',
        note: `Dear ${name}, not this time for Welder.`,
      });
    for (const name of ['Ruth', 'Short', 'Told'])
      expect((await onPage(scene, secrets.get(name) ?? '')).state).not.toBe('closed');
    expect(await scene.textOf(officePaths.home)).toContain('Welder is closed. 3 applicants have no answer.');
  });

  test('[Stop] after three have left: those three are answered, nine are as before, and Today counts them', async () => {
    const { scene, secrets, chosen } = await sixteen(await newStore());
    const { db } = scene.store;
    await scene.answerRest();
    const replies = db.selectFrom('replies').select('message').where('batch', 'is not', null);
    const three = (await replies.limit(3).execute()).map(({ message }) => message);
    const now = { due_at: new Date().toISOString() };
    await db.updateTable('messages').set(now).where('id', 'in', three).execute();
    await until(() => expect(answeredIn(scene)).toHaveLength(3));
    await scene.untilQuiet('sending');
    const left = answeredIn(scene);
    await answered(303, scene.boss.post(`${welder}/stop`));
    expect((await scene.boss.post(`${welder}/stop`)).statusCode).toBe(409);
    await untilAllLeft(scene);
    for (const name of chosen)
      expect((await onPage(scene, secrets.get(name) ?? '')).state).toBe(
        left.includes(name) ? 'closed' : 'received',
      );
    expect(answeredIn(scene)).toEqual(left);
    // Nine, two who are shortlisted, and one who wrote again.
    expect(await scene.textOf(officePaths.home)).toContain('Welder is closed. 12 applicants have no answer.');
  });

  test('another number of people, or another vacancy, is a 409 with the new check page; who applies later is not in it', async () => {
    const { scene, secrets } = await sixteen(await newStore());
    const { boss, store } = scene;
    const press = async (check: { body: string }) => boss.post(answer, hiddenIn(check, answer));
    const expectStale = async (check: { body: string }) => {
      const stale = await press(check);
      expect([stale.statusCode, problemIn(stale)]).toEqual([
        409,
        expect.stringContaining('Please check again.'),
      ]);
      expect(
        await store.db.selectFrom('replies').select('id').where('batch', 'is not', null).execute(),
      ).toEqual([]);
      return stale;
    };
    const first = await scene.check();
    moveClock(1000);
    const secret = secrets.get('Person 1') ?? '';
    await answered(204, scene.send('DELETE', 'application', {}, { 'application-secret': secret }));
    await scene.applyAs('Later');
    const again = await expectStale(first);
    expect(textIn(again)).toContain('11 people now, no longer 12.');
    expect(again.body).toContain('Close and answer 11 people');
    moveClock(1000);
    // Somebody of the same address is invited, in another spelling.
    await scene.write('Ruth', { after: 'shortlisted' });
    const third = await expectStale(again);
    const editing = hiddenIn(await boss.get(`${welder}/edit`));
    await boss.post(welder, { ...editing, name: 'Fitter', type: 'full-time', source: 'Fit.' });
    expect(textIn(await expectStale(third))).toContain('Dear Person 0, not this time for Fitter.');
    await answered(409, boss.post(`${welder}/close`, { version: '1' }));
    const last = await scene.check();
    moveClock(1000);
    const latest = await scene.applyAs('Latest');
    await answered(303, press(last));
    await untilAllLeft(scene);
    expect(answeredIn(scene)).toContain('Later');
    expect(answeredIn(scene)).not.toContain('Isaac');
    expect(await onPage(scene, latest)).toEqual(nothingSaid);
  });

  test('who is invited under one spelling is rejected under the other only if somebody ticks it; “Back” keeps the ticks', async () => {
    const scene = await openHiring(await newStore());
    await scene.applyAs('Ada Banda', mailbox);
    moveClock(1000);
    await scene.write('Ada Banda', { after: 'shortlisted' });
    await scene.untilQuiet('waiting', 'sending');
    moveClock(1000);
    await scene.applyAs('Ada M. Banda', mailbox);
    await scene.applyAs('Joseph');
    moveClock(1000);
    expect(await scene.textOf(`${welder}/close`)).toMatch(
      /Ada M\. Banda “About it”, invited on [^,]*, as Ada Banda/,
    );
    const check = await scene.check('Ada M. Banda', 'Joseph');
    expect(textIn(check)).toContain('This will go to 2 people');
    const back = await scene.boss.post(`${welder}/close/edit`, hiddenIn(check, answer));
    expect(back.body.match(/name="to"[^>]*checked/g)).toHaveLength(2);
    await scene.answerRest();
    await untilAllLeft(scene);
    expect(answeredIn(scene)).toEqual(['Joseph']);
    await scene.answerRest('Ada M. Banda');
    await untilAllLeft(scene);
    expect(answeredIn(scene)).toEqual(['Ada M. Banda', 'Joseph']);
  });

  test('what is being sent, or was tried without an answer, is not stopped but named; opening the vacancy takes back the rest', async () => {
    const scene = await openHiring(await newStore());
    const { boss, store } = scene;
    for (const name of ['Ada', 'Bob', 'Cleo']) await scene.applyAs(name);
    moveClock(1000);
    await scene.answerRest();
    const set = async (name: string, change: object) => {
      const id = (await scene.pathOf(name)).split('/').at(-1) ?? '';
      const own = store.db.updateTable('messages').set(change).where('about', '=', id);
      await own.where('kind', '=', 'reply').execute();
    };
    await set('Ada', { state: 'sending', due_at: new Date(Date.now() + 40_000).toISOString() });
    await set('Bob', { silent: 1, due_at: '2999' });
    expect(await scene.textOf(`${welder}/open`)).toContain('takes back the replies not yet sent');
    await openVacancy(scene, 'welder');
    const page = await scene.textOf(welder);
    expect(page).toMatch(/no longer to be stopped: (?:Ada Bob|Bob Ada)/);
    expect(page).not.toContain('Cleo');
    expect((await boss.post(`${welder}/stop`)).statusCode).toBe(409);
    const left = store.db.selectFrom('replies').select('id');
    expect(await left.execute()).toHaveLength(2);
    await set('Ada', { state: 'waiting' });
  });

  test('they can be closed without an email, also without a mail server and when the vacancy closed by its date', async () => {
    setClock('2026-11-27T09:00:00.000Z');
    const scene = await openOffice({ ...(await newStore()), SAMPLE_CONTENT: '0' });
    const { boss, textOf } = scene;
    const vacancy = { name: 'Welder', type: 'full-time', source: 'Weld.', closesAt: '2026-11-27' };
    await boss.post(officePaths.vacancy('new'), vacancy);
    await openVacancy(scene, 'welder');
    for (const name of ['Ada', 'Bob'])
      await answered(201, scene.apply({ job: 'welder', name, email: `${name}@example.com` }));
    setClock('2026-11-28T09:00:00.000Z');
    expect(await textOf(officePaths.home)).toContain('Welder is closed. 2 applicants have no answer.');
    expect(await textOf(`${welder}/close`)).toMatch(/^Answer the rest: Welder.*does not send email yet\./);
    const check = await boss.post(`${welder}/close/check`, { to: 'ticked' });
    expect(check.body).not.toMatch(/<textarea|answer 2 people/);
    expect(check.body).toContain('Close these 2 without an email');
    const fields = hiddenIn(check, answer);
    const done = await answered(303, boss.post(`${welder}/close/silently`, fields));
    expect(await textOf(String(done.headers.location))).toContain('Closed, without an email.');
    expect(await textOf(officePaths.applications)).toMatch(/New 0 ?Read 0 ?Shortlisted 0 ?Closed 2/);
    expect(await textOf(officePaths.home)).not.toContain('no answer');
    const [{ id = '' } = {}] = await scene.list();
    expect(await textOf(officePaths.application(id))).toContain('boss@hcs.example: closed');
  });

  test(`of more than ${mostAtOnce} those who wait longest are answered, and the page says so`, async () => {
    const scene = await openHiring(await newStore());
    const { db } = scene.store;
    await scene.applyAs('First');
    const [row] = await db.selectFrom('applications').selectAll().execute();
    const rows = Array.from({ length: mostAtOnce + 1 }, (_, number) => ({
      ...(row ?? applicant),
      ...{ id: `id-${number}`, name: `Person ${number}`, contact_key: `${number}`, request_key: null },
      created_at: `2020-01-01T00:00:00.${String(number).padStart(3, '0')}Z`,
    })) as never;
    await db.insertInto('applications').values(rows).execute();
    moveClock(1000);
    const form = await scene.textOf(`${welder}/close`);
    expect(form).toContain(`${mostAtOnce + 2} people to whom nothing was said yet`);
    const check = await scene.check();
    expect(textIn(check)).toContain(`These are the ${mostAtOnce} people who wait longest.`);
    await answered(303, scene.boss.post(answer, hiddenIn(check, answer)));
    expect(await scene.textOf(officePaths.home)).toContain('Welder is closed. 2 applicants have no answer.');
  });
});
