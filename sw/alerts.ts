import { alertIcon, type VacancyPush, vacancyTag } from '#src/contract/alerts.ts';
import { readVacancies, type Vacancy } from '#src/contract/vacancy.ts';
import { savedAtHeader } from '#src/contract/worker-messages.ts';
import { isOn, readAddress } from '#src/outbox/alert-address.ts';
import { alertsLock, register, subscribe, withdrawAddress } from '#src/outbox/alert-subscription.ts';
import { whenFree } from '#src/outbox/locks.ts';
import { connectCalls } from '#src/paths.ts';

import { connectBase } from './connect-base.ts';
import { connectCache } from './connect-cache.ts';
import { env } from './outbox-sync.ts';
import { tellPages, worker } from './worker.ts';

/** What a notification of ours remembers: the vacancies it tells of, and what a press opens. */
type Told = { vacancies: { id: string; name: string }[]; path: string };
type Notice = { title: string; options: NotificationOptions & { data: Told; renotify?: boolean } };

/** Shows each push, saves the vacancy that it carries, opens what is pressed, and stays subscribed. */
export function tellOfVacancies(): void {
  worker.addEventListener('push', (event) => event.waitUntil(hearInTurn(event)));
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open((event.notification.data as Told | null)?.path ?? '/'));
  });
  worker.addEventListener('pushsubscriptionchange', (event) =>
    event.waitUntil(subscribeAgain(event as PushSubscriptionChangeEvent)),
  );
}

/** Safari has read the message already and hands on the notification that it would show without us. */
type DeclarativeEvent = PushEvent & { notification?: Notification & { navigate?: string } };

let heard = Promise.resolve();

/** Each adds to the notification and the list that the one before it left. */
function hearInTurn(event: DeclarativeEvent): Promise<void> {
  const pushed = readPush(event.data?.text()) ?? readNotification(event.notification);
  const hearing = heard.then(() => hear(pushed));
  heard = hearing.catch(() => undefined);
  return hearing;
}

async function hear(pushed: Pushed | undefined): Promise<void> {
  const shown = pushed ? await worker.registration.getNotifications({ tag: vacancyTag }) : [];
  const { title, options } = noticeOf(pushed, shown.map(({ data }) => data as Told).at(-1));
  // Where there is no room for it the visitor is told all the same.
  const saving =
    pushed &&
    saveVacancy(pushed.data.vacancy).catch((error) => console.warn('The vacancy is not saved.', error));
  await worker.registration.showNotification(title, options);
  await saving;
}

type Pushed = Pick<VacancyPush['notification'], 'title' | 'body' | 'navigate' | 'data'>;

/** Undefined where it is not a message of ours. */
export function readPush(text = ''): Pushed | undefined {
  try {
    return readNotification((JSON.parse(text) as Partial<VacancyPush> | null)?.notification);
  } catch {
    return undefined;
  }
}

function readNotification(value: unknown): Pushed | undefined {
  const { title, body, navigate, data } = Object(value) as Partial<Record<keyof Pushed, unknown>>;
  const { vacancy, list } = Object(data) as Record<string, unknown>;
  const [known] = readVacancies([vacancy]);
  if (known === undefined || typeof title !== 'string') return undefined;
  return {
    title,
    body: String(body ?? ''),
    navigate: String(navigate ?? ''),
    data: { vacancy: known, list: String(list) },
  };
}

/** Every push shows something, or the browser would say that we work in the background. */
export function noticeOf(pushed: Pushed | undefined, shown?: Told): Notice {
  const common = { icon: alertIcon, lang: 'en' };
  if (pushed === undefined)
    return {
      title: 'There is something new on our site',
      options: { ...common, data: { vacancies: [], path: '/' } },
    };
  const { _id: id, name } = pushed.data.vacancy;
  const vacancies = [...(shown?.vacancies.filter((other) => other.id !== id) ?? []), { id, name }];
  const isOne = vacancies.length === 1;
  return {
    title: isOne ? pushed.title : `${vacancies.length} new vacancies`,
    options: {
      ...common,
      body: isOne ? pushed.body : vacancies.map((vacancy) => vacancy.name).join(', '),
      tag: vacancyTag,
      renotify: true,
      data: { vacancies, path: pathOf(isOne ? pushed.navigate : pushed.data.list) },
    },
  };
}

/** On this site, whatever a message says. */
function pathOf(address: string): string {
  try {
    return new URL(address, location.origin).pathname;
  } catch {
    return '/';
  }
}

/** Into the saved list, which shows it without a connection; the next refresh brings the list as it is. */
async function saveVacancy(vacancy: Vacancy): Promise<void> {
  const url = connectBase + connectCalls.jobList;
  const cache = await caches.open(connectCache);
  const kept = await cache.match(url);
  const { payload } = Object(await kept?.json()) as { payload?: unknown };
  // By itself it would read as the whole list.
  if (kept === undefined || !Array.isArray(payload)) return;
  const list: unknown[] = payload;
  // What came with the list is whole; a push may have been too short for all of the text.
  if (list.some((other) => (other as Vacancy | null)?._id === vacancy._id)) return;
  const savedAt = kept.headers.get(savedAtHeader) ?? String(Date.now());
  const headers = { 'Content-Type': 'application/json', [savedAtHeader]: savedAt };
  await cache.put(url, new Response(JSON.stringify({ payload: [vacancy, ...list] }), { headers }));
  await tellPages({ type: 'CACHE_UPDATED', payload: { updatedURL: connectBase + connectCalls.jobList } });
}

/** In the tab that is in front, else in any of ours, else in a new one. What is typed in a form is kept as a draft. */
async function open(path: string): Promise<void> {
  const url = location.origin + path;
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find((one) => one.url === url) ?? tabs.find(({ focused }) => focused) ?? tabs[0];
  try {
    if (tab === undefined) throw new TypeError('No tab of ours is open.');
    const front = await tab.focus();
    if (front.url !== url) await front.navigate(url);
  } catch {
    // A tab that loaded past this worker does not let it navigate.
    await worker.clients.openWindow(url);
  }
}

/** The browser's address has changed. What fails here the page does when it is opened next. */
function subscribeAgain({ newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  return whenFree(env, alertsLock, async () => {
    const { pushManager } = worker.registration;
    const known = await readAddress();
    if (!isOn(known)) return withdrawAddress({ base: connectBase, pushManager });
    const subscription = newSubscription ?? (await subscribe(pushManager, known.publicKey));
    await register({ base: connectBase, pushManager }, subscription, known, known.endpoint);
  });
}
