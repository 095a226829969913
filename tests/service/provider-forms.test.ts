import { expect, test } from 'vitest';

import { providerOf } from './provider-of.ts';
import { application, postForm, testApp } from './test-app.ts';

test.each([
  [422, '{"error":{"details":[{"message":"No <b>."},{"field":"x"}]}}', 'No &#60;b&#62;.'],
  [429, '{"error":"Slow down."}', 'Slow down.'],
  [503, '<h1>Oops</h1>', 'Please try again later.'],
])('a form without scripts that a provider answers with %i %s gets a page', async (status, text, said) => {
  const base = await providerOf((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '7' }).end(text),
  );
  const { app } = await testApp({ CONNECT_UPSTREAM: base });
  const { statusCode, headers, body } = await postForm(app, 'job-apply', application);
  expect([statusCode, headers['content-type'], headers['retry-after']]).toEqual([
    status,
    'text/html; charset=utf-8',
    '7',
  ]);
  expect(body).toMatch(new RegExp(`<ul><li>[^<]*${said}</li></ul>`));
});
