import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ownPort } from './ports.ts';

/** A web server in front of a site, which refuses bodies of more than 1 KB; `await using` ends it. */
export async function startNginx(site: string): Promise<AsyncDisposable & { url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'hcs-nginx-'));
  const port = await ownPort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; user root; pid ${folder}/pid; error_log stderr; events {}
    http { access_log off; ${paths.join(' ')}
      server { listen 127.0.0.1:${port}; client_max_body_size 1k;
        location / { proxy_pass ${site.replace('localhost', '127.0.0.1')};
          proxy_set_header Host ${new URL(site).host}; proxy_set_header Origin ${site}; } } }`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const ended = once(nginx, 'exit');
  const url = `http://localhost:${port}`;
  while (!(await fetch(url).catch(() => undefined)) && nginx.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
