import { useState, useSyncExternalStore } from 'react';

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
  const initial = useSyncExternalStore<Theme>(neverChanges, readTheme, () => 'auto');
  const [chosen, setChosen] = useState<Theme>();
  const theme = chosen ?? initial;
  const { next, icon } = themes[theme];
  const label = ui.themes[theme];
  const choose = () => {
    applyTheme(next);
    setChosen(next);
  };
  return (
    <button type="button" className="theme-switch needs-script" title={label} onClick={choose}>
      <Icon name={icon} />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}

const neverChanges = () => () => undefined;

function readTheme(): Theme {
  const theme = document.documentElement.dataset.bsTheme;
  return theme === 'light' || theme === 'dark' ? theme : 'auto';
}

function applyTheme(theme: Theme): void {
  try {
    if (theme === 'auto') {
      delete document.documentElement.dataset.bsTheme;
      localStorage.removeItem('theme');
    } else {
      document.documentElement.dataset.bsTheme = theme;
      localStorage.setItem('theme', theme);
    }
  } catch (error) {
    console.warn('The theme could not be stored.', error);
  }
}
