import { expect, onTestFinished } from 'vitest';

import { alertDelayMs } from '#server/hiring/alerts.ts';

import { newSubscriber, startPushService } from '../kit/push.ts';
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
      await answered(201, site.post('alerts', { subscription: subscriber.subscription }));
      return subscriber;
    },
    /** Opens a vacancy and moves the clock to when its alerts are due. */
    async openVacancy(name: string) {
      await site.publish(vacancyText(name), 'vacancy', 'open', '--replace');
      moveClock(alertDelayMs);
    },
    untilPushed: (count: number) => until(() => expect(service.seen).toHaveLength(count)),
  };
}

export const vacancyText = (name: string) => `---\nname: ${name}\ntype: internship\n---\nYou test valves.\n`;

export const titlesOf = ({ read }: ReturnType<typeof newSubscriber>, seen: Parameters<typeof read>[0]) =>
  read(seen).map(({ notification }) => notification.title.replace('New vacancy: ', ''));
