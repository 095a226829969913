// @vitest-environment jsdom
import { act } from 'react';
import { expect, test } from 'vitest';

import { themes } from '#src/content/interface.ts';
import { ThemeSwitch } from '#src/layout/theme-switch.tsx';

import { mount, press } from './mount.tsx';

test('a page shows the colours chosen in another tab, or while it was in the back/forward cache', async () => {
  const place = await mount(<ThemeSwitch />);
  const { dataset } = document.documentElement;
  await press(place);
  expect([place.textContent, dataset.bsTheme, localStorage.theme]).toEqual([themes.light, 'light', 'light']);
  localStorage.theme = 'dark';
  await act(async () => dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect([place.textContent, dataset.bsTheme]).toEqual([themes.dark, 'dark']);
  localStorage.removeItem('theme');
  await act(async () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  expect([place.textContent, dataset.bsTheme]).toEqual([themes.auto, undefined]);
});
