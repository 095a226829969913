import useSWR from 'swr';

import { ConnectError, request } from '#src/api/client.ts';
import { parseApplicationStatus, secretHeader } from '#src/contract/application-status.ts';
import { changeFollowed, removeHere } from '#src/outbox/page/alerts.ts';
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
