import { type BundlePart, type SiteFile, sumLength } from '#src/contract/site-bundle.ts';

import { fetchSiteFile } from './fetch-site-file.ts';
import { bundle, siteFiles, tellPages } from './worker.ts';

const bundled = siteFiles.filter(({ sum }) => sum !== undefined);

/** What a request of its own costs a file, in bytes and in waiting. */
const perRequest = 500;

const bytesOf = (files: SiteFile[]) => files.reduce((sum, { bytes = 0 }) => sum + bytes, 0);

/** What it costs to have these, in bytes. */
export function costOf(missing: SiteFile[]): number {
  const bundled = cheaperBundle(missing);
  const apart = bundled ? missing.filter(({ sum }) => sum === undefined) : missing;
  return (bundled?.bytes ?? 0) + bytesOf(apart);
}

/** Tells the pages how far it is with these, in steps that are worth a message. Call what it returns for each that is kept. */
export function progressOf(missing: SiteFile[]): (file: SiteFile) => Promise<void> {
  const all = bytesOf(missing);
  const cost = costOf(missing);
  let done = 0;
  let told = 0;
  return async ({ bytes = 0 }) => {
    done += bytes;
    const percent = Math.floor((done / all) * step) * (100 / step);
    if (all < worthTelling || percent <= told) return;
    told = percent;
    await tellPages({ type: 'saving', percent, bytes: cost });
  };
}

const step = 20;
/** In bytes; what is less is here before anybody has read that it comes. */
const worthTelling = 20_000;

/** The bundle, where it costs less than those of its files that are missing. */
export function cheaperBundle(missing: SiteFile[]): SiteFile | undefined {
  const files = missing.filter(({ sum }) => sum !== undefined);
  const costs = bytesOf(files) + perRequest * files.length;
  return bundle && (bundle.bytes ?? 0) + perRequest < costs ? bundle : undefined;
}

/** Hands on each whole file of the bundle as it arrives. Throws where the line breaks off. */
export async function readBundle(
  { url }: SiteFile,
  take: (file: SiteFile, response: Response) => Promise<unknown>,
): Promise<void> {
  const { ok, body } = await fetchSiteFile(url);
  if (!ok || body === null) throw new TypeError('The bundle is not there.');
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const files = bundled.values();
  let rest = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const file: SiteFile | undefined = files.next().value;
      if (file === undefined || (await sumOf(encoder.encode(`${line}\n`))) !== file.sum) continue;
      const part = JSON.parse(line) as BundlePart;
      await take(file, new Response(part.body, { headers: part.headers }));
    }
  }
}

const encoder = new TextEncoder();

export async function sumOf(content: BufferSource): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', content);
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return text.slice(0, sumLength).replaceAll('+', '-').replaceAll('/', '_');
}
