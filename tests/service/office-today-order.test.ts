import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { openHiring } from './hiring-scene.ts';
import { asker, moveClock, setClock, stores } from './store.ts';

const home = officePaths.home;

describe.each(stores)('on $name', ({ newStore }) => {
  test('on Today, whoever waits longest beyond our promise comes first, with minutes', async () => {
    setClock('2026-11-26T08:00:00.000Z');
    const scene = await openHiring(await newStore());
    await scene.post('enquiry', asker);
    moveClock(5 * 60_000);
    await scene.applyAs('Ada');
    const words =
      '1 new enquiry. It arrived 5 minutes ago; we promise a reply within one working day. Read the first';
    expect(await scene.textOf(home)).toMatch(new RegExp(`attention ${words} ?1 new application\\.`));
  });
});
