import { expect, onTestFinished } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import type { MessageState } from '#server/store/schema.ts';

import { hiddenIn, openOffice, openVacancy } from './office-scene.ts';
import { answered, openMailed, until } from './store.ts';

export const welder = officePaths.vacancy('welder');
const words = { subject: 'About {vacancy}', text: 'Dear {name}, not this time for {vacancy}.' };

/** An office with one vacancy, Welder, whose emails go to a mail server of the test. */
export async function openHiring(settings: Record<string, string>) {
  const fast = { SAMPLE_CONTENT: '0', NEWSLETTER_PER_HOUR: '1000000' };
  const scene = await openMailed(openOffice, { ...fast, ...settings });
  const { boss, store } = scene;
  /** The mail server reports an email that is broken off, by the end of the test or by a reply to somebody without receipt. */
  const untilQuiet = async (...states: MessageState[]) => {
    const rows = store.db.selectFrom('messages').select('id').where('state', 'in', states);
    const emails = rows.where('kind', 'not in', ['alert', 'news']);
    await until(async () => expect(await emails.execute()).toEqual([]));
  };
  onTestFinished(async () => {
    await store.db.deleteFrom('messages').where('state', '=', 'waiting').execute();
    await untilQuiet('sending');
  });
  await boss.post(officePaths.vacancy('new'), { name: 'Welder', type: 'full-time', source: 'Weld.' });
  await openVacancy(scene, 'welder');
  let count = 0;
  const pathOf = async (name: string) => {
    const rows = store.db.selectFrom('applications').select('id').where('name', '=', name);
    const newest = await rows.orderBy('created_at', 'desc').executeTakeFirstOrThrow();
    return officePaths.application(newest.id);
  };
  const writeTo = async (application: string, name: string, changes: Record<string, string> = {}) => {
    const path = `${application}/answer`;
    const begun = hiddenIn(await boss.get(path), path);
    const text = `Dear ${name}, come.`;
    const fields = { ...begun, subject: 'About it', text, after: '', asks: '', ...changes };
    const check = await answered(200, boss.post(`${path}/check`, fields));
    return answered(303, boss.post(path, hiddenIn(check, path)));
  };
  return {
    ...scene,
    untilQuiet,
    pathOf,
    /** Applies for the vacancy. Returns the link's secret. */
    async applyAs(name: string, changes: { email?: string; job?: string } = {}) {
      count += 1;
      const email = `${name.replaceAll(' ', '')}@example.com`.toLowerCase();
      const sent = { job: 'welder', name, email, description: `${count}`, ...changes };
      const answer = await answered(201, scene.apply(sent));
      const receipts = store.db.selectFrom('messages').select('id').where('kind', '=', 'receipt');
      const open = receipts.where('state', 'in', ['waiting', 'sending']);
      await until(async () => expect(await open.execute()).toEqual([]));
      return answer.json<{ secret: string }>().secret;
    },
    statusOf: async (secret: string) =>
      (await scene.read('application', { 'application-secret': secret })).json<{
        payload: { state: string; note?: string };
      }>().payload,
    /** Presses a button under "What next?". */
    async press(name: string, state: string) {
      const path = await pathOf(name);
      const fields = { ...hiddenIn(await boss.get(path), `${path}/state`), state };
      return answered(303, boss.post(`${path}/state`, fields));
    },
    /** Writes to a person's newest application, after the check page. */
    async write(name: string, changes: Record<string, string> = {}) {
      return writeTo(await pathOf(name), name, changes);
    },
    writeTo,
    /** Lets a device follow an application. */
    async follow(subscription: PushSubscriptionJSON, secret: string) {
      return answered(200, scene.send('PUT', 'alerts', { subscription, applications: [secret] }));
    },
    /** How many notifications about applications wait. */
    async pushesDue() {
      const news = store.db.selectFrom('messages').select('id').where('kind', '=', 'news');
      return (await news.where('ended_at', 'is', null).execute()).length;
    },
    /** Opens the check page of a mass answer. `ticked`: parts of the lines to tick; otherwise those that are. */
    async check(...ticked: string[]) {
      const form = await boss.get(`${welder}/close`);
      const lines = [
        ...form.body.matchAll(/<input type="checkbox"([^>]*)\/?> ?<span>(.*?)<\/span><\/label>/gs),
      ];
      const wanted = lines.filter(([, input = '', label = '']) =>
        ticked.length === 0
          ? input.includes('checked')
          : ticked.some((part) => label.replace(/<[^>]*>/g, '').includes(part)),
      );
      const read = (input: string, name: string) => new RegExp(`${name}="([^"]*)"`).exec(input)?.[1] ?? '';
      const ticks = wanted.map(([, input = '']) => [read(input, ' name'), read(input, ' value')]);
      return boss.post(`${welder}/close/check`, new URLSearchParams([...Object.entries(words), ...ticks]));
    },
    async answerRest(...ticked: string[]) {
      const check = await answered(200, this.check(...ticked));
      return answered(303, boss.post(`${welder}/close/answer`, hiddenIn(check, `${welder}/close/answer`)));
    },
  };
}

export type Hiring = Awaited<ReturnType<typeof openHiring>>;
