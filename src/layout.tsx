import type { ReactNode } from 'react';

import { ErrorBoundary } from './components/error-boundary.tsx';
import { Footer } from './components/footer.tsx';
import { Header } from './components/header.tsx';
import { StatusSlot } from './status/status-slot.tsx';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="visually-hidden-focusable btn btn-primary position-absolute z-3" href="#main">
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
    </>
  );
}
