import './styles/site.scss';

import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { noteStarted, takePressedButton } from './early-events.ts';
import { matchPage } from './lib/match-page.ts';
import { loadRoute } from './routes.tsx';
import { restoreState } from './state/persisted.ts';

async function start(): Promise<void> {
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

/** The page has its own rules; what the app may show besides needs the whole sheet. */
function styled(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (link === null || link.sheet !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error('The style sheet could not be had.')));
  });
}

function readServerData(): Record<string, unknown> {
  const text = document.getElementById('server-data')?.textContent;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

window.early.started = start().then(noteStarted);
