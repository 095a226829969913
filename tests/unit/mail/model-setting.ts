import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { vi } from 'vitest';

import { type Config, readConfig } from '#server/config.ts';
import { officePaths } from '#server/office/office-paths.ts';

import { siteDefaults } from '../../kit/first-start.ts';
import { withClient } from '../../kit/postgres.ts';
import { seededIds } from '../../kit/seeded.ts';
import { hiddenIn } from '../../service/office-scene.ts';
import { type Cookies, type Office, openOffice, vacancy } from './model-office.ts';
import { openMortal, startServer } from './model-server.ts';
import { createWorld, minuteMs, type World } from './model-world.ts';

export const start = Date.parse('2027-03-01T08:00:00.000Z');
export const names = ['Ada', 'Bwalya', 'Chipo', 'Dalitso', 'Esther'];
/** In four domains. */
export const readers = Array.from({ length: 14 }, (_, number) => `reader${number}@d${number % 4}.example`);
/** Their servers did not accept the newsletter before. */
export const deadBefore = readers.slice(0, 2);

export const configFor = (dataDir: string, databaseUrl?: string): Config =>
  readConfig({
    ...siteDefaults,
    ...{ DATA_DIR: dataDir, SMTP_URL: 'smtp://127.0.0.1:9', NEWSLETTER_PER_HOUR: '12', LOG_LEVEL: 'silent' },
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });

/** A store with an office, a vacancy with applicants, and readers who have had one newsletter. */
export type Setting = {
  office: Office;
  cookies: Cookies;
  /** Config for a new copy of the store in this folder. */
  copy: (folder: string) => Promise<Config>;
  /** Paths to unsubscribe, by address. */
  leave: Map<string, string>;
  secrets: Map<string, string>;
};

/** Passes true time; the clock goes with it. */
export function pass(world: World, ms: number): void {
  world.now += ms;
  vi.setSystemTime(Date.now() + ms);
}

/** Rows of the same time are in the order of their ids, so these must be the same in each run. */
export function drawIds(seed: number): void {
  vi.spyOn(crypto, 'randomUUID').mockImplementation(seededIds(seed));
}

/** Sends all that is due now. */
export async function sendDue(server: Awaited<ReturnType<typeof startServer>>): Promise<boolean> {
  let isAny = false;
  for (let result: boolean | undefined = true; result !== false; ) {
    result = await server.advance();
    isAny ||= result === true;
    if (server.isDead()) return isAny;
  }
  return isAny;
}

/** Makes the setting in this folder; `databaseUrl`: of an empty database. */
export async function makeSetting(folder: string, databaseUrl?: string): Promise<Setting> {
  vi.setSystemTime(start - 10 * 24 * 60 * minuteMs);
  drawIds(-1);
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const config = configFor(folder, databaseUrl);
  const world = createWorld();
  const process = await openMortal(config);
  const server = await startServer(config, world);
  const office = await openOffice(config, folder);
  office.use(process.store);
  const cookies = await office.signIn();
  await office.press(officePaths.vacancy('new'), { name: 'Welder', type: 'full-time', source: 'Weld.' });
  await office.press(`${vacancy}/open`, hiddenIn(await office.get(`${vacancy}/open`)));
  const secrets = new Map<string, string>();
  for (const name of names) secrets.set(name, (await office.apply(name)).json<{ secret: string }>().secret);
  for (const reader of readers) await office.subscribe(reader);
  await sendDue(server);
  for (const { body } of world.mails.values()) {
    const [, link] = /(\/confirm\/[\w-]+)/.exec(body.replace(/=\n/g, '')) ?? [];
    if (link) await office.open(link);
  }
  for (const reader of deadBefore) world.answers.set(reader, 'dead');
  const saved = await office.press(officePaths.newsletter('new'), { subject: 'News 1', source: 'Text v0' });
  const newsletter = String(saved.headers.location).replace(/\?.*/, '');
  await office.press(`${newsletter}/test`);
  await sendDue(server);
  await office.press(`${newsletter}/send`, { version: '1' });
  for (const _ of readers) {
    await sendDue(server);
    pass(world, 5 * minuteMs);
  }
  const leave = new Map<string, string>();
  for (const { to, isBulk, body } of world.mails.values()) {
    const [, link = ''] =
      /List-Unsubscribe: ?<[^>]*(\/unsubscribe\/[^>]+)>/.exec(body.replace(/\n /g, '')) ?? [];
    if (isBulk) leave.set(to, link);
  }
  await server.kill();
  await process.close();
  // PostgreSQL finds rows of the same time where they lie, so nothing may move them by the real clock.
  const still = 'alter table messages set (autovacuum_enabled = off)';
  if (databaseUrl !== undefined) await withClient(databaseUrl, (client) => client.query(still));
  let count = 0;
  return {
    office,
    cookies,
    leave,
    secrets,
    async copy(to) {
      count += 1;
      if (databaseUrl === undefined) {
        copyFileSync(join(folder, 'hcs.sqlite'), join(to, 'hcs.sqlite'));
        return configFor(to);
      }
      const name = new URL(databaseUrl).pathname.slice(1);
      const copied = `${name}_${count}`;
      const other = databaseUrl.replace(/[^/]+$/, 'postgres');
      await withClient(other, (client) => client.query(`create database ${copied} template ${name}`));
      return configFor(to, databaseUrl.replace(/[^/]+$/, copied));
    },
  };
}
