import { renderToString } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';

import { ConnectError } from '#src/api/client.ts';
import { LoadFailed } from '#src/components/notice.tsx';
import { connection } from '#src/state/connection.ts';

const words = { failed: 'Try again.', neverLoaded: 'It will appear here when you are back online.' };

afterEach(() => {
  connection.online = true;
});

test.each([
  [new ConnectError(null, undefined), false, words.neverLoaded],
  [new ConnectError(503, undefined), true, words.failed],
])('where an answer is missing a visitor reads what is true (%s, online %s)', (error, online, told) => {
  connection.online = online;
  const html = renderToString(<LoadFailed error={error} words={words} onRetry={() => undefined} />);
  expect(html).toContain(told);
  expect(html).not.toContain(Object.values(words).find((other) => other !== told));
});
