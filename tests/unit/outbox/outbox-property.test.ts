import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import { play, property, type Step } from './model-play.ts';
import { currentOutbox } from './model-world.ts';
import { replacePageOutbox } from './page-outbox.ts';

const seed = Number(process.env.OUTBOX_SEED ?? 1);
const options = { numRuns: Number(process.env.OUTBOX_RUNS ?? 1_200), seed, endOnFailure: true };

function prepare(): void {
  replacePageOutbox(currentOutbox);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('document', { visibilityState: 'visible' });
}

test('nothing is lost, stored twice or told wrongly', async () => {
  prepare();
  await fc.assert(property(), options);
}, 1_800_000);

test('a page that dies while it empties a form has deleted all that is typed into it, or nothing', async () => {
  prepare();
  const step = (type: Step['actions'][number]['type'], page: 0 | 1, mishaps: Step['mishaps'] = []): Step => ({
    actions: [{ type, page, which: 0, size: 1, seconds: 0, days: 0 }],
    ...{ weather: [], mishaps },
  });
  const both = [step('open', 0), step('open', 1), step('type', 0), step('type', 1)];
  for (let call = 0; call < 4; call += 1)
    for (const mishap of ['kill', 'kill after'] as const)
      await play(1, [...both, step('empty', 1, [{ call, mishap }])]);
});

test.each([
  ['a key is not looked up', 'a text is stored twice'],
  ['a repeat is stored after a deletion', 'a text is stored twice'],
  ['lease', 'something is sent by two at a time'],
  ['bytes', 'bytes are left without a record'],
  ['deletion', 'no arrow leads from none'],
  ['clock', 'something was held back'],
  ['Edit', 'a text is sent while it is edited'],
  ['404', 'told gone, and still there'],
])('the model notices a fault: %s', async (fault, rule) => {
  prepare();
  const { failed, errorInstance } = await fc.check(property(fault), { ...options, numRuns: 2_000 });
  expect(failed).toBe(true);
  expect(String(errorInstance)).toContain(rule);
});
