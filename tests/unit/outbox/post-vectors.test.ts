import { expect, test, vi } from 'vitest';

import { requestKey } from '#server/store/idempotency-keys.ts';
import { post } from '#src/outbox/post.ts';
import type { Submission } from '#src/outbox/submission.ts';

type Content = Pick<Submission, 'kind' | 'job' | 'fields'>;

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

test.each<[string, Content, string, string]>([
  ['an application', application, '9bb40ab40a43', 'Hd3w2MmXmn2A4gKOCGN5_uHxsMYtAo-zBFMvkfo2ADA'],
  ['a subscription', subscription, 'e69c5acc2b2f', 'PsHIN7raut5h195-71_QIfhxonOelF_50pVORDKBwhA'],
])('%s has the same key and fingerprint in every release', async (_, content, hash, fingerprint) => {
  const send = vi.fn<typeof fetch>(async () => new Response());
  await post({ id: '0b6f7e1c-58a1-4c43-9f0e-2d7a1c9b3e55', ...content }, '', send);
  const [call, init] = send.mock.calls[0] ?? [];
  const key = new Headers(init?.headers).get('Idempotency-Key');
  expect(key).toBe(`0b6f7e1c-58a1-4c43-9f0e-${hash}`);
  expect(requestKey(String(call), key, JSON.parse(String(init?.body)))).toEqual({ key, fingerprint });
});
