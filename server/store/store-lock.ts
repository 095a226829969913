import { Socket } from 'node:net';

import pg from 'pg';

import { StartError } from '../config.ts';

/** PostgreSQL's number for a lock of ours: shared by all who use the store, held alone by "restore". */
export const storeLock = 724_190_933;

/** Under which the connections of servers and commands are known to the database. */
export const applicationName = 'hcs-website';

const retryMs = 1_000;
const patienceMs = 10_000;

type Holder = { client: pg.Client; release(): Promise<void> };

/**
 * Takes the lock on a connection of its own, because those of a pool close when nobody needs them; null where somebody
 * else is in the way.
 */
export async function takeStoreLock(url: string, isShared: boolean): Promise<Holder | null> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: patienceMs,
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: patienceMs,
    stream: () => socket,
  });
  // Whoever holds it hears of its end.
  client.on('error', () => {});
  const release = () => {
    // A host that vanished does not say goodbye.
    socket.setTimeout(patienceMs, () => socket.destroy());
    return client.end();
  };
  try {
    await client.connect();
    const call = isShared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
    const { rows } = await client.query<{ taken: boolean }>(`select ${call}(${storeLock}) as taken`);
    if (rows[0]?.taken === true) return { client, release };
  } catch (error) {
    await release();
    throw error;
  }
  await release();
  return null;
}

/** Shares the store until the function that it gives is called; a connection that breaks is replaced. */
export async function shareStore(url: string, onLost: (error: Error) => void): Promise<() => Promise<void>> {
  let isReleased = false;
  let timer: NodeJS.Timeout | undefined;
  const hold = async () => {
    const holder = await takeStoreLock(url, true);
    holder?.client.on('error', onLost).once('end', holdAgain);
    return holder;
  };
  const holdAgain = () => {
    if (isReleased) return;
    timer = setTimeout(async () => {
      held = await hold().catch(() => null);
      if (held === null) holdAgain();
      else if (isReleased) await held.release();
    }, retryMs).unref();
  };
  let held = await hold();
  if (held === null)
    throw new StartError('DATABASE_URL: a copy is being restored into this database; please try again soon.');
  return async () => {
    isReleased = true;
    clearTimeout(timer);
    await held?.release();
  };
}
