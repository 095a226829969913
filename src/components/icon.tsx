import { type IconName, iconPaths } from '#src/content/icons.ts';

/** Decorative, hidden from screen readers. */
export function Icon({ name, large = false }: { name: IconName; large?: boolean }) {
  return (
    <svg className={large ? 'icon icon-lg' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
