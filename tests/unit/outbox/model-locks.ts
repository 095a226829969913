import type { OutboxEnvironment } from '#src/outbox/environment.ts';

type Use = (lock: object | null) => Promise<unknown>;
type Grant = { name: string; holder: object };

/** The device's Web Locks: first come, first served, and free at once when their holder dies. */
export function createModelLocks(device: { locksRefused: boolean }) {
  const held = new Map<string, Grant>();
  const queue: { grant: Grant; enter: () => void }[] = [];

  function release(name: string): void {
    const at = queue.findIndex(({ grant }) => grant.name === name);
    const next = queue[at];
    if (next === undefined) held.delete(name);
    else {
      queue.splice(at, 1);
      held.set(name, next.grant);
      next.enter();
    }
  }

  /** Rejects when the patience of who waits ends first. */
  function turn(grant: Grant, patience: AbortSignal | undefined): Promise<void> {
    return new Promise((enter, leave) => {
      const waiting = { grant, enter };
      queue.push(waiting);
      patience?.addEventListener('abort', () => {
        if (!queue.includes(waiting)) return;
        queue.splice(queue.indexOf(waiting), 1);
        leave(patience.reason);
      });
    });
  }

  async function request(holder: object, name: string, options: LockOptions, use: Use): Promise<unknown> {
    if (device.locksRefused) throw new DOMException('refused', 'SecurityError');
    const grant = { name, holder };
    if (!held.has(name)) held.set(name, grant);
    else if (options.ifAvailable) return use(null);
    else await turn(grant, options.signal);
    try {
      return await use(grant);
    } finally {
      if (held.get(name) === grant) release(name);
    }
  }

  return {
    locksOf: (holder: object): OutboxEnvironment['locks'] => ({
      request: (name: string, options: unknown, use?: unknown) =>
        request(holder, name, options as LockOptions, use as Use),
    }),

    /** The holder has died. */
    forget(holder: object): void {
      queue.splice(0, queue.length, ...queue.filter(({ grant }) => grant.holder !== holder));
      for (const { name, holder: by } of [...held.values()]) if (by === holder) release(name);
    },
  };
}
