import './styles/site.scss';

import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { takePressedButton } from './early-events.ts';
import { matchPage } from './lib/match-page.ts';
import { loadRoute } from './routes.tsx';
import { restoreState } from './state/persisted.ts';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  // The page's chunk comes first, so that the first client render equals the server's html.
  await loadRoute(matchPage(location.pathname), location.search);
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

function readServerData(): Record<string, unknown> {
  const text = document.getElementById('server-data')?.textContent;
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

/** Rejects where the page's chunk could not be had: its html stands, reads and posts as before. */
export const started = start();
