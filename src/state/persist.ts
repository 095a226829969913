import { subscribe } from 'valtio/vanilla';

import { app, auth, install, lastVisit, type Shown, setSession, setUser, visitMs } from './visitor.ts';

/** Restores the proxies and stores each change. Call it after hydration. */
export function restoreState(): void {
  const { user } = read('valtio_auth');
  if (user !== undefined) setUser(user);
  setSession(read('valtio_app').session);
  beginVisit();
  install.dismissed = read('valtio_install').dismissed === true;
  for (const [key, state] of Object.entries({ valtio_auth: auth, valtio_app: app, valtio_install: install }))
    subscribe(state, () => write(key, state), true);
}

let visitBegan = 0;

/** What was shown by now is not new on this visit. */
function beginVisit(): void {
  visitBegan = Date.now();
  lastVisit.shown = shownIn(read('valtio_app').session);
}

/** Begins another visit if the last one began long ago. An installed app may stay open for days. */
export function renewVisit(): void {
  if (lastVisit.shown !== null && Date.now() - visitBegan >= visitMs) beginVisit();
}

/** Records that a list was shown up to this date. Reads the storage, because another tab may have shown newer items. */
export function recordShown(list: keyof Shown, newest: string): void {
  const shown = shownIn(read('valtio_app').session);
  if (newest > (shown[list] ?? '')) setSession({ ...shown, [list]: newest });
}

function shownIn(session: unknown): Shown {
  return typeof session === 'object' ? { ...session } : {};
}

function read(key: string): Record<string, unknown> {
  try {
    return { ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch (error) {
    console.warn(`Stored state ${key} cannot be read; using the defaults.`, error);
    return {};
  }
}

function write(key: string, state: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch (error) {
    console.warn(`State ${key} cannot be stored; it is lost when this tab is closed.`, error);
  }
}
