/** Sends a delivered submission's files, one part at a time. */
import { parseArrived, partCount, partType, uploadHeader } from '#src/contract/files.ts';
import { messagesOf } from '#src/contract/response.ts';
import { connectCalls } from '#src/paths.ts';

import type { Outbox } from './deliver.ts';
import { attachClaimed, attached, type PartResult } from './files.ts';
import { noAnswer, readAnswer } from './post.ts';
import { isHere, type SentFile } from './sent-file.ts';

/** Must be shorter than `attachLeaseMs`. */
const partTimeoutMs = 80_000;

/** Claims a record whose next part is due, sends the part and stores the result. */
export async function attachPart(outbox: Outbox, id: string): Promise<void> {
  const { store, now, random } = outbox;
  let lastClaim: number | undefined;
  const record = await store.change(id, (before) => {
    const after = before && attachClaimed(before, now());
    lastClaim = after === before ? undefined : (before?.attachAt ?? 0);
    return after;
  });
  const file = record?.files?.find(isHere);
  if (lastClaim === undefined || !record || !file) return;
  // The last attempt may have arrived although nobody knows.
  const isAsked = lastClaim > 0;
  if (isAsked || file.parts === 0) outbox.onClaim();
  const { upload = '', attachAt = 0 } = record;
  const result = await request(outbox, file, upload, isAsked);
  const { sha256 } = file;
  const settle = () => ({ sha256, isAsked, attachAt, now: now(), random: random() });
  await store.change(id, (latest) => latest && attached(latest, result, settle()));
}

/** Never rejects, except if the store does. */
async function request(
  { store, base, fetch }: Outbox,
  { sha256, size, parts }: SentFile,
  upload: string,
  isAsked: boolean,
): Promise<PartResult> {
  const n = Math.min(parts, partCount(size) - 1);
  const body = isAsked ? null : await store.part(sha256, n);
  if (body === undefined) return { refused: 'lost' };
  const url = isAsked ? connectCalls.file(sha256) : connectCalls.filePart(sha256, n);
  try {
    const response = await fetch(base + url, {
      method: isAsked ? 'GET' : 'PUT',
      headers: { [uploadHeader]: upload, ...(body && { 'Content-Type': partType }) },
      body,
      cache: 'no-store',
      signal: AbortSignal.timeout(partTimeoutMs),
    });
    const { ok, body: answer, why, retryAfterMs } = await readAnswer(response);
    const arrived = ok && parseArrived(answer);
    if (arrived) return { arrived };
    return why.reason === 'refused'
      ? { refused: messagesOf(answer)[0] ?? why.message }
      : { why, retryAfterMs };
  } catch {
    return noAnswer();
  }
}
