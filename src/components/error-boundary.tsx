import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode };

/** Keeps header and footer when a page fails, and says what a visitor can do. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <section className="container page-error" role="alert">
        <h1>This page could not be shown</h1>
        <p>Load it again; if that does not help, every other page is in the menu above.</p>
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          Load again
        </button>
      </section>
    );
  }
}
