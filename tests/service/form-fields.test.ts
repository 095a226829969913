import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';

import { officePaths } from '#server/office-paths.ts';
import { honeypotField } from '#src/contract/answer.ts';
import { controlsOf, forms, type Payload } from '#src/contract/forms.ts';
import { kinds } from '#src/contract/kinds.ts';
import { pages, withId } from '#src/paths.ts';

import { openOffice } from './office-scene.ts';
import { answered, applicant, key } from './store.ts';

test.each(kinds)('the form of %s has each input of the table under its label, and no other', async (kind) => {
  const { get, job } = await openOffice();
  const { page, inPage, call } = forms[kind];
  const { body } = await answered(200, get(withId(pages[page].path, await job()) + inPage));
  const form = new JSDOM(body).window.document.querySelector(`form[action$="${call}"]`);
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>('[name]') ?? [])]
    .filter(({ name }) => name !== honeypotField)
    .map(({ name, type, labels }) => [name, type === 'hidden' ? 'hidden' : labels?.[0]?.textContent]);
  const expected = Object.entries(controlsOf(kind)).map(([name, { label }]) => [
    name,
    name === 'job' ? 'hidden' : label,
  ]);
  expect(inputs.sort()).toEqual(expected.sort());
});

test('each field of an application is in the office, its CSV and the list', async () => {
  const { boss, apply, job, list } = await openOffice();
  const sent: Payload<'apply'> = { ...applicant, job: await job() };
  await answered(201, apply(sent, key('k')));
  const [row] = await list();
  const page = new JSDOM((await boss.get(officePaths.application(row?.id ?? ''))).body).window.document;
  const { body: csv } = await boss.post(officePaths.applicationsCsv);
  for (const [field, text] of Object.entries(sent)) {
    expect(Object.values(row ?? {}), field).toContain(text);
    // A page names the vacancy, and a cell holds no long text.
    if (field !== 'job') expect(page.querySelector('main')?.innerHTML, field).toContain(text);
    if (field !== 'description') expect(csv, field).toContain(text);
  }
});
