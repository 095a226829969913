import { Component, type ReactNode } from 'react';

import * as ui from '#src/content/interface.ts';
import { pages } from '#src/paths.ts';

type Props = {
  children: ReactNode;
  /** Replaces children that failed. Default: a message with a reload button. */
  fallback?: ReactNode;
};

/** Catches errors of its children while rendering, in effects and when loading their code. */
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
      <section className="container vstack gap-3 align-items-start py-5" role="alert">
        <h1>{ui.notShown}</h1>
        <p>
          {ui.notShownHint} <a href={pages.home.path}>{ui.home}</a>.
        </p>
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          {ui.retry}
        </button>
      </section>
    );
  }
}
