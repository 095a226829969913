import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { newSubscriber } from '../kit/push.ts';
import { type Hiring, openHiring, welder } from './hiring-scene.ts';
import { readable } from './mail.ts';
import { beginReplies, hiddenIn, openVacancy } from './office-scene.ts';
import { answered, asker, moveClock, setClock, stores } from './store.ts';

const ada = { email: 'ada@example.com' };

/** The texts of replies that arrived, with their links. */
const replies = ({ mail }: Hiring) =>
  mail.mails
    .map(({ to, text }) => ({ to: to.join(), text: readable(text) }))
    .filter(({ text }) => text.includes('Dear '));
const dears = (scene: Hiring) => replies(scene).map(({ text }) => /Dear .*/.exec(text)?.[0]);

async function untilAllLeft(scene: Hiring) {
  moveClock(5 * 60_000 + 1000);
  await beginReplies(scene.store);
  await scene.untilQuiet('waiting', 'sending');
}

const nothingSaid = { state: 'received', note: undefined };
const onPage = async (scene: Hiring, secret: string) => {
  const { state, note } = await scene.statusOf(secret);
  return { state, note };
};

describe.each(stores)('on $name', ({ newStore }) => {
  test.each<[string, string, string, 'invited' | 'asked', string]>([
    ['one person with a single letter', 'Ada Banda', 'Ada M. Banda', 'invited', 'invited on'],
    ['one person, asked', 'Ada Banda', 'Ada M. Banda', 'asked', 'asked on'],
    ['two initials', 'J. Banda', 'M. Banda', 'invited', 'invited on'],
    ['two of a family', 'Ruth Phiri', 'Isaac Phiri', 'invited', 'invited on'],
  ])(
    'a mailbox of %s of whom one was written to is named and not ticked when the vacancy is closed',
    async (_, one, other, how, said) => {
      setClock('2026-11-27T08:00:00.000Z');
      const scene = await openHiring(await newStore());
      await scene.applyAs('Joseph Daka');
      moveClock(1000);
      await scene.applyAs(one, ada);
      await scene.write(one, how === 'asked' ? { asks: '1' } : { after: 'shortlisted' });
      await scene.untilQuiet('waiting', 'sending');
      moveClock(1000);
      await scene.applyAs(other, ada);
      const form = await scene.textOf(`${welder}/close`);
      expect(form).toContain(`${said} 27 November, as ${one}`);
      expect(form).toContain(other);
      await scene.answerRest();
      await untilAllLeft(scene);
      expect(dears(scene)).toEqual([`Dear ${one}, come.`, 'Dear Joseph Daka, not this time for Welder.']);
    },
  );

  test('three spellings of a name get one email, with the newest', async () => {
    const scene = await openHiring(await newStore());
    for (const name of ['Noël Two', 'TWO NOEL', 'Noel C. Two']) {
      moveClock(1000);
      await scene.applyAs(name, { email: 'Noel@example.com' });
    }
    await scene.answerRest();
    await untilAllLeft(scene);
    expect(dears(scene)).toEqual(['Dear Noel C. Two, not this time for Welder.']);
  });

  test('whoever applies after “Answer the rest” and is shortlisted before it leaves gets no mass answer, nor does their mailbox, and Today names whom it left without one', async () => {
    setClock('2026-11-26T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    const editing = hiddenIn(await scene.boss.get(`${welder}/edit`));
    const vacancy = {
      ...editing,
      name: 'Welder',
      type: 'full-time',
      source: 'Weld.',
      closesAt: '2026-11-26',
    };
    await scene.boss.post(welder, vacancy);
    await scene.applyAs('Ada Banda', ada);
    await scene.applyAs('Joseph Daka');
    setClock('2026-11-27T08:00:00.000Z');
    await scene.answerRest();
    moveClock(60_000);
    const second = await scene.applyAs('Ada Banda', ada);
    expect(await scene.textOf(officePaths.applications)).toMatch(/New 1 ?Read 2/);
    await scene.press('Ada Banda', 'shortlisted');
    await untilAllLeft(scene);
    expect(dears(scene)).toEqual(['Dear Joseph Daka, not this time for Welder.']);
    expect(await onPage(scene, second)).toEqual({ state: 'shortlisted', note: undefined });
  });

  test('a decision on an application for another vacancy stops no mass answer', async () => {
    const scene = await openHiring(await newStore());
    await scene.boss.post(officePaths.vacancy('new'), { name: 'Fitter', type: 'full-time', source: 'Fit.' });
    await openVacancy(scene, 'fitter');
    await scene.applyAs('Ada Banda', ada);
    await scene.answerRest();
    moveClock(1000);
    await scene.applyAs('Ada Banda', { ...ada, job: 'fitter' });
    await scene.press('Ada Banda', 'shortlisted');
    await untilAllLeft(scene);
    expect(dears(scene)).toEqual(['Dear Ada Banda, not this time for Welder.']);
  });

  test.each(['after', 'before'])(
    'an application that was shortlisted %s its person was answered with another stays so when the vacancy closes',
    async (order) => {
      const scene = await openHiring(await newStore());
      await scene.applyAs('Ada Banda', ada);
      const first = await scene.pathOf('Ada Banda');
      moveClock(1000);
      const second = await scene.applyAs('Ada Banda', ada);
      const answer = () => scene.writeTo(first, 'Ada', { after: 'closed' });
      const shortlist = () => scene.press('Ada Banda', 'shortlisted');
      for (const act of order === 'after' ? [answer, shortlist] : [shortlist, answer]) {
        moveClock(1000);
        await act();
      }
      if (order === 'after') expect(await scene.textOf(`${welder}/close`)).toContain('shortlisted on');
      await answered(303, scene.boss.post(`${welder}/close`));
      expect(await onPage(scene, second)).toEqual({ state: 'shortlisted', note: undefined });
      expect((await scene.textOf(officePaths.home)).includes('1 applicant still has no answer')).toBe(
        order === 'after',
      );
    },
  );

  test('a second application that arrives while the answer to the first is being written stays new', async () => {
    const scene = await openHiring(await newStore());
    await scene.applyAs('Ada Banda', ada);
    const path = `${await scene.pathOf('Ada Banda')}/answer`;
    const form = hiddenIn(await scene.boss.get(path), path);
    moveClock(1000);
    await scene.applyAs('Ada Banda', ada);
    moveClock(1000);
    const fields = { ...form, subject: 'About it', text: 'Dear Ada, come.', after: 'closed', asks: '' };
    const check = await answered(200, scene.boss.post(`${path}/check`, fields));
    await answered(303, scene.boss.post(path, hiddenIn(check, path)));
    expect(await scene.textOf(officePaths.applications)).toMatch(/New 1 ?Read 0 ?Shortlisted 0 ?Closed 1/);
    expect(await scene.textOf(officePaths.home)).toContain('1 new application');
  });

  test('after “Close and answer” pages and phones say it when their email has ended; stopped, they never said it', async () => {
    const scene = await openHiring(await newStore());
    const [first, second] = [await scene.applyAs('Ada'), await scene.applyAs('Bob')];
    for (const secret of [first, second]) {
      const { subscription } = newSubscriber();
      await answered(200, scene.send('PUT', 'alerts', { subscription, applications: [secret] }));
    }
    await scene.answerRest();
    for (const secret of [first, second]) expect(await onPage(scene, secret)).toEqual(nothingSaid);
    expect(await scene.pushesDue()).toBe(0);
    expect(await scene.textOf(`${officePaths.applications}?tab=all`)).toMatch(/answer leaves at \d\d:\d\d/);
    await answered(303, scene.boss.post(`${welder}/stop`));
    await untilAllLeft(scene);
    for (const secret of [first, second]) expect(await onPage(scene, secret)).toEqual(nothingSaid);
    scene.mail.answer = (address) => (address.startsWith('bob') ? '550 5.1.1 No such user' : '250 OK');
    await scene.answerRest();
    await untilAllLeft(scene);
    for (const [secret, name] of [
      [first, 'Ada'],
      [second, 'Bob'],
    ] as const)
      expect(await onPage(scene, secret)).toEqual({
        state: 'closed',
        note: `Dear ${name}, not this time for Welder.`,
      });
    expect(await scene.pushesDue()).toBe(2);
  });

  test('“forget” and the search know letters beyond ASCII, however they were typed', async () => {
    const scene = await openHiring(await newStore());
    await scene.applyAs('Élodie', { email: 'Info@BÜRO.com' });
    await scene.post('enquiry', { ...asker, email: 'info@büro.com' });
    await scene.post('subscribe', { name: 'Élodie', email: 'INFO@büro.com' });
    for (const search of ['élodie', 'ELODIE', 'büro', 'BURO.com']) {
      const found = await scene.boss.post(officePaths.applications, { search });
      expect(found.body, search).toContain('>Élodie<');
      expect((await scene.boss.post(officePaths.subscribers, { search })).body, search).toContain('Élodie');
    }
    const said = await scene.command('forget', '--yes', 'info@BÜRO.com');
    expect(said).toContain('applications: 1, enquiries: 1, subscriptions: 1');
  });
});
