/** Sends a delivered submission's files, one part at a time. */
import { secretHeader } from '#src/contract/application-status.ts';
import { parseArrived, partCount, partType, uploadHeader } from '#src/contract/attachments.ts';
import { isMissing, messagesOf } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';

import { attachClaimed, attached, nextFile, type PartResult } from './attachments.ts';
import type { Outbox } from './deliver.ts';
import { untilAttach } from './due.ts';
import { partTimeoutMs } from './limits.ts';
import { noAnswer, readAnswer } from './post.ts';
import type { Submission } from './submission.ts';

/** Claims a record whose next request is due, makes it and stores the result. */
export async function attachPart(outbox: Outbox, id: string): Promise<void> {
  const { store, now, random, onChange } = outbox;
  let lastClaim: number | undefined;
  const record = await store.change(id, (before) => {
    if (before === undefined || untilAttach(before, now()) > 0) return before;
    lastClaim = before.dueAt;
    return attachClaimed(before, now());
  });
  const file = record && nextFile(record);
  if (lastClaim === undefined || !file) return;
  // The last attempt may have arrived although nobody knows.
  const isAsked = lastClaim > 0;
  if (isAsked || file.parts === 0) outbox.onClaim();
  const { sha256 } = file;
  const ending = new AbortController();
  const tooSlow = new DOMException('', 'TimeoutError');
  const timer = setTimeout(() => ending.abort(tooSlow), partTimeoutMs(record.attempts));
  // A file that is removed need not arrive.
  const unsubscribe = onChange(async () => {
    const all = await store.list().catch(() => [record]);
    const latest = all.find((one) => one.id === id);
    if (latest?.files?.find((one) => one.sha256 === sha256)?.state !== file.state) ending.abort();
  });
  const result = await request(outbox, record, isAsked, ending.signal).finally(() => {
    clearTimeout(timer);
    unsubscribe();
  });
  const attempt = { sha256, isAsked, dueAt: record.dueAt };
  await store.change(
    id,
    (latest) => latest && attached(latest, result, { ...attempt, now: now(), random: random() }),
  );
}

/** Never rejects, except if the store does. */
async function request(
  { store, base, fetch }: Outbox,
  record: Submission,
  isAsked: boolean,
  signal: AbortSignal,
): Promise<PartResult> {
  const file = nextFile(record);
  if (file === undefined) return {};
  const { sha256, size, parts } = file;
  const n = Math.min(parts, partCount(size) - 1);
  const body = isAsked ? null : await store.part(sha256, n);
  if (body === undefined) return { refused: 'lost' };
  const call = async (path: string, init: RequestInit) =>
    readAnswer(await fetch(base + path, { ...init, cache: 'no-store', signal }));
  try {
    const path = isAsked ? connectCalls.file(sha256) : connectCalls.filePart(sha256, n);
    const headers = { [uploadHeader]: record.upload ?? '', ...(body && { 'Content-Type': partType }) };
    const answer = await call(path, { method: isAsked ? 'GET' : 'PUT', headers, body });
    const arrived = answer.ok && parseArrived(answer.body);
    if (arrived) return { arrived };
    // Our server says how long it asks us to wait, and why.
    const [message = ''] = answer.retryAfterMs > 0 ? messagesOf(answer.body) : [];
    if (answer.why.reason !== 'refused') return { ...answer, why: { ...answer.why, message } };
    const refused = { refused: messagesOf(answer.body)[0] ?? answer.why.message };
    if (!isMissing(answer.status, answer.body)) return refused;
    const ended = answer.status === 410 ? 'deleted' : 'lost';
    // Only the file may be missing. An enquiry has no status, so its file is asked for again.
    const { secret } = record;
    const status = await (secret === undefined
      ? call(connectCalls.file(sha256), { method: 'GET', headers })
      : call(connectCalls.application, { headers: { [secretHeader]: secret } }));
    if (status.ok) return secret === undefined ? { why: { reason: 'service', message: '' } } : refused;
    return isMissing(status.status, status.body) ? { ended } : status;
  } catch (error) {
    const isSlow = error instanceof DOMException && error.name === 'TimeoutError';
    return isSlow ? { why: { reason: 'slow', message: '' } } : noAnswer();
  }
}
