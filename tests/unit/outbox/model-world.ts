import { AsyncLocalStorage } from 'node:async_hooks';

import { attachPart } from '#src/outbox/attach.ts';
import type { Outbox } from '#src/outbox/deliver.ts';
import { buildDay, leaseMs } from '#src/outbox/limits.ts';
import { isHere, type SentFile } from '#src/outbox/sent-file.ts';
import type { FileBytes, Store } from '#src/outbox/store.ts';
import { placeOf, type Submission } from '#src/outbox/submission.ts';
import { fileTransitions, transitions } from '#src/outbox/transitions.ts';
import { connectCalls } from '#src/paths.ts';

import type { Schedule } from './model-schedule.ts';
import { createServer } from './model-server.ts';

/** The page or worker whose code is running. */
export const context = new AsyncLocalStorage<Outbox>();

export function currentOutbox(): Outbox {
  const outbox = context.getStore();
  if (outbox === undefined) throw new Error('No page runs this code.');
  return outbox;
}

/**
 * `isOver`: the visitor has deleted it or typed over it, or only a page that has ended knew it. `isDiscarded`: deleted before
 * it was posted.
 */
type Text = { isSubmitted: boolean; isOver: boolean; isDiscarded: boolean; told: Set<string> };

type World = ReturnType<typeof createWorld>;
export type Actor = ReturnType<World['createActor']>;

export const numberIn = ({ fields }: Pick<Submission, 'fields'>) => Number.parseInt(fields.email ?? '0', 10);

/** One device, whose pages and worker can die at any await, and one server. Records what is untrue. */
export function createWorld(schedule: Schedule, fault?: string) {
  const { clock } = schedule;
  const server = createServer(schedule, fault);
  const disk = new Map<string, Submission>();
  const parts = new Map<string, ArrayBuffer[]>();
  const texts = new Map<number, Text>();
  const violations = new Set<string>();
  const listeners = new Set<() => void>();
  const deletedIds = new Map<string, Submission>();
  /** The text that each record held last. */
  const textOf = new Map<string, number>();
  const textOfHash = new Map<string, number>();
  const tokenOf = new Map<string, string>();
  /** When each text was claimed, and each request for a file began. */
  const claims = new Map<string, number>();
  const underWay = new Map<string, number>();
  const posted = new Set<number>();
  /** Records for which the visitor has pressed "Edit". */
  const edited = new Set<string>();
  const device = { isFull: false };
  let ids = 0;

  const about = (text: number): Text => {
    const known = texts.get(text) ?? {
      ...{ isSubmitted: false, isOver: false, isDiscarded: false },
      told: new Set<string>(),
    };
    texts.set(text, known);
    return known;
  };

  function checkStates(before: Submission | undefined, after: Submission | undefined): void {
    const [from, to] = [before?.state ?? 'none', after?.state ?? 'none'];
    if (from !== to && !transitions.some(([one, , other]) => one === from && other === to))
      violations.add(`no arrow leads from ${from} to ${to}`);
    for (const { sha256, state } of after?.files ?? []) {
      const was = before?.files?.find((one) => one.sha256 === sha256)?.state ?? 'none';
      const isKnown =
        was === state || fileTransitions.some(([one, , other]) => one === was && other === state);
      if (!isKnown) violations.add(`no arrow leads a file from ${was} to ${state}`);
      if (state === 'arrived' && was !== state && !server.isWhole(sha256) && !server.lost.has(textIn(sha256)))
        violations.add('a file is told arrived that the server does not have');
    }
  }

  function write(id: string, after: Submission | undefined, bytes: FileBytes): void {
    const before = disk.get(id);
    if (before === after) return;
    if (after !== undefined && device.isFull) throw new DOMException('full', 'QuotaExceededError');
    // Only a key press, a file or Submit begins one again.
    const isClaimed = after?.state === 'sending' && after.dueAt !== before?.dueAt;
    const claimedAt = claims.get(id) ?? -leaseMs;
    if (isClaimed && before?.state === 'sending' && clock.trueTime - claimedAt < leaseMs)
      if (clock.setAt < claimedAt) violations.add('something is sent by two at a time');
    if (isClaimed) claims.set(id, clock.trueTime);
    const isBegun = after?.attempts === 1 && ['typing', 'preparing', 'sending'].includes(after.state);
    if (before === undefined && after && !isBegun) violations.add('an answer begins a record');
    checkStates(before, after);
    if (after?.state === 'sending' && edited.delete(id) && before?.state === 'waiting')
      violations.add('a text is sent while it is edited');
    if (after === undefined) {
      if (before) deletedIds.set(id, before);
      disk.delete(id);
    } else {
      disk.set(id, structuredClone(after));
      if (numberIn(after) > 0) textOf.set(id, numberIn(after));
      if (after.upload) tokenOf.set(id, after.upload);
      if (after.state === 'sending' || after.state === 'preparing') about(numberIn(after)).isSubmitted = true;
    }
    const here = (record?: Submission) => (record?.files ?? []).filter(isHere);
    for (const { sha256 } of here(after)) if (bytes[sha256]) parts.set(sha256, bytes[sha256]);
    const listed = [...disk.values()].flatMap(here).map(({ sha256 }) => sha256);
    if (fault !== 'bytes')
      for (const sha256 of parts.keys()) if (!listed.includes(sha256)) parts.delete(sha256);
    for (const listener of listeners) listener();
  }

  /** A page or worker. */
  function createActor(isWorker = false) {
    const skewMs = isWorker && fault === 'lease' ? 700_000 : 0;
    let isAlive = true;
    const never = new Promise<never>(() => undefined);

    /** One call to the store or the network, which may be refused, or end its page before or after it takes effect. */
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
      list: () => call(() => structuredClone([...disk.values()].sort((a, b) => a.at - b.at))),
      change: (id, change, bytes = {}) =>
        call(() => {
          const before = disk.get(id) ?? (fault === 'deletion' ? deletedIds.get(id) : undefined);
          const next = change(before);
          const isMoved = before && next && before.at < buildDay && next.at >= buildDay;
          const after = fault === 'clock' && isMoved && before.state !== 'typing' ? before : next;
          write(id, after === before ? disk.get(id) : after, bytes);
          return structuredClone(after);
        }),
      remove: (isGone) =>
        call(() => {
          for (const record of [...disk.values()]) if (isGone(record)) write(record.id, undefined, {});
        }),
      part: (sha256, n) => call(() => parts.get(sha256)?.[n]),
      clear: () =>
        call(() => {
          for (const record of disk.values()) about(textOf.get(record.id) ?? 0).isOver = true;
          disk.clear();
          parts.clear();
        }),
    };

    async function fetch(path: string, init: RequestInit = {}): Promise<Response> {
      const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
      if (key) posted.add(numberIn({ fields: JSON.parse(String(init.body)) }));
      if (key && about(numberIn({ fields: JSON.parse(String(init.body)) })).isDiscarded)
        violations.add('what was discarded is sent');
      if (key) textOfHash.set(key.slice(-12), numberIn({ fields: JSON.parse(String(init.body)) }));
      const name = `${init.method} ${path} ${key}`;
      const startedAt = underWay.get(name);
      if (
        startedAt !== undefined &&
        clock.trueTime - startedAt < 25_000 &&
        clock.trueTime - clock.setAt > 90_000
      )
        if (path.includes('/files/') && disk.size > 0) violations.add('something is sent by two at a time');
      underWay.set(name, clock.trueTime);
      const answer = await call(() => {
        // A slow line: more becomes due in the meantime.
        schedule.pass(Math.floor(schedule.random() * 4_000));
        underWay.delete(name);
        // As if the status was not asked for.
        if (fault === '404' && path.endsWith(connectCalls.application))
          return Response.json({ error: 'No' }, { status: 404 });
        return server.answer(path, init);
      }, false);
      init.signal?.throwIfAborted();
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return answer;
    }

    const env: Outbox = {
      ...{ store, base: '', now: () => clock.now + skewMs, random: () => 0.5, onClaim: () => undefined },
      fetch: (url, init) => fetch(String(url), init),
      onReceipt: () => undefined,
      announce: () => undefined,
      newId: () => `${String(ids++).padStart(8, '0')}-0000-4000-8000-000000000000`,
      onChange(listener) {
        const own = () => isAlive && context.run(env, listener);
        listeners.add(own);
        return () => listeners.delete(own);
      },
      tell: (record) => tell(record),
    };
    return {
      env,
      attach: attachPart,
      isAlive: () => isAlive,
      kill: () => {
        isAlive = false;
      },
    };
  }

  /** A page says where a record's text is. */
  function tell(record: Submission): void {
    const number = textOfHash.get(record.hash ?? '') ?? textOf.get(record.id) ?? 0;
    const { told } = about(number);
    const place = placeOf(record);
    if (place === 'there' && !server.stored.has(number)) violations.add('told sent, and never stored');
    if (place === 'refused' && server.stored.has(number)) violations.add('told refused, and stored');
    const token = tokenOf.get(record.id);
    if (place === 'gone' && (token ? server.isKnown(token) : server.isThere(number)))
      violations.add('told gone, and still there');
    if (['there', 'refused', 'gone'].includes(place)) told.add(place);
  }

  const textIn = (sha256: string) => Number(sha256.split('-')[0]);
  const onChange = (listener: () => void) => listeners.add(listener);

  /** What must hold whenever nothing moves. `inForms`: texts that pages show. `isEnd`: all has been sent that can be. */
  function findViolations(inForms: number[], isEnd: boolean): string[] {
    const found = [...violations];
    const records = [...disk.values()];
    const here = records.flatMap(({ files = [] }) => files.filter(isHere));
    for (const sha256 of parts.keys())
      if (!here.some((file: SentFile) => file.sha256 === sha256))
        found.push('bytes are left without a record');
    for (const [text, counts] of server.stored)
      if (Math.max(...counts.values()) > 1 && !server.lost.has(text)) found.push('a text is stored twice');
    for (const [number, text] of texts) {
      if (!text.isSubmitted || text.isOver || text.told.size > 0) continue;
      const isHere = records.some(({ id }) => textOf.get(id) === number);
      if (!isHere && !inForms.includes(number)) found.push('a submitted text is nowhere');
    }
    if (!isEnd) return found;
    for (const { state, files = [] } of records)
      if (
        ['preparing', 'sending', 'waiting'].includes(state) ||
        (!['typing', 'refused'].includes(state) && files.some(isHere))
      )
        found.push('something was held back');
    return found;
  }

  return {
    clock,
    disk,
    device,
    edited,
    posted,
    server,
    texts,
    textOf,
    about,
    createActor,
    tell,
    onChange,
    findViolations,
  };
}
