import { type ReactNode, Suspense } from 'react';

import { ErrorBoundary } from './error-boundary.tsx';
import { NotLoaded } from './not-loaded.tsx';

type LaterProps = {
  children: ReactNode;
  /** Stands for them until their code has loaded, and if it cannot be loaded. */
  fallback?: ReactNode;
};

/** Parts of a page whose code loads after it. */
export function Later({ children, fallback }: LaterProps) {
  return (
    <ErrorBoundary
      fallback={
        <>
          {fallback}
          <NotLoaded />
        </>
      }
    >
      <Suspense fallback={fallback}>{children}</Suspense>
    </ErrorBoundary>
  );
}
