/** What the worker tells the pages about a connect read. `call` is relative to the API's base, such as `/job-list`. */
export type WorkerMessage =
  /** The network brought something new; the worker's copy has it already. */
  | { type: 'connect-updated'; call: string }
  /** The network answered, and the copy is as good as new. */
  | { type: 'connect-checked'; call: string }
  /** The copy could not be refreshed. `answered` false: nothing answered at all. */
  | { type: 'connect-failed'; call: string; answered: boolean };

/** How far the worker is with keeping the site, and what that costs over the wire. */
export type SavingMessage = { type: 'saving'; percent: number; bytes: number };

/** What a page asks the worker. */
export type PageMessage =
  | { type: 'SKIP_WAITING' }
  /**
   * Keep these addresses that a page needs. `site`: every page as well. `articles`: also what shows articles, and these
   * addresses even where they are kept. The answer is a `Kept`.
   */
  | { type: 'keep'; urls: string[]; site: boolean; articles?: true }
  /** What keeping the rest of the site, or with `articles` all that shows them, would cost over the wire. The answer is in bytes. */
  | { type: 'price'; articles?: true }
  /** Everything is about to be deleted: keep nothing of what is under way. The answer comes when that is so. */
  | { type: 'forget' }
  /** So many bytes came over the network, as the page sees it. The answer is a `TrafficTold` with these in it. */
  | { type: 'took'; bytes: number }
  /** Whether this script of a page belongs to the version of the worker that is asked. The answer names the version, or is undefined. */
  | { type: 'knows'; script: string };

/** What can be read without a connection from now on. */
export type Kept = 'site' | 'page' | 'nothing';

/** In bytes. */
export type TrafficTold = { visit: number; month: number };

/** Where the page notes for the worker's installation that the visitor saves data: the worker is not told by every browser. */
export const saveDataMark = { cacheName: 'wishes', url: '/save-data' } as const;

/** And that pictures are wanted on a press alone: the worker then answers for them until one is asked for by name. */
export const onPressMark = { cacheName: 'wishes', url: '/pictures-on-press' } as const;

/** At the end of a picture's address it says that the visitor pressed for it. No server sees it. */
export const pressedMark = '#pressed';

/** Of what the worker shows in the place of a picture; no photo has it. */
export const plateSize = { width: 800, height: 501 } as const;

/** What pages and worker keep, by the names that the page of what is saved looks for. */
export const kept = {
  connect: 'connect',
  images: 'images',
  precache: 'precache',
  traffic: 'hcs-traffic',
} as const;

export function isSavingMessage(value: unknown): value is SavingMessage {
  return typeof value === 'object' && value !== null && 'percent' in value;
}

/** Milliseconds since the epoch, set by the worker on every connect answer it keeps. */
export const savedAtHeader = 'X-Saved-At';

export function isWorkerMessage(value: unknown): value is WorkerMessage {
  return typeof value === 'object' && value !== null && 'call' in value;
}

/** Background Sync's name for the outbox. */
export const outboxSyncTag = 'outbox';
