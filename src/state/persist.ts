import { proxy, subscribe } from 'valtio/vanilla';

/** Specified in product-spec.md ("Client state"). No page uses `auth` and `app`; other programs read the stored JSON. */
export const auth = proxy<{ isAuthenticated: boolean; user: unknown }>({
  isAuthenticated: false,
  user: false,
});
export const app = proxy<{ session: unknown }>({ session: null });

/** An empty payload (null, {}, a blank string) means signed out. */
export function setUser(payload: unknown): void {
  auth.isAuthenticated = !isEmpty(payload);
  auth.user = payload ?? false;
}

export function unsetUser(): void {
  setUser(false);
}

export function setSession(session: unknown): void {
  app.session = session ?? null;
}

/** The visitor does not want to install the app. */
export const install = proxy({ dismissed: false });

export function dismissInstall(): void {
  install.dismissed = true;
}

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

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}
