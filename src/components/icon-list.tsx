import type { IconName } from '#src/content/icons.ts';

import { Icon } from './icon.tsx';

type IconListProps = {
  items: readonly { title: string; text: string }[];
  /** One per item, in the same order. */
  icons: readonly IconName[];
  cards?: boolean;
};

export function IconList({ items, icons, cards = false }: IconListProps) {
  const rest = cards ? 'grid-4' : 'grid-2';
  return (
    <ul className={items.length % 3 === 0 ? 'grid-3' : rest}>
      {items.map(({ title, text }, index) => (
        <li className={cards ? 'card card-body icon-item' : 'icon-item'} key={title}>
          <Icon name={icons[index] ?? 'check'} large />
          <h3>{title}</h3>
          <p className="text-body-secondary">{text}</p>
        </li>
      ))}
    </ul>
  );
}
