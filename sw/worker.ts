import type { PageMessage } from '#src/contract/worker-messages.ts';

/** Background Sync's event, which TypeScript's WebWorker library does not know. */
type SyncEvent = ExtendableEvent & { tag: string };

type Worker = ServiceWorkerGlobalScope & {
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

declare const self: Worker;

export const worker = self;

/** The build writes the list in place of these two words. */
export const siteFiles = self.__WB_MANIFEST as { url: string; revision: string | null }[];

/** Answers each message of one type from a page of this site. */
export function answerMessage<T extends PageMessage['type']>(
  type: T,
  answer: (message: Extract<PageMessage, { type: T }>, event: ExtendableEvent) => Promise<unknown>,
): void {
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const message = event.data as PageMessage | null;
    if (message?.type !== type) return;
    const answered = answer(message as Extract<PageMessage, { type: T }>, event);
    event.waitUntil(answered.then((reply) => event.ports[0]?.postMessage(reply)));
  });
}
