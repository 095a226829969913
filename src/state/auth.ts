import { proxy } from 'valtio/vanilla';

export type AuthState = { isAuthenticated: boolean; user: unknown };

export const auth = proxy<AuthState>({ isAuthenticated: false, user: false });

/** An empty payload (null, {}, a blank string) counts as nobody. */
export function setUser(payload: unknown): void {
  auth.isAuthenticated = !isEmpty(payload);
  auth.user = payload ?? false;
}

export function unsetUser(): void {
  auth.isAuthenticated = false;
  auth.user = false;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}
