import { proxy, subscribe } from 'valtio/vanilla';

import { otherPaths } from '#src/server-paths.ts';

type ConnectionState = {
  /** True if requests get responses. `navigator.onLine` only triggers a check. */
  online: boolean;
  /** Connect calls whose copy could not be refreshed. */
  stale: Record<string, boolean>;
};

export const connection = proxy<ConnectionState>({ online: true, stale: {} });

/** Calls back when the connection returns. Returns a function that unsubscribes. */
export function onReconnect(act: () => void): () => void {
  let wasOnline = connection.online;
  return subscribe(connection, () => {
    if (connection.online && !wasOnline) act();
    wasOnline = connection.online;
  });
}

const healthTimeoutMs = 8_000;
let responses = 0;
let checking: Promise<void> | undefined;

/** Call after any response, whatever its status. */
export function reportResponse(): void {
  responses += 1;
  connection.online = true;
}

/** Call after a request without a response. Checks our own server first, because the provider alone may be slow. */
export function reportNoResponse(): Promise<void> {
  checking ??= checkServer().finally(() => {
    checking = undefined;
  });
  return checking;
}

async function checkServer(): Promise<void> {
  const before = responses;
  const signal = AbortSignal.timeout(healthTimeoutMs);
  await fetch(otherPaths.health, { method: 'HEAD', cache: 'no-store', signal }).then(reportResponse, () => {
    // A later response proves that the device is online.
    if (responses === before) connection.online = false;
  });
}
