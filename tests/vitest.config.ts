import { join } from 'node:path';

import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  define: { 'import.meta.env.SITE_URL': JSON.stringify('http://localhost:4173') },
  test: {
    include: ['tests/{unit,build,service,full,deploy,engines}/**/*.test.{ts,tsx}'],
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Vitest leaves a core free for the watcher that is not running here.
    maxWorkers: 2,
  },
});
