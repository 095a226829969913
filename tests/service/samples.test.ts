import { expect, test, vi } from 'vitest';

import { unpublish } from '#server/articles/publishing.ts';
import { officePaths } from '#server/office/office-paths.ts';
import { sampleFacts } from '#server/samples.ts';
import { closeVacancy } from '#server/vacancies/vacancies.ts';

import { openOffice } from './office-scene.ts';
import { openApp } from './store.ts';

const address = { SAMPLE_CONTENT: '', SITE_URL: 'https://hcs.example' };

test('the command "samples" lists the facts, and the sample articles and vacancies that visitors see', async () => {
  const { command, change } = await openApp();
  const rows = async () =>
    JSON.parse(await command('samples', '--json')) as { where: string; what: string }[];
  const before = await rows();
  expect(before).toEqual(
    expect.arrayContaining([
      ...sampleFacts().map(({ file, sample }) => ({ where: `src/${file}`, what: sample })),
      { where: 'article', what: 'first-four-layer-board' },
      { where: 'vacancy', what: 'pcb-design-intern' },
    ]),
  );
  await change((trx) => unpublish(trx, 'first-four-layer-board'));
  await change((trx) => closeVacancy(trx, 'pcb-design-intern'));
  expect(before.length - (await rows()).length).toBe(2);
});

test.each([
  ['1', 1],
  ['', 0],
])(
  'with SAMPLE_CONTENT=%s a start at a public address reports sample content %i times',
  async (SAMPLE_CONTENT, times) => {
    const { settings } = await openApp({ SAMPLE_CONTENT });
    const onSamples = vi.fn();
    await openApp({ ...settings, ...address }, { onSamples });
    expect(onSamples).toHaveBeenCalledTimes(times);
  },
);

test("the office's Today says how many samples visitors of a public address see", async () => {
  const { settings } = await openApp();
  const today = async (url: string) => {
    const { boss } = await openOffice({ ...settings, ...address, SITE_URL: url });
    return (await boss.get(officePaths.home)).body.replace(/<[^>]*>/g, '');
  };
  const { command } = await openApp({ ...settings, SAMPLE_CONTENT: '' });
  const listed = JSON.parse(await command('samples', '--json')) as unknown[];
  expect(await today(address.SITE_URL)).toContain(
    `Visitors see ${listed.length} sample facts, articles and vacancies.`,
  );
  expect(await today('http://localhost:4173')).toContain('Nothing needs your attention.');
});
