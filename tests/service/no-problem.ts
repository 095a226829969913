/** Runs before each test file. */
import { beforeEach, onTestFinished } from 'vitest';

import { expectNoProblem } from './problems.ts';

// Registered first, so that it runs last: after the test's servers have closed.
beforeEach(() => onTestFinished(expectNoProblem));
