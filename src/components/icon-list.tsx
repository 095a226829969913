import type { IconName } from '#src/content/icons.ts';

import { Fold } from './fold.tsx';
import { Icon } from './icon.tsx';

type IconListProps = {
  items: readonly { title: string; text: string }[];
  /** One per item, in the same order. */
  icons: readonly IconName[];
  cards?: boolean;
  /** Shows only the titles on phones. */
  folds?: boolean;
};

export function IconList({ items, icons, cards = false, folds = false }: IconListProps) {
  const rest = cards ? 'grid-4' : 'grid-2';
  const itemClass = cards ? 'card card-body icon-item' : 'icon-item';
  return (
    <ul className={`${items.length % 3 === 0 ? 'grid-3' : rest}${folds ? ' folds' : ''}`}>
      {items.map(({ title, text }, index) => {
        const head = (
          <>
            <Icon name={icons[index] ?? 'check'} large />
            <h3>{title}</h3>
          </>
        );
        const words = <p className="small text-body-secondary">{text}</p>;
        return (
          <li className={folds ? '' : itemClass} key={title}>
            {folds ? (
              <Fold summary={head}>{words}</Fold>
            ) : (
              <>
                {head}
                {words}
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
