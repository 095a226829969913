/** `npm start`: installs and builds what is missing or out of date, then is the server. */
import { spawn } from 'node:child_process';

import { build, install, isInstalled, nodeBinary, root } from './prepare.mjs';

try {
  if (!isInstalled()) await install();
  build();
  const env = { SAMPLE_CONTENT: '1', NODE_OPTIONS: '--disable-warning=ExperimentalWarning', ...process.env };
  const server = spawn(nodeBinary, ['server/main.ts'], { cwd: root, env, stdio: 'inherit' });
  // A terminal sends Ctrl-C to the whole group.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'])
    process.on(signal, () => (signal === 'SIGINT' && process.stdin.isTTY) || server.kill(signal));
  server.on('exit', (code) => process.exit(code ?? 1));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
