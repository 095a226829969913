import { expect } from 'vitest';

import { readConfig } from '#server/config.ts';
import { openStore } from '#server/db/open-store.ts';

import { application } from './test-app.ts';

/** One submission of a visitor, sent with its key until it is acknowledged. */
type Entry = { key: string; call: 'job-apply' | 'subscribe'; email: string; acknowledged: boolean };

/** An answer to an attempt; the status is null where none came. */
export type Attempt = { status: number | null; ms: number };

/** Longer than a browser of the site waits for an answer. */
const patienceMs = 15_000;

/** Visitors who write without pause to one of the servers, and again with the same key until they are thanked. */
export class Writers {
  readonly entries: Entry[] = [];
  readonly attempts: Attempt[] = [];
  readonly #urls: string[];
  readonly #job: string;
  #work: Promise<void>[] = [];
  #isStopped = false;

  constructor(urls: string[], job: string) {
    this.#urls = urls;
    this.#job = job;
  }

  start(count: number): void {
    this.#isStopped = false;
    this.#work = Array.from({ length: count }, () => this.#keepWriting());
  }

  /** After this no request is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#work);
  }

  get unacknowledged(): Entry[] {
    return this.entries.filter(({ acknowledged }) => !acknowledged);
  }

  /** Sends what got no thanks, now that nothing is in the way. */
  async sendRest(): Promise<void> {
    // A lock of the killed server may still stand for a moment.
    for (const entry of this.unacknowledged) while (!entry.acknowledged) await this.#send(entry);
    expect(this.unacknowledged).toEqual([]);
  }

  /** What is stored is what was sent, each once. */
  async expectAllStoredOnce(settings: Record<string, string>, atLeast: number): Promise<void> {
    const stored = await storedEmails(settings);
    for (const call of ['job-apply', 'subscribe'] as const) {
      const sent = this.entries.filter((entry) => entry.call === call).map(({ email }) => email);
      expect(sent.length).toBeGreaterThan(atLeast);
      expect(stored[call]).toEqual(sent.toSorted());
    }
  }

  async #keepWriting(): Promise<void> {
    while (!this.#isStopped) {
      const number = this.entries.length;
      const entry: Entry = {
        key: crypto.randomUUID(),
        call: number % 3 === 0 ? 'subscribe' : 'job-apply',
        email: `writer${number}@example.com`,
        acknowledged: false,
      };
      this.entries.push(entry);
      while (!entry.acknowledged && !this.#isStopped) await this.#send(entry);
    }
  }

  async #send(entry: Entry): Promise<void> {
    const { key, call, email } = entry;
    const body = call === 'subscribe' ? { name: 'Writer', email } : { ...application, email, job: this.#job };
    const url = this.#urls[this.attempts.length % this.#urls.length];
    const began = performance.now();
    const status = await fetch(`${url}/connect/v1/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      // Killed before it answered: only the store knows whether the server had taken the entry.
      () => null,
    );
    this.attempts.push({ status, ms: performance.now() - began });
    if (status === 201) entry.acknowledged = true;
    else if (status !== null && status !== 409 && status < 500) throw new Error(`answered ${status}`);
    // A visitor waits as well before the next attempt.
    else await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Looks again and again until it is so. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function storedEmails(settings: Record<string, string>) {
  const store = await openStore(readConfig(settings));
  const applications = await store.db.selectFrom('applications').select('email').execute();
  const subscribers = await store.db.selectFrom('subscribers').select('email').execute();
  await store.close();
  const emails = (rows: { email: string }[]) => rows.map(({ email }) => email).sort();
  return { 'job-apply': emails(applications), subscribe: emails(subscribers) };
}
