/**
 * `npm test [-- STAGE...]`: installs what is missing, then hands over to stages.ts on the pinned Node. Plain
 * JavaScript, because the machine's own Node may not read TypeScript.
 */
import { spawnSync } from 'node:child_process';

import { install, isInstalled, nodeBinary, root } from '../server/prepare.mjs';

const started = Date.now();
try {
  if (!isInstalled(true)) {
    console.log('==> install');
    await install(true);
  }
  console.log(`<== install: ready (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  const { status } = spawnSync(nodeBinary, ['tests/stages.ts', ...process.argv.slice(2)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
