import { describe, expect, test } from 'vitest';

import { alertDelayMs } from '#server/vacancies/alerts.ts';
import { closeVacancy } from '#server/vacancies/vacancies.ts';

import { claimsOf } from '../kit/push.ts';
import { putVacancy } from '../kit/vacancy.ts';
import { openAlerting, titlesOf } from './alerting.ts';
import { openedStore } from './office-scene.ts';
import { dayMs, hourMs, moveClock, setClock, stores, until, untilLater } from './store.ts';

describe.each(stores)('on $name', ({ newStore }) => {
  test('a new vacancy is pushed once to each address, signed, and only that address can read it', async () => {
    const site = await openAlerting(await newStore());
    const { service, subscribe, openVacancy, untilPushed, config } = site;
    const { publicKey } = await site.payload<{ publicKey: string }>('alerts');
    const [one, other] = [await subscribe(), await subscribe()];
    await site.put(one);
    await openVacancy('Valve Intern');
    await untilPushed(2);
    expect(other.read(service.seen)).toEqual(one.read(service.seen));
    const navigate = `${config.siteUrl}/insider/career/valve-intern`;
    const notification = { title: 'New vacancy: Valve Intern', body: 'Internship', navigate };
    expect(one.read(service.seen)).toMatchObject([{ web_push: 8030, notification }]);
    const claims = { aud: 'https://fcm.googleapis.com', sub: expect.stringMatching(/^mailto:/) };
    for (const push of service.seen) {
      expect(push.headers).toMatchObject({
        ...{
          'content-encoding': 'aes128gcm',
          urgency: 'normal',
          topic: expect.stringMatching(/^[\w-]{32}$/),
        },
        // A phone may be offline for weeks.
        ttl: `${28 * 24 * 3_600}`,
      });
      expect(claimsOf(push)).toMatchObject({ key: publicKey, claims });
    }
    await openVacancy('Fleet Helper');
    await untilPushed(4);
    expect(titlesOf(one, service.seen)).toEqual(['Valve Intern', 'Fleet Helper']);
  });

  test("a vacancy's push names its closing date and expires then", async () => {
    setClock('2027-03-01T08:00:00.000Z');
    const { config, service, subscribe, change, untilPushed } = await openAlerting(await newStore());
    const one = await subscribe();
    const closesAt = '2027-03-03T22:00:00.000Z';
    await change((trx) => putVacancy(trx, { name: 'Valve Intern', closesAt }));
    const { db } = await openedStore(config);
    // Three seconds later every server shows the vacancy.
    const due = await db.selectFrom('messages').select('due_at').where('kind', '=', 'alert').execute();
    expect(due).toEqual([{ due_at: '2027-03-01T08:00:03.000Z' }]);
    moveClock(alertDelayMs);
    await untilPushed(1);
    expect(one.read(service.seen)[0]?.notification).toMatchObject({
      body: 'Internship. Closes 3 March 2027, 23:59.',
    });
    // It closes at the end of the day in Lusaka, in 62 hours.
    const ttl = Number(service.seen[0]?.headers.ttl);
    expect(62 * 3_600 - ttl).toBeLessThan(60);
    expect(ttl).toBeLessThanOrEqual(62 * 3_600);
  });

  test('a push service that does not answer does not delay other addresses, and gets the push again after a restart, in place of the first', async () => {
    const site = await openAlerting(await newStore());
    const { app, service, subscribe, openVacancy, untilPushed } = site;
    const silent = await subscribe('silent');
    await openVacancy('Valve Intern');
    await untilPushed(1);
    const told = await subscribe();
    await openVacancy('Fleet Helper');
    await until(() => expect(titlesOf(told, service.seen)).toEqual(['Fleet Helper']));
    const { publicKey } = await site.payload<{ publicKey: string }>('alerts');
    await app.close();
    service.answer = (_, response) => response.writeHead(201).end();
    const before = silent.read(service.seen).length;
    moveClock(hourMs);
    const again = await site.reopen();
    expect(await again.payload('alerts')).toEqual({ publicKey });
    await untilLater(60_000, () => expect(silent.read(service.seen)).toHaveLength(before + 2));
    const topics = service.seen.flatMap(({ path, headers }) =>
      path.startsWith('/silent') ? headers.topic : [],
    );
    expect(new Set(topics).size).toBe(2);
  });

  test('a vacancy reopened within a week is not announced twice; one closed in the meantime is not announced at all', async () => {
    setClock('2027-03-01');
    const { service, subscribe, openVacancy, change } = await openAlerting(await newStore());
    const subscriber = await subscribe();
    const untilTold = (...titles: string[]) =>
      until(() => expect(titlesOf(subscriber, service.seen)).toEqual(titles));
    const openAgain = async () => {
      await change((trx) => closeVacancy(trx, 'valve'));
      await openVacancy('Valve');
    };
    await openVacancy('Valve');
    await untilTold('Valve');
    await openAgain();
    const { answer } = service;
    service.answer = (_, response) => response.writeHead(500).end();
    await openVacancy('Fleet');
    await untilTold('Valve', 'Fleet');
    await change((trx) => closeVacancy(trx, 'fleet'));
    service.answer = answer;
    moveClock(60_000);
    const told = ['Valve', 'Fleet'];
    for (const [name, days] of [
      ['Board', 0],
      ['Valve', 8],
      ['Solder', 0],
      // An announcement dated far ahead, by a wrong clock, does not count as recent.
      ['Valve', -400],
    ] as const) {
      moveClock(days * dayMs);
      await (name === 'Valve' ? openAgain() : openVacancy(name));
      told.push(name);
      await untilTold(...told);
    }
  });
});
