import { expect, onTestFinished } from 'vitest';

import { alertDelayMs } from '#server/vacancies/alerts.ts';

import { newSubscriber, type Subscriber, startPushService } from '../kit/push.ts';
import { answered, moveClock, openApp, until } from './store.ts';

/** A server whose pushes go to a local push service. */
export async function openAlerting(settings: Record<string, string>) {
  const service = await startPushService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const open = (changes = {}) => openApp({ ...settings, ...changes }, { pushAgent: service.agent });
  const site = await open();
  /** Says that a browser wants notifications, and of which applications. */
  const put = ({ subscription }: Pick<Subscriber, 'subscription'>, applications: unknown[] = []) =>
    answered(200, site.send('PUT', 'alerts', { subscription, applications }));
  return {
    ...site,
    service,
    reopen: () => open(site.settings),
    put,
    /** Subscribes a browser whose pushes get these answers. */
    async subscribe(answers?: string) {
      const subscriber = newSubscriber(answers);
      await put(subscriber);
      return subscriber;
    },
    /** Opens a vacancy and moves the clock to when its alerts are due. */
    async openVacancy(name: string) {
      await site.openVacancy({ name });
      moveClock(alertDelayMs);
    },
    untilPushed: (count: number) => until(() => expect(service.seen).toHaveLength(count)),
  };
}

export const titlesOf = ({ read }: ReturnType<typeof newSubscriber>, seen: Parameters<typeof read>[0]) =>
  read(seen).map(({ notification }) => notification.title.replace('New vacancy: ', ''));
