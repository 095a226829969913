import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { deleteExpired } from '#server/retention.ts';
import { linkOf } from '#server/subscribers/subscribers.ts';

import { fileOf } from '../kit/file.ts';
import { startPostgres } from '../kit/postgres.ts';
import { startRelay } from '../kit/relay.ts';
import { sender } from '../service/file-scene.ts';
import {
  addReaders,
  applied,
  hiddenIn,
  openOffice,
  problemIn,
  type Scene,
  savedNewsletter,
  seeReply,
  textIn,
} from '../service/office-scene.ts';
import { expectLogged } from '../service/problems.ts';
import { applicant, asker, hourMs, key, temporaryFolder } from '../service/store.ts';

type Settings = Record<string, string>;
/** Something that keeps a store from being written: how it begins and ends, and what everybody is told. */
type Problem = {
  settings: Settings;
  words: string;
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
};

/** A disk of its own, with no byte left. */
async function fullDisk(): Promise<Problem> {
  const folder = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  const filling = join(folder, 'filling');
  return {
    settings: { DATA_DIR: folder },
    words: 'Nothing can be stored at the moment: the disk is full.',
    begin() {
      // SQLite could go on in a log that is there.
      using store = new DatabaseSync(join(folder, 'hcs.sqlite'));
      store.exec('pragma busy_timeout = 5000; pragma wal_checkpoint(truncate)');
      spawnSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=4096']);
    },
    end: () => rmSync(filling, { force: true }),
  };
}

/** Another program that writes for long. */
async function lockedFile(): Promise<Problem> {
  const folder = temporaryFolder();
  let other: DatabaseSync | undefined;
  const end = () => {
    other?.close();
    other = undefined;
  };
  onTestFinished(end);
  return {
    settings: { DATA_DIR: folder },
    words: 'Nothing can be stored at the moment: another program is using the database.',
    begin() {
      other = new DatabaseSync(join(folder, 'hcs.sqlite'), { timeout: 5_000 });
      other.exec('begin immediate');
    },
    end,
  };
}

/** A database server that refuses connections. */
async function stoppedPostgres(): Promise<Problem> {
  const cluster = await startPostgres();
  onTestFinished(() => cluster[Symbol.asyncDispose]());
  const direct = await cluster.newDatabase();
  let relay = await startRelay(direct);
  onTestFinished(() => relay[Symbol.dispose]());
  const { url } = relay;
  return {
    settings: { DATABASE_URL: url },
    words: 'Nothing can be stored at the moment: the database cannot be reached.',
    begin: () => relay[Symbol.dispose](),
    async end() {
      relay = await startRelay(direct, Number(new URL(url).port));
    },
  };
}

type Answer = { statusCode: number; body: string; headers: Record<string, unknown> };
/** `text`: what was typed and must not be lost. */
type Write = { name: string; text?: string; send: () => Promise<Answer> };

/** Every kind of write by visitors, with and without script. */
async function visitorsWrites(scene: Scene): Promise<Write[]> {
  const { post, form, send, app, store } = scene;
  const job = await scene.job();
  const file = fileOf(50);
  const { upload, secret } = await sender(scene).applied([file], { email: 'file@example.com' });
  await store.db
    .updateTable('subscribers')
    .set({ confirmed_at: null })
    .where('email_key', '=', 'reader0@example.com')
    .execute();
  const tokens = await store.db.selectFrom('subscribers').select('token').orderBy('email_key').execute();
  const [confirming, leaving] = await Promise.all([
    linkOf(store.db, 'confirm', tokens[0]?.token ?? ''),
    linkOf(store.db, 'unsubscribe', tokens[2]?.token ?? ''),
  ]);
  const long = (what: string) => `${what} ${'with many words '.repeat(20)}`;
  const applying = { ...applicant, job, description: long('I apply') };
  const asking = { ...asker, message: long('I ask') };
  const told = { 'application-secret': secret };
  return [
    { name: 'apply', send: () => post('job-apply', { ...applicant, job, description: 'A' }, key('apply')) },
    { name: 'ask', send: () => post('enquiry', { ...asker, message: 'B' }, key('ask')) },
    { name: 'subscribe', send: () => post('subscribe', { name: 'New', email: 'c@example.com' }, key('new')) },
    { name: 'apply without script', text: applying.description, send: () => form('job-apply', applying) },
    { name: 'ask without script', text: asking.message, send: () => form('enquiry', asking) },
    {
      name: 'subscribe without script',
      send: () => form('subscribe', { name: 'D', email: 'd@example.com' }),
    },
    { name: 'a part of a file', send: () => sender(scene).put(file, 0, upload) },
    { name: 'confirm', send: () => app.inject({ method: 'POST', url: officePaths.confirm(confirming) }) },
    {
      name: 'unsubscribe',
      send: () => app.inject({ method: 'POST', url: officePaths.unsubscribe(leaving) }),
    },
    { name: 'withdraw', send: () => send('DELETE', 'application', '', told) },
  ];
}

const isTyped = (text: string) => text.startsWith('Typed');

/** Every kind of write by the office. */
async function officeWrites(scene: Scene): Promise<Write[]> {
  const { boss, store } = scene;
  const { path } = await applied(scene, { email: 'one@example.com' });
  const { path: answered } = await applied(scene, { email: 'two@example.com', description: 'Another' });
  await scene.post('enquiry', { ...asker, message: 'A second one' });
  const enquiries = await store.db.selectFrom('enquiries').select('id').execute();
  const enquiry = officePaths.enquiry(enquiries[0]?.id ?? '');
  await boss.post(officePaths.article('new'), { type: 'press', title: 'Story', source: 'Text' });
  await boss.post(officePaths.vacancy('new'), { name: 'Welder', type: 'full-time', source: 'Text' });
  const opening = `${officePaths.vacancy('welder')}/open`;
  const newsletter = await savedNewsletter(boss);
  const page = await boss.get(path);
  const answer = `${answered}/answer`;
  const check = await seeReply(boss, `${answer}?text=no`, { after: 'closed' });
  const forms: [name: string, path: string, fields: Settings, text?: string][] = [
    ['write an article', officePaths.article('new'), { type: 'press', title: 'New', source: 'Typed words' }],
    ['publish', officePaths.publish('story'), { version: '1', when: 'now' }],
    ['write a vacancy', officePaths.vacancy('new'), { name: 'Fitter', type: 'x', source: 'Typed work' }],
    ['open a vacancy', opening, hiddenIn(await boss.get(opening), opening)],
    ['write a newsletter', officePaths.newsletter('new'), { subject: 'Again', source: 'Typed news' }],
    ['test a newsletter', `${newsletter}/test`, {}],
    ['note', `${path}/internal-note`, { before: '', internal_note: 'Typed note' }],
    ['answer', answer, hiddenIn(check, answer), 'Thank you'],
    ['shortlist', `${path}/state`, { ...hiddenIn(page, `${path}/state`), state: 'shortlisted' }],
    ['mark an enquiry', `${enquiry}/state`, hiddenIn(await boss.get(enquiry), `${enquiry}/state`)],
    ['delete enquiries', `${officePaths.enquiries}/delete`, { chosen: enquiries[0]?.id ?? '' }],
    ['remove a subscriber', `${officePaths.subscribers}/remove`, { chosen: 'reader1@example.com' }],
    ['invite', officePaths.people, { email: 'two@hcs.example', role: 'editor' }],
  ];
  return forms.flatMap(([name, to, typed, text = Object.values(typed).find(isTyped)]) => {
    const fields = { key: `of ${name}`, ...typed };
    return [
      { name: `${name} with script`, send: () => boss.post(to, fields, { 'x-office': '1' }) },
      { name, ...(text && { text }), send: () => boss.post(to, fields) },
    ];
  });
}

/** How many rows each table has. */
async function countsIn({ store: { db } }: Scene): Promise<Record<string, number>> {
  const tables = await db.introspection.getTables();
  const counts = tables.map(async ({ name }) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(
      db,
    );
    return [name, Number(rows[0]?.count)];
  });
  return Object.fromEntries(await Promise.all(counts));
}

const problems = [
  { name: 'a full disk', cause: fullDisk, canRead: true },
  { name: 'a file that another program holds', cause: lockedFile, canRead: true },
  { name: 'PostgreSQL stopped', cause: stoppedPostgres, canRead: false },
];

describe.each(problems)('with $name', ({ cause, canRead }) => {
  test('each write is refused with the reason and when to come again; nothing is half stored; it goes on by itself', async ({
    skip,
  }) => {
    if (process.getuid?.() !== 0) skip('Only root can mount a small disk.');
    const { settings, words, begin, end } = await cause();
    const scene = await openOffice({ ...settings, SMTP_URL: 'smtp://127.0.0.1:9' });
    const { boss, store, config } = scene;
    await addReaders(store, 3);
    const writes = [...(await visitorsWrites(scene)), ...(await officeWrites(scene))];
    // Each page would note that its reader was here.
    await store.db
      .updateTable('sessions')
      .set({ used_at: new Date(Date.now() - 48 * hourMs).toISOString() })
      .execute();
    const before = await countsIn(scene);
    await begin();
    const refusals = await Promise.all(
      writes.map(async ({ name, text, send }) => {
        const { statusCode, body, headers } = await send();
        const isSaid = body.includes(words) && (text === undefined || body.includes(text));
        return [name, statusCode, isSaid, Number(headers['retry-after']) > 0];
      }),
    );
    expect(refusals).toEqual(writes.map(({ name }) => [name, 503, true, true]));
    const today = await boss.get(officePaths.home);
    expect([today.statusCode, textIn(today)]).toEqual([canRead ? 200 : 503, expect.stringContaining(words)]);
    await expect(deleteExpired(store, 365)).rejects.toThrow();
    const target = join(temporaryFolder(), 'copy');
    const backup = spawnSync(process.execPath, ['server/cli.mjs', 'backup', target], {
      env: { ...process.env, ...settings },
      encoding: 'utf8',
    });
    expect([backup.status, backup.stderr]).toEqual([
      1,
      expect.stringMatching(/at the moment: |cannot (?:be used|use|reach)/),
    ]);
    await end();
    expectLogged(/request failed/);
    expect(await countsIn(scene)).toEqual(before);
    for (const { name, send } of writes) {
      const { statusCode, body } = await send();
      expect([name, statusCode, problemIn({ body })]).toEqual([name, expect.toSatisfy((it) => it < 400), '']);
    }
    expect(textIn(await boss.get(officePaths.home))).not.toContain(words);
    await deleteExpired(store, 365);
    await scene.command('backup', `${target}-again`);
    expect(config.databaseUrl === null).toBe(canRead);
  });
});
