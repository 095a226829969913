import { expect, onTestFinished } from 'vitest';

import { alertDelayMs } from '#server/vacancies/alerts.ts';
import type { AlertAnswer, AlertDeclaration } from '#src/contract/alerts.ts';

import { newSubscriber, type Subscriber, startPushService } from '../kit/push.ts';
import { answered, moveClock, openApp, until } from './store.ts';

/** A server whose pushes go to a local push service. */
export async function openAlerting(settings: Record<string, string>) {
  const service = await startPushService();
  onTestFinished(() => service[Symbol.asyncDispose]());
  const open = (changes = {}) => openApp({ ...settings, ...changes }, { pushAgent: service.agent });
  const site = await open();
  return {
    ...site,
    service,
    reopen: () => open(site.settings),
    /** Subscribes a browser whose pushes get these answers. */
    async subscribe(answers?: string) {
      const subscriber = newSubscriber(answers);
      const wish = { number: 1, vacancies: true, applications: [] };
      const { subscription } = subscriber;
      await answered(200, site.send('PUT', 'alerts', { subscription, ...wish }));
      return subscriber;
    },
    /** Declares what a browser wants; returns what then stands. */
    async declare(
      subscriber: Pick<Subscriber, 'subscription'>,
      number: number,
      wanted: Partial<AlertDeclaration> = {},
    ) {
      const body = {
        subscription: subscriber.subscription,
        number,
        vacancies: false,
        applications: [],
        ...wanted,
      };
      return (await answered(200, site.send('PUT', 'alerts', body))).json<{ payload: AlertAnswer }>().payload;
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
