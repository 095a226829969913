import type { ReactNode } from 'react';

import { ErrorBoundary } from './components/error-boundary.tsx';
import { Footer } from './components/footer.tsx';
import { Header } from './components/header.tsx';
import { PrefetchContext } from './components/site-link.tsx';
import { StatusSlot } from './status/status-slot.tsx';

type LayoutProps = { children: ReactNode; prefetch: (href: string) => void };

export function Layout({ children, prefetch }: LayoutProps) {
  return (
    <PrefetchContext value={prefetch}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <ErrorBoundary fallback={null}>
        <StatusSlot />
      </ErrorBoundary>
    </PrefetchContext>
  );
}
