import { sql } from 'kysely';
import { onTestFinished } from 'vitest';

import { builtSite } from '#server/app.ts';
import { openStore } from '#server/db/open-store.ts';

import type { Settings } from '../kit/app.ts';
import { openApp } from '../service/store.ts';

export const job = 'embedded-firmware-engineer';
const portion = 500;

export type Filled = Awaited<ReturnType<typeof filledStore>>;

/** The real build over a store with so many press releases and applications. */
export async function filledStore(
  articles: number,
  applications: number,
  settings: Settings,
  atEnd: Parameters<typeof openApp>[2] = onTestFinished,
) {
  const opened = await openApp({ ...settings, RETENTION_DAYS: '0' }, { distDir: builtSite }, atEnd);
  const store = await openStore(opened.config);
  atEnd(() => store.close());
  await store.write(async (trx) => {
    const [sample] = await trx.selectFrom('media').selectAll().where('kind', '=', 'press').limit(1).execute();
    if (sample === undefined) throw new Error('The sample content has no press release.');
    await trx.deleteFrom('media').where('kind', '=', 'press').execute();
    for (const ids of portions(articles))
      await trx
        .insertInto('media')
        .values(ids.map((at) => ({ ...sample, id: `story-${at}`, created_at: timeOf(at), priority: null })))
        .execute();
    for (const ids of portions(applications))
      await trx.insertInto('applications').values(ids.map(applicationOf)).execute();
  });
  /** As PostgreSQL does by itself within a minute. */
  const analyze = async () => settings.DATABASE_URL && sql`vacuum analyze`.execute(store.db);
  await analyze();
  return { ...opened, store, analyze };
}

/** Numbers up to `count`, as many at once as one statement can insert. */
export function portions(count: number): number[][] {
  const all = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: Math.ceil(count / portion) }, (_, at) =>
    all.slice(at * portion, (at + 1) * portion),
  );
}

export const timeOf = (index: number) => new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString();

function applicationOf(index: number) {
  return {
    ...person(index),
    id: crypto.randomUUID(),
    job,
    created_at: timeOf(index),
    request_key: crypto.randomUUID(),
    fingerprint: crypto.randomUUID(),
    flagged: 0,
  };
}

export function person(index: number) {
  const profile = 'https://profiles.example/one';
  const email = `person${index}@example.com`;
  return { name: 'Bwalya Testfield', email, mobile: '+260 97 1234567', profile, description: 'I build.' };
}
