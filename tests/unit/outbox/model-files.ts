import { attachPart } from '#src/outbox/attach.ts';
import type { Attach, Outbox } from '#src/outbox/deliver.ts';
import { claimedIfDue } from '#src/outbox/due.ts';
import { isHere, type SentFile } from '#src/outbox/sent-file.ts';
import type { FileBytes, Store } from '#src/outbox/store.ts';
import { isDelivered, type Submission } from '#src/outbox/submission.ts';

import type { Schedule } from './model-schedule.ts';

/** What is left out of the code, the device or the server, to see that a rule notices it. */
export type Fault = 'server key' | 'lease' | 'bytes' | 'version' | 'turns' | 'deletion' | 'arrival';

/** What a request meets. `late`: it arrives after its sender gave up. */
export const weathers = ['ok', 'lost', 'cut', 'late', '500', '429', 'html', '413'] as const;
export type Weather = (typeof weathers)[number];

/** Parts of 128 KiB; the last is short. */
export const partBytes = 128 * 1024;
/** A page or worker gives up a part after this time. */
const partTimeoutMs = 80_000;

export type FileWorld = ReturnType<typeof createFileWorld>;

/** One device with two pages, a worker and the worker of a release without files, and one server. */
export function createFileWorld(schedule: Schedule, fault?: Fault) {
  const { clock } = schedule;
  const disk = new Map<string, Submission>();
  const parts = new Map<string, ArrayBuffer[]>();
  const violations = new Set<string>();
  const texts = new Map<
    string,
    { files: SentFile[]; isSubmitted: boolean; isOver: boolean; told: Set<string> }
  >();
  /** Of the server: the text under each key, how often each was stored, and the parts under each token and sum. */
  const keys = new Map<string, string>();
  const storings = new Map<string, number>();
  const received = new Map<string, Set<number>>();
  const deletedIds = new Map<string, Submission>();
  const underWay: (() => void)[] = [];
  const putting = new Map<string, number>();
  let weather: Weather[] = [];
  let ids = 0;

  const about = (text: string) => {
    const known = texts.get(text) ?? { files: [], isSubmitted: false, isOver: false, told: new Set() };
    texts.set(text, known);
    return known;
  };
  const ownerOf = (sha256: string) => sha256.split('-')[0] ?? '';
  const countOf = ({ size }: SentFile) => Math.ceil(size / partBytes);
  const isWhole = (file: SentFile) =>
    [...received].some(([name, numbers]) => name.endsWith(file.sha256) && numbers.size === countOf(file));
  const hereIn = (record: Submission | undefined) => (record?.files ?? []).filter(isHere);

  function write(id: string, after: Submission | undefined, bytes: FileBytes): void {
    const before = disk.get(id);
    if (before === after) return;
    if (before === undefined && after && deletedIds.has(id)) violations.add('a deleted record comes back');
    if (after === undefined) {
      if (before) deletedIds.set(id, before);
      if (before && !isDelivered(before)) about(before.fields.email ?? '').isOver = true;
      for (const { sha256 } of before?.files ?? []) about(ownerOf(sha256)).told.add(sha256);
      disk.delete(id);
    } else {
      disk.set(id, structuredClone(fault === 'version' ? { ...after, v: 1 } : after));
      if (after.state === 'sending') about(after.fields.email ?? '').isSubmitted = true;
      for (const { sha256, state, why } of after.files ?? [])
        if (state === 'refused' && why) about(ownerOf(sha256)).told.add(sha256);
        else if (state === 'arrived' && !isWhole(fileOf(sha256)))
          violations.add('a file is told arrived that the server does not have');
    }
    for (const { sha256 } of hereIn(after)) if (bytes[sha256]) parts.set(sha256, bytes[sha256]);
    const listed = [...disk.values()].flatMap(hereIn).map(({ sha256 }) => sha256);
    if (fault !== 'bytes')
      for (const sha256 of parts.keys()) if (!listed.includes(sha256)) parts.delete(sha256);
  }

  const fileOf = (sha256: string) => {
    const file = about(ownerOf(sha256)).files.find((one) => one.sha256 === sha256);
    if (file === undefined) throw new Error(`Nobody chose ${sha256}.`);
    return file;
  };

  /** A page or worker. `knows`: the versions of records that its release knows. */
  function createActor(knows: number[]) {
    let isAlive = true;
    /** Texts that were due when a run last sent a part. */
    const passed = new WeakMap<Outbox, string[]>();
    const never = new Promise<never>(() => undefined);

    async function call<T>(effect: () => T, isRefusable = true): Promise<T> {
      await schedule.gate();
      const mishap = schedule.nextMishap();
      if (mishap === 'kill') isAlive = false;
      if (!isAlive) return never;
      if (mishap === 'refuse' && isRefusable) throw new DOMException('refused', 'UnknownError');
      const result = effect();
      if (mishap === 'kill after') isAlive = false;
      await schedule.gate();
      return isAlive ? result : never;
    }

    const store: Store = {
      list: () =>
        call(() =>
          structuredClone(
            [...disk.values()].filter(({ v }) => knows.includes(v)).sort((a, b) => a.at - b.at),
          ),
        ),
      change: (id, next, bytes = {}) =>
        call(() => {
          const before = disk.get(id) ?? (fault === 'deletion' ? deletedIds.get(id) : undefined);
          if (before && !knows.includes(before.v)) return before;
          const after = next(before);
          write(id, after === before ? disk.get(id) : after, bytes);
          return structuredClone(after);
        }),
      part: (sha256, n) => call(() => parts.get(sha256)?.[n]),
      changeSettings: async () => undefined,
      clear: async () => undefined,
    };

    async function fetch(url: string, init: RequestInit): Promise<Response> {
      const headers = new Headers(init.headers);
      const token = headers.get('Upload-Token') ?? '';
      const [, , sha256 = '', n = ''] = url.split('/');
      if (init.method === 'PUT') onPut(token, sha256, n);
      // A slow line: texts become due in the meantime.
      schedule.pass(Math.floor(schedule.random() * 4_000));
      if (init.method === 'POST' && !knows.includes(2) && String(init.body).includes('"files"'))
        violations.add('an old release sends a text that has files');
      const take = () =>
        init.method === 'POST' ? takeText(headers, init) : takePart(token, sha256, n, init.body);
      const met = (await call(() => weather.shift() ?? 'ok', false)) satisfies Weather;
      if (met === 'late') underWay.push(() => void take());
      const answer =
        ['ok', 'cut'].includes(met) || (met === '413' && init.method !== 'PUT') ? take() : undefined;
      putting.delete(`${sha256} ${n}`);
      if (met === 'html') return new Response('<p>Log in</p>', { headers: { 'Content-Type': 'text/html' } });
      if (['lost', 'cut', 'late'].includes(met)) throw new TypeError('Failed to fetch');
      return answer ?? Response.json({ error: 'No' }, { status: Number.parseInt(met, 10) });
    }

    function onPut(token: string, sha256: string, n: string): void {
      if (!keys.has(token)) violations.add('a part is sent before its text has arrived');
      const startedAt = putting.get(`${sha256} ${n}`);
      if (
        startedAt !== undefined &&
        clock.trueTime - startedAt < partTimeoutMs &&
        clock.trueTime - clock.setAt > 90_000
      )
        violations.add('a part is sent by two at a time');
      putting.set(`${sha256} ${n}`, clock.trueTime);
    }

    /** A text that becomes due waits for one part at most, unless the run has tried it in the meantime. */
    function checkTurn(run: Outbox): void {
      const isDue = (record: Submission) => {
        const next = claimedIfDue(record, clock.now);
        return record.state !== 'typing' && next !== record && next?.state === 'sending';
      };
      const due = [...disk.values()]
        .filter((one) => knows.includes(one.v) && isDue(one))
        .map(({ id, attempts }) => `${id} ${attempts}`);
      if (due.some((one) => passed.get(run)?.includes(one)))
        violations.add('a text waits for more than one part');
      passed.set(run, due);
    }

    const attach: Attach = async (outbox, id) => {
      if (fault === 'lease') await store.change(id, (record) => record && { ...record, attachAt: 0 });
      if (fault === 'arrival')
        await store.change(
          id,
          (record) =>
            record && {
              ...record,
              files: record.files?.map((file) => ({ ...file, state: 'arrived' as const })),
            },
        );
      for (let more = fault === 'turns' ? 9 : 1; more > 0; more -= 1) {
        checkTurn(outbox);
        await attachPart(outbox, id);
      }
    };

    const env: Outbox = {
      ...{ store, base: '', now: () => clock.now, random: () => 0.5, onClaim: () => undefined },
      fetch: (url, init = {}) => fetch(String(url), init),
      newId: () => `${String(ids++).padStart(8, '0')}-0000-4000-8000-000000000000`,
      whileUnsaved: (work) => work,
    };
    return { env, attach, isAlive: () => isAlive };
  }

  function takeText(headers: Headers, { body }: RequestInit): Response {
    const key = headers.get('Idempotency-Key') ?? '';
    const posted = JSON.parse(String(body)) as { email: string; files?: SentFile[] };
    if (!keys.has(key) || fault === 'server key')
      storings.set(posted.email, (storings.get(posted.email) ?? 0) + 1);
    keys.set(key, posted.email);
    for (const { sha256 } of posted.files ?? [])
      received.set(`${key} ${sha256}`, received.get(`${key} ${sha256}`) ?? new Set());
    return Response.json({ secret: 'a'.repeat(22), upload: key }, { status: 201 });
  }

  /** Of a request from a page that shows an older list, a file is unknown. */
  function takePart(token: string, sha256: string, n: string, body: unknown): Response {
    const numbers = received.get(`${token} ${sha256}`);
    if (numbers === undefined) return Response.json({ error: 'Unknown' }, { status: 404 });
    if (n !== '') {
      if (!(body instanceof ArrayBuffer) || body.byteLength !== Number(n) + 1)
        violations.add('a part has other bytes');
      numbers.add(Number(n));
    }
    const complete = numbers.size === countOf(fileOf(sha256));
    return Response.json({ payload: { parts: [...numbers].sort(), complete } });
  }

  return {
    ...{
      clock,
      disk,
      parts,
      violations,
      texts,
      storings,
      deletedIds,
      createActor,
      about,
      isWhole,
      countOf,
      hereIn,
    },
    setWeather: (next: Weather[]) => {
      weather = [...next];
    },
    arrive: () => {
      for (const take of underWay.splice(0)) take();
    },
  };
}
