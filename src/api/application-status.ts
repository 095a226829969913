import { useEffect } from 'react';
import useSWR, { mutate } from 'swr';

import { readApplicationStatus, secretHeader } from '#src/contract/application-status.ts';
import { asRecord } from '#src/contract/validation.ts';
import { savedAtHeader } from '#src/contract/worker-messages.ts';
import type { Followed } from '#src/outbox/followed.ts';
import { isFromServer, parse } from '#src/outbox/send.ts';
import { timeLimit } from '#src/outbox/time-limit.ts';
import { connectCalls } from '#src/paths.ts';
import { reportAnswer } from '#src/state/connection.ts';

import { ConnectError, noAnswer } from './client.ts';
import { connectBase } from './connect-base.ts';
import { swrOptions } from './hooks.ts';
import { listenForNews } from './news.ts';
import { outboxEnvironment } from './outbox-environment.ts';

const timeoutMs = 15_000;

/** Nothing else brings what is new of it. A look costs a few hundred bytes. */
const whenSeen = { ...swrOptions, revalidateOnFocus: true, focusThrottleInterval: 60_000 };

/** What is known of an application. */
export type Known = NonNullable<Followed['known']>;

/** What the service says of an application now, and what this device heard of it before. */
export function useApplicationStatus(secret: string) {
  useEffect(listenForNews, []);
  const answer = useSWR<Known, ConnectError>(keyOf(secret), () => look(secret), whenSeen);
  const kept = useSWR(keptKeyOf(secret), () => outboxEnvironment().followed.read(secret), swrOptions);
  return { ...answer, kept: kept.data, isKept: kept.isLoading ? undefined : kept.data !== undefined };
}

/** Deletes it at the service; one that is gone already was withdrawn by a try whose answer was lost. */
export async function withdraw(secret: string): Promise<void> {
  await ask('DELETE', secret);
  // Not awaited: what the service did is told first.
  Promise.all([removeHere(secret), mutate(keyOf(secret), 'gone', { revalidate: false })]).catch(
    (error: unknown) => console.warn('This device could not forget the application.', error),
  );
}

/** From now on it is followed from this device. */
export async function keepHere(followed: Followed): Promise<void> {
  await outboxEnvironment().followed.keep(followed);
  await mutate(keptKeyOf(followed.secret), followed, { revalidate: false });
}

/** This device forgets the application. */
export async function removeHere(secret: string): Promise<void> {
  await outboxEnvironment().followed.remove(secret);
  await mutate(keptKeyOf(secret), undefined, { revalidate: false });
}

/** In memory only. */
function keyOf(secret: string): string {
  return `application ${secret}`;
}

function keptKeyOf(secret: string): string {
  return `followed ${secret}`;
}

async function look(secret: string): Promise<Known> {
  const answer = await ask('GET', secret);
  if (answer === 'gone') {
    await note({ secret, about: '', known: 'gone' });
    return 'gone';
  }
  const status = readApplicationStatus(asRecord(answer).payload);
  if (status === null) throw new ConnectError(200, answer);
  const known = { status, at: Date.now() };
  await note({ secret, about: status.jobName ?? '', known });
  return known;
}

/** Whoever opened a link has not asked for it to be kept, or may have let go of it meanwhile. */
async function note(followed: Followed): Promise<void> {
  try {
    await outboxEnvironment().followed.hear(followed);
  } catch (error) {
    console.warn('This device does not keep what is known of the application.', error);
  }
}

/** The answer's body. */
async function ask(method: 'GET' | 'DELETE', secret: string): Promise<unknown> {
  const call = connectCalls.application;
  let response: Response;
  let text: string;
  try {
    response = await fetch(connectBase + call, {
      method,
      headers: { accept: 'application/json', [secretHeader]: secret },
      cache: 'no-store',
      signal: timeLimit(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    throw noAnswer(call, error);
  }
  reportAnswer();
  // Nor is a copy that an earlier version's worker kept, of whatever it was asked, a word of the service.
  if (!isFromServer(response, text) || response.headers.has(savedAtHeader))
    throw new ConnectError(503, undefined);
  const body = parse(text);
  if (response.status === 404 && 'error' in asRecord(body)) return 'gone';
  if (!response.ok) throw new ConnectError(response.status, body);
  return body;
}
