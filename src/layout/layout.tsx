import { lazy, type MouseEvent, type ReactNode, useEffect, useState } from 'react';

import { Later } from '#src/components/later.tsx';
import * as ui from '#src/content/interface.ts';

import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

const StatusBar = lazy(() =>
  import('#src/status-bar/status-bar.tsx').then(({ StatusBar: component }) => ({ default: component })),
);

const contentId = 'main';

export function Layout({ children }: { children: ReactNode }) {
  return (
    <>
      <a
        className="visually-hidden-focusable btn btn-primary position-absolute z-3"
        href={`#${contentId}`}
        onClick={skipToContent}
      >
        {ui.skip}
      </a>
      <Header />
      <main id={contentId} tabIndex={-1}>
        {children}
      </main>
      <Footer />
      <Later>
        <AfterLoad>
          <StatusBar />
        </AfterLoad>
      </Later>
    </>
  );
}

/** Must not change the hash: on `/application` it contains the secret. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById(contentId)?.focus();
}

/** Renders its children after `load`, so that they do not delay the first view. */
function AfterLoad({ children }: { children: ReactNode }) {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    const show = () => setIsLoaded(true);
    if (document.readyState === 'complete') show();
    else addEventListener('load', show, { once: true });
    return () => removeEventListener('load', show);
  }, []);
  return isLoaded && children;
}
