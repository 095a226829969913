import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Machine } from './machine.ts';

export const operatorReadme = readFileSync(join(import.meta.dirname, '../../server/README.md'), 'utf8');

/** The shell blocks of server/README.md by the heading that they stand under. */
export const walkThrough = new Map(
  [...operatorReadme.matchAll(/^#{2,3} (.+)\n(?:(?!^#|^```)[\s\S])*?^```sh\n([\s\S]*?)^```/gm)].map(
    ([, heading = '', script = '']) => [heading, script],
  ),
);

export function block(heading: string): string {
  const script = walkThrough.get(heading);
  if (script === undefined) throw new Error(`server/README.md has no block under "${heading}"`);
  return script;
}

/** What the walk-through finds there: a name that leads here, and the certificate that certbot would have fetched. */
export function prepareMachine(machine: Machine): void {
  machine.sh(`
    echo '127.0.0.1 www.example.com' >> /etc/hosts
    live=/etc/letsencrypt/live/www.example.com
    mkdir -p "$live"
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=www.example.com \\
      -addext subjectAltName=DNS:www.example.com -keyout "$live/privkey.pem" -out "$live/fullchain.pem" 2>/dev/null
    cat "$live/fullchain.pem" >> /etc/ssl/certs/ca-certificates.crt`);
}
