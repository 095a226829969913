import { describe, expect, onTestFinished, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import {
  addReaders,
  addressOf,
  applied,
  openOffice,
  savedNewsletter,
  sendNewsletter,
  sendReply,
} from './office-scene.ts';
import { startTalker } from './smtp-says.ts';
import {
  answered,
  applicant,
  dayMs,
  hourMs,
  key,
  moveClock,
  setClock,
  stores,
  until,
  untilLater,
} from './store.ts';

const quota =
  '550 User info@hcs.example has exceeded its 24-hour sending limit. Messages to 100 recipients out of 100 allowed have been sent';

async function open(settings: Record<string, string>) {
  const mail = await startTalker(true);
  onTestFinished(() => mail[Symbol.asyncDispose]());
  const scene = await openOffice({ ...settings, SMTP_URL: mail.url, NEWSLETTER_PER_HOUR: '1000000' });
  return { ...scene, mail };
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a quota at RCPT for a third of thirty readers through two newsletters leaves nobody out of the third', async () => {
    setClock('2027-03-01T08:00:00.000Z');
    const scene = await open(await newStore());
    const { mail, boss, store } = scene;
    await addReaders(store, 30);
    const third = new Set(Array.from({ length: 10 }, (_, number) => addressOf(number * 3)));
    const sent = async (newsletter: string, words: string) =>
      untilLater(6 * hourMs, async () => {
        await boss.post(`${newsletter}/continue`);
        expect(await scene.textOf(newsletter)).toContain(words);
      });
    for (const round of [1, 2]) {
      mail.says = (when, address) => (when === 'RCPT' && third.has(address) ? quota : undefined);
      const newsletter = await savedNewsletter(boss, { subject: `News ${round}` });
      await sendNewsletter(scene, newsletter);
      await sent(newsletter, '20 of 30 sent');
    }
    mail.says = () => undefined;
    mail.got = [];
    moveClock(5 * dayMs);
    const last = await savedNewsletter(boss, { subject: 'News 3' });
    expect(await scene.textOf(`${last}/send`)).toContain('This will go to 30 people');
    const rows = await store.db.selectFrom('subscribers').select('refusals').execute();
    expect(rows.filter(({ refusals }) => refusals > 0)).toEqual([]);
  });

  test('"Relay not permitted" for two days, then repaired: receipt, reply and confirmation arrive; Today named it', async () => {
    setClock('2027-03-01T08:00:00.000Z');
    const scene = await open(await newStore());
    const { mail, boss, post } = scene;
    mail.says = (when) => (when === 'RCPT' ? '550 relay not permitted' : undefined);
    const { path } = await applied(scene);
    await answered(201, post('subscribe', { name: 'Ada', email: 'reader@example.com' }, key('reader')));
    await sendReply(boss, path);
    await until(async () =>
      expect(await scene.textOf(officePaths.home)).toContain('550 relay not permitted'),
    );
    moveClock(47 * hourMs);
    mail.says = () => undefined;
    await untilLater(25 * hourMs, async () =>
      expect(new Set(mail.got)).toEqual(new Set([applicant.email, 'reader@example.com'])),
    );
  });
});
