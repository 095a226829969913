import { useSyncExternalStore } from 'react';

import { Icon } from '#src/components/icon.tsx';
import * as ui from '#src/content/interface.ts';

const themes = {
  auto: { next: 'light', icon: 'contrast' },
  light: { next: 'dark', icon: 'sun' },
  dark: { next: 'auto', icon: 'moon' },
} as const;

type Theme = keyof typeof themes;

/** Cycles through system, light and dark. `early.ts` applies the stored choice before the first paint. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(followTheme, shownTheme, () => 'auto');
  const { next, icon } = themes[theme];
  const label = ui.themes[theme];
  return (
    <button
      type="button"
      className="theme-switch needs-script"
      title={label}
      onClick={() => chooseTheme(next)}
    >
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}

const listeners = new Set<() => void>();

/** Follows choices in other tabs, and those that a page in the back/forward cache has missed. */
function followTheme(notify: () => void): () => void {
  const end = new AbortController();
  const follow = () => {
    showTheme(storedTheme());
    notify();
  };
  addEventListener('storage', ({ key }) => key === 'theme' && follow(), end);
  addEventListener('pageshow', ({ persisted }) => persisted && follow(), end);
  listeners.add(notify);
  return () => {
    end.abort();
    listeners.delete(notify);
  };
}

const asTheme = (value: unknown): Theme => (value === 'light' || value === 'dark' ? value : 'auto');
const shownTheme = () => asTheme(document.documentElement.dataset.bsTheme);

function storedTheme(): Theme {
  try {
    return asTheme(localStorage.getItem('theme'));
  } catch {
    return shownTheme();
  }
}

function showTheme(theme: Theme): void {
  if (theme === 'auto') delete document.documentElement.dataset.bsTheme;
  else document.documentElement.dataset.bsTheme = theme;
}

function chooseTheme(theme: Theme): void {
  showTheme(theme);
  for (const notify of listeners) notify();
  try {
    if (theme === 'auto') localStorage.removeItem('theme');
    else localStorage.setItem('theme', theme);
  } catch (error) {
    console.warn('The theme could not be stored.', error);
  }
}
