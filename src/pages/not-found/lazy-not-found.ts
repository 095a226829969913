import { lazy } from 'react';

/** For pages with data, which rarely need it: what they look for may be gone. */
export const LazyNotFound = lazy(() =>
  import('./not-found.tsx').then((module) => ({ default: module.NotFound })),
);
