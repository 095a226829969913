import { Icon, type IconName } from './icon.tsx';

type IconListProps = {
  items: readonly { title: string; text: string }[];
  /** One for each item, in the same order. */
  icons: readonly IconName[];
  /** `features`: side by side on the page; a grid: in panels of their own. */
  layout: 'features' | 'grid-3' | 'grid-4';
};

export function IconList({ items, icons, layout }: IconListProps) {
  return (
    <ul className={layout}>
      {items.map(({ title, text }, index) => (
        <li className={layout === 'features' ? undefined : 'panel'} key={title}>
          <Icon name={icons[index] ?? 'check'} />
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}
