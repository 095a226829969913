import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mediaDetailPath, vacancyPath } from '#src/paths.ts';

import type { AppOptions } from '../app.ts';
import { printableUrl, readConfig } from '../config.ts';
import { readArticleSource } from './article-source.ts';
import { publish } from './articles.ts';
import { command, withStore } from './command.ts';
import { vacancy } from './vacancies.ts';

export const preview = command({
  name: 'preview',
  words: ['FILE.md'],
  summary: 'show an article or a vacancy on this machine, as it will look; nothing is published',
  details: ['Needs the built site (npm run build). Ends with Ctrl-C.'],
  isStoreless: true,
  async run({ values: { json }, words: [file = ''] }) {
    const { url, close } = await startPreview(file);
    console.log(json ? JSON.stringify({ url }) : `Preview: ${url} (Ctrl-C ends it)`);
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    await close();
    return json ? '' : 'The preview has ended.';
  },
});

/** A server of its own, with a store that holds the sample content and this file, on a free port. */
export async function startPreview(file: string, options: AppOptions = {}) {
  const { article } = readArticleSource(file);
  const folder = mkdtempSync(join(tmpdir(), 'hcs-preview-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const config = readConfig({ DATA_DIR: folder });
    const { id, visible } = article.fields.title === undefined ? await asVacancy() : await asArticle();
    // A whole server is loaded by this command alone.
    const { buildApp } = await import('../app.ts');
    const app = await buildApp(config, options);
    await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
    const address = app.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const close = async () => {
      app.server.closeAllConnections();
      await app.close();
      remove();
    };
    return { url: new URL(visible(id), printableUrl('127.0.0.1', port)).href, close };

    async function asArticle() {
      const { id } = JSON.parse(await publish.run([file, '--json'], config)) as { id: string };
      // A date to come keeps it from visitors, not from its author.
      await withStore(config, ({ db }) =>
        db.updateTable('media').set({ visible_from: null }).where('id', '=', id).execute(),
      );
      return { id, visible: mediaDetailPath };
    }

    async function asVacancy() {
      const { id } = JSON.parse(await vacancy.run(['open', file, '--json'], config)) as { id: string };
      return { id, visible: vacancyPath };
    }
  } catch (error) {
    remove();
    throw error;
  }
}
