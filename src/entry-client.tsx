import './styles/site.scss';

import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { matchPage } from './lib/match-page.ts';
import { loadRoute } from './routes.tsx';

start().catch((error: unknown) => {
  console.warn('The app could not start; the page works without it.', error);
});

async function start(): Promise<void> {
  // Load the page's code first, so that the first render matches the server's HTML.
  const { pathname, search } = location;
  await Promise.all([loadRoute(matchPage(pathname), search), documentParsed(), stylesLoaded()]);
  // Its text is on its way: the app would keep it as a draft.
  if (window.isSubmitted) return;
  const root = document.getElementById('root') as HTMLElement;
  const data = JSON.parse(document.getElementById('server-data')?.textContent || '{}');
  // In a transition, React hydrates in time slices.
  startTransition(() => {
    hydrateRoot(root, <App data={data} />, { onRecoverableError: (error) => console.error(error) });
  });
}

async function documentParsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

/** Waits for the style sheet; the HTML contains only the page's critical CSS. */
async function stylesLoaded(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('head > link[rel=stylesheet]');
  if (link === null || hasRules(link)) return;
  // The link may be loading or may have failed. A copy shares its request or starts a new one.
  const again = link.cloneNode() as HTMLLinkElement;
  await new Promise((resolve) => {
    again.onload = again.onerror = resolve;
    document.head.append(again);
  });
  if (!hasRules(again)) throw new Error('The style sheet could not be loaded.');
}

/** False for a captive portal's page. Some browsers throw if loading failed. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return !!sheet?.cssRules.length;
  } catch {
    return false;
  }
}
