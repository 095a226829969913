// @vitest-environment jsdom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { pages } from '#src/paths.ts';

import { all, press, settle, until } from './person.ts';
import { openSite, prepareBrowser, startServer } from './site.tsx';

beforeEach(prepareBrowser);

test.each(['before', 'after'])(
  '"Install app" appears if the browser offers it %s the app loads, opens its prompt, and then disappears',
  async (time) => {
    startServer();
    onTestFinished(() => void Reflect.deleteProperty(window, 'installPrompt'));
    const prompt = vi.fn(async () => undefined);
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      ...{ prompt, userChoice: Promise.resolve({ outcome: 'dismissed' }) },
    });
    await import('#src/early.ts');
    if (time === 'before') dispatchEvent(offer);
    await openSite(pages.privacy.path);
    await until(() => expect(document.querySelector('.status-bar')).not.toBeNull());
    await settle();
    if (time === 'after') dispatchEvent(offer);
    await until(() => expect(all('button', 'Install app')).toHaveLength(1));
    expect(prompt).not.toHaveBeenCalled();
    await press('button', 'Install app');
    await until(() => expect([all('button', 'Install app'), prompt.mock.calls.length]).toEqual([[], 1]));
  },
);
