import { iconPaths } from './icon-paths.ts';

export type IconName = keyof typeof iconPaths;

/** A line icon beside a text that says the same; hidden from screen readers. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
