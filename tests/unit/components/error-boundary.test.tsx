// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';

import { ErrorBoundary } from '#src/components/error-boundary.tsx';

function Broken(): never {
  throw new Error('No code.');
}

test('a page that could not be shown says so, and is loaded again when the visitor presses "Try again"', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const reload = vi.fn();
  vi.stubGlobal('location', { href: location.href, reload });
  onTestFinished(() => void vi.unstubAllGlobals());
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place, { onCaughtError: () => undefined });
  await act(async () =>
    root.render(
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>,
    ),
  );
  expect(place.querySelector('[role=alert]')?.textContent).toContain('could not be shown');
  expect(reload).not.toHaveBeenCalled();
  await act(async () => place.querySelector('button')?.click());
  expect(reload).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
  place.remove();
});
