import type { FastifyReply, FastifyRequest } from 'fastify';

import { partBytes, partCount } from '#src/contract/attachments.ts';
import { cleanName, type FileType, fileTypes, isFileType } from '#src/contract/file-types.ts';
import { retentionDays } from '#src/contract/retention.ts';
import { sizeText } from '#src/words/attachments.ts';

import { dayOf, spokenMoment, timeOf } from '../lib/local-time.ts';
import * as ui from '../office/components.tsx';
import { found } from '../office/form.ts';
import type { Section } from '../office/open-section.ts';
import type { Db, FileRefusal } from '../store/schema.ts';
import type { Received } from '../store/submissions.ts';
import { type Attachment, filesOf, findArrived } from './attachments.ts';

const reasons: Record<FileRefusal, string> = {
  empty: 'it was empty',
  large: 'it was larger than 5 MB',
  type: 'it was of a type that is not accepted',
  sum: 'it was damaged',
  late: `it was not complete within ${retentionDays.unfinishedFile} days`,
};

const fileLabels: Record<(typeof fileTypes)[FileType], string> = {
  ...{ pdf: 'PDF', doc: 'Word', docx: 'Word', rtf: 'RTF', jpg: 'JPEG', png: 'PNG', webp: 'WebP' },
  ...{ odt: 'OpenDocument', odg: 'OpenDocument', ods: 'OpenDocument', odp: 'OpenDocument' },
};

/** Without its ending. */
function titleOf({ name, type }: Attachment): string {
  return isFileType(type) ? name.slice(0, -fileTypes[type].length - 1) : name;
}

/** For example, "uploading: 3 of 8 parts, last one at 14:07"; undefined for a file that has arrived. */
function stateOf({ arrived_at, refused, stored, size, heard_at }: Attachment) {
  if (arrived_at !== null) return undefined;
  if (refused !== null) return `did not arrive: ${reasons[refused]}`;
  const heard = new Date(heard_at);
  const isToday = dayOf(heard) === dayOf(new Date());
  const at = isToday ? `at ${timeOf(heard)}` : `on ${spokenMoment(heard)}`;
  // Only the last part is shorter than the others.
  const parts = Math.ceil(stored / partBytes);
  return `uploading: ${parts} of ${ui.counted(partCount(size), 'part')}, last one ${at}`;
}

type Shown = { owner: Received; id: string; path: string; ask: string | undefined };

/** The files on the page of what they belong to. `ask`: the form for a reply that asks for one. */
export async function attachedFiles(db: Db, { owner, id, path, ask }: Shown) {
  const files = await filesOf(db, owner, [id]);
  if (files.length === 0) return null;
  return (
    <ul className="list-unstyled" aria-label="Files">
      {files.map((file) => {
        const { type, size, refused } = file;
        const title = titleOf(file);
        // Its bytes showed that it is none of ours.
        const label = refused !== 'type' && isFileType(type) && fileLabels[fileTypes[type]];
        const facts = [label, sizeText(size)].filter(Boolean).join(', ');
        const state = stateOf(file);
        return (
          <li key={file.id} className="hstack flex-wrap gap-2 mb-2">
            <span>
              <bdi>{title}</bdi> ({facts}){state && `, ${state}`}
            </span>
            {file.arrived_at !== null && (
              <ui.ButtonLink href={`${path}/files/${file.id}`} aria-label={`Download ${title}`}>
                Download
              </ui.ButtonLink>
            )}
            {refused !== null && ask && (
              <ui.ButtonLink href={ask} aria-label={`Ask for it: ${title}`}>
                Ask for it
              </ui.ButtonLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What a list says about each row's files, as a part of a line: " · 2 files". */
export async function fileMarks(
  db: Db,
  owner: Received,
  rows: { id: string }[],
): Promise<(id: string) => string> {
  const ids = rows.map(({ id }) => id);
  const files = await filesOf(db, owner, ids);
  return (id) => {
    const own = files.filter((file) => file[owner] === id && file.refused === null);
    const arrived = own.filter(({ arrived_at }) => arrived_at !== null).length;
    if (arrived > 0) return ` · ${ui.counted(arrived, 'file')}`;
    return own.length > 0 ? ' · file on its way' : '';
  };
}

/** Stands before a file's own title when it is downloaded: all CVs are called CV. */
type Prefix = (db: Db, id: string) => Promise<string[]>;

/** Joins what strangers have chosen to a name that is safe in a folder and a header. */
function downloadName({ name, type }: { name: string; type: string }, prefix: string[]): string {
  if (prefix.length === 0 || !isFileType(type)) return name;
  const ending = `.${fileTypes[type]}`;
  const parts = [...prefix, name.slice(0, -ending.length)].map((part) =>
    Array.from(part.replace(/[/\\\s._-]+/g, ' ').trim())
      .slice(0, longestPart)
      .join('')
      .replaceAll(' ', '-'),
  );
  return cleanName(parts.filter(Boolean).join('_') + ending, type);
}

const longestPart = 40;

export function serveDownloads(section: Section, owner: Received, path: string, prefixOf?: Prefix): void {
  const { app, options } = section;
  app.get<OfFile>(`${path}/files/:file`, options, (...asked) => download(section, owner, prefixOf, ...asked));
}

type OfFile = { Params: { id: string; file: string } };

/** Only ever downloads a file: a browser that opened it anyway would give it no rights. */
async function download(
  { store: { db } }: Section,
  owner: Received,
  prefixOf: Prefix | undefined,
  { params: { id, file } }: FastifyRequest<OfFile>,
  reply: FastifyReply,
) {
  const { bytes, ...stored } = found(await findArrived(db, owner, id, file));
  const name = downloadName(stored, (await prefixOf?.(db, id)) ?? []);
  const plain = name.replace(/[^ -~]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  reply.header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
  reply.header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${whole}`);
  return reply.type(stored.type).send(bytes);
}
