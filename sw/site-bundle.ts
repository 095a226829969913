import { type BundlePart, isBundle, type SiteFile, sumLength } from '#src/contract/site-bundle.ts';

import { siteFiles } from './worker.ts';

const bundle = siteFiles.find(isBundle);
const bundled = siteFiles.filter(({ sum }) => sum !== undefined);

/** What a request of its own costs a file, in bytes and in waiting. */
const perRequest = 500;

export const bytesOf = (files: SiteFile[]) => files.reduce((sum, { bytes = 0 }) => sum + bytes, 0);

/** The bundle, where it costs less than those of its files that are missing. */
export function cheaperBundle(missing: SiteFile[]): SiteFile | undefined {
  const files = missing.filter(({ sum }) => sum !== undefined);
  const costs = bytesOf(files) + perRequest * files.length;
  return bundle && (bundle.bytes ?? 0) + perRequest < costs ? bundle : undefined;
}

/** Hands on each file of the bundle as it arrives. Throws where the line breaks off or what comes is no bundle of this version. */
export async function readBundle(
  { url }: SiteFile,
  take: (file: SiteFile, response: Response) => Promise<unknown>,
): Promise<void> {
  const { ok, body } = await fetch(url, { credentials: 'same-origin' });
  if (!ok || body === null) throw new TypeError('The bundle is not there.');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const files = bundled.values();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const file: SiteFile | undefined = files.next().value;
      if (file === undefined || (await sumOf(line)) !== file.sum) throw new TypeError('The bundle is damaged.');
      const part = JSON.parse(line) as BundlePart;
      await take(file, new Response(part.body, { headers: part.headers }));
    }
  }
}

async function sumOf(line: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${line}\n`));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return text.slice(0, sumLength).replaceAll('+', '-').replaceAll('/', '_');
}
