import { expect, test } from 'vitest';

import { translateError } from '#src/contract/answer.ts';

test.each([
  [null, undefined, 'Error 500: Server connection failed!.'],
  [401, { error: 'nope' }, 'Invalid Email address or password!'],
  [422, { error: { details: [{ message: 'First' }, { message: 'Second' }] } }, 'First'],
  [422, { error: 'The vacancy is closed.' }, 'The vacancy is closed.'],
  [422, { error: { details: [] } }, 'Error 446: Something went wrong!.'],
  [422, '<html>', 'Error 446: Something went wrong!.'],
  [404, { error: 'x' }, 'Error 446: Something went wrong!.'],
  [503, null, 'Error 446: Something went wrong!.'],
])('status %s with body %j reads %s', (status, body, sentence) => {
  expect(translateError(status, body)).toBe(sentence);
});
