import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';

import { ConnectError } from '#src/api/client.ts';
import { LoadFailed } from '#src/components/notice.tsx';
import { connection } from '#src/state/connection.ts';

const words = { failed: 'Try again.', neverLoaded: 'It will appear here when you are back online.' };

afterEach(() => {
  connection.online = true;
});

// The code that reads answers does not come into a document that could not fetch it.
test.each([
  ['an answer is missing', new ConnectError(null, undefined), false, words.neverLoaded],
  ['an answer is missing', new ConnectError(503, undefined), true, words.failed],
  ['the code is missing', new TypeError('import failed') as ConnectError, false, words.failed],
])('where %s a visitor reads what is true (%s, online %s)', (_, error, online, told) => {
  connection.online = online;
  const html = renderToString(<LoadFailed error={error} words={words} onRetry={() => undefined} />);
  expect(html).toContain(told);
  expect(html).not.toContain(Object.values(words).find((other) => other !== told));
});
