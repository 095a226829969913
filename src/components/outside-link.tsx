import type { ReactNode } from 'react';

import { Icon } from './icon.tsx';

type OutsideLinkProps = { href: string; className?: string; children: ReactNode };

/** A link to another site, in a new tab. */
export function OutsideLink({ href, className, children }: OutsideLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
