import { kept } from '#src/contract/worker-messages.ts';
import { pages } from '#src/paths.ts';

/** In bytes, as counted: what the browser itself says is rounded up, against being recognised. */
export type Space = { site: number; answers: number; images: number; typed: number };

/** How much each kind of what is kept takes up. Rejects where storage is refused. */
export async function readSpace(typed: number): Promise<Space> {
  const space: Space = { site: 0, answers: 0, images: 0, typed };
  for (const name of await caches.keys()) space[partOf(name)] += await sizeOf(name);
  return space;
}

function partOf(name: string): keyof Space {
  if (name === kept.connect) return 'answers';
  return name === kept.images ? 'images' : 'site';
}

async function sizeOf(name: string): Promise<number> {
  const cache = await caches.open(name);
  let bytes = 0;
  for (const request of await cache.keys()) {
    const copy = await cache.match(request);
    bytes += (await copy?.blob())?.size ?? 0;
  }
  return bytes;
}

/** Titles of the pages whose html is here, in the order of the site. */
export async function readPages(): Promise<{ path: string; title: string }[]> {
  const isHere = await documentsHere();
  return Object.values(pages).filter(
    ({ kind, path }) => kind === 'static' && path !== pages.notFound.path && isHere(path),
  );
}

/** Gives what says whether the html that shows an address is here: its own, or the one for all beside it. */
export async function documentsHere(): Promise<(path: string) => boolean> {
  const names = (await caches.keys()).filter((name) => name.includes(kept.precache));
  const files = new Set<string>();
  for (const name of names)
    for (const { url } of await (await caches.open(name)).keys()) files.add(new URL(url).pathname);
  return (address) => {
    const path = address.replace(/\?.*/, '');
    const own = path === '/' ? '/index.html' : `${path}.html`;
    return files.has(own) || files.has(`${path.slice(0, path.lastIndexOf('/'))}/shell.html`);
  };
}
