import { proxy, subscribe } from 'valtio/vanilla';

import { savesData } from '#src/lib/saves-data.ts';

const keys = { auth: 'valtio_auth', app: 'valtio_app', install: 'valtio_install' } as const;

export const auth = proxy<{ isAuthenticated: boolean; user: unknown }>({
  isAuthenticated: false,
  user: false,
});

/** An empty payload (null, {}, a blank string) counts as nobody. */
export function setUser(payload: unknown): void {
  auth.isAuthenticated = !isEmpty(payload);
  auth.user = payload ?? false;
}

export function unsetUser(): void {
  auth.isAuthenticated = false;
  auth.user = false;
}

/** Without `picturesOnPress` the visitor has said neither, and saving data decides. */
export const app = proxy<{ session: unknown; picturesOnPress?: boolean }>({ session: null });

/** Whether photos are shown only when they are pressed; not before the first render, which equals the server's. */
export const pictures = proxy({ onPress: false });

export function showPicturesOnPress(onPress: boolean): void {
  app.picturesOnPress = onPress;
  pictures.onPress = onPress;
}

export function setSession(session: unknown): void {
  app.session = session ?? null;
}

/** Whether the visitor was asked about installing and said no. */
export const install = proxy({ dismissed: false });

export function dismissInstall(): void {
  install.dismissed = true;
}

/** The visitor deletes all that is kept: what is in memory goes too, before the storage that it would be written to. */
export function forgetState(): void {
  unsetUser();
  setSession(null);
  delete app.picturesOnPress;
  pictures.onPress = savesData();
}

/**
 * Brings the stored proxies back and writes them on each action from then on. Call it after hydration: earlier,
 * the first render would differ from the server's html. Without storage the defaults stay.
 */
export function restoreState(): void {
  const storedAuth = read(keys.auth);
  if (storedAuth !== undefined && 'user' in storedAuth) setUser(storedAuth.user);
  const storedApp = read(keys.app);
  if (storedApp !== undefined && 'session' in storedApp) setSession(storedApp.session);
  readPicturesWish();
  if (read(keys.install)?.dismissed === true) dismissInstall();
  subscribe(auth, () => write(keys.auth, auth), true);
  subscribe(app, () => write(keys.app, app), true);
  subscribe(install, () => write(keys.install, install), true);
}

/** As it is stored now, perhaps by another tab; `unasked`: what holds where the visitor has told none. */
export function readPicturesWish(unasked = savesData()): void {
  const wish = read(keys.app)?.picturesOnPress;
  if (typeof wish === 'boolean') app.picturesOnPress = wish;
  pictures.onPress = app.picturesOnPress ?? unasked;
}

function read(key: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch (error) {
    console.warn(`Stored state ${key} cannot be read; the defaults are used.`, error);
    return undefined;
  }
}

function write(key: string, state: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(state));
  } catch (error) {
    console.warn(`State ${key} cannot be stored; it lasts until this tab is closed.`, error);
  }
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}
