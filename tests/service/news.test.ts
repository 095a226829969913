import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { markApplication, replyTo } from '#server/applicants/applications.ts';
import { newsDelayMs } from '#server/applicants/news.ts';
import { deleteExpired } from '#server/retention.ts';
import { pages } from '#src/paths.ts';
import * as words from '#src/words/alerts.ts';
import { lang } from '#src/words/site.ts';

import { newSubscriber } from '../kit/push.ts';
import { openAlerting } from './alerting.ts';
import { applied, openedStore, openOffice, writer } from './office-scene.ts';
import { answered, applicant, dayMs, moveClock, setClock, stores, temporaryFolder, until } from './store.ts';

/** A server with one application, whose applicant follows it on devices. */
async function openFollowed(settings: Record<string, string>) {
  setClock('2027-03-01');
  const site = await openAlerting(settings);
  const { secret } = (await answered(201, site.apply())).json<{ secret: string }>();
  const { id = '' } = (await site.list())[0] ?? {};
  let number = 0;
  const store = await openedStore(site.config);
  return {
    ...site,
    secret,
    store,
    mark: (state: string) => site.change((trx) => markApplication(trx, id, state)),
    reply: () => site.change((trx) => replyTo(trx, id, { subject: 'Hello', text: 'Come.' }, '', writer)),
    /** Lets a device whose pushes get these answers follow the application. */
    async follow(answers?: string) {
      const device = newSubscriber(answers);
      const tag = crypto.randomUUID();
      /** Declares what it wants; by default nothing. */
      const want = (wanted: Parameters<typeof site.declare>[2] = {}) =>
        site.declare(device, ++number, wanted);
      const applications = [{ secret, tag }];
      expect(await want({ applications })).toMatchObject({ number, vacancies: false, applications: [tag] });
      return { ...device, tag, want, applications, endpoint: device.subscription.endpoint };
    },
    /** Moves the clock to when the next pushes are due, and waits until nothing is queued. */
    async untilIdle() {
      moveClock(newsDelayMs);
      await until(async () => expect(await queued(store)).toEqual([]));
    },
  };
}

type Opened = Awaited<ReturnType<typeof openedStore>>;

test('the pages of an application and its answer say if a phone will be notified as well', async () => {
  const scene = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const { secret, path } = await applied(scene);
  const words = ' and a notification to their phone, from';
  expect(await scene.textOf(`${path}/answer`)).not.toContain(words);
  expect(await scene.textOf(path)).toContain('Only a reply sends them an email.');
  const { subscription } = newSubscriber();
  const applications = [{ secret, tag: 'a' }];
  await answered(
    200,
    scene.send('PUT', 'alerts', { subscription, number: 1, vacancies: false, applications }),
  );
  expect(await scene.textOf(`${path}/answer`)).toContain(words);
  expect(await scene.textOf(path)).toContain(
    '“Shortlist” and “Close” also notify their phone after five minutes',
  );
});

const queued = ({ db }: Opened) =>
  db.selectFrom('messages').select('why').where('kind', '=', 'news').where('ended_at', 'is', null).execute();
const endpoints = async ({ db }: Opened, table: 'devices' | 'follows' = 'follows') =>
  (await db.selectFrom(table).select('endpoint').execute()).map(({ endpoint }) => endpoint);

describe.each(stores)('on $name', ({ newStore }) => {
  test('several changes within five minutes make one push, which says nothing about them', async () => {
    const { config, service, follow, mark, reply, untilIdle } = await openFollowed(await newStore());
    const phone = await follow();
    await mark('read');
    await mark('shortlisted');
    await reply();
    await mark('closed');
    await untilIdle();
    const navigate = `${config.siteUrl}${pages.application.path}`;
    const notification = { title: words.newsTitle, lang, tag: phone.tag, navigate };
    expect(phone.read(service.seen)).toEqual([{ web_push: 8030, mutable: true, notification }]);
    await mark('closed');
    await mark('read');
    await untilIdle();
    await reply();
    await untilIdle();
    expect(service.seen).toHaveLength(2);
  });

  test('a change undone within five minutes or a withdrawal makes no push, and vacancies are not pushed to the device', async () => {
    const site = await openFollowed(await newStore());
    const { service, store, follow, mark, untilIdle, openVacancy, send, secret } = site;
    await follow();
    await mark('shortlisted');
    await mark('received');
    await untilIdle();
    await openVacancy('Valve');
    const other = await site.subscribe();
    await openVacancy('Pump');
    await site.untilPushed(1);
    expect(other.read(service.seen)).toHaveLength(1);
    await mark('shortlisted');
    await answered(204, send('DELETE', 'application', {}, { 'application-secret': secret }));
    await untilIdle();
    expect([await endpoints(store), service.seen.length]).toEqual([[], 1]);
  });

  test('the five minutes begin with the last change', async () => {
    const { service, follow, mark, untilIdle, store, ...site } = await openFollowed(await newStore());
    await follow();
    for (const state of ['shortlisted', 'closed']) {
      await mark(state);
      moveClock(newsDelayMs - 60_000);
    }
    await site.subscribe();
    await site.openVacancy('Pump');
    await site.untilPushed(1);
    expect(await queued(store)).toHaveLength(1);
    await untilIdle();
    expect(service.seen).toHaveLength(2);
  });

  test('a device is deleted with its application, by age or when a person is forgotten', async () => {
    const { store, command, follow, apply, stored } = await openFollowed(await newStore());
    const { want, endpoint } = await follow();
    await command('forget', '--yes', applicant.email);
    expect([await endpoints(store), await endpoints(store, 'devices')]).toEqual([[], []]);
    const { secret } = (await answered(201, apply({ description: 'Again' }))).json<{ secret: string }>();
    await want({ applications: [{ secret, tag: 'again' }] });
    expect(await endpoints(store)).toEqual([endpoint]);
    await deleteExpired(store, 30, { clock: Date.now() + 31 * dayMs });
    expect(await endpoints(store)).toEqual([]);
    expect(await stored()).not.toContain(endpoint);
  });

  test('what a device declares replaces what it had; a late declaration changes nothing; 404, 410 or DELETE ends all', async () => {
    const site = await openFollowed(await newStore());
    const { store, follow, mark, untilIdle, declare } = site;
    const [phone, tablet] = [await follow(), await follow()];
    for (const status of ['404', '410']) await follow(status);
    const { applications } = phone;
    const both = await phone.want({ vacancies: true, applications });
    expect(both).toEqual({
      ...both,
      vacancies: true,
      applications: [phone.tag],
      publicKey: expect.any(String),
    });
    expect(await declare(phone, both.number - 1, { applications: [] })).toEqual(both);
    await mark('shortlisted');
    await untilIdle();
    expect((await endpoints(store)).sort()).toEqual([phone.endpoint, tablet.endpoint].sort());
    await mark('closed');
    const unknown = { secret: 'unknown', tag: 'x' };
    expect(await phone.want({ vacancies: true, applications: [unknown] })).toMatchObject({
      applications: [],
    });
    expect(await endpoints(store)).toEqual([tablet.endpoint]);
    await untilIdle();
    const pushed = [phone, tablet].map((device) => device.read(site.service.seen).length);
    expect(pushed, 'none for what is not wanted any more').toEqual([1, 2]);
    expect(await phone.want()).toMatchObject({ vacancies: false, applications: [] });
    expect(await endpoints(store, 'devices')).toEqual([tablet.endpoint]);
    await tablet.want({ vacancies: true, applications: tablet.applications });
    await answered(204, site.send('DELETE', 'alerts', { endpoint: tablet.endpoint }));
    expect([await endpoints(store), await endpoints(store, 'devices')]).toEqual([[], []]);
    expect(await site.stored()).not.toContain(tablet.endpoint);
  });

  test('a new address replaces the old one, with what is queued for it', async () => {
    const { store, service, follow, mark, untilIdle, declare } = await openFollowed(await newStore());
    const phone = await follow('500');
    await mark('closed');
    const next = newSubscriber();
    const { applications } = phone;
    await declare(next, 20, { replaces: phone.endpoint, applications });
    await untilIdle();
    expect(next.read(service.seen)).toHaveLength(1);
    const { endpoint } = next.subscription;
    expect([await endpoints(store), await endpoints(store, 'devices')]).toEqual([[endpoint], [endpoint]]);
  });

  test('a device can follow two applications; an eleventh device of one is told that it is not on', async () => {
    const { store, secret, follow, apply, declare } = await openFollowed(await newStore());
    const phone = await follow();
    const again = (await answered(201, apply({ description: 'Another' }))).json<{ secret: string }>();
    const other = { secret: again.secret, tag: 'other' };
    const two = await phone.want({ applications: [...phone.applications, other] });
    expect(two.applications.sort()).toEqual([phone.tag, 'other'].sort());
    expect(await phone.want({ applications: [other] })).toMatchObject({ applications: ['other'] });
    for (let count = 0; count < 10; count += 1) await follow();
    const last = { applications: [{ secret, tag: 'last' }, other] };
    expect(await declare(newSubscriber(), 1, last)).toMatchObject({ applications: ['other'] });
    expect(await endpoints(store)).toHaveLength(12);
  });

  test('a change that is undone during the sending of its push causes another push', async () => {
    const { service, follow, mark, untilIdle } = await openFollowed(await newStore());
    const phone = await follow();
    await mark('shortlisted');
    await untilIdle();
    let accept = () => {};
    service.answer = (_, response) => {
      accept = () => response.writeHead(201).end();
    };
    await mark('closed');
    moveClock(newsDelayMs);
    await until(() => expect(service.seen).toHaveLength(2));
    await mark('shortlisted');
    service.answer = (_, response) => response.writeHead(201).end();
    accept();
    await untilIdle();
    expect(phone.read(service.seen)).toHaveLength(3);
  });

  test('a reply is announced though its push fails after a further change that is no news', async () => {
    const { service, follow, mark, reply, untilIdle } = await openFollowed(await newStore());
    const phone = await follow();
    await mark('closed');
    await reply();
    let refuse = () => {};
    service.answer = (_, response) => {
      refuse = () => response.writeHead(503).end();
    };
    moveClock(newsDelayMs);
    await until(() => expect(service.seen).toHaveLength(1));
    await mark('read');
    service.answer = (_, response) => response.writeHead(201).end();
    refuse();
    await untilIdle();
    expect(phone.read(service.seen)).toHaveLength(2);
  });

  test('a device that began to follow before a change was undone is told of what it has not read', async () => {
    const { service, follow, mark, untilIdle } = await openFollowed(await newStore());
    await mark('closed');
    const phone = await follow();
    await mark('shortlisted');
    const tablet = await follow();
    await mark('closed');
    await untilIdle();
    expect([phone, tablet].map((device) => device.read(service.seen).length)).toEqual([0, 1]);
  });

  test('pushes queued before a restore are not sent; devices stay registered', async () => {
    const site = await openFollowed(await newStore());
    const { app, command, store, follow, mark, reopen, service } = site;
    const [{ endpoint }, tablet] = [await follow(), await follow()];
    const copy = join(temporaryFolder(), 'copy');
    await command('backup', copy);
    await tablet.want();
    await mark('closed');
    await store.close();
    await app.close();
    const { dropped } = JSON.parse(await command('restore', copy, '--json')) as { dropped: number };
    expect(dropped).toBe(1);
    const restored = await openedStore((await reopen()).config);
    expect([await endpoints(restored), await queued(restored)]).toEqual([[endpoint], []]);
    expect(service.seen).toEqual([]);
  });
});
