import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { readable, received } from './mail.ts';
import { openOffice } from './office-scene.ts';
import {
  ada,
  answered,
  dayMs,
  hourMs,
  key,
  moveClock,
  openApp,
  openMailed,
  setClock,
  stores,
  until,
} from './store.ts';

const jobs = 'jobs@hcs.example';

describe.each(stores)('on $name', ({ newStore }) => {
  test('forty applications at once make two emails to the operator', async () => {
    setClock('2027-03-01');
    const { apply, mail } = await openMailed(openApp, { ...(await newStore()), NOTIFY_TO: jobs });
    const notices = () => mail.mails.filter(({ to }) => to.includes(jobs));
    await answered(201, apply({ email: 'first@example.com' }));
    await until(() => expect(notices()).toHaveLength(1));
    moveClock(1_000);
    for (let count = 0; count < 39; count += 1)
      await answered(201, apply({ email: `person${count}@example.com` }));
    await until(() => expect(mail.mails).toHaveLength(41));
    moveClock(290_000);
    await answered(201, apply({ email: 'last@example.com' }));
    await until(() => expect(received(mail)).toContain('last@example.com'));
    expect(notices()).toHaveLength(1);
    moveClock(10_000);
    await until(() => expect(notices()).toHaveLength(2));
    expect(readable(notices()[1]?.text)).toContain('Subject: 40 new applications');
  });
});

const from = (ip: string) => ({ 'x-forwarded-for': ip });

test('receipts are limited per day for all applicants together, and for each network; Today and the applications say so', async () => {
  setClock('2027-03-01T12:00:00.000Z');
  const site = await openMailed(openOffice, { RECEIPTS_PER_DAY: '8', TRUST_PROXY: '1' });
  const { apply, mail, textOf } = site;
  const applyFrom = async (name: string, ip: string) => {
    await answered(201, apply({ email: `${name}@example.com` }, from(ip)));
    moveClock(1_000);
  };
  const today = async () => textOf(officePaths.home);
  // Four networks of one customer.
  for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) await applyFrom(name, `2001:db8:0:${index}::1`);
  await applyFrom('genuine', '2001:db8:1::1');
  await until(() =>
    expect(received(mail)).toEqual(['a', 'b', 'genuine'].map((name) => `${name}@example.com`)),
  );
  expect(await today()).not.toContain('no receipt');
  for (const [index, name] of ['e', 'f', 'g', 'h', 'i', 'j'].entries())
    await applyFrom(name, `203.0.113.${index}`);
  await until(() => expect(received(mail)).toHaveLength(8));
  expect(await today()).toContain('Since 14:00 applicants get no receipt: 8 were sent today.');
  moveClock(dayMs);
  expect(await today()).not.toContain('no receipt');
});

test('applications are limited per network and day; repeats, other networks and subscriptions do not count', async () => {
  setClock('2027-03-01');
  const { apply, post } = await openApp({ SUBMISSIONS_PER_ADDRESS_PER_DAY: '2', TRUST_PROXY: '1' });
  const one = from('2001:db8:0:7::1');
  await answered(201, apply({ description: 'a' }, { ...one, ...key('first') }));
  await answered(422, apply({ description: '' }, one));
  await answered(201, apply({ description: 'b' }, from('2001:db8:0:8:ffff::2')));
  const refused = await answered(429, apply({ description: 'c' }, from('2001:db8:0:ff::3')));
  expect(refused.json<{ error: string }>().error).toMatch(/has sent 2 submissions within a day/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000);
  await answered(201, apply({ description: 'a' }, { ...one, ...key('first') }));
  await answered(201, apply({ description: 'b' }, { ...one, ...key('other') }));
  await answered(201, post('subscribe', ada, one));
  await answered(201, apply({ description: 'd' }, from('2001:db8:0:100::1')));
  moveClock(25 * hourMs);
  await answered(201, apply({ description: 'e' }, one));
});

test.each([
  ['0', '192.0.2.7', 429],
  ['1', 'forged, 192.0.2.7', 201],
  ['2', 'forged, 192.0.2.7, 203.0.113.1', 201],
])('with TRUST_PROXY=%s and "%s" another visitor gets a %i', async (proxies, forwarded, other) => {
  const { post } = await openApp({ TRUST_PROXY: proxies, RATE_LIMIT_MAX: '1' });
  const from = (addresses: string) => post('subscribe', ada, { 'x-forwarded-for': addresses });
  await answered(201, from(forwarded));
  await answered(429, from(forwarded.replace('forged', '198.51.100.9')));
  await answered(other, from(forwarded.replace('192.0.2.7', '192.0.2.8')));
});

test.each([
  ['203.0.113.10:50001', '203.0.113.10:50002'],
  ['[2001:db8::1]:4001', '2001:db8::2'],
])('a port is no part of an address: "%s" and "%s" are one network', async (first, second) => {
  const { post } = await openApp({ TRUST_PROXY: '1', RATE_LIMIT_MAX: '1' });
  await answered(201, post('subscribe', ada, from(first)));
  await answered(429, post('subscribe', ada, from(second)));
});

test('a network can enter twenty new subscribers an hour, so that others also get their confirmation', async () => {
  setClock('2027-03-01');
  const { post } = await openMailed(openApp, { TRUST_PROXY: '1', RATE_LIMIT_MAX: '0' });
  const subscribe = (name: string, ip: string) =>
    post('subscribe', { ...ada, email: `${name}@example.com` }, { 'x-forwarded-for': ip });
  for (let count = 0; count < 20; count += 1)
    await answered(201, subscribe(`victim${count}`, `2001:db8:0:7::${count}`));
  const refused = await answered(429, subscribe('victim20', '2001:db8:0:8::1'));
  expect(refused.json<{ error: string }>().error).toMatch(/addresses .* within the last hour/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  await answered(201, subscribe('victim0', '2001:db8:0:7::1'));
  await answered(201, subscribe('reader', '2001:db8:0:100::1'));
  moveClock(hourMs);
  await answered(201, subscribe('victim20', '2001:db8:0:7::1'));
});
