import { vi } from 'vitest';
import webPush from 'web-push';

import { newsDelayMs } from '#server/applicants/news.ts';
import type { Config } from '#server/config.ts';
import { declareDevice } from '#server/devices/devices.ts';
import { pushKeys, sendPushes } from '#server/outgoing/push-sender.ts';

import { newSubscriber } from '../../kit/push.ts';
import { type Mortal, openMortal } from './model-server.ts';
import type { World } from './model-world.ts';

/** What a push service says. `deaf`: it takes the push, and its answer is lost. */
export const pushAnswers = ['accepts', 'later', 'deaf', 'gone'] as const;
export type PushAnswer = (typeof pushAnswers)[number];

/** What this needs of a play. */
type Play = {
  world: World;
  config: Config;
  secrets: Map<string, string>;
  gone: Map<string, number>;
  openDesk: () => Promise<Mortal>;
};

/** What an application's page shows. */
type Shown = { state: string; replies: number };

/**
 * Somebody who follows an application. `known`: what was shown at the last push. `changedAt`: the earliest time of the last change
 * that is announced. `isPushed`: the status that is shown has been pushed; `pushedReplies`: so many replies have. `isUnsure`: nobody
 * knows whether a push has come, so another one may repeat it.
 */
type Follower = {
  number: number;
  isOn: boolean;
  shown: Shown;
  known: Shown;
  changedAt: number;
  isPushed: boolean;
  pushedReplies: number;
  isUnsure: boolean;
};

const isNews = (state: string) => state === 'shortlisted' || state === 'closed';

export type Pushes = ReturnType<typeof createPushes>;

/** The devices of those who follow an application, and their push service. */
export function createPushes() {
  const followers = new Map<string, Follower & { device: ReturnType<typeof newSubscriber> }>();
  let lookedAt = 0;
  const pushes = {
    answer: 'accepts' as PushAnswer,
    /** The service has refused or lost pushes, so some are given up. */
    wasDown: false,
    followers,

    /** Declares that somebody's device follows their application, or does not any more. */
    async declare(play: Play, name: string, isOn: boolean): Promise<void> {
      const shown = (await shownOf(play)).get(name);
      if (shown === undefined) return;
      const before = followers.get(name);
      const { number = 0, device = newSubscriber() } = before ?? {};
      const fresh = {
        shown,
        known: { ...shown },
        changedAt: 0,
        isPushed: true,
        pushedReplies: shown.replies,
        isUnsure: false,
      };
      const next = { ...fresh, ...(isOn && before?.isOn && before), number: number + 1, isOn, device };
      followers.set(name, next);
      const secret = play.secrets.get(name) ?? '';
      const applications = isOn ? [{ secret, tag: name }] : [];
      const wanted = { number: next.number, vacancies: false, applications, replaces: undefined };
      const { store } = await play.openDesk();
      await store.write((trx) => declareDevice(trx, { ...wanted, subscription: device.subscription }));
    },

    /** Writes down what has changed since it was called last. */
    async look(play: Play): Promise<void> {
      const { world, gone } = play;
      const since = lookedAt;
      lookedAt = world.now;
      if (followers.size === 0) return;
      const all = await shownOf(play);
      for (const [name, follower] of followers) {
        const shown = all.get(name);
        if (shown === undefined || gone.has(addressIn(name))) follower.isOn = false;
        if (shown === undefined || !follower.isOn) continue;
        const { state, replies } = follower.shown;
        const isReplied = shown.replies !== replies;
        if (isReplied || (shown.state !== state && (isNews(shown.state) || isNews(state)))) {
          follower.changedAt = since;
          follower.isPushed &&= shown.state === follower.known.state;
        }
        follower.shown = shown;
      }
    },

    /** A server sends the pushes that are due; it may die after some statements. */
    async send(play: Play, statements = Number.POSITIVE_INFINITY): Promise<void> {
      const { world, config } = play;
      await pushes.look(play);
      const heard: string[] = [];
      vi.spyOn(webPush, 'sendNotification').mockImplementation(async ({ endpoint }) =>
        arrived(play, endpoint, heard),
      );
      const process = await openMortal(config);
      const keys = await pushKeys(process.store);
      // One after the other: else the database's speed decides where a process dies.
      const site = { keys, siteUrl: config.siteUrl, atOnce: 1 };
      process.dieAfter(statements);
      const round = () => sendPushes(process.store, site);
      try {
        while (await round());
      } catch (error) {
        if (!process.isDead()) world.fail(`a round of pushes failed: ${error}`);
      }
      // Nobody may know of what came just before a server died.
      if (!process.isDead()) {
        const ended = (name: string) =>
          pushes.answer === 'gone' ? { isOn: false } : { known: shownBy(name), isUnsure: false };
        for (const name of heard) Object.assign(followers.get(name) ?? {}, ended(name));
        for (const { shown, known, changedAt } of followers.values())
          if (!isNews(shown.state) && (world.jumps > 0 || world.now - changedAt >= newsDelayMs))
            known.state = shown.state;
      } else for (const follower of followers.values()) follower.isUnsure = true;
      await process.close();
    },

    /** Call it once everything has ended: whoever follows an application has heard of all that is shown. */
    judge({ world }: Play): void {
      if (pushes.wasDown || world.jumps > 0) return;
      for (const [name, { isOn, isPushed, pushedReplies, shown, known }] of followers) {
        const isStateNew = !isPushed && isNews(shown.state) && shown.state !== known.state;
        const isReplyNew = pushedReplies !== shown.replies && shown.replies !== known.replies;
        if (isOn && (isStateNew || isReplyNew)) world.fail(`${name} was not told of the news`);
      }
    },
  };

  const shownBy = (name: string) => ({ ...(followers.get(name)?.shown ?? { state: '', replies: 0 }) });

  /** What the push service answers; throws as `sendNotification` does. */
  function arrived({ world }: Play, endpoint: string, heard: string[]) {
    const [name, follower] =
      [...followers].find(([, one]) => one.device.subscription.endpoint === endpoint) ?? [];
    if (name === undefined || follower === undefined) throw new Error('Nobody has this endpoint.');
    const { isOn, shown, known, changedAt, isUnsure } = follower;
    world.story.push(`  a push to ${name} (${pushes.answer})`);
    if (!isOn) world.fail(`a push to ${name} after “off”`);
    const isStateNew = isNews(shown.state) && (isUnsure || shown.state !== known.state);
    if (shown.replies === known.replies && !isStateNew) world.fail(`a push to ${name} announces nothing`);
    if (world.jumps === 0 && world.now - changedAt < newsDelayMs)
      world.fail(`a push to ${name} did not wait for further changes`);
    pushes.wasDown ||= pushes.answer !== 'accepts';
    if (pushes.answer === 'accepts' || pushes.answer === 'gone') heard.push(name);
    else follower.isUnsure = true;
    if (pushes.answer === 'accepts' || pushes.answer === 'deaf')
      Object.assign(follower, { isPushed: true, pushedReplies: shown.replies });
    if (pushes.answer === 'accepts') return { statusCode: 201, body: '', headers: {} };
    const statusCode = { later: 503, gone: 410, deaf: undefined }[pushes.answer];
    throw Object.assign(new Error(pushes.answer), { statusCode });
  }

  return pushes;
}

const addressIn = (name: string) => `${name.toLowerCase()}@mail.example`;

/** What each application shows, by name. */
async function shownOf({ openDesk }: Play): Promise<Map<string, Shown>> {
  const { store } = await openDesk();
  const rows = await store.db
    .selectFrom('applications')
    .leftJoin('replies', 'replies.application', 'applications.id')
    .select(['applications.name', 'applications.state'])
    .select(({ fn }) => fn.count('replies.said_at').as('replies'))
    .groupBy(['applications.id', 'applications.name', 'applications.state'])
    .orderBy('applications.created_at', 'desc')
    .execute();
  return new Map(rows.map(({ name, state, replies }) => [name, { state, replies: Number(replies) }]));
}
