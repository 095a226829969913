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

test('whoever installs the app is offered it again once it is gone', async () => {
  startServer();
  await openSite(pages.privacy.path);
  await until(() => expect(document.querySelector('.status-bar')).not.toBeNull());
  const offered = (count: number) => until(() => expect(all('button', 'Install app')).toHaveLength(count));
  for (const [event, count] of [
    ['beforeinstallprompt', 1],
    ['appinstalled', 0],
    ['beforeinstallprompt', 1],
  ] as const) {
    await settle();
    dispatchEvent(new Event(event, { cancelable: true }));
    await offered(count);
  }
  expect(localStorage.valtio_install).toBeUndefined();
});
