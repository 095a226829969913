import { useEffect } from 'react';
import useSWR from 'swr';

import { parse } from '#src/contract/answer.ts';
import { readApplicationStatus, secretHeader } from '#src/contract/application-status.ts';
import { asRecord } from '#src/contract/validation.ts';
import { isFromServer } from '#src/outbox/post.ts';
import type { Submission } from '#src/outbox/submission.ts';
import { connectCalls } from '#src/paths.ts';
import { reportAnswer } from '#src/state/connection.ts';
import { submissions } from '#src/state/submissions.ts';
import { useProxyState } from '#src/state/use-proxy-state.ts';

import { ConnectError, request } from './client.ts';
import { pageOutbox } from './outbox.ts';
import { startOutbox } from './triggers.ts';

/** A look costs a few hundred bytes. */
const whenSeen = { revalidateOnFocus: true, focusThrottleInterval: 60_000 };

type Known = NonNullable<Submission['status']>;

/** What the service says of an application now, and the record of it on this device, where there is one. */
export function useApplicationStatus(secret: string) {
  useEffect(startOutbox, []);
  const record = useProxyState(submissions).all.find((one) => one.secret === secret);
  const answer = useSWR<Known, ConnectError>(`application ${secret}`, () => look(secret), whenSeen);
  return { ...answer, record };
}

async function look(secret: string): Promise<Known> {
  const answer = await ask('GET', secret);
  const known = answer === 'gone' ? answer : readApplicationStatus(answer.payload);
  if (known === null) throw new ConnectError(200, answer);
  const status = { known, at: Date.now() };
  await change(secret, (record) => ({ ...record, status })).catch(console.warn);
  return status;
}

/** Deletes it at the service; one that is gone already was withdrawn by a try whose answer was lost. */
export async function withdraw(secret: string): Promise<void> {
  await ask('DELETE', secret);
  await removeHere(secret).catch(console.warn);
}

export function removeHere(secret: string): Promise<void> {
  return change(secret, () => undefined);
}

async function change(secret: string, next: (record: Submission) => Submission | undefined): Promise<void> {
  const { store } = pageOutbox();
  for (const one of await store.list())
    if (one.secret === secret) await store.change(one.id, (record) => record && next(record));
}

async function ask(method: 'GET' | 'DELETE', secret: string): Promise<Record<string, unknown> | 'gone'> {
  const headers = { [secretHeader]: secret };
  const { response, text } = await request(connectCalls.application, { method, headers, cache: 'no-store' });
  reportAnswer();
  const status = isFromServer(response, text) ? response.status : 503;
  const body = asRecord(parse(text));
  if (status === 404 && 'error' in body) return 'gone';
  if (status >= 300) throw new ConnectError(status, body);
  return body;
}
