import { proxy } from 'valtio/vanilla';

export type AppState = { session: unknown };

export const app = proxy<AppState>({ session: null });

export function setSession(session: unknown): void {
  app.session = session ?? null;
}
