import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { followPath } from '#src/paths.ts';

import { newSubscriber } from '../kit/push.ts';
import { type Hiring, openHiring } from './hiring-scene.ts';
import { readable } from './mail.ts';
import { hiddenIn, openVacancy, problemIn, seeReply, shutVacancy, textIn } from './office-scene.ts';
import { answered, asker, dayMs, moveClock, setClock, stores, until } from './store.ts';

const ada = { email: 'ada@example.com' };

/** The texts of replies that arrived. */
const replies = ({ mail }: Hiring) =>
  mail.mails.map(({ text }) => readable(text)).filter((text) => text.includes('Dear '));

const onPage = async (scene: Hiring, secret: string) => {
  const { state, note } = await scene.statusOf(secret);
  return { state, note };
};

const nothingSaid = { state: 'received', note: undefined };

/** Lets the mail server take no text until the returned function is called. */
function holdMail({ mail }: Hiring): () => void {
  const { promise, resolve } = Promise.withResolvers<string>();
  mail.taken = () => promise;
  return () => resolve('250 OK');
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a reply is said once its email has left, with the status that was chosen; until then it can be taken back', async () => {
    const scene = await openHiring(await newStore());
    const { boss, textOf } = scene;
    const secret = await scene.applyAs('Ada', ada);
    const path = await scene.pathOf('Ada');
    const { subscription } = newSubscriber();
    await scene.follow(subscription, secret);
    const old = hiddenIn(await boss.get(path), `${path}/state`);
    scene.mail.answer = () => '451 Later';
    await scene.write('Ada', { after: 'shortlisted' });
    await until(async () => expect(await textOf(path)).toContain('451 Later'));
    expect(await onPage(scene, secret)).toEqual(nothingSaid);
    expect(await scene.pushesDue()).toBe(0);
    const page = await boss.get(path);
    expect(page.body).not.toMatch(/>Write a reply<|>Shortlist</);
    const refused = await boss.post(`${path}/state`, { ...old, state: 'closed' });
    expect([refused.statusCode, problemIn(refused)]).toEqual([409, expect.stringMatching(/^Your email of /)]);
    const fields = hiddenIn(page, `${path}/take-back`);
    await answered(303, boss.post(`${path}/take-back`, fields));
    expect(await textOf(path)).toContain('boss@hcs.example: took back the answer');
    const again = await boss.post(`${path}/take-back`, { ...fields, key: 'another' });
    expect([again.statusCode, problemIn(again)]).toEqual([409, 'It was already taken back.']);
    scene.mail.answer = () => '250 OK';
    await scene.write('Ada', { after: 'shortlisted' });
    await scene.untilQuiet('waiting', 'sending');
    expect(replies(scene)).toHaveLength(1);
    expect(await onPage(scene, secret)).toEqual({ state: 'shortlisted', note: 'Dear Ada, come.' });
    expect(await scene.pushesDue()).toBe(1);
    expect(await scene.store.db.selectFrom('replies').select('id').execute()).toHaveLength(1);
  });

  test('what is being sent is not taken back, nor what has left; what was tried without an answer is said to be so', async () => {
    const scene = await openHiring(await newStore());
    const { boss, textOf } = scene;
    await scene.applyAs('Ada', ada);
    const path = await scene.pathOf('Ada');
    const release = holdMail(scene);
    await scene.write('Ada');
    await until(async () => expect(await textOf(path)).toContain('is being sent'));
    const fields = hiddenIn(await boss.get(path), `${path}/take-back`);
    const sending = await boss.post(`${path}/take-back`, fields);
    expect([sending.statusCode, problemIn(sending)]).toEqual([409, 'It is being sent. Look in a minute.']);
    await scene.store.db.updateTable('messages').set({ silent: 1 }).where('kind', '=', 'reply').execute();
    expect(await textOf(path)).toContain('It was sent without confirmation: it may have arrived.');
    release();
    await scene.untilQuiet('waiting', 'sending');
    const late = await boss.post(`${path}/take-back`, fields);
    expect([late.statusCode, problemIn(late)]).toEqual([409, 'It cannot be taken back: it was sent.']);
    expect(await textOf(path)).toContain('Reply from boss@hcs.example');
  });

  test('each application has its own answer and each link shows its own; the others of the address are named', async () => {
    const scene = await openHiring(await newStore());
    const { boss, textOf } = scene;
    await boss.post(officePaths.vacancy('new'), { name: 'Fitter', type: 'full-time', source: 'Fit.' });
    await openVacancy(scene, 'fitter');
    const first = await scene.applyAs('Ada Banda', ada);
    const path = await scene.pathOf('Ada Banda');
    moveClock(1000);
    const second = await scene.applyAs('Ada M. Banda', { ...ada, job: 'fitter' });
    await scene.writeTo(path, 'Ada', { text: 'Dear Ada, no.', after: 'closed' });
    await scene.untilQuiet('waiting', 'sending');
    moveClock(1000);
    const third = await scene.applyAs('Ada Banda', ada);
    const no = { state: 'closed', note: 'Dear Ada, no.' };
    for (const [secret, said] of [
      [first, no],
      [second, nothingSaid],
      [third, nothingSaid],
    ] as const)
      expect(await onPage(scene, secret)).toEqual(said);
    const [text = ''] = replies(scene);
    expect([first, second, third].map((secret) => text.includes(followPath(secret)))).toEqual([
      true,
      false,
      false,
    ]);
    const named = /From the same address: Welder, as Ada Banda: answered on [^;]*; Welder, as Ada Banda: new/;
    const fitter = await scene.pathOf('Ada M. Banda');
    expect(await textOf(fitter)).toMatch(named);
    const check = await seeReply(boss, `${fitter}/answer`);
    expect(check.body).toContain('From the same address: ');
    expect(await textOf(officePaths.applications)).toMatch(/New 2 ?Read 0 ?Shortlisted 0 ?Closed 1/);
  });

  test('a question is no answer: the application gets late; it cannot be closed by one, and is opened by one', async () => {
    setClock('2026-11-02T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    const { boss, textOf } = scene;
    await scene.applyAs('Asked');
    const path = await scene.pathOf('Asked');
    const closing = { subject: 'S', text: 'T', asks: '1', after: 'closed' };
    const refused = await boss.post(`${path}/answer/check`, closing);
    expect([refused.statusCode, problemIn(refused)]).toEqual([
      422,
      expect.stringContaining('another status'),
    ]);
    await scene.press('Asked', 'closed');
    await scene.write('Asked', { asks: '1' });
    await scene.untilQuiet('waiting', 'sending');
    moveClock(15 * dayMs);
    expect(await textOf(officePaths.home)).toContain('1 application is late. It arrived on 2 November');
    expect(await textOf(`${officePaths.applications}?tab=read`)).toMatch(/Asked late.*asked on 2 November/);
    await scene.write('Asked', { after: 'shortlisted' });
    await scene.untilQuiet('waiting', 'sending');
    expect(await textOf(officePaths.home)).not.toContain('late');
    expect(await textOf(path)).toContain('invited on 17 November');
  });

  test('a reply that failed is said and counts as none, until somebody was told by phone or it is sent again', async () => {
    const scene = await openHiring(await newStore());
    const { boss, textOf, pathOf } = scene;
    const secret = await scene.applyAs('Phone');
    await scene.applyAs('Again');
    scene.mail.answer = () => '550 5.1.1 No such user';
    for (const name of ['Phone', 'Again']) await scene.write(name, { after: 'closed' });
    await scene.untilQuiet('waiting', 'sending');
    expect(await onPage(scene, secret)).toEqual({ state: 'closed', note: 'Dear Phone, come.' });
    await shutVacancy(scene, 'welder');
    const today = await boss.get(officePaths.home);
    expect(textIn(today)).toMatch(/Welder is closed. 2 applicants have no answer.*2 emails failed/);
    const sendAgain = async () => {
      const again = await pathOf('Again');
      await answered(303, boss.post(officePaths.again, hiddenIn(await boss.get(again), officePaths.again)));
      await scene.untilQuiet('waiting', 'sending');
    };
    await sendAgain();
    const seen = await boss.post(officePaths.seen, hiddenIn(today, officePaths.seen));
    expect([seen.statusCode, problemIn(seen)]).toEqual([409, expect.stringMatching(/^Nothing was changed/)]);
    expect(await textOf(officePaths.home), 'nobody was told').toContain('2 applicants have no answer.');
    const path = await pathOf('Phone');
    await boss.post(officePaths.seen, hiddenIn(await boss.get(path), officePaths.seen));
    expect(await textOf(path)).toMatch(/No such user\), told by phone.*boss@hcs\.example: told by phone/s);
    expect(await textOf(officePaths.home)).toContain('1 applicant has no answer.');
    scene.mail.answer = () => '250 OK';
    await sendAgain();
    expect(await textOf(officePaths.home)).not.toContain('no answer');
  });

  test('an email that came back has failed, whoever says so, until it is sent again or they are told by phone', async () => {
    const scene = await openHiring(await newStore());
    const { boss, textOf } = scene;
    const secret = await scene.applyAs('Ada', ada);
    await scene.write('Ada', { after: 'closed' });
    await scene.untilQuiet('waiting', 'sending');
    const path = await scene.pathOf('Ada');
    const press = async (name: 'cameBack' | 'again' | 'seen') => {
      const page = await boss.get(path);
      const own = { body: page.body.slice(page.body.indexOf('Reply from')) };
      await answered(303, boss.post(officePaths[name], hiddenIn(own, officePaths[name])));
      await scene.untilQuiet('waiting', 'sending');
    };
    const failed = /1 email failed \(came back, said boss@hcs\.example, .*\): Ada/;
    await press('cameBack');
    expect(await textOf(officePaths.home)).toMatch(failed);
    await press('again');
    expect(await textOf(officePaths.home)).not.toMatch(failed);
    await press('cameBack');
    await press('seen');
    expect(await textOf(path)).toMatch(/came back, said .*, told by phone/);
    expect(await textOf(officePaths.home)).not.toMatch(failed);
    expect(await onPage(scene, secret)).toEqual({ state: 'closed', note: 'Dear Ada, come.' });
    expect(replies(scene)).toHaveLength(2);
  });

  test('the emails of one application are one thread, and only a reply looks as if a person sent it', async () => {
    const scene = await openHiring(await newStore());
    await scene.applyAs('Ada', ada);
    await scene.write('Ada', { asks: '1' });
    await scene.untilQuiet('waiting', 'sending');
    await scene.post('enquiry', { ...asker, email: 'bwalya@example.com' });
    await scene.writeTo(officePaths.enquiry((await scene.list('enquiries'))[0]?.id ?? ''), 'Bwalya');
    await scene.untilQuiet('waiting', 'sending');
    const header = (text: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1];
    const all = scene.mail.mails.map(({ to, text }) => ({ to: to[0] ?? '', text: readable(text) }));
    const isReply = ({ text }: { text: string }) => text.includes('Dear ');
    for (const one of all)
      expect([header(one.text, 'Auto-Submitted'), header(one.text, 'X-Auto-Response-Suppress')]).toEqual(
        isReply(one) ? [undefined, undefined] : ['auto-generated', 'All'],
      );
    const threads = Map.groupBy(all, ({ text }) => header(text, 'References'));
    const own = [...threads].map(([root, emails]) => [typeof root, emails.map(({ to }) => to).sort()]);
    expect(own.sort()).toEqual([
      ['string', [ada.email, ada.email]],
      ['string', ['bwalya@example.com']],
    ]);
    expect(all.find(({ to }) => to.startsWith('bwalya'))?.text).toMatch(
      /come\.\n\n.*\nOn [^\n]* you wrote:\n> How much is a valve/s,
    );
  });
});
