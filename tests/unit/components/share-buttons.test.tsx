// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';

import { ShareButtons } from '#src/components/share-buttons.tsx';

import { mount, press } from './mount.tsx';

const copied: string[] = [];

afterEach(() => {
  copied.length = 0;
});

/** Presses "Share" in a browser with this share menu and clipboard; returns the page's message. */
async function pressShare(share: unknown, writeText: (text: string) => Promise<void>): Promise<string> {
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  const place = await mount(<ShareButtons title="A story" path="/media-room/a" />);
  await press(place);
  return place.querySelector('[role=status]')?.textContent ?? '';
}

const copy = async (text: string) => void copied.push(text);
const failWith = (name: string) => async () => {
  throw new DOMException('No', name);
};

test('the title and address are passed to the share menu, without a message', async () => {
  const share = vi.fn(async () => undefined);
  expect(await pressShare(share, copy)).toBe('');
  expect(share).toHaveBeenCalledWith({ title: 'A story', text: 'A story', url: `${origin}/media-room/a` });
  expect(await pressShare(failWith('AbortError'), copy)).toBe('');
  expect(copied).toEqual([]);
});

test.each([
  ['fails', failWith('InvalidStateError')],
  ['is missing', undefined],
])('if the menu %s the address is copied or shown', async (_, share) => {
  expect(await pressShare(share, copy)).toBe('Copied to the clipboard.');
  expect(copied).toEqual([`${origin}/media-room/a`]);
  expect(await pressShare(share, failWith('NotAllowedError'))).toContain(`${origin}/media-room/a`);
});
