import { type KyselyPlugin, sql } from 'kysely';

import type { Config } from '#server/config.ts';
import { mailRound } from '#server/outgoing/sender.ts';
import '#server/mail-kinds.ts';
import { openStore, type Store, type Work } from '#server/store/open-store.ts';

import type { Sender, World } from './model-world.ts';

/** A store whose process dies before the statement or commit after the next `left`: nothing of it works any more. */
function mortal(store: Store, step: () => Promise<void>, onCommit: () => void) {
  let left = Number.POSITIVE_INFINITY;
  const live = () => {
    if (left <= 0) throw new Error('This server has died.');
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      live();
      left -= 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const through =
    (method: 'write' | 'erase') =>
    async <T>(work: Work<T>): Promise<T> => {
      await step();
      live();
      const result = await store[method](async (trx) => {
        const done = await work(trx.withPlugin(plugin));
        live();
        left -= 1;
        return done;
      });
      onCommit();
      await step();
      live();
      return result;
    };
  const dying: Store = {
    ...store,
    db: store.db.withPlugin(plugin),
    write: through('write'),
    erase: through('erase'),
  };
  return {
    store: dying,
    dieAfter: (statements: number) => {
      left = statements;
    },
    isDead: () => left <= 0,
    close: store.close,
  };
}

/** Opens the store as another process. */
async function opened(config: Config): Promise<Store> {
  const store = await openStore(config);
  // Tests kill processes, not the machine.
  if (config.databaseUrl === null) await sql`pragma synchronous = off`.execute(store.db);
  return store;
}

export type Mortal = Awaited<ReturnType<typeof openMortal>>;

/** A process that works without a pause. */
export async function openMortal(config: Config) {
  return mortal(
    await opened(config),
    async () => {},
    () => {},
  );
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/** A server that sends email, one step at a time: it stops before and after each transaction and each SMTP command. */
export async function startServer(config: Config, world: World) {
  let open: (() => void) | undefined;
  let onStop = () => {};
  let isRunning = false;
  let result: boolean | undefined;
  const stopping = new AbortController();
  const sender: Sender = { step, pending: undefined, begins: undefined, startedAt: 0, claim: undefined };
  const process = mortal(await opened(config), step, () => world.learn(sender));
  const round = mailRound(process.store, config, () => {}, world.connectTo(sender));

  async function step(): Promise<void> {
    if (process.isDead()) throw new Error('This server has died.');
    const { promise, resolve } = Promise.withResolvers<void>();
    open = resolve;
    onStop();
    await promise;
    if (process.isDead()) throw new Error('This server has died.');
  }

  return {
    /** Goes on to its next stop. Returns what a round that has ended said. */
    async advance(): Promise<boolean | undefined> {
      const stop = Promise.withResolvers<void>();
      result = undefined;
      world.tick += 1;
      onStop = stop.resolve;
      if (isRunning) open?.();
      else {
        isRunning = true;
        Object.assign(sender, {
          startedAt: world.now,
          claim: undefined,
          pending: undefined,
          begins: undefined,
        });
        round?.(stopping.signal)
          .then(
            (isDone) => {
              result = isDone;
            },
            (error: Error) => {
              if (!process.isDead()) world.fail(`a round failed: ${error.message}`);
              result = false;
            },
          )
          .finally(() => {
            isRunning = false;
            onStop();
          });
      }
      await stop.promise;
      return result;
    },
    dieAfter: process.dieAfter,
    isDead: process.isDead,
    /** Ends at once. */
    async kill(): Promise<void> {
      process.dieAfter(0);
      while (isRunning) await this.advance();
      await process.close();
    },
  };
}
