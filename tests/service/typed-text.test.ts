import { expect, test } from 'vitest';

import { hashOf } from '#src/outbox/submission.ts';

import { answered, applicant, asker, key, sharedApp } from './store.ts';

const site = sharedApp({ RATE_LIMIT_MAX: '0', SUBMISSIONS_PER_ADDRESS_PER_DAY: '10000' });

/** How each example is understood stands beside the functions that read them. */
const cases = [
  ['apply', 'profile', 'linkedin.com/in/mwila', 'https://linkedin.com/in/mwila'],
  ['apply', 'profile', 'none', null],
  ['apply', 'email', 'mailto:mwila@example.com', 'mwila@example.com'],
  ['apply', 'email', 'mwila@example', null],
  ['enquiry', 'phone', '097\u200b7123456', '0977123456'],
  ['enquiry', 'phone', '12345', null],
  ['enquiry', 'name', '\u202eMwila', 'Mwila'],
  ['enquiry', 'message', '\u2060\u3164', null],
] as const;

test.each(cases)(
  '%s: the %s %j is stored as %j, with and without script',
  async (kind, field, typed, stored) => {
    const { post, form, list, job } = site();
    const [call, rows] =
      kind === 'apply' ? (['job-apply', 'applications'] as const) : (['enquiry', 'enquiries'] as const);
    const before = (await list(rows)).map(({ id }) => id);
    // The same text is stored once within an hour.
    const mobile = (number: number) => `+260 97 ${1_000_000 + 2 * before.length + number}`;
    const body = (number: number): Record<string, string> =>
      kind === 'apply'
        ? { ...applicant, mobile: mobile(number), job: vacancy, [field]: typed }
        : { ...asker, about: mobile(number), [field]: typed };
    const vacancy = await job();
    const { statusCode } = await post(call, body(0));
    expect([statusCode, (await form(call, body(1))).statusCode]).toEqual(
      stored === null ? [422, 422] : [201, 303],
    );
    const added = (await list(rows)).filter(({ id }) => !before.includes(id));
    expect(added).toMatchObject(stored === null ? [] : [{ [field]: stored }, { [field]: stored }]);
  },
);

test('a record that waits since the release before is delivered once, with its name understood', async () => {
  const { apply, list, job } = site();
  const fields = { ...applicant, name: '\u202eMwila Banda', email: 'late@example.com', job: await job() };
  const id = `0b6f7e1c-58a1-4c43-9f0e-${hashOf({ fields })}`;
  for (const _ of ['first', 'again']) await answered(201, apply(fields, key(id)));
  const stored = (await list()).filter(({ email }) => email === fields.email);
  expect(stored).toMatchObject([{ name: 'Mwila Banda' }]);
});
