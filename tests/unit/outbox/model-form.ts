import { letGo } from '#src/outbox/change.ts';
import { type Kind, newEntry } from '#src/outbox/entry.ts';
import type { OutboxEnvironment } from '#src/outbox/environment.ts';
import { submitEntry } from '#src/outbox/first-attempt.ts';

import type { Submission } from './model-accounts.ts';
import type { Actor, World } from './model-world.ts';

/** A form in a page: sends its request as `connect/submit.ts` does, and notes what its visitor was told. */
export async function sendForm(world: World, page: Actor, kind: Kind, submission: Submission): Promise<void> {
  const { about, emails, key } = submission;
  const said = { name: 'N', email: emails[0] ?? '', mobile: '1', description: 'd', job: 'j', profile: 'p' };
  const env = page.env('press');
  let isDeleted = false;
  const isWatched = () => submission.isOpen && page.isVisible();
  const watchedEnv: OutboxEnvironment = {
    ...env,
    fetch: (url, init) =>
      env.fetch(url, init).finally(() => {
        isDeleted = submission.isDeleted;
      }),
  };
  const seen = () => {
    submission.isUnheard ||= !isWatched();
    return page.seen();
  };
  const entry = newEntry(key, kind, said, about, env.now());
  const outcome = await page.act(
    submitEntry(entry, watchedEnv, { isOpen: () => submission.isOpen, isVisible: page.isVisible, seen }),
  );
  if (outcome === 'killed' || outcome === 'failed') return;
  submission.isUnheard ||= !isWatched();
  if (!submission.isOpen) return;
  const waits = outcome.type.startsWith('waiting');
  // Only what stands on a visible page is told.
  void page.seen().then(() => {
    submission.told = outcome.type;
    if (waits && isDeleted && !world.device.isBroken(key))
      world.watch.violations.push(`${key} is said to wait, and was deleted before its answer came`);
  });
  if (!waits) await page.act(letGo(env, key));
}
