import { spawn } from 'node:child_process';

import { build, install, isInstalled, nodeBinary, root } from './prepare.mjs';

if (!process.env.SITE_URL?.startsWith('https:')) process.env.SAMPLE_CONTENT ??= '1';
process.env.NODE_OPTIONS ??= '--disable-warning=ExperimentalWarning'; // Node 22 warns about node:sqlite.
try {
  if (!isInstalled()) await install();
  build();
  const server = spawn(nodeBinary, ['server/main.mjs'], { cwd: root, stdio: 'inherit' });
  // On Ctrl-C, a terminal signals the server as well.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
