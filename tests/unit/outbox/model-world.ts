import { IDBFactory } from 'fake-indexeddb';

import { openDatabase } from '#src/outbox/database.ts';
import type { OutboxEntry } from '#src/outbox/entry.ts';
import { databaseName, type OutboxEnvironment } from '#src/outbox/environment.ts';
import { createOutboxStore, type OutboxStore } from '#src/outbox/store.ts';

import { createModelServer } from './model-server.ts';

/** A page or a worker that can die at any await. */
export type Actor = {
  env: OutboxEnvironment;
  /** Runs something of this actor's; resolves with 'killed' when the actor dies on the way. */
  run: <T>(work: (env: OutboxEnvironment) => Promise<T>) => Promise<T | 'killed'>;
  /** Set while the visitor asks for an attempt, which no Retry-After forbids. */
  pressed: boolean;
};

export type World = ReturnType<typeof createWorld>;

/** One device and one server: the senders share its IndexedDB and its locks, time passes only when told. */
export function createWorld() {
  const clock = { now: 1_800_000_000_000 };
  const device = { storageFull: false, locksRefused: false };
  const server = createModelServer(() => clock.now);
  const connections = shareDatabase();
  const held = new Map<string, Actor>();
  const violations: string[] = [];
  /** Keys of everything that was ever written down. */
  const kept = new Set<string>();
  let keys = 0;

  function createActor(): Actor {
    const death = new AbortController();
    const whenDead = new Promise<'killed'>((resolve) => {
      death.signal.addEventListener('abort', () => resolve('killed'));
    });
    const never = new Promise<never>(() => undefined);
    const kill = () => {
      for (const [name, holder] of held) if (holder === actor) held.delete(name);
      death.abort();
      return never;
    };
    const store = storeThatCanFail(() => death.signal.aborted, device, kept);
    const actor: Actor = {
      pressed: false,
      run: (work) => Promise.race([work(actor.env), whenDead]),
      env: {
        base: '',
        store,
        now: () => clock.now,
        random: () => 0.5,
        newKey: () => `changed-${keys++}`,
        announce: () => undefined,
        locks: { request: requestLock },
        fetch: async (_url, init) => {
          const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
          const { email } = JSON.parse(String(init.body)) as { email: string };
          if (!kept.has(key) && !device.storageFull) violations.push(`${email} was sent before it was kept`);
          if (!actor.pressed && clock.now < server.waitUntil(key))
            violations.push(`${email} came back before Retry-After`);
          const { fault, response } = server.answer(key, email);
          if (fault === 'kill-before' || fault === 'kill-after') return kill();
          if (fault === 'offline' || fault === 'cut') throw new TypeError('Failed to fetch');
          return response;
        },
      },
    };

    async function requestLock(name: string, _options: unknown, use?: unknown): Promise<unknown> {
      if (device.locksRefused) throw new DOMException('refused', 'SecurityError');
      const callback = use as (lock: object | null) => Promise<unknown>;
      if (held.has(name)) return callback(null);
      held.set(name, actor);
      try {
        return await callback({ name });
      } finally {
        if (held.get(name) === actor) held.delete(name);
      }
    }
    return actor;
  }

  return { clock, device, server, connections, violations, createActor };
}

/** A fresh IndexedDB; the array returned holds its open connections, so that a step can close them. */
function shareDatabase(): IDBDatabase[] {
  const factory = new IDBFactory();
  const open = factory.open.bind(factory);
  const connections: IDBDatabase[] = [];
  factory.open = (name, version) => {
    const request = open(name, version);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  };
  globalThis.indexedDB = factory;
  return connections;
}

function storeThatCanFail(
  isDead: () => boolean,
  device: { storageFull: boolean },
  kept: Set<string>,
): OutboxStore {
  const database = openDatabase(databaseName, 'strict');
  const store = createOutboxStore(async (mode, use) => {
    const result = await (isDead() ? new Promise<never>(() => undefined) : database(mode, use));
    return isDead() ? new Promise<never>(() => undefined) : result;
  });
  const needsRoom =
    <A extends unknown[], R>(write: (...given: A) => Promise<R>) =>
    (...given: A): Promise<R> =>
      device.storageFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : write(...given);
  return {
    ...store,
    put: needsRoom((entry: OutboxEntry) => store.put(entry).finally(() => kept.add(entry.id))),
    update: needsRoom(store.update),
    exchange: needsRoom((id: string, entry: OutboxEntry) =>
      store.exchange(id, entry).finally(() => kept.add(entry.id)),
    ),
  };
}
