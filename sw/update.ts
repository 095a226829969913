import { onPageMessage, worker } from './worker.ts';

/** A new version waits until the visitor presses "Update": open forms are worth more than our release. */
export function takeOverWhenAsked(): void {
  onPageMessage('SKIP_WAITING', (_message, event) => event.waitUntil(worker.skipWaiting()));
}
