/**
 * The visitor's choice of light or dark; `auto` follows the system. Stands apart from the other state, because
 * the inline script applies it before the first paint.
 */
export type Theme = 'auto' | 'light' | 'dark';

export const themeKey = 'theme';
const listeners = new Set<() => void>();

export function chooseTheme(theme: Theme): void {
  show(theme);
  for (const listener of listeners) listener();
  try {
    if (theme === 'auto') localStorage.removeItem(themeKey);
    else localStorage.setItem(themeKey, theme);
  } catch (error) {
    console.warn('The theme cannot be remembered here.', error);
  }
}

export function readTheme(): Theme {
  return (document.documentElement.dataset.bsTheme ?? 'auto') as Theme;
}

/** For `useSyncExternalStore`; returns how to stop listening. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.bsTheme;
  else document.documentElement.dataset.bsTheme = theme;
}
