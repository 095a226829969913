import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';

import { openOffice } from './office-scene.ts';

test('every button of the office but those for passkeys submits a form, which needs no script', async () => {
  const { boss, stranger } = await openOffice();
  const { home, vacancies, vacancy, articles, article, newsletter, letter, people, log, access } =
    officePaths;
  const own = [home, vacancies, vacancy('new'), articles, article('new'), newsletter, letter('new')];
  const answers = [
    ...(await Promise.all([...own, people, log, access].map((path) => boss.get(path)))),
    await stranger.get(officePaths.signIn),
  ];
  const buttons = answers.flatMap(({ body }) => [
    ...new JSDOM(body).window.document.querySelectorAll('button'),
  ]);
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(buttons.length).toBeGreaterThan(20);
  const needScript = buttons.filter(({ form, type }) => form === null || type !== 'submit');
  expect(needScript.map(({ dataset }) => dataset.passkey).sort()).toEqual(['add', 'add', 'sign-in']);
  // Shown by the script.
  expect(needScript.every((button) => button.closest('[hidden]') !== null)).toBe(true);
});
