import { precache } from './precache.ts';
import { answerMessage, version, worker } from './worker.ts';

/** A new version waits until the visitor presses "Update": open forms are worth more than our release. */
export function takeOverWhenAsked(): void {
  answerMessage('SKIP_WAITING', () => worker.skipWaiting());
  answerMessage('knows', async ({ script }) =>
    precache.getCacheKeyForURL(script) === undefined ? undefined : version,
  );
}
