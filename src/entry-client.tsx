import './styles/site.scss';

import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { noteStarted, takePressedButton } from './early-events.ts';
import { matchPage } from './lib/match-page.ts';
import { loadRoute } from './routes.tsx';
import { restoreState } from './state/persist.ts';

async function start(): Promise<void> {
  await parsed();
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // The page's chunk comes first, so that the first client render equals the server's html.
  await Promise.all([loadRoute(matchPage(location.pathname), location.search), styled()]);
  const data = readServerData();
  const clickAgain = takePressedButton();
  const onReady = () => {
    restoreState();
    // Not inside React's own work, where it could not hydrate what is pressed.
    setTimeout(clickAgain);
  };
  startTransition(() => {
    hydrateRoot(root, <App data={data} onReady={onReady} />, {
      onRecoverableError: (error) => console.error(error),
    });
  });
}

/** The first paint waits for the beginning of the html only; what is hydrated has to be whole. */
async function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
}

/** The page has its own rules; what the app may show besides needs the whole sheet. */
async function styled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][href^="/assets/"]');
  if (link === null || hasRules(link)) return;
  // On its way or failed: nothing tells which. The same link once more joins the first, or asks anew, and tells.
  const again = link.cloneNode() as HTMLLinkElement;
  await new Promise((resolve) => {
    again.onload = again.onerror = resolve;
    document.head.append(again);
  });
  if (!hasRules(again)) throw new Error('The style sheet could not be had.');
}

/** A gateway's page in the place of the sheet has none; some engines throw where nothing came. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return !!sheet?.cssRules.length;
  } catch {
    return false;
  }
}

function readServerData(): Record<string, unknown> {
  const text = document.getElementById('server-data')?.textContent;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

window.early.started = start().then(noteStarted);
