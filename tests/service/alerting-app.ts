import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { runLine } from '#server/commands/command-line.ts';
import type { Config } from '#server/config.ts';
import { openStore, type Store } from '#server/db/open-store.ts';

import { newSubscriber, type PushService } from '../support/push-service.ts';
import { post, temporaryFolder, testApp } from './test-app.ts';

/** A server whose pushes go to a service on this machine. */
export async function alertingApp(settings: Record<string, string>, service?: PushService) {
  const { app, config } = await testApp(settings, undefined, { pushAgent: service?.agent });
  await app.ready();
  const store = await openStore(config);
  onTestFinished(() => store.close());
  const { payload } = (await app.inject('/connect/v1/alerts')).json<{ payload: { publicKey: string } }>();
  return { app, config, store, publicKey: payload.publicKey };
}

type App = Awaited<ReturnType<typeof alertingApp>>['app'];

/** A browser subscribes, whose pushes get these answers. */
export async function subscribe(app: App, answers = '201') {
  const subscriber = newSubscriber(answers);
  const answer = await post(app, 'alerts', { subscription: subscriber.subscription });
  expect(answer.statusCode).toBe(201);
  return subscriber;
}

export const addresses = async ({ db }: Store) =>
  (await db.selectFrom('alerts').select('endpoint').execute()).map(({ endpoint }) => endpoint);

export const waiting = ({ db }: Store) => db.selectFrom('pushes').selectAll().execute();

/** As if the pause were over. */
export const hurry = ({ db }: Store) =>
  db.updateTable('pushes').set({ due_at: new Date().toISOString() }).execute();

export async function publishVacancy(
  config: Config,
  name: string,
  type = 'internship',
  text = 'You test valves.',
) {
  const file = join(temporaryFolder(), 'vacancy.md');
  writeFileSync(file, `---\nname: ${name}\ntype: ${type}\n---\n${text}\n`);
  await runLine(config, 'vacancy', 'open', '--replace', file);
}
