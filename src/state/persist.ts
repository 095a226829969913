import { subscribe } from 'valtio/vanilla';

import { app, auth, install, setSession, setUser } from './visitor.ts';

/** Restores the proxies and stores each change. Call it after hydration. */
export function restoreState(): void {
  const { user } = read('valtio_auth');
  if (user !== undefined) setUser(user);
  setSession(read('valtio_app').session);
  install.dismissed = read('valtio_install').dismissed === true;
  for (const [key, state] of Object.entries({ valtio_auth: auth, valtio_app: app, valtio_install: install }))
    subscribe(state, () => write(key, state), true);
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
