import { proxy } from 'valtio/vanilla';

/** Required for other programs, which read the stored JSON. No page uses it. */
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

/** `dismissed`: the visitor has declined to install the app. */
export const install = proxy({ dismissed: false });

export function dismissInstall(): void {
  install.dismissed = true;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return !value || (typeof value === 'object' && Object.keys(value).length === 0);
}
