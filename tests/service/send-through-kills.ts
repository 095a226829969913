import { expect, vi } from 'vitest';

import { mailRound } from '#server/outgoing/sender.ts';
import type { Connection } from '#server/outgoing/smtp.ts';
import type { Store } from '#server/store/open-store.ts';

import type { Scene } from './office-scene.ts';

/** Where an email can be interrupted, in this order. */
const places = [
  ...['before the claim', 'after it', 'before it connects', 'before the hand-over is recorded', 'after it'],
  ...['when the mail server has the email', 'before its end is recorded', 'after it'],
];

/** Sends what is due to `got`, until the process is "killed": from its `death`th step on, nothing completes. */
function mortalOf({ store, config }: Scene, got: string[], death = Number.POSITIVE_INFINITY) {
  const killed = Promise.withResolvers<'killed'>();
  let steps = 0;
  const step = async () => {
    steps += 1;
    if (steps < death) return;
    killed.resolve('killed');
    await new Promise(() => {});
  };
  const write: Store['write'] = async (work) => {
    await step();
    const result = await store.write(work);
    await step();
    return result;
  };
  const connectTo = async (): Promise<Connection> => {
    await step();
    return {
      close: () => {},
      async send({ envelope }, isOurs) {
        if (await isOurs()) got.push(String([envelope.to].flat()[0]));
        await step();
        return '250 Taken';
      },
    };
  };
  const settings = { ...config, smtpUrl: 'smtp://none', mailFrom: 'n@hcs.example', newsletterPerHour: 1e9 };
  const round = mailRound({ ...store, write }, settings, () => {}, connectTo);
  const sendAll = async () => {
    // One message of a newsletter a moment.
    do vi.setSystemTime(Date.now() + 1);
    while (await round?.(new AbortController().signal));
    return 'done' as const;
  };
  return Promise.race([sendAll(), killed.promise]);
}

/**
 * Sends `count` emails that are due: the process is killed once at each place, and then another sends the rest. Returns
 * the addresses whose emails the mail server has. Call `setClock` first.
 */
export async function sendThroughKills(scene: Scene, count: number): Promise<string[]> {
  const got: string[] = [];
  const whole = Math.floor(count / places.length) - 1;
  for (const [index, place] of places.entries())
    expect(await mortalOf(scene, got, whole * places.length + index + 1), place).toBe('killed');
  const { db } = scene.store;
  const open = db.selectFrom('messages').select('id').where('state', 'in', ['waiting', 'sending']);
  while ((await open.executeTakeFirst()) !== undefined) {
    const endPauses = db.updateTable('messages').set({ due_at: new Date(0).toISOString() });
    await endPauses.where('state', 'in', ['waiting', 'sending']).execute();
    expect(await mortalOf(scene, got)).toBe('done');
  }
  return got;
}
