import { describe, expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { openHiring, welder } from './hiring-scene.ts';
import { hiddenIn, shutVacancy } from './office-scene.ts';
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

  test('what the office says about closing and schedules is true', async () => {
    setClock('2026-11-27T09:00:00.000Z');
    const scene = await openHiring(await newStore());
    const { boss, textOf } = scene;
    const editing = hiddenIn(await boss.get(`${welder}/edit`));
    const closesAt = '2026-11-27';
    await boss.post(welder, { ...editing, name: 'Welder', type: 'full-time', source: 'Weld.', closesAt });
    await scene.applyAs('Ada');
    setClock('2026-11-28T09:00:00.000Z');
    expect([await textOf(welder), await textOf(`${welder}/close`)]).toEqual([
      expect.stringContaining('Answer the rest…'),
      expect.stringMatching(/^Answer the rest: Welder/),
    ]);
    const closed = await shutVacancy(scene, 'welder');
    expect(await scene.textOf(String(closed.headers.location))).toContain(
      'are accepted for another 24 hours after its last day',
    );
    expect(await textOf(`${await scene.pathOf('Ada')}/answer`)).toContain('Leave the status as it is');
    await boss.post(officePaths.article('new'), { type: 'press', title: 'Our stand', source: 'Text' });
    const timed = { version: '1', when: 'at', at: '2026-12-01T17:00' };
    await boss.post(officePaths.publish('our-stand'), timed);
    const off = await boss.post(`${officePaths.article('our-stand')}/unpublish`);
    const notice = await scene.textOf(String(off.headers.location));
    expect(notice).toContain('It is a draft now, and not on the site.');
    expect(notice).not.toContain('no longer');
  });
});
