import { expect, onTestFinished } from 'vitest';

import type { Config } from '#server/config.ts';
import { openStore, type Store } from '#server/db/open-store.ts';

import { application, openVacancy, post } from './test-app.ts';

export async function openedStore(config: Config): Promise<Store> {
  const store = await openStore(config);
  onTestFinished(() => store.close());
  return store;
}

/** What is still to be sent. */
export const waiting = ({ db }: Store) =>
  db.selectFrom('mail').selectAll().where('due_at', 'is not', null).orderBy('kind').execute();

/** As if the pause were over. */
export const hurry = ({ db }: Store) =>
  db.updateTable('mail').set({ due_at: new Date().toISOString() }).where('due_at', 'is not', null).execute();

export async function apply(app: Parameters<typeof post>[0], changes: object = {}): Promise<void> {
  const answer = await post(app, 'job-apply', { ...application, job: await openVacancy(app), ...changes });
  expect(answer.statusCode).toBe(201);
}
