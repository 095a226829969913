import { expect, test } from 'vitest';

import { hashOf } from '#src/outbox/submission.ts';

import { emails, links, notPhones, phones } from '../kit/typed-examples.ts';
import { answered, applicant, asker, key, sharedApp } from './store.ts';

const texts: [field: 'name' | 'message', typed: string, stored: string | null][] = [
  ['name', '\u200b', null],
  ['message', '\u2060\u3164', null],
  ['name', '\u202eMwila', 'Mwila'],
  ['name', 'Zoe\u0308 N\u2019gandu', 'Zoe\u0308 N\u2019gandu'],
  [
    'message',
    'Thanks \ud83d\udc69\u200d\ud83d\udd27 \u2764\ufe0f',
    'Thanks \ud83d\udc69\u200d\ud83d\udd27 \u2764\ufe0f',
  ],
  ['message', '\u0646\u0645\u06cc\u200c\u062e', '\u0646\u0645\u06cc\u200c\u062e'],
];

const site = sharedApp({ RATE_LIMIT_MAX: '0', SUBMISSIONS_PER_ADDRESS_PER_DAY: '10000' });

const cases = [
  ...links.map(([typed, stored]) => ['apply', 'profile', typed, stored] as const),
  ...emails.map(([typed, stored]) => ['apply', 'email', typed, stored] as const),
  ...phones.map(({ typed, stored = typed }) => ['enquiry', 'phone', typed, stored] as const),
  ...notPhones.map((typed) => ['enquiry', 'phone', typed, null] as const),
  ...texts.map(([field, typed, stored]) => ['enquiry', field, typed, stored] as const),
];

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
