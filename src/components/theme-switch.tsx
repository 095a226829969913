import { useSyncExternalStore } from 'react';

import { Icon } from './icon.tsx';
import { chooseTheme, onThemeChange, readTheme, type Theme } from './theme.ts';

const steps = {
  auto: { next: 'light', icon: 'contrast', label: 'Colours: as the system. Change to light' },
  light: { next: 'dark', icon: 'sun', label: 'Colours: light. Change to dark' },
  dark: { next: 'auto', icon: 'moon', label: 'Colours: dark. Change to the system’s' },
} as const satisfies Record<Theme, { next: Theme; icon: string; label: string }>;

/** Goes round system, light, dark. The server and the first render know no choice, so they show `auto`. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore(onThemeChange, readTheme, () => 'auto' as const);
  const { next, icon, label } = steps[theme];
  return (
    <button
      type="button"
      className="tool-button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(next)}
    >
      <Icon name={icon} />
    </button>
  );
}
