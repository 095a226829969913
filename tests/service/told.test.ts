import { describe, expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { claimMail } from '#server/domain/mail.ts';

import { startMailSink, startWebhookSink } from '../support/mail-sink.ts';
import { freePort, startSite } from '../support/site.ts';
import { apply, hurry, openedStore, waiting } from './mail-scene.ts';
import { patient, until } from './patience.ts';
import { send } from './stored-rows.ts';
import { stores } from './stores.ts';
import { application, testApp } from './test-app.ts';

const personal = [application.email, application.name, application.mobile, 'firmware'];

describe.each(stores)('with $name', ({ settings }) => {
  test('of an application the operator is told without personal data, and the applicant gets a receipt', {
    ...patient,
  }, async ({ skip }) => {
    await using mail = await startMailSink();
    await using webhook = await startWebhookSink();
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: mail.url,
      NOTIFY_TO: 'jobs@hcs.example, boss@hcs.example',
      NOTIFY_WEBHOOK: webhook.url,
    });
    await app.ready();
    await apply(app);
    const store = await openedStore(config);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(mail.mails.map(({ to }) => to)).toEqual(
      expect.arrayContaining([['jobs@hcs.example'], ['boss@hcs.example'], [application.email]]),
    );
    const receipt = mail.mails.find(({ to }) => to[0] === application.email);
    const told = mail.mails.find(({ to }) => to[0] === 'boss@hcs.example');
    expect(mail.mails).toHaveLength(3);
    expect(webhook.posts).toHaveLength(1);
    for (const text of [told?.text.replace(/=\n/g, '').replaceAll('=20', ' '), webhook.posts[0]?.text]) {
      expect(text).toMatch(/New application for \w+/);
      expect(text).toContain('npm run connect -- applications');
      for (const word of personal) expect(text).not.toContain(word);
    }
    expect(receipt?.to).toEqual([application.email]);
    expect(receipt?.text).toMatch(/Subject: Your application for .+ has\s+arrived/);
    for (const word of personal.slice(1)) expect(receipt?.text).not.toContain(word);
  });

  test('a mail server that fails keeps nobody waiting, and gets the message later', {
    ...patient,
  }, async ({ skip }) => {
    const port = await freePort();
    const { app, config } = await testApp({
      ...(await settings(skip)),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      NOTIFY_TO: 'jobs@hcs.example',
    });
    await app.ready();
    await apply(app);
    const store = await openedStore(config);
    await until(async () =>
      expect((await waiting(store)).map(({ problem }) => problem)).toEqual(['ECONNREFUSED', 'ECONNREFUSED']),
    );
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    for (const { due_at } of await waiting(store))
      expect(Date.parse(due_at ?? '')).toBeGreaterThan(Date.now());
    await using mail = await startMailSink(port);
    await hurry(store);
    await until(async () => expect(await waiting(store)).toEqual([]));
    expect(mail.mails).toHaveLength(2);
  });

  test('the answer does not wait for a mail server that says nothing', { ...patient }, async ({ skip }) => {
    await using mail = await startMailSink();
    const { app, config } = await testApp({ ...(await settings(skip)), SMTP_URL: mail.url });
    let answered = false;
    // The message cannot leave before the answer is out.
    mail.answer = () => (answered ? '250 OK' : '451 Not before the answer');
    await app.ready();
    await apply(app);
    answered = true;
    const store = await openedStore(config);
    await until(async () => {
      await hurry(store);
      expect(await waiting(store)).toEqual([]);
    });
    expect(mail.mails.map(({ to }) => to)).toEqual([[application.email]]);
  });

  test('a message is claimed by one, and by another when that one was killed', async ({ skip }) => {
    const chosen = { ...(await settings(skip)), NOTIFY_WEBHOOK: 'http://127.0.0.1:9/hook' };
    const { app, config } = await testApp(chosen);
    await apply(app);
    // Its own deliveries would take part.
    await app.close();
    const [one, two] = [await openedStore(config), await openedStore(config)];
    await hurry(one);
    const claims = await Promise.all([one, two, one, two].map((store) => claimMail(store, ['webhook'])));
    const [claim, ...others] = claims.filter((one) => one !== undefined);
    expect(others).toEqual([]);
    await hurry(one);
    expect(await claimMail(two, ['webhook'])).toEqual({
      ...claim,
      due_at: expect.any(String),
      tries: (claim?.tries ?? 0) + 1,
    });
  });

  test('killed between the stored application and its message, the server sends it once when it is back', {
    ...patient,
  }, async ({ skip }) => {
    await using mail = await startMailSink();
    const chosen = { ...(await settings(skip)), SMTP_URL: mail.url, NOTIFY_TO: 'jobs@hcs.example' };
    await using site = await startSite(chosen);
    mail.answer = () => '451 Not yet';
    await applyTo(site.url, application.email);
    await site.stop('SIGKILL');
    expect(mail.mails).toEqual([]);
    mail.answer = () => '250 OK';
    await site.start();
    const store = await openedStore(readConfig({ ...chosen, DATA_DIR: site.dataDir }));
    const allGone = async () => {
      await hurry(store);
      expect(await waiting(store)).toEqual([]);
    };
    await until(allGone);
    const received = () => mail.mails.map(({ to }) => to[0]).sort();
    expect(received()).toEqual(['jobs@hcs.example', application.email]);
    mail.answer = (address) => (address.startsWith('nobody') ? `550 <${address}> is unknown` : '250 OK');
    await applyTo(site.url, 'nobody@example.com');
    await until(allGone);
    expect(received()).toEqual(['jobs@hcs.example', 'jobs@hcs.example', application.email]);
    expect(site.output()).toContain('will not be retried');
    expect(site.output()).not.toContain('nobody@');
  });
});

async function applyTo(url: string, email: string): Promise<void> {
  const list = await fetch(`${url}/connect/v1/job-list`);
  const { payload } = (await list.json()) as { payload: { _id: string }[] };
  await send(url, 'job-apply', { ...application, email, job: payload[0]?._id });
}
