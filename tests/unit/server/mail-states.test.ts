import { expect, test } from 'vitest';

import { transitions as ofNewsletters } from '#server/newsletter/sending.ts';
import { transitions as ofMessages } from '#server/outgoing/queue.ts';

import { arrowsOf, drawnIn } from '../../kit/mermaid.ts';

type Table = Record<string, readonly [from: readonly string[], to: string]>;

test.each<[string, string, Table]>([
  ['message', 'server/outgoing/README.md', ofMessages],
  ['newsletter', 'server/newsletter/README.md', ofNewsletters],
])('the diagram of a %s shows exactly the table of its transitions', (_, readme, table) => {
  const arrows = Object.entries(table).flatMap(([event, [from, to]]) =>
    from.map((state) => [state, event, to] as const),
  );
  expect(drawnIn(readme)).toEqual(arrowsOf(arrows));
});
