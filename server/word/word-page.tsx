import { saveText } from '../articles/publishing.ts';
import { refuseFile, sentFileOf } from '../office/file-form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Section } from '../office/section.ts';
import { servePasting } from '../office/texts.tsx';
import { freeId } from '../store/ids.ts';
import type { Trx } from '../store/schema.ts';
import { readWordFile } from './word-file.ts';

/** Serves what makes a text of a Word file, or of what is pasted from one. */
export function serveWord(section: Section): void {
  servePasting(section);
  section.onPost(officePaths.wordFile, startFromWord, {
    async before(request) {
      const { fileName, bytes } = sentFileOf(request);
      const word = await readWordFile(bytes).catch((error) => refuseFile(fileName, error));
      return { ...word, title: word.title ?? fileName.replace(/\.\w+$/, '') };
    },
  });
}

type Word = Awaited<ReturnType<typeof readWordFile>> & { title: string };

async function startFromWord(trx: Trx, _: unknown, { title, source, pictures, losses }: Word) {
  const id = await freeId(trx, 'articles', title);
  const draft = { id, kind: 'press' as const, title, lead: null, source, losses: losses.join('\n') || null };
  await saveText(trx, draft, { pictures, replaces: 'nothing' });
  const subject = { kind: 'article' as const, id };
  return { to: telling(officePaths.article(id), 'read'), did: 'saved', subject };
}
