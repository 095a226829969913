import { AsyncLocalStorage } from 'node:async_hooks';

import { attachPart } from '#src/outbox/attach.ts';
import { deliver, type Outbox } from '#src/outbox/deliver.ts';
import type { Store } from '#src/outbox/store.ts';
import { keyOf, type Submission } from '#src/outbox/submission.ts';

import type { Accounts, Actor } from './model-accounts.ts';
import type { Schedule } from './model-schedule.ts';
import { createServer } from './model-server.ts';

/** The page or worker whose code is running. */
export const context = new AsyncLocalStorage<Outbox>();

export function currentOutbox(): Outbox {
  const outbox = context.getStore();
  if (outbox === undefined) throw new Error('No page runs this code.');
  return outbox;
}

export type World = ReturnType<typeof createWorld>;

/** One device and one server. `now`: the time on the device; `trueTime`: the real time. */
export function createWorld(schedule: Schedule, accounts: Accounts) {
  const { clock } = schedule;
  const disk = new Map<string, Submission>();
  const device = { isFull: false, isSyncWanted: false };
  const server = createServer(schedule, accounts);
  const listeners = new Set<() => void>();
  let ids = 0;
  let sync: 'idle' | 'running' | 'again' = 'idle';

  function createActor(isPage: boolean): Actor {
    let isAlive = true;
    const death = Promise.withResolvers<true>();
    /** The record of a stored claim for which Background Sync has not been requested yet. */
    let owed: string | undefined;
    /** How many submissions this page sends from memory. */
    let unsaved = 0;

    const never = new Promise<never>(() => undefined);

    /** One call to the store or the network, which may be refused, or end its page before or after it takes effect. */
    async function call<T>(effect: () => T | Promise<T>, isRefusable = true): Promise<T> {
      await schedule.gate();
      const mishap = schedule.nextMishap();
      if (mishap === 'kill') kill();
      if (!isAlive) return never;
      if (mishap === 'refuse' && isRefusable) throw new DOMException('refused', 'UnknownError');
      const result = await effect();
      if (mishap === 'kill after') kill();
      await schedule.gate();
      return isAlive ? result : never;
    }

    function kill(): void {
      isAlive = false;
      death.resolve(true);
      if (owed !== undefined) accounts.excused.add(owed);
    }

    function write(id: string, before: Submission | undefined, after: Submission | undefined): void {
      if (before === after) return;
      if (after !== undefined && device.isFull) throw new DOMException('full', 'QuotaExceededError');
      accounts.onWrite(before, after);
      if (after === undefined) disk.delete(id);
      else disk.set(id, structuredClone(after));
      if (after?.state === 'sending' && isPage) owed = id;
      for (const listener of listeners) listener();
    }

    const store: Store = {
      list: () => call(() => structuredClone([...disk.values()].sort((a, b) => a.at - b.at))),
      change: (id, next) =>
        call(() => {
          const before = disk.get(id);
          const after = next(before);
          write(id, before, after);
          return structuredClone(after);
        }),
      part: () => Promise.reject(new Error('No form has a file.')),
      changeSettings: async () => undefined,
      clear: () =>
        call(() => {
          for (const record of disk.values()) accounts.dropRecord(record);
          disk.clear();
        }),
    };

    async function fetch(isPressed: boolean, init: RequestInit | undefined): Promise<Response> {
      const key = new Headers(init?.headers).get('Idempotency-Key') ?? '';
      const { email } = JSON.parse(String(init?.body)) as { email: string };
      const answer = await call(async () => {
        const isOfRecord = [...disk.values()].some((one) => one.state === 'sending' && keyOf(one) === key);
        const isKept = isOfRecord && !(isPressed && unsaved > 0);
        const onAnswer = accounts.onPost(key, Number(email), isPressed, isKept);
        return server.answer(key, Number(email)).finally(onAnswer);
      }, false);
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return answer;
    }

    return {
      isAlive: () => isAlive,
      death: death.promise,
      kill,
      env: (isPressed) => ({
        store,
        base: '',
        fetch: (_url, init) => fetch(isPressed, init),
        now: () => clock.now,
        random: () => 0.5,
        newId: () => `${String(ids++).padStart(8, '0')}-0000-4000-8000-000000000000`,
        onClaim() {
          owed = undefined;
          if (isPage) registerSync();
        },
        whileUnsaved(work) {
          unsaved += 1;
          return work.finally(() => {
            unsaved -= 1;
          });
        },
      }),
    };
  }

  /** Like Chromium, fires at once, and once more if it is registered again while its event runs. */
  function registerSync(): void {
    device.isSyncWanted = true;
    if (sync === 'idle') void fireSync();
    else sync = 'again';
  }

  async function fireSync(): Promise<void> {
    if (sync !== 'idle' || !device.isSyncWanted) return;
    sync = 'running';
    const worker = createActor(false);
    // A killed worker counts like one whose handler rejected.
    const isLeft = await Promise.race([
      deliver(worker.env(false), attachPart).catch(() => true),
      worker.death,
    ]);
    const isAgain = (sync as string) === 'again';
    sync = 'idle';
    device.isSyncWanted = isAgain || isLeft;
    if (isAgain) void fireSync();
  }

  const onChange = (listener: () => void) => listeners.add(listener);
  return { clock, disk, device, server, createActor, fireSync, onChange };
}
