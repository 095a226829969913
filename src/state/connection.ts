import { proxy, subscribe } from 'valtio/vanilla';

import { savedAtHeader, type WorkerMessage } from '#src/contract/worker-messages.ts';
import { timeLimit } from '#src/outbox/time-limit.ts';
import { otherPaths } from '#src/paths.ts';

type ConnectionState = {
  /** Whether requests are answered. `navigator.onLine` is only a reason to look. */
  online: boolean;
  /** Connect call -> when the copy on screen was saved. Only for answers that came out of the worker's cache. */
  savedAt: Record<string, number>;
  /** Connect calls whose copy could not be refreshed. */
  stale: Record<string, boolean>;
};

export const connection = proxy<ConnectionState>({ online: true, savedAt: {}, stale: {} });

/** Calls back each time that requests are answered again; what it returns ends that. */
export function onReconnect(act: () => void): () => void {
  let wasOnline = connection.online;
  return subscribe(connection, () => {
    if (connection.online && !wasOnline) act();
    wasOnline = connection.online;
  });
}

const patience = 8_000;
let checking: Promise<void> | undefined;

/** A request was answered, whatever the status. */
export function reportAnswer(): void {
  connection.online = true;
}

/**
 * A request got no answer. That may be one slow provider: whether the visitor is offline, the site's own
 * server is asked before anybody says so.
 */
export function reportNoAnswer(): Promise<void> {
  checking ??= askServer().finally(() => {
    checking = undefined;
  });
  return checking;
}

/**
 * Leaves this document by `go`, but only when `target` has just answered: nobody loses a page that stands, and what
 * is typed into it, to the browser's error page, nor to a gateway's while our server starts. False: this page stays.
 */
export async function leaveWhenAnswered(go: () => void, target = location.href): Promise<boolean> {
  const status = await statusOf(target);
  connection.online = status !== undefined;
  const isThere = status !== undefined && status < 500;
  if (isThere) go();
  return isThere;
}

/** "Try again" for a part of the page that could not be fetched. */
export function reloadWhenAnswered(): void {
  void leaveWhenAnswered(() => location.reload());
}

async function askServer(): Promise<void> {
  connection.online = (await statusOf(otherPaths.health)) !== undefined;
}

/** Undefined: no answer. */
function statusOf(address: string): Promise<number | undefined> {
  const options = { method: 'HEAD', cache: 'no-store', signal: timeLimit(patience) } as const;
  return fetch(address, options).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** Notes where the answer to a connect read came from: call it for every one that is shown. */
export function noteCopy(call: string, headers: Headers): void {
  const savedAt = Number(headers.get(savedAtHeader));
  if (savedAt > 0) connection.savedAt[call] = savedAt;
  else {
    delete connection.savedAt[call];
    delete connection.stale[call];
    reportAnswer();
  }
}

/** Takes in what the worker learned in the background. */
export function noteWorkerMessage(message: WorkerMessage): void {
  if (message.type === 'connect-failed') {
    connection.stale[message.call] = true;
    if (message.answered) reportAnswer();
    else void reportNoAnswer();
    return;
  }
  delete connection.stale[message.call];
  if (connection.savedAt[message.call] !== undefined) connection.savedAt[message.call] = Date.now();
  reportAnswer();
}
