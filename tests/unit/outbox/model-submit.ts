import { letGo } from '#src/outbox/change.ts';
import { type Kind, newEntry } from '#src/outbox/entry.ts';
import { submitEntry } from '#src/outbox/first-attempt.ts';

import type { Weather } from './model-server.ts';
import type { World } from './model-world.ts';

export const email = 'visitor@example.com';
export const payload = { name: 'N', email, mobile: '1', description: 'd', job: 'j', profile: 'p' };

/** A form that somebody looks at. */
export const openForm = { isOpen: () => true, isVisible: () => true, seen: async () => undefined };

/** As a form does that stays open until it has told the answer. */
export async function submitInto(world: World, kind: Kind, met: Weather) {
  const env = world.createActor().env('press');
  world.server.setWeather([met]);
  const outcome = await submitEntry(newEntry('key', kind, payload, 'Fitter', env.now()), env, openForm);
  if (outcome.type === 'sent' || outcome.type === 'refused') await letGo(env, 'key');
  return { outcome, waiting: world.disk.entries.size };
}

/** What lies in the outbox after a form that was closed while it was sent. */
export async function submitAndClose(world: World, kind: Kind, met: Weather) {
  const env = world.createActor().env('press');
  world.server.setWeather([met]);
  const form = { ...openForm, isOpen: () => false };
  await submitEntry(newEntry('key', kind, payload, 'Fitter', env.now()), env, form);
  return world.disk;
}
