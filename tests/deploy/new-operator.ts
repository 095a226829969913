import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Machine } from './machine.ts';

const readme = readFileSync(join(import.meta.dirname, '../../server/README.md'), 'utf8');

/** The shell block of server/README.md under a heading. */
export function block(heading: string): string {
  const section = readme.split(/^#{2,3} /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const script = /^```sh\n([\s\S]*?)^```/m.exec(section)?.[1];
  if (script === undefined) throw new Error(`server/README.md has no block under "${heading}"`);
  return script;
}

/** Sets everything up as the README says; a name leads here, and Caddy asks no authority outside for a certificate. */
export function setUp({ sh }: Machine): void {
  sh(`
    echo '127.0.0.1 www.example.com' >> /etc/hosts
    sed -i '0,/^{/s//{\\n\\tlocal_certs\\n\\tskip_install_trust/' /opt/hcs/server/deploy/Caddyfile
    root=/root/.local/share/caddy/pki/authorities/local/root.crt
    (until [ -s $root ]; do sleep 0.2; done; cat $root >> /etc/ssl/certs/ca-certificates.crt) &
    ${block('On one machine')}`);
}
