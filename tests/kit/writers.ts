import { setTimeout as delay } from 'node:timers/promises';

import { expect } from 'vitest';

import { withStore } from '#server/commands/command.ts';
import { readConfig } from '#server/config.ts';

import { applicant, key } from '../service/store.ts';
import type { Settings } from './app.ts';

type Entry = { id: string; call: 'job-apply' | 'subscribe'; email: string; isThanked: boolean };
/** The response status of an attempt; null if none came. */
export type Status = number | null;

/** Longer than the server's timeout for its database. */
const answerMs = 60_000;
/** Visitors who post to one of the servers without pause, repeating each key until they get a 2xx. */
export async function startWriters(urls: string[]) {
  const answer = await fetch(`${urls[0]}/connect/v1/job-list`);
  const { payload } = (await answer.json()) as { payload: { _id: string }[] };
  const entries: Entry[] = [];
  const statuses: Status[] = [];
  let work: Promise<void>[] = [];
  let isStopped = false;

  async function send(entry: Entry): Promise<void> {
    const { id, call, email } = entry;
    const body =
      call === 'subscribe' ? { name: 'Writer', email } : { ...applicant, email, job: payload[0]?._id };
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key(id) },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerMs),
    };
    const status = await fetch(`${urls[statuses.length % urls.length]}/connect/v1/${call}`, request).then(
      async (got) => got.text().then(() => got.status),
      // The server was killed before it answered: only the store knows whether it accepted the entry.
      () => null,
    );
    statuses.push(status);
    entry.isThanked = status === 201;
    if (status !== null && ![201, 409].includes(status) && status < 500)
      throw new Error(`answered ${status}`);
    // Pause before the next attempt, as a visitor would.
    if (!entry.isThanked) await delay(50);
  }

  async function keepWriting(): Promise<void> {
    while (!isStopped) {
      const call = entries.length % 3 === 0 ? 'subscribe' : 'job-apply';
      const email = `writer${entries.length}@example.com`;
      const entry: Entry = { id: crypto.randomUUID(), call, email, isThanked: false };
      entries.push(entry);
      while (!entry.isThanked && !isStopped) await send(entry);
    }
  }

  return {
    statuses,
    open: () => entries.filter(({ isThanked }) => !isThanked),
    thanked: () => entries.filter(({ isThanked }) => isThanked).length,
    write(count = 16): void {
      isStopped = false;
      work = Array.from({ length: count }, keepWriting);
    },
    /** Resolves when no request is in progress. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(work);
    },
    /** Repeats all requests that got no 2xx, now that nothing fails, then checks that each entry is stored once. */
    async expectAllStoredOnce(settings: Settings, least: number): Promise<void> {
      for (const entry of entries) while (!entry.isThanked) await send(entry);
      for (const [call, table] of [
        ['job-apply', 'applications'],
        ['subscribe', 'subscribers'],
      ] as const) {
        const rows = await withStore(readConfig(settings), ({ db }) =>
          db.selectFrom(table).select('email').where('email', 'like', 'writer%').execute(),
        );
        const sent = entries.filter((entry) => entry.call === call).map(({ email }) => email);
        expect(sent.length).toBeGreaterThan(least);
        expect(rows.map(({ email }) => email).sort()).toEqual(sent.sort());
      }
    },
  };
}
