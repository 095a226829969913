import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { textOf } from './sources.ts';

const text = textOf('.github/workflows/ci.yml');
type Step = { uses?: string; run?: string; if?: string; with?: Record<string, unknown> };
const { jobs } = parse(text) as { jobs: Record<string, { steps: Step[] }> };
const steps = Object.values(jobs).flatMap((job) => job.steps);

test('CI runs the one command of the gate and keeps the reports, also of a run that failed', () => {
  expect(steps.flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
  const kept = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
  expect(kept).toMatchObject({ if: 'always()', with: { path: 'reports/' } });
});

test('CI uses only actions that are pinned by their hash, and no secrets', () => {
  const actions = steps.flatMap(({ uses }) => uses ?? []);
  expect(actions.filter((action) => !/^actions\/[\w-]+@[\da-f]{40}$/.test(action))).toEqual([]);
  expect(text).not.toMatch(/secrets\.|pull_request_target/);
});
