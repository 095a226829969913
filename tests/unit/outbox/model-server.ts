import type { FileEntry } from '#src/contract/attachments.ts';

import type { Schedule } from './model-schedule.ts';

/** What a request meets. `cut`: its answer is lost. `late`: it arrives after its sender gave up. `404`: of a file only. */
export const weathers = ['ok', 'lost', 'cut', 'late', '500', '429', 'html', '404'] as const;
type Weather = (typeof weathers)[number];

type File = { size: number; parts: Set<number> };
type Row = { at: number; content: string; text: number; isDeleted: boolean; files: Map<string, File> };

export const partBytes = 128 * 1024;
export const countOf = (size: number) => Math.ceil(size / partBytes);

/** A connect service that follows the contract. A key is also its row's token and secret. Odd texts are refused. */
export function createServer({ random, clock }: Schedule, fault?: string) {
  const rows = new Map<string, Row>();
  /** How often each text was stored with the same files, and which texts a restored copy did not have. */
  const stored = new Map<number, Map<string, number>>();
  const lost = new Set<number>();
  let late: (() => void)[] = [];
  let weather: Weather[] = [];

  const error = (status: number) => Response.json({ error: 'No' }, { status });

  function takeText(key: string, text: number, files: FileEntry[]): Response {
    const content = `${text} ${files.map(({ sha256 }) => sha256).join()}`;
    // The same text under another key is the same for an hour.
    const isSame = (one: Row) =>
      one.content === content && !one.isDeleted && clock.trueTime - one.at < 3_600_000;
    const row = rows.get(key) ?? [...rows.values()].find(isSame);
    if (row && !rows.has(key)) rows.set(key, row);
    if (row?.isDeleted && fault !== 'a repeat is stored after a deletion') return error(410);
    if (!row && text % 5 === 0) return error(422);
    if (!row || row.isDeleted || fault === 'a key is not looked up') {
      const counts = stored.get(text) ?? new Map<string, number>();
      stored.set(text, counts.set(content, (counts.get(content) ?? 0) + 1));
      const announced = files.map(({ sha256, size }): [string, File] => [sha256, { size, parts: new Set() }]);
      const at = clock.trueTime;
      rows.set(key, { at, content, text, isDeleted: false, files: new Map(announced) });
    }
    const secret = `${key}-secret`;
    return Response.json({ secret, ...(files.length > 0 && { upload: key }) }, { status: 201 });
  }

  function takeFile(method: string, token: string, sha256: string, n: number): Response {
    const row = rows.get(token);
    if (!row || row.isDeleted) return error(row ? 410 : 404);
    const file = row.files.get(sha256);
    if (!file) return error(404);
    if (method === 'PUT') file.parts.add(n);
    const parts = [...file.parts].sort();
    return Response.json({ payload: { parts, complete: parts.length === countOf(file.size) } });
  }

  function take(path: string, init: RequestInit): Response {
    const headers = new Headers(init.headers);
    const [, name, sha256 = '', n = ''] = path.split('/');
    if (name === 'files')
      return takeFile(String(init.method), headers.get('Upload-Token') ?? '', sha256, Number(n));
    if (name === 'application') {
      const row = rows.get((headers.get('Application-Secret') ?? '').replace('-secret', ''));
      return row && !row.isDeleted ? Response.json({ payload: {} }) : error(404);
    }
    const { email, files = [] } = JSON.parse(String(init.body));
    return takeText(headers.get('Idempotency-Key') ?? '', Number.parseInt(email, 10), files);
  }

  return {
    ...{ rows, stored, lost },
    setWeather(next: Weather[]): void {
      weather = [...next];
    },
    /** Delivers some of the requests that are still on their way. */
    arrive(): void {
      const arriving = late.filter(() => random() < 0.5);
      late = late.filter((one) => !arriving.includes(one));
      for (const one of arriving) one();
    },
    /** Somebody withdraws, or the server is replaced by a copy from before. */
    end(text: number, how: 'withdrawn' | 'restored'): void {
      for (const [key, row] of rows)
        if (row.text === text && how === 'withdrawn') row.isDeleted = true;
        else if (row.text === text) rows.delete(key) && lost.add(text);
    },
    isThere: (text: number) => [...rows.values()].some((row) => row.text === text && !row.isDeleted),
    isKnown: (token: string) => rows.get(token)?.isDeleted === false,
    isWhole: (sha256: string) =>
      [...rows.values()].some(({ files }) => {
        const file = files.get(sha256);
        return file !== undefined && file.parts.size === countOf(file.size);
      }),

    /** Undefined: no answer comes. */
    answer(path: string, init: RequestInit): Response | undefined {
      const met = weather.shift() ?? 'ok';
      if (met === 'late') late.push(() => void take(path, init));
      const answer = met === 'ok' || met === 'cut' ? take(path, init) : undefined;
      if (met === 'html') return new Response('<p>Log in</p>', { headers: { 'Content-Type': 'text/html' } });
      if (met === '404') return path.includes('/files/') ? error(404) : take(path, init);
      if (met === '500' || met === '429') return error(Number(met));
      return met === 'ok' ? answer : undefined;
    },
  };
}
