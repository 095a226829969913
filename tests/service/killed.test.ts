import { describe, expect, test } from 'vitest';

import { readConfig } from '#server/config.ts';
import { openStore } from '#server/store/open-store.ts';

import { seededRandom } from '../support/seeded-random.ts';
import { type Site, startSite } from '../support/site.ts';
import { stores } from './stores.ts';
import { application } from './test-app.ts';

const rounds = 20;
const writers = 16;

/** One submission of a visitor, sent with its key until it is acknowledged. */
type Entry = { key: string; call: 'job-apply' | 'subscribe'; email: string; acknowledged: boolean };

describe.each(stores)('with $name', ({ settings }) => {
  test('killed at random moments, the service keeps all it acknowledged and stores nothing twice', {
    timeout: 300_000,
  }, async ({ skip }) => {
    const chosen = await settings(skip);
    await using site = await startSite(chosen);
    const random = seededRandom(20261121);
    const job = await firstVacancy(site.url);
    const entries: Entry[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const hand = { stopped: false };
      const work = Array.from({ length: writers }, () => keepWriting(site.url, job, entries, hand));
      await waitFor(() => entries.some(({ acknowledged }) => acknowledged), random() * 150);
      const killed = site.stop('SIGKILL');
      hand.stopped = true;
      await Promise.all([killed, ...work]);
      await site.start();
    }
    const lost = entries.filter(({ acknowledged }) => !acknowledged);
    await sendAll(site.url, job, lost);
    expect(lost.length).toBeGreaterThan(0);
    const stored = await storedRows(site, chosen);
    for (const call of ['job-apply', 'subscribe'] as const) {
      const sent = entries.filter((entry) => entry.call === call).map(({ email }) => email);
      expect(sent.length).toBeGreaterThan(rounds);
      expect(stored[call]).toEqual(sent.toSorted());
    }
  });
});

/** Sends new entries, and first those of earlier rounds that got no answer. */
async function keepWriting(url: string, job: string, entries: Entry[], hand: { stopped: boolean }) {
  while (!hand.stopped) {
    const number = entries.length;
    const entry: Entry = {
      key: crypto.randomUUID(),
      call: number % 3 === 0 ? 'subscribe' : 'job-apply',
      email: `writer${number}@example.com`,
      acknowledged: false,
    };
    entries.push(entry);
    await send(url, job, entry);
  }
}

async function sendAll(url: string, job: string, entries: Entry[]): Promise<void> {
  for (const entry of entries) await send(url, job, entry);
  expect(entries.filter(({ acknowledged }) => !acknowledged)).toEqual([]);
}

async function send(url: string, job: string, entry: Entry): Promise<void> {
  const { key, call, email } = entry;
  const body = call === 'subscribe' ? { name: 'Writer', email } : { ...application, email, job };
  try {
    const answer = await fetch(`${url}/connect/v1/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    await answer.text();
    if (answer.status === 201) entry.acknowledged = true;
    else if (answer.status < 500) throw new Error(`answered ${answer.status}`);
  } catch (error) {
    // The server was killed before it answered: only the store knows whether it had taken the entry.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** Until `isTrue`, and then `extraMs` more: the moment of the kill is random, not a wait for something. */
async function waitFor(isTrue: () => boolean, extraMs: number): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, extraMs));
}

async function firstVacancy(url: string): Promise<string> {
  const answer = await fetch(`${url}/connect/v1/job-list`);
  const { payload } = (await answer.json()) as { payload: { _id: string }[] };
  return payload[0]?._id ?? '';
}

async function storedRows(site: Site, chosen: Record<string, string>) {
  const store = await openStore(readConfig({ ...chosen, DATA_DIR: site.dataDir }));
  const applications = await store.db.selectFrom('applications').select('email').execute();
  const subscribers = await store.db.selectFrom('subscribers').select('email').execute();
  await store.close();
  const emails = (rows: { email: string }[]) => rows.map(({ email }) => email).sort();
  return { 'job-apply': emails(applications), subscribe: emails(subscribers) };
}
