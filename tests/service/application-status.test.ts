import { describe, expect, test } from 'vitest';

import { parseSecret } from '#src/contract/application-status.ts';
import { serverErrors } from '#src/words/errors.ts';

import { sayTo } from '../kit/say-reply.ts';
import { ada, answered, applicant, key, openApp, stores, type TestApp, until } from './store.ts';

const secretOf = async ({ apply }: TestApp, changes = {}, headers = {}) =>
  parseSecret((await answered(201, apply(changes, headers))).json()) ?? '';

const ask = ({ app }: TestApp, secret: string, method: 'GET' | 'DELETE' = 'GET') =>
  app.inject({ method, url: '/connect/v1/application', headers: { 'application-secret': secret } });

describe.each(stores)('on $name', ({ newStore }) => {
  test('an application gets a secret that is not in the store, and each repeat gets the same one', async () => {
    const site = await openApp(await newStore());
    const secret = await secretOf(site);
    expect(await secretOf(site)).toBe(secret);
    expect(await secretOf(site, { description: 'Another one' })).not.toBe(secret);
    expect(await site.stored()).not.toContain(secret);
  });

  test('a wrong, empty or malformed secret leads to nothing', async () => {
    const site = await openApp(await newStore());
    const secret = await secretOf(site);
    // The id is right, but the 128 bits after it are wrong.
    const forged = Buffer.from(secret, 'base64url').fill(7, 16).toString('base64url');
    for (const text of [forged, 'A'.repeat(43), '', "' or 1=1 --", 'x'.repeat(4000)])
      for (const method of ['GET', 'DELETE'] as const) {
        const { headers, body } = await answered(404, ask(site, text, method));
        expect(JSON.parse(body)).toEqual({ error: expect.stringContaining('No application was found') });
        expect(headers['cache-control']).toBe('no-store');
      }
    await answered(200, ask(site, secret));
  });

  test('the secret gives access to the status, its date and the message', async () => {
    const site = await openApp(await newStore());
    const secret = await secretOf(site);
    const { id = '' } = (await site.list())[0] ?? {};
    const mark = (text: string) => site.change((trx) => sayTo(trx, id, text, { after: 'shortlisted' }));
    const status = async () => (await answered(200, ask(site, secret))).json<{ payload: object }>().payload;
    const time = expect.stringMatching(/^\d{4}-.*Z$/);
    const first = { job: await site.job(), jobName: expect.any(String), createdAt: time, state: 'received' };
    expect(await status()).toEqual(first);
    await mark('We will <call> you.');
    const second = { ...first, state: 'shortlisted', stateAt: time, note: 'We will <call> you.' };
    expect(await status()).toEqual(second);
    await mark('Tomorrow.');
    expect(await status()).toEqual({ ...second, note: 'Tomorrow.' });
    expect((await ask(site, secret)).headers['cache-control']).toBe('no-store');
  });

  test('withdrawing leaves nothing behind, a late repeat stores nothing, and a new application is accepted', async () => {
    const site = await openApp(await newStore());
    const other = await secretOf(site, { email: ada.email });
    const secret = await secretOf(site, {}, key('one'));
    // Sent a second time from another tab: both keys lead to the same application.
    await secretOf(site, {}, key('two'));
    expect(await site.stored()).toContain(applicant.email);
    expect((await answered(204, ask(site, secret, 'DELETE'))).body).toBe('');
    // SQLite's log is truncated soon after.
    await until(async () => expect(await site.stored()).not.toContain(applicant.email));
    for (const method of ['GET', 'DELETE'] as const) await answered(404, ask(site, secret, method));
    await answered(200, ask(site, other));
    for (const headers of [key('two'), key('one')]) {
      const late = await answered(410, site.apply({}, headers));
      expect(late.json()).toEqual({ error: serverErrors.deleted });
    }
    expect(await site.list()).toMatchObject([{ email: ada.email }]);
    const again = await secretOf(site, {}, key('new'));
    expect(again).not.toBe(secret);
    await answered(200, ask(site, again));
  });
});

test("an applicant who has used up an IP address's requests can still withdraw", async () => {
  const site = await openApp({ RATE_LIMIT_MAX: '1' });
  const secret = await secretOf(site);
  await answered(429, site.apply({ description: 'Another one' }));
  await answered(204, ask(site, secret, 'DELETE'));
});
