import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

import * as ui from '#src/content/interface.ts';

import { Icon } from './icon.tsx';

type SiteLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { href: string };

export function SiteLink(props: SiteLinkProps) {
  const [current] = useLocation();
  const isCurrent = props.href.split(/[?#]/)[0] === current;
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}

type OutsideLinkProps = { href: string; className?: string; children: ReactNode };

export function OutsideLink({ href, className, children }: OutsideLinkProps) {
  return (
    <a className={className} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <Icon name="external" />
      <span className="visually-hidden">{ui.newTab}</span>
    </a>
  );
}
