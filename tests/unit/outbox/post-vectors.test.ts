import { expect, test } from 'vitest';

import { requestKey } from '#server/domain/seen-keys.ts';
import { post } from '#src/outbox/post.ts';
import type { Submission } from '#src/outbox/submission.ts';

type Content = Pick<Submission, 'kind' | 'job' | 'fields'>;

const id = '0b6f7e1c-58a1-4c43-9f0e-2d7a1c9b3e55';
const application: Content = {
  kind: 'apply',
  job: 'fw',
  fields: {
    first_name: ' Mutinta ',
    last_name: 'Banda',
    email: 'mutinta@example.com',
    mobile: '+260 97 000 0000',
    description: 'I solder. 🔧\r\nSince 2019.',
    profile: 'https://profiles.example/mutinta',
  },
};
const subscription: Content = {
  kind: 'subscribe',
  job: '',
  fields: { name: 'Chanda', email: 'chanda@example.com' },
};

/** The url, key and body that are posted, and what the server stores to recognise them. */
async function sent(content: Content) {
  let request: [string, string, string] = ['', '', ''];
  await post({ id, ...content }, '', async (url, init) => {
    request = [String(url), new Headers(init?.headers).get('Idempotency-Key') ?? '', String(init?.body)];
    return new Response();
  });
  const [call, key, body] = request;
  return [call, key, body, requestKey(call, key, JSON.parse(body)).fingerprint];
}

test.each<[string, Content, string[]]>([
  [
    'an application',
    application,
    [
      '/job-apply',
      '0b6f7e1c-58a1-4c43-9f0e-9bb40ab40a43',
      '{"name":"Mutinta Banda","email":"mutinta@example.com","mobile":"+260 97 000 0000","description":"I solder. 🔧\\nSince 2019.","job":"fw","profile":"https://profiles.example/mutinta"}',
      'Hd3w2MmXmn2A4gKOCGN5_uHxsMYtAo-zBFMvkfo2ADA',
    ],
  ],
  [
    'a subscription',
    subscription,
    [
      '/subscribe',
      '0b6f7e1c-58a1-4c43-9f0e-e69c5acc2b2f',
      '{"name":"Chanda","email":"chanda@example.com"}',
      'PsHIN7raut5h195-71_QIfhxonOelF_50pVORDKBwhA',
    ],
  ],
  [
    'an application that is not valid, or has fewer fields',
    { ...application, fields: { ...application.fields, email: 'nobody', profile: '' } },
    [
      '/job-apply',
      '0b6f7e1c-58a1-4c43-9f0e-23000ba0a748',
      '{"name":"Mutinta Banda","email":"nobody","mobile":"+260 97 000 0000","description":"I solder. 🔧\\nSince 2019.","job":"fw"}',
      'U71rcvXau_yeodXs2AMyGOIo8Vah9cIu061WJqb_Ht4',
    ],
  ],
])('%s has the same body and fingerprint in every release', async (_, content, expected) => {
  expect(await sent(content)).toEqual(expected);
});
