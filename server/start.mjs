/** `npm start`: installs and builds what is missing or out of date, then is the server. */
import { spawn } from 'node:child_process';

import { build, checkBuildSettings, install, isBuilt, isInstalled, nodeBinary, root } from './prepare.mjs';

async function prepare() {
  checkBuildSettings();
  if (!isInstalled()) {
    console.log('Installing what building and serving need ...');
    await install();
  }
  if (!isBuilt()) {
    console.log('Building the site ...');
    build();
  }
}

/** Signals go to the server, and its end is this process's end. */
function serve() {
  const server = spawn(nodeBinary(), ['server/main.ts'], {
    cwd: root,
    env: { SAMPLE_CONTENT: '1', ...process.env },
    stdio: 'inherit',
  });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group; a second one would tell the server to hurry.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) server.kill(signal);
    });
  }
  server.on('error', fail);
  server.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function fail(error) {
  console.error(error.message);
  process.exit(1);
}

try {
  await prepare();
  serve();
} catch (error) {
  fail(error);
}
