import { isBundle, type SiteFile } from '#src/contract/site-bundle.ts';
import type { PageMessage, SavingMessage, WorkerMessage } from '#src/contract/worker-messages.ts';

/** Background Sync's event, which TypeScript's WebWorker library does not know. */
type SyncEvent = ExtendableEvent & { tag: string };

type Worker = ServiceWorkerGlobalScope & {
  /** The name of this code's file. */
  code?: string;

  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
};

declare const self: Worker;

export const worker = self;

/** `sw.js` has set it and `code` before it loads this code. */
const list = self.__WB_MANIFEST as SiteFile[];
export const siteFiles = list.filter((file) => !isBundle(file));
export const bundle = list.find(isBundle);

/** The bundle's name holds its sum, and what the bundle holds names all other files; the worker's code is told apart. */
export const version = `${bundle?.url} ${self.code}`;

export async function tellPages(message: WorkerMessage | SavingMessage): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of open) page.postMessage(message);
}

/** Answers each message of one type from a page of this site; with nothing where that fails, so that no page waits for ever. */
export function answerMessage<T extends PageMessage['type']>(
  type: T,
  answer: (message: Extract<PageMessage, { type: T }>, event: ExtendableEvent) => Promise<unknown>,
): void {
  worker.addEventListener('message', (event: ExtendableMessageEvent) => {
    const message = event.data as PageMessage | null;
    if (message?.type !== type) return;
    const answered = answer(message as Extract<PageMessage, { type: T }>, event).catch((error) => {
      console.warn(`"${type}" could not be answered.`, error);
    });
    event.waitUntil(answered.then((reply) => event.ports[0]?.postMessage(reply)));
  });
}
