import type { ReactNode } from 'react';

import { PrefetchContext } from './site-link.tsx';

type LayoutProps = { children: ReactNode; prefetch: (pathname: string) => void };

export function Layout({ children, prefetch }: LayoutProps) {
  return (
    <PrefetchContext value={prefetch}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </PrefetchContext>
  );
}
