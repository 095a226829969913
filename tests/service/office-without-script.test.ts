import { expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';

import { documentOf } from './document-of.ts';
import { applied, openOffice } from './office-scene.ts';

test('every office button except those for passkeys and formatting submits a form and needs no script', async () => {
  const scene = await openOffice();
  const { home, vacancies, vacancy, articles, article, newsletters, newsletter, people, log, access } =
    officePaths;
  const { path } = await applied(scene);
  const own = [
    home,
    path,
    `${path}/answer`,
    vacancies,
    vacancy('new'),
    articles,
    article('new'),
    newsletters,
  ];
  const answers = [
    ...(await Promise.all(
      [...own, newsletter('new'), people, log, access].map((url) => scene.boss.get(url)),
    )),
    await scene.stranger.get(officePaths.signIn),
  ];
  const buttons = answers.flatMap(({ body }) => [...documentOf(body).querySelectorAll('button')]);
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  expect(buttons.length).toBeGreaterThan(20);
  const menus = buttons.filter((button) => button.hasAttribute('popovertarget'));
  const needScript = buttons.filter(
    (button) => !menus.includes(button) && (button.form === null || button.type !== 'submit'),
  );
  const passkeys = needScript.flatMap(({ dataset }) => dataset.passkey ?? []);
  expect(passkeys.sort()).toEqual(['add', 'add', 'sign-in']);
  expect(needScript.filter(({ dataset }) => !dataset.passkey && !dataset.mark)).toEqual([]);
  const pickers = answers.flatMap(({ body }) => [...documentOf(body).querySelectorAll('input[type=file]')]);
  const encodings = new Set(pickers.map((one) => one.closest('form')?.enctype));
  expect(encodings).toEqual(new Set(['multipart/form-data']));
  expect(pickers.filter((one) => one.closest('[hidden]') || one.matches(':disabled'))).toEqual([]);
  // The others are hidden until the script shows them.
  expect(needScript.every((button) => button.closest('[hidden]') !== null)).toBe(true);
});
