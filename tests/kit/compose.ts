import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

export const deploy = join(import.meta.dirname, '../../server/deploy');

type Service = {
  command?: string[];
  environment: Record<string, string>;
  stop_grace_period?: string;
  ports?: string[];
};

type Services = Record<'caddy' | 'site' | 'backup' | 'database', Service>;

/** Reads the file as compose does: fills in `${NAME}`, `${NAME:-otherwise}` and `${NAME:?what is missing}`. */
export function readCompose(env: Record<string, string>): Services {
  const variable = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;
  const fill = (_: string, name: string, kind?: string, word = '') => {
    if (env[name]) return env[name];
    if (kind === '?') throw new Error(`required variable ${name} is missing: ${word}`);
    return word;
  };
  const text = readFileSync(join(deploy, 'compose.yaml'), 'utf8');
  const fillIn = (_: unknown, value: unknown) =>
    typeof value === 'string' ? value.replace(variable, fill) : value;
  return (parse(text, fillIn) as { services: Services }).services;
}

const password = 'p/w#x:y@z %24 "q"';
export const given = { POSTGRES_PASSWORD: password, SITE_URL: 'https://www.example.com' };
