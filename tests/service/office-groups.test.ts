import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { openHiring, welder } from './hiring-scene.ts';
import { beginReplies, hiddenIn, openVacancy, problemIn, textIn } from './office-scene.ts';
import { answered, asker, dayMs, moveClock, setClock, stores, until } from './store.ts';

const home = officePaths.home;
const list = officePaths.applications;

describe.each(stores)('on $name', ({ newStore }) => {
  test('a question is no answer: the application gets late, and closing ticks those who were asked as a group', async () => {
    setClock('2026-11-02T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    await scene.applyAs('Asked');
    const ask = await scene.boss.get(`${await scene.pathOf('Asked')}/answer?text=ask`);
    expect(ask.body).toMatch(/name="asks"[^>]*(?:checked[^>]*value="1"|value="1"[^>]*checked)/);
    const closing = { subject: 'S', text: 'T', asks: '1', after: 'closed' };
    const refused = await scene.boss.post(`${await scene.pathOf('Asked')}/answer/check`, closing);
    expect([refused.statusCode, problemIn(refused)]).toEqual([
      422,
      expect.stringContaining('another status'),
    ]);
    await scene.write('Asked', { asks: '1' });
    moveClock(15 * dayMs);
    expect(await scene.textOf(home)).toContain('1 application is late. It arrived on 2 November');
    expect(await scene.textOf(`${list}?tab=all`)).toMatch(/Asked late.*asked on 2 November/);
    const form = await scene.boss.get(`${welder}/close`);
    expect(textIn(form)).toContain('Asked: asked on 2 November');
    expect(form.body).not.toMatch(/name="to"[^>]*checked/);
    await scene.write('Asked', { after: 'shortlisted' });
    expect(await scene.textOf(home)).not.toContain('late');
    expect(await scene.textOf(`${welder}/close`)).toMatch(/Asked: invited on 17 November/);
    scene.mail.answer = () => '550 5.1.1 No such user';
    await scene.applyAs('Lost');
    await scene.write('Lost', { asks: '1' });
    const lost = await scene.pathOf('Lost');
    await until(async () => expect(await scene.textOf(lost)).toContain('Told by phone'));
    const said = 'Lost: asked on 17 November, the email was not accepted (550 5.1.1 No such user)';
    expect(await scene.textOf(`${welder}/close`)).toContain(said);
    expect(textIn(await scene.check())).toContain('This will go to 1 person');
  });

  test('a reply that reached nobody counts as none until somebody was told by phone or it is sent again', async () => {
    const scene = await openHiring(await newStore());
    const { boss, mail, textOf, pathOf } = scene;
    for (const name of ['Phone', 'Again', 'Refused']) await scene.applyAs(name);
    mail.answer = (address) =>
      address.startsWith('refused') ? '550 5.7.1 Relaying denied' : '550 5.1.1 No such user';
    for (const name of ['Phone', 'Again', 'Refused']) await scene.write(name, { after: 'shortlisted' });
    const waiting = 'Welder is closed. 2 applicants still have no answer.';
    await boss.post(`${welder}/close`);
    await until(async () => expect(await textOf(home)).toContain(waiting));
    const form = async () => textOf(`${welder}/close`);
    const refused = /Refused: invited on [^;]*, the email was refused \(550 5\.7\.1/;
    await until(async () => expect(await form()).toMatch(refused));
    await until(async () => expect(await textOf(await pathOf('Phone'))).toContain('Told by phone'));
    const path = await pathOf('Phone');
    const told = await boss.post(officePaths.seen, hiddenIn(await boss.get(path), officePaths.seen));
    expect(told.headers.location).toContain(path);
    expect(await textOf(path)).toMatch(/No such user\), told by phone.*boss@hcs\.example: told by phone/s);
    expect(await textOf(home)).toContain('1 applicant still has no answer.');
    expect(await form()).toMatch(/Phone: invited on [^;]*, the email was not accepted \(.*\), told by phone/);
    mail.answer = () => '250 OK';
    const again = hiddenIn(await boss.get(await pathOf('Again')), officePaths.again);
    await boss.post(officePaths.again, again);
    await until(async () => expect(await textOf(home)).not.toContain('no answer'));
  });

  test('what was checked is what is done: another version of the vacancy shows the check page again', async () => {
    const scene = await openHiring(await newStore());
    const { boss, store } = scene;
    await scene.applyAs('Ada');
    const answer = `${welder}/close/answer`;
    const fields = hiddenIn(await scene.check(), answer);
    const editing = hiddenIn(await boss.get(`${welder}/edit`));
    await boss.post(welder, { name: 'Fitter', type: 'full-time', source: 'Fit.', ...editing });
    const stale = await boss.post(answer, fields);
    expect([stale.statusCode, problemIn(stale)]).toEqual([
      409,
      expect.stringContaining('Please check again.'),
    ]);
    expect(textIn(stale)).toContain('Dear Ada, not this time for Fitter.');
    const byScript = await boss.post(answer, fields, { 'x-office': '1' });
    expect([byScript.statusCode, byScript.json()]).toEqual([409, expect.objectContaining({ isStale: true })]);
    expect(await store.db.selectFrom('replies').select('id').execute()).toEqual([]);
    const version = '1';
    await answered(409, boss.post(`${welder}/close`, { version }));
    await boss.post(`${welder}/close`);
    const rest = hiddenIn(await scene.check(), answer);
    await openVacancy(scene, 'welder');
    await answered(409, boss.post(answer, rest));
    await answered(303, boss.post(answer, hiddenIn(await scene.check(), answer)));
  });

  test('nothing happens if the people are others than those that were checked', async () => {
    const scene = await openHiring(await newStore());
    const { boss, store } = scene;
    for (const name of ['One', 'Two', 'Three']) await scene.applyAs(name);
    const mark = (state: object) =>
      store.db.updateTable('applications').set(state).where('name', '=', 'One').execute();
    const checked = await scene.check();
    expect(textIn(checked)).toMatch(/^To 3 people ?This will go to 3 people\. The first email:/);
    expect(textIn(checked)).toMatch(/Who will get it ?Three three@example.com/);
    const back = await boss.post(`${welder}/close/edit`, hiddenIn(checked));
    expect(back.body).toContain('not this time for {vacancy}');
    expect(back.body.match(/name="to"[^>]*checked/g)).toHaveLength(3);
    const answer = `${welder}/close/answer`;
    for (const [state, why] of [
      ['closed', 'There are 2 people now, no longer 3. Please check again.'],
      ['read', 'One of them has been answered or changed in the meantime. Please check again.'],
    ] as const) {
      await mark({ state });
      const stale = await boss.post(answer, hiddenIn(checked, answer));
      expect([stale.statusCode, problemIn(stale)]).toEqual([409, why]);
    }
    expect(await store.db.selectFrom('replies').select('id').execute()).toEqual([]);
    await mark({ state: 'shortlisted', state_at: '2026-11-20T10:00:00.000Z' });
    expect(await scene.textOf(`${welder}/close`)).toContain('One: shortlisted on 20 November');
    await scene.answerRest();
    await beginReplies(store);
    await until(async () => expect(await scene.textOf(welder)).toContain('2 of 2 replies sent.'));
  });

  test('a mass answer begins five minutes later, and until then it can be stopped; opening the vacancy again stops it too', async () => {
    setClock('2026-11-26T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    const { boss, mail, textOf, statusOf } = scene;
    const [, bob] = [await scene.applyAs('Ada'), await scene.applyAs('Bob')];
    await scene.write('Bob', { asks: '1' });
    await until(() => expect(mail.mails.filter(({ text }) => text.includes('come.'))).toHaveLength(1));
    const before = mail.mails.length;
    await scene.answerRest('Ada', 'Bob');
    expect(await textOf(welder)).toMatch(/2 replies will be sent from 10:05\. ?Stop the 2 replies/);
    expect(await textOf(`${welder}/open`)).toContain('Opening the vacancy stops them.');
    const stopped = await answered(303, boss.post(`${welder}/stop`));
    expect(await scene.textOf(String(stopped.headers.location))).toContain('Stopped. ');
    expect(await statusOf(bob)).toMatchObject({ state: 'read', note: 'Dear Bob, come.' });
    expect(await textOf(home)).toContain('Welder is closed. 2 applicants still have no answer.');
    expect(await textOf(welder)).toContain('1 reply was sent.');
    await answered(409, boss.post(`${welder}/stop`));
    await scene.answerRest('Ada');
    await openVacancy(scene, 'welder');
    expect(await textOf(home)).toContain('1 email was not sent (the vacancy was opened again): Ada');
    await scene.answerRest('Ada', 'Bob');
    moveClock(4 * 60_000);
    expect(mail.mails).toHaveLength(before);
    moveClock(2 * 60_000);
    await until(() => expect(mail.mails).toHaveLength(before + 2));
    await until(async () => expect(await textOf(home)).not.toMatch(/no answer|opened again/));
  });

  test('on Today, whoever waits longest beyond our promise comes first, with minutes, and one reply is said as one', async () => {
    setClock('2026-11-26T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    await scene.post('enquiry', asker);
    moveClock(5 * 60_000);
    await scene.applyAs('Ada');
    const words =
      '1 new enquiry. It arrived 5 minutes ago; we promise a reply within one working day. Read the first';
    expect(await scene.textOf(home)).toMatch(new RegExp(`attention ${words} ?1 new application\\.`));
    scene.mail.answer = () => '451 Later';
    await scene.write('Ada');
    expect(await scene.textOf(welder)).toContain('1 reply is being sent.');
  });

  test('what the office says about closing and schedules is true', async () => {
    setClock('2026-11-27T09:00:00.000Z');
    const scene = await openHiring(await newStore());
    const { boss, textOf } = scene;
    const editing = hiddenIn(await boss.get(`${welder}/edit`));
    const closesAt = '2026-11-27';
    await boss.post(welder, { ...editing, name: 'Welder', type: 'full-time', source: 'Weld.', closesAt });
    await scene.applyAs('Ada');
    setClock('2026-11-28T09:00:00.000Z');
    expect([await textOf(welder), await textOf(`${welder}/close`)]).toEqual([
      expect.stringContaining('Answer the rest…'),
      expect.stringMatching(/^Answer the rest: Welder/),
    ]);
    const closed = await boss.post(`${welder}/close`);
    expect(await scene.textOf(String(closed.headers.location))).toContain(
      'are accepted for another 24 hours after its last day',
    );
    expect(await textOf(`${await scene.pathOf('Ada')}/answer`)).toContain('Leave the status as it is');
    await boss.post(officePaths.article('new'), { type: 'press', title: 'Our stand', source: 'Text' });
    const timed = { version: '1', when: 'at', at: '2026-12-01T17:00' };
    await boss.post(officePaths.publish('our-stand'), timed);
    const off = await boss.post(`${officePaths.article('our-stand')}/unpublish`);
    const notice = await scene.textOf(String(off.headers.location));
    expect(notice).toContain('It is a draft now, and not on the site.');
    expect(notice).not.toContain('no longer');
  });
});
