import type { OutboxEnvironment } from '#src/outbox/environment.ts';
import type { FollowedStore } from '#src/outbox/followed.ts';
import { withMemory } from '#src/outbox/memory.ts';
import type { OutboxStore } from '#src/outbox/store.ts';

import { createModelLocks } from './model-locks.ts';
import type { Schedule } from './model-schedule.ts';
import { createModelServer, secretOf } from './model-server.ts';
import { createDisk, createModelFollowed, createModelStore } from './model-store.ts';
import { createWatch } from './model-watch.ts';

/** Why a request is sent: the visitor asked for it, something speaks for a connection, or its time has come. */
export type Cause = 'press' | 'sign' | 'time';

/** A page or a worker, which can die at any await. */
export type Actor = {
  isPage: boolean;
  /** As long as it lives: what it does is seen by the world with its cause. */
  env: (cause: Cause) => OutboxEnvironment;
  isDead: () => boolean;
  isVisible: () => boolean;
  /** The visitor takes the page up, or puts it away. */
  setVisible: (visible: boolean) => void;
  /** Resolves once the page is visible. */
  seen: () => Promise<void>;
  /**
   * Resolves with 'killed' when the actor dies on the way, with 'failed' where storage or locks refuse: nothing may be
   * lost by that, which the accounts show.
   */
  act: <T>(work: Promise<T>) => Promise<T | 'killed' | 'failed'>;
  kill: () => void;
};

export type World = ReturnType<typeof createWorld>;

const free: Pick<Schedule, 'gate' | 'nextMishap'> = {
  gate: async () => undefined,
  nextMishap: () => undefined,
};

const growing = new Set<keyof OutboxStore>(['put', 'update', 'settle', 'exchange']);

/** One device and one server. Its clock is what the device believes; `trueTime` is what the server knows. */
export function createWorld(schedule = free) {
  const clock = { now: 1_800_000_000_000, trueTime: 1_800_000_000_000 };
  const broken = new Set<string>();
  const unnoted = new Set<string>();
  const unfollowed = new Set<string>();
  const device = {
    storageFull: false,
    locksRefused: false,
    /** Whether locks were ever refused. */
    wasLockless: false,
    /** Whether the browser will wake the worker. */
    syncWanted: false,
    /** Whether reading or deleting this entry has failed. */
    isBroken: (id: string) => broken.has(id),
    /** Whether what an attempt brought could not be written to this entry. */
    isUnnoted: (id: string) => unnoted.has(id),
  };
  const disk = createDisk();
  const server = createModelServer(() => clock.trueTime);
  const watch = createWatch(clock);
  const locks = createModelLocks(device);
  let keys = 0;

  function createActor(isPage = true): Actor {
    let dead = false;
    let visible = true;
    let watching: (() => void)[] = [];
    let onDeath: (how: 'killed') => void = () => undefined;
    const death = new Promise<'killed'>((resolve) => {
      onDeath = resolve;
    });
    const actor: Actor = {
      isPage,
      isDead: () => dead,
      isVisible: () => visible,
      setVisible(next) {
        visible = next;
        if (visible) for (const look of watching.splice(0)) look();
      },
      seen: () => (visible ? Promise.resolve() : new Promise((look) => watching.push(look))),
      act: (work) => Promise.race([work.catch(() => 'failed' as const), death]),
      kill() {
        dead = true;
        watching = [];
        locks.forget(actor);
        onDeath('killed');
      },
      env: (cause) => ({ ...shared, fetch: (_url, init) => post(cause, init) }),
    };

    /** One call of the store or the network: it may fail or be the last thing that happens, before or after it took effect. */
    async function call<T>(effect: () => Promise<T>, onFailure?: () => void): Promise<T> {
      await schedule.gate();
      if (dead) return never();
      const mishap = schedule.nextMishap();
      if (mishap === 'kill') actor.kill();
      if (dead) return never();
      if (mishap === 'fail') {
        onFailure?.();
        throw new DOMException('broken', 'UnknownError');
      }
      const result = await effect();
      if (mishap === 'kill-after') actor.kill();
      await schedule.gate();
      if (dead) return never();
      if (mishap === 'fail-after') {
        onFailure?.();
        throw new DOMException('broken', 'UnknownError');
      }
      return result;
    }

    async function post(cause: Cause, init: RequestInit): Promise<Response> {
      const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
      const { email } = JSON.parse(String(init.body)) as { email: string };
      // Without locks two senders may be on the way at once; the server's memory of keys keeps them apart.
      if (!device.wasLockless) watch.onPost(actor, key, cause);
      const answer = await call(async () => server.answer(key, email));
      watch.onAnswer(actor, key, answer.met);
      if (answer.response === undefined) throw new TypeError('Failed to fetch');
      return answer.response;
    }

    const store = createModelStore(disk);
    const failing = (name: keyof OutboxStore) => {
      const method = store[name] as (...given: unknown[]) => Promise<unknown>;
      return (...given: unknown[]) => {
        const first = given[0] as string | { id: string } | undefined;
        const id = typeof first === 'object' ? first.id : (first ?? '');
        if (name === 'put' || name === 'exchange') watch.onKeep((given.at(-1) as { id: string }).id);
        const effect = async () => {
          if (device.storageFull && growing.has(name)) {
            unnoted.add(id);
            throw new DOMException('full', 'QuotaExceededError');
          }
          const isSettled = name === 'settle' && disk.entries.has(id);
          if (isSettled && !disk.followed.has(secretOf(id)) && !unfollowed.has(secretOf(id)))
            watch.violations.push(`${id} left the outbox and is not followed`);
          if (name === 'update') watch.onWritten(actor, id);
          // A page announces each write at once; the blink of an eye in between is not played.
          if (growing.has(name)) device.syncWanted ||= isPage;
          return method(...given);
        };
        return call(effect, () => {
          if (name === 'read' || name === 'remove') broken.add(id);
          else unnoted.add(id);
        });
      };
    };
    const followed = createModelFollowed(disk);
    const keepFollowed: FollowedStore['keep'] = (one) => {
      const refuse = () => unfollowed.add(one.secret);
      const effect = async () => {
        if (!device.storageFull) return followed.keep(one);
        refuse();
        throw new DOMException('full', 'QuotaExceededError');
      };
      return call(effect, refuse);
    };
    const names = Object.keys(store) as (keyof OutboxStore)[];
    const shared: Omit<OutboxEnvironment, 'fetch'> = {
      base: '',
      store: withMemory(
        Object.fromEntries(names.map((name) => [name, failing(name)])) as OutboxStore,
        () => clock.now,
      ),
      followed: { ...followed, keep: keepFollowed },
      now: () => clock.now,
      random: () => 0.5,
      newKey: () => `changed-${keys++}`,
      locks: locks.locksOf(actor),
      // A page that lives asks for Background Sync whenever something waits.
      announce() {
        if (disk.entries.size > 0) device.syncWanted ||= isPage;
      },
    };
    return actor;
  }

  function refuseLocks(refused: boolean): void {
    device.locksRefused = refused;
    device.wasLockless ||= refused;
  }

  return { clock, device, disk, server, watch, createActor, refuseLocks };
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}
