import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Machine } from './machine.ts';

export const readme = readFileSync(join(import.meta.dirname, '../../server/README.md'), 'utf8');

export const site = 'https://www.example.com';
export const untilHealthy =
  'curl -s --retry 60 --retry-connrefused --retry-delay 1 http://127.0.0.1:4173/healthz';

/** The shell block under a heading in server/README.md. */
export function block(heading: string): string {
  const section = readme.split(/^#{2,3} /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const script = /^```sh\n([\s\S]*?)^```/m.exec(section)?.[1];
  if (script === undefined) throw new Error(`server/README.md has no block under "${heading}"`);
  return script;
}

/** Sets everything up as the README says; www.example.com leads here, and Caddy issues its own certificate. */
export function setUp({ sh }: Machine): void {
  sh(`
    echo '127.0.0.1 www.example.com' >> /etc/hosts
    sed -i '0,/^{/s//{\\n\\tlocal_certs\\n\\tskip_install_trust/' /opt/hcs/server/deploy/Caddyfile
    root=/root/.local/share/caddy/pki/authorities/local/root.crt
    (until [ -s $root ]; do sleep 0.2; done; cat $root >> /etc/ssl/certs/ca-certificates.crt) > /dev/null 2>&1 &
    ${block('On one machine')}`);
}

type Answer = { status: number; version: string; headers: Record<string, string>; size: number };

/** Requests a path with curl, on the machine. */
export function ask({ sh }: Machine, path: string, ...options: string[]): Answer {
  const address = path.startsWith('http') ? path : site + path;
  const words = [...options, address].map((word) => `'${word}'`).join(' ');
  const out = sh(
    `curl -s -o /tmp/body -D /tmp/head -w '%{http_code} %{http_version} %{size_download}' ${words}; echo; cat /tmp/head`,
  );
  const [first = '', ...lines] = out.split(/\r?\n/);
  const [status, version = '', size] = first.split(' ');
  const headers = lines.filter((line) => line.includes(': ')).map((line) => line.split(': ', 2));
  return {
    status: Number(status),
    version,
    size: Number(size),
    headers: Object.fromEntries(headers.map(([name = '', value = '']) => [name.toLowerCase(), value])),
  };
}

/** Sends an enquiry with an invented email address. */
export const enquirerOn =
  ({ sh }: Machine) =>
  (name: string) =>
    sh(
      `curl -s --fail -o /dev/null ${site}/connect/v1/enquiry -d name=${name} -d email=${name}@example.com -d about=Valve -d message=Hello`,
    );
