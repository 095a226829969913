import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect } from 'vitest';

import { connectCalls, pages } from '#src/paths.ts';

import { firstEntryRoutes } from '../support/routes.ts';
import { type Journey, withServerStopped } from './journey.ts';
import { expectSoon, type Visitor } from './visitor.ts';

/** Presses the button; the engines keep downloads in places of their own, so the file is taken on its way there. */
async function savedFile(visitor: Visitor): Promise<string> {
  await visitor.run(() => {
    Object.defineProperty(navigator, 'canShare', { configurable: true, value: undefined });
    URL.createObjectURL = ((create) => (file: Blob) => {
      void file.text().then((text) => Object.assign(window, { saved: text }));
      return create.call(URL, file);
    })(URL.createObjectURL);
    HTMLAnchorElement.prototype.click = () => undefined;
  });
  await visitor.click('button', 'Save as a file');
  const saved = () => visitor.run(() => Reflect.get(window, 'saved') as string | undefined);
  await expectSoon(saved).toContain('</html>');
  return (await saved()) ?? '';
}

export const fileJourneys: Journey[] = [
  {
    title:
      'with the server stopped a vacancy is saved as a file (the download stood in for), which reads from disk and loads nothing',
    // The page's own cleaner of articles, which comes with the first article that is opened.
    provokes: /Failed to load/,
    async run({ visitor, site }) {
      const { vacancy } = await firstEntryRoutes(site.url);
      await visitor.goto(site.url + pages.career.path);
      await visitor.untilLive();
      await visitor.untilKept(connectCalls.jobList);
      const folder = await mkdtemp(join(tmpdir(), 'hcs-file-'));
      const path = join(folder, 'vacancy.html');
      try {
        await withServerStopped(site, async () => {
          await visitor.goto(site.url + vacancy.path);
          await visitor.untilLive();
          await visitor.see('heading', vacancy.title);
          await writeFile(path, await savedFile(visitor));
          await visitor.goto(pathToFileURL(path).href);
          await visitor.see('heading', vacancy.title);
          await visitor.see('heading', 'How to apply');
        });
        const brought = () =>
          visitor.run(() => [
            document.scripts.length,
            ...performance
              .getEntriesByType('resource')
              .map(({ name }) => name)
              .filter((name) => !name.startsWith('data:')),
          ]);
        expect(await brought()).toEqual([0]);
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  },
];
