// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, test, vi } from 'vitest';

import { type SavingEnd, saveArticles } from '#src/pages/saved/article-saver.ts';
import type { OnThisPhone } from '#src/pages/saved/on-this-phone.ts';
import { SaveArticles } from '#src/pages/saved/save-articles.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.mock('#src/worker-bridge/saving-articles.ts', () => ({ workerInCharge: () => ({}) }));
vi.mock('#src/pages/saved/article-saver.ts', () => ({
  costOfArticles: async () => 1_000,
  saveArticles: vi.fn(),
}));
vi.mock('#src/pages/saved/kept-answers.ts', () => ({
  readAnswers: async () => ({ lists: [], articles: [{ path: '/a', title: 'A' }] }),
}));

const phone: OnThisPhone = {
  worker: 'here',
  pages: [],
  answers: undefined,
  space: undefined,
  traffic: undefined,
  bytesOfPage: 0,
  counts: [],
  followed: [],
  halfTyped: [],
};
const onChange = vi.fn();
let running: { isWanted: () => boolean; report: () => Promise<unknown>; end: (end: SavingEnd) => void };

beforeEach(() => {
  onChange.mockReset();
  vi.mocked(saveArticles).mockImplementation((_, isWanted, report) => {
    const { promise, resolve } = Promise.withResolvers<SavingEnd>();
    running = { isWanted, report, end: resolve };
    return promise;
  });
});

/** The page as it is opened; `leave` follows a link to another one. */
async function open() {
  const box = document.createElement('div');
  const root = createRoot(box);
  await act(async () => root.render(<SaveArticles phone={phone} onChange={onChange} />));
  const press = (label: string) =>
    act(async () => {
      const all = [...box.querySelectorAll('button')];
      all.find(({ textContent }) => textContent.startsWith(label))?.click();
    });
  const said = () => box.querySelector('[role=status]')?.textContent;
  return { press, said, leave: () => act(() => root.unmount()) };
}

test('saving goes on while another page is looked at, and the page tells of it when it is opened again', async () => {
  const first = await open();
  await first.press('Save all articles');
  await first.leave();
  expect(running.isWanted()).toBe(true);
  await running.report();
  const second = await open();
  expect(second.said()).toMatch(/^Saving: 1 article so far\./);
  onChange.mockReset();
  await act(async () => running.end('done'));
  expect(second.said()).toBe('1 article can be read without a connection.');
  expect(onChange, 'what is here is read anew').toHaveBeenCalledOnce();
  await second.leave();
});

test('"Stop" ends it, and does not say that nothing more comes', async () => {
  const page = await open();
  await page.press('Save all articles');
  await page.press('Stop');
  expect(running.isWanted()).toBe(false);
  expect(page.said()).toMatch(/^Stopped, but for what is on its way\./);
  await page.leave();
});
