import { Component, type ReactNode } from 'react';

import { pages } from '#src/paths.ts';

type Props = {
  children: ReactNode;
  /** What stands in the place of children that failed; without it, what a visitor can do. */
  fallback?: ReactNode;
};

/** Nothing stands here that could be lost; where the code left with an older version, the worker has the page of the new one. */
function loadAgain(): void {
  if (navigator.serviceWorker?.controller) location.reload();
  else location.reload();
}

/** Keeps what is around it when its children throw, in an effect too, and says what a visitor can do. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, fallback } = this.props;
    if (!this.state.failed) return children;
    if (fallback !== undefined) return fallback;
    return (
      <section className="container page-error" role="alert">
        <h1>This page could not be shown</h1>
        <p>
          Load it again; if that does not help, begin at <a href={pages.home.path}>Home</a>.
        </p>
        <button type="button" className="btn btn-primary" onClick={loadAgain}>
          Load again
        </button>
      </section>
    );
  }
}
