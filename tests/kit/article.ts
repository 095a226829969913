import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { runLine } from '#server/commands/command-line.ts';
import { readConfig } from '#server/config.ts';
import type { MediaType } from '#src/contract/media-type.ts';

/** Publishes an article, as the company would, on the server with this data folder. */
export async function publishArticle(dataDir: string, type: MediaType, title: string): Promise<void> {
  const file = join(dataDir, 'article.md');
  await writeFile(file, `---\ntitle: ${title}\ntype: ${type}\n---\nWe built a pump.\n`);
  await runLine(readConfig({ DATA_DIR: dataDir }), 'publish', file);
}
