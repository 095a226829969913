import { join } from 'node:path';

import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { describe, expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { migrations } from '#server/store/migrations.ts';
import { openPostgres } from '#server/store/postgres.ts';
import type { Db } from '#server/store/schema.ts';
import { openSqlite } from '#server/store/sqlite.ts';

import { siteDefaults } from '../kit/first-start.ts';
import { applied, entered, openedStore, openOffice, sendReply, textIn } from './office-scene.ts';
import { stores, temporaryFolder } from './store.ts';

/** name, status, 1 for a bot, time, and how the reply to it ended. */
type Row = [id: string, name: string, state: string, flagged: number, at: string, outcome?: string];

const rows: Row[] = [
  ['ada-1', 'Ada', 'received', 0, '2026-11-01'],
  ['ada-2', 'ADA ', 'shortlisted', 0, '2026-11-02', 'sent'],
  ['ada-3', 'Ada', 'closed', 0, '2026-11-01'],
  ['ada-4', 'Ada', 'received', 0, '2026-11-20'],
  ['dead', 'Dead', 'closed', 0, '2026-11-02', 'not accepted'],
  ['invited', 'Invited', 'shortlisted', 1, '2026-11-02'],
  ['written', 'Written', 'read', 1, '2026-11-02', 'perhaps'],
  ['bot', 'Bot', 'read', 1, '2026-11-02'],
];

async function insert(db: Db, [id, name, state, flagged, at, outcome]: Row): Promise<void> {
  const answered_at = outcome ? '2026-11-10' : null;
  await sql`insert into applications (id, job, name, email, mobile, profile, created_at, request_key, fingerprint,
    state, answered_at, flagged, description) values (${id}, 'welder', ${name}, ${`${name.trim()}@example.com`}, '', '', ${at},
    ${id}, ${id}, ${state}, ${answered_at}, ${flagged}, '')`.execute(db);
  if (outcome)
    await sql`insert into replies (id, application, person, subject, text, message, outcome, created_at, settled_at)
      values (${id}, ${id}, 'boss', 'S', 'Words', ${`m-${id}`}, ${outcome}, '2026-11-10', '2026-11-10')`.execute(
      db,
    );
}

describe.each(stores)('on $name', ({ newStore }) => {
  test('a store of an earlier release gets the record: covered applications, lost replies, decided bots; later rows are filled', async () => {
    const config = readConfig({ ...siteDefaults, ...(await newStore()), DATA_DIR: temporaryFolder() });
    const db =
      config.databaseUrl === null
        ? openSqlite(join(config.dataDir, 'hcs.sqlite'))
        : await openPostgres(config.databaseUrl, () => {});
    const earlier = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0005_people'));
    const provider = { getMigrations: async () => earlier };
    const isPostgres = config.databaseUrl !== null;
    const schema = isPostgres ? { migrationTableSchema: 'public' } : {};
    const { error } = await new Migrator({ db, provider, ...schema }).migrateToLatest();
    expect(error).toBeUndefined();
    for (const row of rows) await insert(db, row);
    await db.destroy();
    const store = await openedStore(config);
    const read = () =>
      store.db.selectFrom('applications').select(['id', 'answered_at', 'flagged']).orderBy('id').execute();
    expect(await read()).toEqual([
      { id: 'ada-1', answered_at: '2026-11-10', flagged: 0 },
      { id: 'ada-2', answered_at: '2026-11-10', flagged: 0 },
      { id: 'ada-3', answered_at: null, flagged: 0 },
      { id: 'ada-4', answered_at: null, flagged: 0 },
      { id: 'bot', answered_at: null, flagged: 1 },
      { id: 'dead', answered_at: null, flagged: 0 },
      { id: 'invited', answered_at: null, flagged: 0 },
      { id: 'written', answered_at: '2026-11-10', flagged: 0 },
    ]);
    const applicants = async () => {
      const all = await store.db.selectFrom('applications').select(['id', 'applicant']).execute();
      return new Map(all.map(({ id, applicant }) => [id, applicant]));
    };
    const before = await applicants();
    expect(before.get('ada-1')).toEqual(before.get('ada-2'));
    expect(new Set(before.values()).size).toBe(5);
    // As an older release stores one.
    await store.db.updateTable('applications').set({ applicant: null }).where('id', '=', 'ada-4').execute();
    await openedStore(config);
    expect(await applicants()).toEqual(before);
  });

  test('a reply that waited during a restore counts as none', async () => {
    const scene = await openOffice({ ...(await newStore()), SMTP_URL: 'smtp://127.0.0.1:9' });
    const { path } = await applied(scene);
    await sendReply(scene.boss, path, { after: 'shortlisted' });
    const answeredAt = async (store = scene.store) =>
      (await store.db.selectFrom('applications').select('answered_at').execute())[0]?.answered_at;
    expect(await answeredAt()).not.toBeNull();
    const copy = join(temporaryFolder(), 'copy');
    await scene.command('backup', copy);
    await scene.store.close();
    await scene.app.close();
    await scene.command('restore', copy);
    const again = await openOffice(scene.settings);
    expect(await answeredAt(again.store)).toBeNull();
    const boss = await entered(again.app, again.store, 'boss@hcs.example', 'all');
    expect(textIn(await boss.get(officePaths.home))).toMatch(
      /1 email was not sent \(restored\): .*Told by phone/,
    );
  });
});
