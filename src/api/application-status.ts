import { useEffect } from 'react';
import useSWR from 'swr';

import {
  type ApplicationStatus,
  readApplicationStatus,
  secretHeader,
} from '#src/contract/application-status.ts';
import { asRecord } from '#src/contract/validation.ts';
import { savedAtHeader } from '#src/contract/worker-messages.ts';
import { isFromServer, parse } from '#src/outbox/post.ts';
import { connectCalls } from '#src/paths.ts';
import { reportAnswer, reportNoAnswer } from '#src/state/connection.ts';
import { submissions } from '#src/state/submissions.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { ConnectError } from './client.ts';
import { connectBase } from './connect-base.ts';
import { pageOutbox } from './outbox.ts';
import { startOutbox } from './triggers.ts';

const timeoutMs = 15_000;
/** A look costs a few hundred bytes. */
const whenSeen = { revalidateOnFocus: true, focusThrottleInterval: 60_000 };

type Known = { known: ApplicationStatus | 'gone'; at: number };

/** What the service says of an application now, and the record of it on this device, where there is one. */
export function useApplicationStatus(secret: string) {
  useEffect(startOutbox, []);
  const record = useProxyState(submissions).all.find((one) => one.secret === secret);
  const answer = useSWR<Known, ConnectError>(`application ${secret}`, () => look(secret), whenSeen);
  return { ...answer, record };
}

async function look(secret: string): Promise<Known> {
  const answer = await ask('GET', secret);
  const known = answer === 'gone' ? ('gone' as const) : readApplicationStatus(asRecord(answer).payload);
  if (known === null) throw new ConnectError(200, answer);
  const status: Known = { known, at: Date.now() };
  try {
    for (const { id } of await recordsOf(secret))
      await pageOutbox().store.change(id, (record) => record && { ...record, status });
  } catch (error) {
    console.warn('This device does not remember the state of the application.', error);
  }
  return status;
}

/** Deletes it at the service; one that is gone already was withdrawn by a try whose answer was lost. */
export async function withdraw(secret: string): Promise<void> {
  await ask('DELETE', secret);
  await removeHere(secret).catch((error: unknown) => console.warn('This device still lists it.', error));
}

/** This device forgets the application. */
export async function removeHere(secret: string): Promise<void> {
  for (const { id } of await recordsOf(secret)) await pageOutbox().store.change(id, () => undefined);
}

async function recordsOf(secret: string) {
  return (await pageOutbox().store.list()).filter((record) => record.secret === secret);
}

/** The answer's body. */
async function ask(method: 'GET' | 'DELETE', secret: string): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(connectBase + connectCalls.application, {
      method,
      headers: { accept: 'application/json', [secretHeader]: secret },
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch {
    void reportNoAnswer();
    throw new ConnectError(null, undefined);
  }
  reportAnswer();
  if (!isFromServer(response, text) || response.headers.has(savedAtHeader))
    throw new ConnectError(503, undefined);
  const body = parse(text);
  if (response.status === 404 && 'error' in asRecord(body)) return 'gone';
  if (!response.ok) throw new ConnectError(response.status, body);
  return body;
}
