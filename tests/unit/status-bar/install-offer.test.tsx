// @vitest-environment jsdom

import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { mount, press } from '../components/mount.tsx';

class Observer {
  observe() {}
  disconnect() {}
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each(['before', 'after'])(
  '"Install app" appears if the browser offers it %s the app loads, opens its prompt, and then disappears',
  async (time) => {
    vi.resetModules();
    // Silence the warning that there is no worker.
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    for (const name of ['PerformanceObserver', 'ResizeObserver']) vi.stubGlobal(name, Observer);
    const prompt = vi.fn(async () => undefined);
    const userChoice = Promise.resolve({ outcome: 'dismissed' });
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt,
      userChoice,
    });
    await import('#src/early.ts');
    const { StatusBar } = await import('#src/status-bar/status-bar.tsx');
    if (time === 'before') dispatchEvent(offer);
    const place = await mount(<StatusBar />);
    if (time === 'after') await act(async () => dispatchEvent(offer));
    const shown = () => place.querySelector('aside button')?.textContent;
    expect([shown(), prompt.mock.calls.length]).toEqual(['Install app', 0]);
    await press(place, 'aside button');
    expect([shown(), prompt.mock.calls.length]).toEqual([undefined, 1]);
    Reflect.deleteProperty(window, 'installPrompt');
  },
);
