import useSWR from 'swr';

import { ConnectError, request } from '#src/api/client.ts';
import { parseApplicationStatus, secretHeader } from '#src/contract/application-status.ts';
import { pageOutbox, withAlerts } from '#src/outbox/page/outbox.ts';
import type { Submission } from '#src/outbox/submission.ts';
import { connectCalls } from '#src/paths.ts';

/** Revalidating costs only a few hundred bytes. */
const options = { revalidateOnFocus: true, focusThrottleInterval: 60_000 };

type KnownStatus = NonNullable<Submission['status']>;

/** The current status of an application. */
export function useApplicationStatus(secret: string) {
  return useSWR<KnownStatus, ConnectError>(`application ${secret}`, () => fetchStatus(secret), options);
}

async function fetchStatus(secret: string): Promise<KnownStatus> {
  const response = await requestApplication('GET', secret);
  const known = response === 'gone' ? response : parseApplicationStatus(response.payload);
  if (known === null) throw new ConnectError(200, response);
  const status = { known, at: Date.now() };
  await changeFollowed(secret, (record) => ({ ...record, status })).catch(console.warn);
  return status;
}

/** Deletes the application on the server. It may be gone if the response to an earlier attempt was lost. */
export async function withdraw(secret: string): Promise<void> {
  await requestApplication('DELETE', secret);
  await removeHere(secret).catch(console.warn);
}

/** The server is told too, now or at the next visit, so that the device's next owner gets no notification of it. */
export async function removeHere(secret: string): Promise<void> {
  await changeFollowed(secret, () => undefined);
  void withAlerts('tellServer');
}

/** An application sent twice has two records with one secret. */
async function changeFollowed(
  secret: string,
  next: (record: Submission) => Submission | undefined,
): Promise<void> {
  const { store } = pageOutbox();
  for (const one of await store.list())
    if (one.secret === secret) await store.change(one.id, (record) => record && next(record));
}

type StatusResponse = Record<string, unknown> | 'gone';

async function requestApplication(method: 'GET' | 'DELETE', secret: string): Promise<StatusResponse> {
  const headers = { [secretHeader]: secret };
  try {
    return (await request(connectCalls.application, { method, headers, cache: 'no-store' })).body;
  } catch (error) {
    if (error instanceof ConnectError && error.isMissing) return 'gone';
    throw error;
  }
}
