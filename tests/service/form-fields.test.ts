import { expect, test } from 'vitest';

import { officePaths } from '#server/office/office-paths.ts';
import { ask } from '#src/content/ask.ts';
import { kinds } from '#src/contract/form-kinds.ts';
import { controlsOf, forms } from '#src/contract/forms.ts';
import { trapField } from '#src/contract/response.ts';
import { pages, withId } from '#src/paths.ts';

import { documentOf } from './document-of.ts';
import { openOffice } from './office-scene.ts';
import { answered, applicant, asker, key } from './store.ts';

/** Radio buttons are labelled together, by their legend. Between a tick box and its text is a space. */
const labelOf = (input: HTMLInputElement) =>
  (input.type === 'radio'
    ? input.closest('fieldset')?.querySelector('legend')
    : input.labels?.[0]
  )?.textContent.trim();

test.each(kinds)('the %s form has each input in the table under its label, and no other', async (kind) => {
  const { get, job } = await openOffice();
  const { page, inPage, call } = forms[kind];
  const { body } = await answered(200, get(withId(pages[page].path, await job()) + inPage));
  const form = documentOf(body).querySelector(`form[action$="${call}"]`);
  const inputs = [...(form?.querySelectorAll<HTMLInputElement>('[name]') ?? [])]
    .filter(({ name }) => name !== trapField)
    .map((input) => [input.name, input.type === 'hidden' ? 'hidden' : labelOf(input)]);
  const expected = Object.entries(controlsOf(kind)).map(([name, { label }]) => [
    name,
    name === 'job' ? 'hidden' : label,
  ]);
  // Radio buttons share a name.
  const unique = Object.entries(Object.fromEntries(inputs));
  expect(unique.sort()).toEqual(expected.sort());
});

test('above email and phone the enquiry form says that one of the two is enough', async () => {
  const { get } = await openOffice();
  const { body } = await answered(200, get(pages.ask.path));
  const group = [...documentOf(body).querySelectorAll('fieldset')].find(
    (one) => one.querySelector('legend')?.textContent === ask.reach,
  );
  const names = [...(group?.querySelectorAll('input') ?? [])].map(({ name }) => name);
  expect(names).toEqual(['email', 'phone']);
});

const lists = {
  apply: { path: officePaths.application, csv: officePaths.applicationsCsv, list: 'applications' as const },
  enquiry: { path: officePaths.enquiry, csv: officePaths.enquiriesCsv, list: 'enquiries' as const },
};

test.each([
  ['apply', applicant],
  ['enquiry', { ...asker, email: 'bwalya@example.com' }],
] as const)(
  "each %s field is in the office, its CSV file and the command line's list",
  async (kind, example) => {
    const { boss, post, job, list } = await openOffice();
    const sent: Record<string, string> = { ...example, ...(kind === 'apply' && { job: await job() }) };
    await answered(201, post(forms[kind].call.slice(1), sent, key('k')));
    const places = lists[kind];
    const [row] = await list(places.list);
    const page = documentOf((await boss.get(places.path(row?.id ?? ''))).body);
    const { body: csv } = await boss.post(places.csv);
    expect(Object.keys(sent).sort()).toEqual(Object.keys(forms[kind].fields).sort());
    for (const [field, text] of Object.entries(sent)) {
      expect(Object.values(row ?? {}), field).toContain(text);
      // The page shows the vacancy's name instead of its id, and a cell shortens long text.
      if (field !== 'job') expect(page.querySelector('main')?.innerHTML, field).toContain(text);
      if (field !== 'description') expect(csv, field).toContain(text);
    }
  },
);
