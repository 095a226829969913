import type { WaitReason } from './entry.ts';

/** What became of a request that the visitor just sent; each one needs other words. */
export type Outcome =
  /** The server has it. `message` is what it said; may be empty. */
  | { type: 'sent'; message: string }
  /** It waits in the outbox: nothing answered (`offline`), or the service could not take it yet (`service`). */
  | { type: 'waiting'; because: WaitReason }
  /** The server answered with an error and nothing waits. `message` is translated, for the visitor. */
  | { type: 'refused'; message: string }
  /** Nothing answered, and this browser does not let us keep anything: only the open form still has it. */
  | { type: 'not-kept'; message: string };
