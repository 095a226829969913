import { subscribe } from 'valtio/vanilla';
import { expect, test, vi } from 'vitest';

import { newEntry } from '#src/outbox/entry.ts';
import { pending, setPending } from '#src/state/pending.ts';

import { payload } from '../outbox/model-submit.ts';

test('an outbox that stays empty is told to nobody, and one that fills or empties is', () => {
  const hear = vi.fn();
  subscribe(pending, hear, true);
  setPending([], []);
  expect(hear).not.toHaveBeenCalled();
  setPending([newEntry('key', 'apply', payload, 'Fitter', 0)], []);
  expect(hear).toHaveBeenCalled();
  setPending([], []);
  expect(pending.entries).toEqual([]);
});
