import { deliver, saveDraft, submit } from '#src/outbox/deliver.ts';
import { fileRemoved } from '#src/outbox/files.ts';
import type { SentFile } from '#src/outbox/sent-file.ts';
import { acknowledged, type Draft, deleted, hashOf, type Submission } from '#src/outbox/submission.ts';

import { type FileWorld, partBytes } from './model-files.ts';

type Actor = ReturnType<FileWorld['createActor']>;

/** Chooses files of these sizes in parts, stores them with the text and submits it. */
export async function submitWith(world: FileWorld, { env }: Actor, sizes: number[]): Promise<void> {
  const id = env.newId();
  const text = String(world.texts.size + 1);
  const files = sizes.map((count, index): SentFile => {
    const sha256 = `${text}-${index}`;
    return { sha256, name: 'cv.pdf', size: (count - 1) * partBytes + 1, type: '', state: 'here', parts: 0 };
  });
  const facts = world.about(text);
  facts.files = files;
  // Each part has a length of its own, so that the server can tell them apart.
  const bytes = Object.fromEntries(
    files.map((file) => [
      file.sha256,
      Array.from({ length: world.countOf(file) }, (_, n) => new ArrayBuffer(n + 1)),
    ]),
  );
  const content = { id, kind: 'apply', job: 'fitter', about: 'Fitter', fields: { email: text } } as const;
  let draft: Draft = { ...content, files, seen: '' };
  const isKept = await saveDraft(env, draft, undefined, bytes).then(
    () => true,
    () => false,
  );
  if (isKept) draft = { ...draft, seen: hashOf(draft) };
  else {
    draft = { ...content, seen: '' };
    for (const { sha256 } of files) facts.told.add(sha256);
  }
  const { end } = await submit(env, draft, () => false);
  const { record } = await end;
  for (const { sha256, state, why } of record?.files ?? [])
    if (state === 'refused' && why) facts.told.add(sha256);
}

/** The visitor's other presses, on the record with this number. */
export async function press(
  world: FileWorld,
  { env }: Actor,
  which: number,
  name: 'remove' | 'delete' | 'withdraw' | 'dismiss',
): Promise<void> {
  const all = [...world.disk.values()];
  const record = all[which % Math.max(1, all.length)];
  if (record === undefined) return;
  const sha256 = record.files?.[0]?.sha256 ?? '';
  const next: Record<typeof name, (one: Submission) => Submission | undefined> = {
    remove: (one) => fileRemoved(one, sha256),
    delete: deleted,
    withdraw: (one) => (one.state === 'followed' ? undefined : one),
    dismiss: (one) => acknowledged(one, world.clock.now),
  };
  const isDone = await env.store
    .change(record.id, (one) => one && next[name](one))
    .then(
      () => true,
      () => false,
    );
  if (isDone && name === 'remove' && sha256) world.about(sha256.split('-')[0] ?? '').told.add(sha256);
}

export const wake = ({ env, attach }: Actor) => deliver({ ...env }, attach).catch(() => true);

/** What must hold whenever nothing moves; `isEnd`: all has been sent that can be. */
export function findFileViolations(world: FileWorld, isEnd: boolean): string[] {
  const found = [...world.violations];
  const listed = [...world.disk.values()].flatMap(world.hereIn).map(({ sha256 }) => sha256);
  for (const sha256 of world.parts.keys())
    if (!listed.includes(sha256)) found.push('bytes are left without a record');
  for (const sha256 of listed) if (!world.parts.has(sha256)) found.push('a record has lost its bytes');
  for (const [text, { files, isSubmitted, isOver, told }] of world.texts) {
    const count = world.storings.get(text) ?? 0;
    if (count > 1) found.push('a text is stored twice');
    if (!isEnd || !isSubmitted || isOver) continue;
    if (count === 0) found.push('a text was held back');
    for (const file of files)
      if (!world.isWhole(file) && !told.has(file.sha256))
        found.push('a file has neither arrived nor been told');
  }
  return found;
}
