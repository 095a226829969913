import { once } from 'node:events';
import { createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { replyTo } from '#server/applicants/applications.ts';
import { mailKinds } from '#server/mail-kinds.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { invite, removePerson } from '#server/office/people.ts';
import { addMessages } from '#server/outgoing/add-messages.ts';
import { type Kinds, registerKinds } from '#server/outgoing/kinds.ts';
import { claimMessages, deleteEnded, settleLeases } from '#server/outgoing/queue.ts';
import { mailRound } from '#server/outgoing/sender.ts';
import { deleteExpired } from '#server/retention.ts';
import { findFact } from '#server/store/facts.ts';
import { openStore } from '#server/store/open-store.ts';
import { company } from '#src/words/site.ts';

import { readable, received, startMailServer } from './mail.ts';
import { applied, hiddenIn, openOffice, textIn } from './office-scene.ts';
import { applicant, dayMs, openApp, stores, temporaryFolder, until } from './store.ts';

const long = '2020-01-01T00:00:00.000Z';

/** An office whose messages are sent only in rounds that a test starts. */
async function open(settings: Record<string, string>, kinds: Kinds = mailKinds) {
  const scene = await openOffice(settings);
  registerKinds(kinds);
  const logged: string[] = [];
  const roundTo = (smtpUrl: string, signal = new AbortController().signal) => {
    const settings = {
      smtpUrl,
      mailFrom: 'hr@hcs.example',
      siteUrl: 'http://localhost',
      newsletterPerHour: 1e9,
    };
    return mailRound(scene.store, settings, (_, words) => logged.push(words))?.(signal);
  };
  const states = () =>
    scene.store.db.selectFrom('messages').select(['state', 'hand_overs', 'why']).orderBy('id').execute();
  /** Ends all pauses and leases. */
  const makeDue = () => scene.store.db.updateTable('messages').set({ due_at: long }).execute();
  const { path, id: application } = await applied(scene);
  const queue = (kind: 'receipt' | 'operator', more: object = {}) =>
    scene.store.write((trx) => addMessages(trx, [{ kind, application, ...more }]));
  return { ...scene, roundTo, states, makeDue, path, queue, logged };
}

/** A mail server that hangs up on each connection at once. */
async function hangingUp(): Promise<string> {
  const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `smtp://127.0.0.1:${Object(server.address()).port}`;
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a relay that never confirms gets a receipt three times; the office shows it and can send it again', async () => {
    await using mail = await startMailServer();
    mail.taken = () => new Promise(() => {});
    const { roundTo, states, makeDue, queue, path, boss, textOf } = await open(await newStore());
    await queue('receipt');
    for (const count of [1, 2, 3]) {
      const silence = new AbortController();
      const round = roundTo(mail.url, silence.signal);
      await until(() => expect(mail.mails).toHaveLength(count));
      silence.abort();
      await round;
      expect(await states()).toMatchObject([
        { state: count === 3 ? 'perhaps' : 'waiting', hand_overs: count },
      ]);
      await makeDue();
    }
    expect(await roundTo(mail.url)).toBe(false);
    const home = await boss.get(officePaths.home);
    expect(textIn(home)).toContain(`1 email may have arrived (AbortError): ${applicant.name}`);
    expect(home.body).toContain(`href="${path}"`);
    const page = await boss.get(path);
    expect(textIn(page)).toContain('Send again');
    await boss.post(officePaths.again, hiddenIn(page, officePaths.again));
    mail.taken = async () => '250 OK';
    await roundTo(mail.url);
    const ends = async () => (await states()).map(({ state }) => state).sort();
    expect(await ends()).toEqual(['perhaps', 'sent']);
    expect((await boss.post(officePaths.again, hiddenIn(page, officePaths.again))).statusCode).toBe(303);
    expect(await ends()).toEqual(['perhaps', 'sent']);
    expect(await textOf(officePaths.home)).not.toContain('may have arrived');
    expect(await textOf(path)).toContain('Confirmation');
  });

  test('a connection that ends before the greeting and a failed read of our own hand nothing over', async () => {
    const operator = { ...mailKinds.operator, compose: () => Promise.reject(new Error('The disk is away')) };
    const { roundTo, states, makeDue, queue, logged, store, textOf } = await open(await newStore(), {
      ...mailKinds,
      operator,
    });
    const url = await hangingUp();
    await queue('operator', { application: null, recipient: 'staff@hcs.example' });
    await roundTo(url);
    expect(await states()).toMatchObject([{ state: 'waiting', why: 'Error' }]);
    expect(logged).toEqual(['a message could not be sent and will be retried']);
    await queue('receipt');
    for (let round = 0; round < 4; round += 1) {
      await store.db.deleteFrom('facts').where('name', '=', 'mail-stopped').execute();
      await roundTo(url);
      await makeDue();
    }
    expect((await states()).map(({ state, hand_overs }) => [state, hand_overs])).toEqual(
      Array(2).fill(['waiting', 0]),
    );
    expect(logged.filter((words) => words === 'the mail server cannot be reached').length).toBeGreaterThan(0);
    expect(await textOf(officePaths.home)).not.toMatch(/was not sent|may have arrived/);
  });

  test('an older release leaves an unknown kind of message alone', async () => {
    const scene = await open(await newStore());
    const { store, states, queue, makeDue, roundTo } = scene;
    await queue('receipt', { kind: 'survey' });
    await queue('receipt', { kind: 'survey', state: 'sending' });
    await queue('receipt', { kind: 'survey', state: 'sent', ended_at: long });
    await makeDue();
    const before = await store.db.selectFrom('messages').selectAll().orderBy('id').execute();
    await settleLeases(store, 'email');
    const messages = await claimMessages(store, 'email', { perHour: 1e9, most: 1 });
    expect(messages).toEqual([]);
    expect(await roundTo('smtp://127.0.0.1:9')).toBe(false);
    await store.write((trx) => deleteEnded(trx, '2026-01-01', '2026-01-01', 9));
    expect(await store.db.selectFrom('messages').selectAll().orderBy('id').execute()).toEqual(before);
    expect(await states()).toHaveLength(3);
  });

  test('a clock eight days ahead, and five starts: what two days made old is deleted, and no more before its next day', async () => {
    const { store } = await open(await newStore());
    const begin = Date.now();
    const start = async (days: number) => {
      const isBehind = await deleteExpired(store, 365, { clock: begin + days * dayMs });
      const { until } = JSON.parse((await findFact(store.db, 'last-deletion')) ?? '');
      return [Math.round(((Date.parse(until) - begin) / dayMs) * 10) / 10 + 0, isBehind];
    };
    expect(await start(0)).toEqual([0, false]);
    expect(await start(0.2), 'a restart on the same day').toEqual([0, false]);
    expect(await start(1)).toEqual([1, false]);
    for (let restart = 0; restart < 5; restart += 1) expect(await start(9)).toEqual([3, true]);
    expect(await start(10), 'the next day of that clock').toEqual([5, true]);
    expect(await start(1.5), 'set back').toEqual([1.5, false]);
    expect(await start(2)).toEqual([1.5, false]);
    expect(await start(2.6)).toEqual([2.6, false]);
  });

  test('a reply goes out with the company’s address if its writer was removed, and not as an automatic one', async () => {
    await using mail = await startMailServer();
    const { roundTo, store, list } = await open(await newStore());
    const [{ id } = { id: '' }] = await list();
    await store.write(async (trx) => {
      const { person } = await invite(trx, 'two@hcs.example', 'all');
      await replyTo(trx, id, { subject: 'S', text: 'T' }, 'closed', person);
      await removePerson(trx, person.id);
    });
    await roundTo(mail.url);
    const text = readable(mail.mails[0]?.text);
    expect(received(mail)).toEqual([applicant.email]);
    expect(text).toContain(`Reply-To: ${company.email}`);
    expect(text).not.toContain('Auto-Submitted');
  });
});

test("a commit succeeds even if SQLite's log cannot be truncated afterwards", async () => {
  const problems: unknown[] = [];
  const { config } = await openApp({ DATA_DIR: temporaryFolder() });
  const store = await openStore(config, { onProblem: (error) => problems.push(error) });
  onTestFinished(() => store.close());
  const { prepare } = DatabaseSync.prototype;
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    text,
  ) {
    if (text.includes('wal_checkpoint'))
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    return prepare.call(this, text);
  });
  onTestFinished(() => spy.mockRestore());
  await store.erase((trx) => addMessages(trx, [{ kind: 'operator', recipient: 'staff@hcs.example' }]));
  expect(await store.db.selectFrom('messages').select('kind').execute()).toEqual([{ kind: 'operator' }]);
  expect(problems).toEqual([expect.objectContaining({ errcode: 13 })]);
});
