import { describe, expect, test } from 'vitest';

import { markApplication, withdraw } from '#server/applicants/applications.ts';
import { pages } from '#src/paths.ts';
import * as words from '#src/words/alerts.ts';
import { lang } from '#src/words/site.ts';

import { newSubscriber } from '../kit/push.ts';
import { sayTo } from '../kit/say-reply.ts';
import { openAlerting } from './alerting.ts';
import { applied, openedStore, openOffice } from './office-scene.ts';
import { answered, applicant, stores, until } from './store.ts';

/** A server with one application, whose applicant follows it on devices. */
async function openFollowed(settings: Record<string, string>) {
  const site = await openAlerting(settings);
  const { secret } = (await answered(201, site.apply())).json<{ secret: string }>();
  const { id = '' } = (await site.list())[0] ?? {};
  const store = await openedStore(site.config);
  const news = store.db.selectFrom('messages').select('id').where('kind', '=', 'news');
  const endpoints = async (table: 'devices' | 'follows') =>
    (await store.db.selectFrom(table).select('endpoint').orderBy('endpoint').execute()).map(
      (row) => row.endpoint,
    );
  return {
    ...site,
    secret,
    store,
    endpoints,
    mark: (state: string) => site.change((trx) => markApplication(trx, id, state)),
    async reply() {
      await site.change((trx) => sayTo(trx, id, 'Come.'));
      await until(async () => expect(await news.where('ended_at', 'is', null).execute()).toEqual([]));
    },
    /** Lets a device whose pushes get these answers follow the application. */
    async follow(answers?: string) {
      const device = newSubscriber(answers);
      await site.put(device, [secret]);
      return { ...device, endpoint: device.subscription.endpoint };
    },
  };
}

test('the page of an answer says if a phone will be notified as well', async () => {
  const scene = await openOffice({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const { secret, path } = await applied(scene);
  const said = ' and a notification to their phone, from';
  expect(await scene.textOf(`${path}/answer`)).not.toContain(said);
  const { subscription } = newSubscriber();
  await answered(200, scene.send('PUT', 'alerts', { subscription, applications: [secret] }));
  expect(await scene.textOf(`${path}/answer`)).toContain(said);
});

describe.each(stores)('on $name', ({ newStore }) => {
  test('each reply makes one push a device, which says nothing about it; a status alone makes none', async () => {
    const { config, service, follow, mark, reply, secret } = await openFollowed(await newStore());
    const [phone, tablet] = [await follow(), await follow()];
    await mark('shortlisted');
    await reply();
    const navigate = `${config.siteUrl}${pages.application.path}`;
    const notification = { title: words.newsTitle, lang, tag: secret.slice(0, 21), navigate };
    const push = { web_push: 8030, mutable: true, notification };
    expect([phone, tablet].map(({ read }) => read(service.seen))).toEqual([[push], [push]]);
    await mark('closed');
    await reply();
    expect(phone.read(service.seen)).toEqual([push, push]);
    expect(service.seen).toHaveLength(4);
  });

  test('a device follows exactly the applications of its last request; 404, 410 and DELETE end it', async () => {
    const site = await openFollowed(await newStore());
    const { follow, reply, put, endpoints, secret, service } = site;
    const [phone, tablet] = [await follow(), await follow()];
    for (const status of ['404', '410']) await follow(status);
    await reply();
    expect(await endpoints('devices')).toEqual([phone.endpoint, tablet.endpoint].sort());
    const other = (await answered(201, site.apply({ description: 'Another' }))).json<{ secret: string }>();
    await put(phone, [other.secret, 'unknown', 7, other.secret]);
    const follows = await site.store.db.selectFrom('follows').select('endpoint').execute();
    expect(follows).toHaveLength(2);
    await reply();
    expect([phone, tablet].map(({ read }) => read(service.seen).length)).toEqual([1, 2]);
    await put(tablet, [secret, other.secret]);
    await answered(204, site.send('DELETE', 'alerts', { endpoint: tablet.endpoint }));
    expect(await endpoints('follows')).toEqual([phone.endpoint]);
    // SQLite's log is truncated soon after.
    await until(async () => expect(await site.stored()).not.toContain(tablet.endpoint));
  });

  test('with an application it is no longer followed, and the device still gets vacancies', async () => {
    const site = await openFollowed(await newStore());
    const phone = await site.follow();
    await site.command('forget', '--yes', applicant.email);
    expect([await site.endpoints('follows'), await site.endpoints('devices')]).toEqual([
      [],
      [phone.endpoint],
    ]);
    await site.openVacancy('Pump');
    await site.untilPushed(1);
  });

  test('a device that follows in the moment of a deletion is told that it stands', async () => {
    const { store, secret, put, endpoints } = await openFollowed(await newStore());
    const { promise: isDeleted, resolve: deleted } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const deleting = store.erase(async (trx) => {
      await withdraw(trx, secret);
      deleted();
      await mayEnd;
    });
    await isDeleted;
    const putting = put(newSubscriber(), [secret]);
    await new Promise((resolve) => setTimeout(resolve, 200));
    end();
    await Promise.all([deleting, putting]);
    expect([await endpoints('follows'), (await endpoints('devices')).length]).toEqual([[], 1]);
  });
});
