import './styles/site.scss';

import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { matchPage } from './lib/match-page.ts';
import { loadRoute } from './routes.tsx';

start().catch((error: unknown) => {
  console.warn('The app could not be started; the page works without it.', error);
});

async function start(): Promise<void> {
  // The page's code comes first, so that the first client render equals the server's html.
  await Promise.all([loadRoute(matchPage(location.pathname)), parsed(), styled()]);
  const root = document.getElementById('root') as HTMLElement;
  const data = JSON.parse(document.getElementById('server-data')?.textContent || '{}');
  // In a transition React hydrates in slices.
  startTransition(() => {
    hydrateRoot(root, <App data={data} />, { onRecoverableError: (error) => console.error(error) });
  });
}

async function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

/** The html brings the rules of its own page only. */
async function styled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('head > link[rel=stylesheet]');
  if (link === null || hasRules(link)) return;
  // On its way or failed, nothing tells which: a second link joins the first or asks anew.
  const again = link.cloneNode() as HTMLLinkElement;
  await new Promise((resolve) => {
    again.onload = again.onerror = resolve;
    document.head.append(again);
  });
  if (!hasRules(again)) throw new Error('The style sheet could not be loaded.');
}

/** A captive portal's page in its place has none; some engines throw where nothing came. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return !!sheet?.cssRules.length;
  } catch {
    return false;
  }
}
