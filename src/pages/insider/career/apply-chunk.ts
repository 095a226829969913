import { statusChunk } from '#src/components/status-chunk.ts';
import { chunk } from '#src/lib/chunk.ts';
import { applyQuery } from '#src/paths.ts';

/**
 * The application's form, and with it whatever keeps, sends and lists an application: nothing may be missing once
 * somebody types.
 */
export const applyChunk = chunk(async () => {
  const [{ ApplyDialog }] = await Promise.all([import('./apply-dialog.tsx'), statusChunk.load()]);
  return ApplyDialog;
});

/** Whether the form is a part of the vacancy's page. `search` is the query, with or without `?`. */
export function carriesForm(search: string): boolean {
  return new URLSearchParams(search).get(applyQuery.name) === applyQuery.value;
}
