/** Changes the records of applications that this device follows. */
import {
  type AlertsState,
  turnOffNews as endNews,
  findAlerts,
  registerDevice,
  turnOff,
} from '#src/components/alerts.ts';
import type { Submission } from '#src/outbox/submission.ts';

import { pageOutbox } from './outbox.ts';

export async function changeFollowed(
  secret: string,
  next: (record: Submission) => Submission | undefined,
): Promise<void> {
  const { store } = pageOutbox();
  for (const one of await store.list())
    if (one.secret === secret) await store.change(one.id, (record) => record && next(record));
}

/** Ends its notifications first, so that the device's next user gets none. */
export async function removeHere(secret: string): Promise<void> {
  await turnOffNews(secret).catch(turnOff);
  await changeFollowed(secret, () => undefined);
}

/** Tells from its record whether this device gets news about an application. */
export function findNews(record: Pick<Submission, 'news'>): Promise<AlertsState> {
  return findAlerts((endpoint) => record.news?.endpoint === endpoint);
}

/** Call it in a click handler. */
export async function turnOnNews(secret: string): Promise<AlertsState> {
  const news = await registerDevice(secret);
  if (news === undefined) return findNews({});
  await changeFollowed(secret, (record) => ({ ...record, news }));
  return 'on';
}

export async function turnOffNews(secret: string): Promise<AlertsState> {
  const all = await pageOutbox().store.list();
  const { news } = all.find((record) => record.secret === secret) ?? {};
  if (news === undefined) return 'off';
  const isLast = all.every((record) => record.secret === secret || record.news === undefined);
  await endNews(secret, news.endpoint, isLast);
  await changeFollowed(secret, ({ news: _, ...record }) => record);
  return 'off';
}

/** Ends alerts for vacancies. That ends all of this device, so news is turned on again. */
export async function turnOffVacancies(): Promise<AlertsState> {
  const all = await pageOutbox().store.list();
  const states = await Promise.all(all.map(findNews));
  await turnOff();
  for (const [index, { secret = '' }] of all.entries())
    if (states[index] === 'on') await turnOnNews(secret).catch(console.warn);
  return 'off';
}
