import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { withStore } from '#server/commands/command.ts';
import type { MediaItem } from '#src/contract/media.ts';

import { openApp, temporaryFolder } from './store.ts';

/** Writes files below a folder; returns the path of the first. */
export function written(files: Record<string, string | Buffer>): string {
  const folder = temporaryFolder();
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  });
  return paths[0] ?? folder;
}

const htmlOf = ({ description }: MediaItem) => Buffer.from(description ?? '', 'base64').toString();

/** A server with an empty store, and what an import stored in it. */
export async function openImporting() {
  const app = await openApp({ SAMPLE_CONTENT: '' });
  const article = async (id: string) => htmlOf(await app.payload<MediaItem>(`media/${id}`));
  const texts = () =>
    withStore(app.config, ({ db }) => db.selectFrom('articles').select(['id', 'source', 'losses']).execute());
  return { ...app, article, texts };
}
