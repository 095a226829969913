/** One way to hold a browser, whatever its engine. */

export type Role =
  | 'alert'
  | 'button'
  | 'contentinfo'
  | 'dialog'
  | 'heading'
  | 'link'
  | 'main'
  | 'status'
  | 'textbox';

/** `name`: the whole accessible name, or its beginning and `*`. The first visible element that fits is meant. */
export type Target = { role: Role; name?: string | undefined; within?: Role | undefined };

/** What a visitor can tell about an element. */
export type Seen = { text: string; value: string; expanded: string | null; focused: boolean };

export type Key = 'Enter' | 'Escape' | 'Tab';

/** A tab as its engine gives it; `visitor.ts` makes it patient. */
export type Tab = {
  goto: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  back: () => Promise<void>;
  forward: () => Promise<void>;
  /** Runs a function in the page; it must stand by itself. */
  run: <A extends unknown[], T>(inPage: (...args: A) => T | Promise<T>, ...args: A) => Promise<T>;
  /** A press in the middle of the element, as a pointer does it. Throws where it is not there or covered. */
  click: (target: Target) => Promise<void>;
  /** Keystrokes into the element. */
  type: (target: Target, text: string) => Promise<void>;
  press: (key: Key) => Promise<void>;
  /** What the page has written as an error or thrown so far, where the engine tells. */
  problems: () => string[];
};

export type Browser = AsyncDisposable & {
  /** A tab of somebody who was never here; the one before is gone with all it kept. */
  newcomer: () => Promise<Tab>;
  /** A tab of the profile on disk. */
  owner: () => Promise<Tab>;
  /** Kills the browser, as a dead battery does, and starts it again. */
  restart: () => Promise<void>;
};

/** What a journey may need and the build of an engine may lack. */
export type Need = 'a profile on disk';

export type Engine = {
  name: string;
  /** Debian's packages. */
  packages: string[];
  isInstalled: () => boolean;
  lacks: Partial<Record<Need, string>>;
  /** `withoutStorage`: for a visitor who lets sites keep nothing. */
  start: (options?: { withoutStorage?: boolean }) => Promise<Browser>;
};

/** A busy machine takes its time; each wait ends as soon as the thing is there. */
export const patience = 45_000;
