/**
 * The visitor's choice of light or dark; `auto` follows the system. Stands apart from the other state, because
 * the early script applies it before the app is here.
 */
export type Theme = 'auto' | 'light' | 'dark';

const storageKey = 'theme';
const listeners = new Set<() => void>();
let current: Theme = 'auto';

/** Reads the stored choice and puts it on `<html>`; without storage the system's choice holds. */
export function applyStoredTheme(): void {
  try {
    const stored = localStorage.getItem(storageKey);
    if (stored === 'light' || stored === 'dark') show(stored);
  } catch (error) {
    console.warn('The theme cannot be remembered here.', error);
  }
}

export function chooseTheme(theme: Theme): void {
  show(theme);
  for (const listener of listeners) listener();
  try {
    if (theme === 'auto') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
  } catch (error) {
    console.warn('The theme cannot be remembered here.', error);
  }
}

export function readTheme(): Theme {
  return current;
}

/** For `useSyncExternalStore`; returns how to stop listening. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(theme: Theme): void {
  current = theme;
  if (theme === 'auto') delete document.documentElement.dataset.bsTheme;
  else document.documentElement.dataset.bsTheme = theme;
}
