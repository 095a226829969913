import fc from 'fast-check';
import { expect, test, vi } from 'vitest';

import { property } from './model-play.ts';
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
