/**
 * What two static hosts do with `_headers` and `_redirects`, as their documentation says.
 * https://developers.cloudflare.com/pages/configuration/redirects/ (and headers/, serving-pages/)
 * https://docs.netlify.com/manage/routing/redirects/redirect-options/ (and headers/)
 */
export type HostAnswer = {
  status: number;
  /** The file whose content is sent. */
  file?: string;
  location?: string;
  headers: Record<string, string>;
};

export type StaticHost = (path: string) => HostAnswer;

type Upload = { files: Set<string>; headers: string; redirects: string };
type HeaderRule = { path: string; headers: [string, string][] };
type Redirect = { from: string; to: string; status: number };
type Content = Omit<HostAnswer, 'headers'>;

/** A rule that matches is obeyed whether a file is there or not; `x.html` is redirected to `x`. */
export function cloudflarePages({ files, headers, redirects }: Upload): StaticHost {
  const redirectRules = parseRedirects(redirects, [200, 301, 302, 303, 307, 308]);
  const headerRules = parseHeaders(headers);
  const longest = Math.max(...headers.split('\n').map((line) => line.length));
  if (headerRules.length > 100 || longest > 2_000)
    throw new Error(`_headers: ${headerRules.length} rules, a line of ${longest} characters`);
  return (path) => ({
    ...content(path),
    headers: joined(headerRules.filter((rule) => matches(rule.path, path, 'exactly'))),
  });

  function content(asked: string): Content {
    const rule = redirectRules.find(({ from }) => matches(from, asked, 'exactly'));
    if (rule !== undefined && rule.status !== 200)
      return { status: rule.status, location: fill(rule, asked) };
    const path = rule === undefined ? asked : fill(rule, asked);
    const file = path.slice(1);
    if (path.endsWith('/')) {
      if (files.has(`${file}index.html`)) return { status: 200, file: `${file}index.html` };
      return files.has(`${file.slice(0, -1)}.html`)
        ? { status: 308, location: path.slice(0, -1) }
        : notFound(path);
    }
    if (files.has(file))
      return path.endsWith('.html')
        ? { status: 308, location: path.replace(/(?:(?<=\/)index)?\.html$/, '') }
        : { status: 200, file };
    if (files.has(`${file}.html`)) return { status: 200, file: `${file}.html` };
    return notFound(path);
  }

  /** The nearest one up the tree. */
  function notFound(path: string): Content {
    const folders = path.split('/').slice(0, -1);
    for (let depth = folders.length; depth > 0; depth -= 1) {
      const file = [...folders.slice(1, depth), '404.html'].join('/');
      if (files.has(file)) return { status: 404, file };
    }
    return { status: 200, file: 'index.html' };
  }
}

/** A file that is there goes before a rule; a slash at the end makes no difference, and a rule cannot add or drop it. */
export function netlify({ files, headers, redirects }: Upload): StaticHost {
  const redirectRules = parseRedirects(redirects, [200, 301, 302, 303, 404]);
  const headerRules = parseHeaders(headers);
  return (path) => ({
    ...content(path),
    headers: joined(headerRules.filter((rule) => matches(rule.path, path, 'with or without a slash'))),
  });

  function content(path: string): Content {
    const found = fileFor(path);
    if (found !== undefined) return { status: 200, file: found };
    const rule = redirectRules.find(({ from }) => matches(from, path, 'with or without a slash'));
    if (rule === undefined) return { status: 404, file: '404.html' };
    const to = fill(rule, path);
    if (rule.status >= 300 && rule.status < 400) return { status: rule.status, location: to };
    const file = fileFor(to);
    return file === undefined ? { status: 404, file: '404.html' } : { status: rule.status, file };
  }

  function fileFor(path: string): string | undefined {
    const name = path.replace(/^\/|\/+$/g, '');
    const names = name === '' ? ['index.html'] : [name, `${name}.html`, `${name}/index.html`];
    return names.find((candidate) => files.has(candidate));
  }
}

/** A line that the host would leave out is an error here. */
function parseRedirects(text: string, statuses: number[]): Redirect[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.flatMap((line) => {
    const [from = '', to = '', status = '', ...rest] = line.trim().split(/\s+/);
    // Netlify knows no 308 and leaves out what leads to the same address but for a slash.
    if (!statuses.includes(308) && from.replace(/\/$/, '') === to.replace(/\/$/, '')) return [];
    if (rest.length > 0 || !from.startsWith('/') || !to.startsWith('/') || !statuses.includes(Number(status)))
      throw new Error(`_redirects: ${line}`);
    return [{ from, to, status: Number(status) }];
  });
}

function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const line of text.split('\n').filter((written) => written.trim() !== '')) {
    const [, name = '', value = ''] = /^\s+([\w-]+):\s*(.+)$/.exec(line) ?? [];
    if (line.startsWith('/')) rules.push({ path: line.trim(), headers: [] });
    else if (name !== '' && rules.length > 0) rules.at(-1)?.headers.push([name, value]);
    else throw new Error(`_headers: ${line}`);
  }
  return rules;
}

/** Every rule that matches counts; what several set is joined. */
function joined(rules: HeaderRule[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of rules.flatMap((rule) => rule.headers))
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  return headers;
}

type Slash = 'exactly' | 'with or without a slash';

function matches(pattern: string, path: string, slash: Slash): boolean {
  return patternOf(pattern, slash).test(path);
}

function patternOf(pattern: string, slash: Slash): RegExp {
  const source = pattern
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace('*', '.*')
    .replace(/:([a-z]+)/g, '(?<$1>[^/]+)');
  return new RegExp(slash === 'exactly' ? `^${source}$` : `^${source.replace(/\/$/, '')}/?$`);
}

function fill({ from, to }: Redirect, path: string): string {
  const groups = patternOf(from, 'with or without a slash').exec(path)?.groups ?? {};
  return to.replace(/:([a-z]+)/g, (_, name: string) => groups[name] ?? '');
}
