import { chunk } from '#src/lib/chunk.ts';
import { statusChunk } from '#src/status/status-chunk.ts';

/**
 * The application's form, and with it whatever keeps, sends and lists an application: nothing may be missing once
 * somebody types.
 */
export const applyChunk = chunk(async () => {
  const [{ ApplyDialog }] = await Promise.all([import('./apply-dialog.tsx'), statusChunk.load()]);
  return ApplyDialog;
});
