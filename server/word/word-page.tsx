import { saveText } from '../articles/publishing.ts';
import { acceptFile, sentFileOf } from '../office/file-form.ts';
import { personOf, text } from '../office/form.ts';
import { logAction } from '../office/log.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import { refuseFile } from '../office/picture-form.ts';
import { redirect } from '../office/scope.tsx';
import type { Section } from '../office/section.ts';
import { servePasting } from '../office/texts.tsx';
import { once } from '../store/idempotency-keys.ts';
import { freeId } from '../store/ids.ts';
import { longestRequestMs } from '../web/request-limits.ts';
import { readWordFile } from './word-file.ts';

/** Serves what makes a text of a Word file, or of what is pasted from one. */
export async function serveWord(section: Section): Promise<void> {
  await acceptFile(section.app);
  servePasting(section);
  startFromWord(section);
}

/** Makes a draft of a Word file. Converts it before the transaction, because its pictures take long. */
function startFromWord({ app, store, options }: Section): void {
  const config = { ...options.config, requestMs: longestRequestMs };
  app.post(officePaths.wordFile, { config }, async (request, reply) => {
    const { fileName, bytes } = sentFileOf(request);
    const reading = readWordFile(bytes);
    const { title, source, pictures, losses } = await reading.catch((error) => refuseFile(fileName, error));
    const person = personOf(request).id;
    const to = await store.erase((trx) =>
      once(trx, [person, request.url, text(request, 'key')], async () => {
        const name = title ?? fileName.replace(/\.\w+$/, '');
        const id = await freeId(trx, 'articles', name);
        await saveText(
          trx,
          { id, kind: 'press', title: name, lead: null, source, losses: losses.join('\n') || null },
          { pictures, replaces: 'nothing' },
        );
        await logAction(trx, person, 'saved', { kind: 'article', id });
        return telling(officePaths.article(id), 'read');
      }),
    );
    return redirect(request, reply, to);
  });
}
