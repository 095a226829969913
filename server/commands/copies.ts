import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { type Config, connectCommand } from '../config.ts';
import { endWaiting, readOld } from '../end-waiting.ts';
import { spokenMoment } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import { officePaths } from '../office/office-paths.ts';
import { findDifferences, lastChange, refuseUnknown, restoreTexts } from '../restore-texts.ts';
import { backUp, copyFile, copyPostgres, openCopy, replaceFile, replaceSchema } from '../store/backup.ts';
import { writeFact } from '../store/facts.ts';
import { accessing, refuseUnreadable } from '../store/file-access.ts';
import { noStore, placeOf, type Store } from '../store/open-store.ts';
import type { Db } from '../store/schema.ts';
import { prepareDataDir } from '../store/sqlite.ts';
import { isAgreed } from './about-people.ts';
import { type Command, type Outcome, printable, refuseForProvider, withStore } from './command.ts';

/** Returns e.g. 20261121T183000123Z. */
const timeStamp = () => new Date().toISOString().replace(/[-:.]/g, '');

export const backup: Command = {
  words: 'FILE',
  summary: `write a complete copy of the store to a new file, even while the server is running. The file is the same from SQLite and
      PostgreSQL. With --keep COUNT, FILE is a folder: the copy is named after the current time, and the oldest copies made this way
      are deleted until COUNT remain`,
  options: { keep: { type: 'string' } },
  async run([target = ''], config, { keep }) {
    if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(String(keep)))
      throw new Refusal(400, `--keep needs a number from 1 to 9999, not "${keep}".`);
    const { databaseUrl } = config;
    const file = keep === undefined ? target : join(target, `hcs-${timeStamp()}.sqlite`);
    if (existsSync(file)) throw new Refusal(409, `${file} already exists. Choose a new file name.`);
    // Open the store first: its error messages are clearer.
    const leftOut = await withStore(config, async (store) => {
      if (keep !== undefined) accessing(target, () => mkdirSync(target, { recursive: true, mode: 0o700 }));
      const missing = await backUp(file, async (copy) =>
        databaseUrl === null
          ? copyFile(placeOf(config), copy).then(() => [])
          : copyPostgres(databaseUrl, copy),
      );
      await store.write((trx) => writeFact(trx, 'last-backup', new Date().toISOString()));
      return missing;
    });
    const deleted = keep === undefined ? [] : rotate(file, Number(keep));
    const { size: bytes } = statSync(file);
    const text = [
      `Wrote ${file} (${bytes} bytes).`,
      leftOut.length > 0 && saidOfLeftOut(leftOut),
      deleted.length > 0 && `Deleted: ${deleted.join(', ')}.`,
      `To see what of its texts differs: ${connectCommand()} restore ${resolve(file)}`,
    ];
    return { data: { file, bytes, leftOut, deleted }, text: text.filter(Boolean).join(' ') };
  },
};

const saidOfLeftOut = (columns: string[]) =>
  `Left out, because a newer version added it: ${columns.join(', ')}.`;

/** Deletes the oldest copies, but never the new one, even if the clock was wrong. */
function rotate(newFile: string, keep: number): string[] {
  const others = readdirSync(dirname(newFile))
    .filter((name) => /^hcs-\d{8}T\d{9}Z\.sqlite$/.test(name))
    .filter((name) => name !== basename(newFile))
    .sort();
  const deleted = others.slice(0, Math.max(0, others.length - keep + 1));
  for (const name of deleted) rmSync(join(dirname(newFile), name));
  return deleted;
}

export const restore: Command = {
  words: 'FILE [ID …]',
  summary: `list the articles and vacancies that differ from a copy made by "backup", also while the server is running. With ids or
      --all, bring back their titles, texts and pictures; it asks first, unless you add --yes. Nothing else changes: what is on the
      site or open stays so, and what is gone comes back as a draft. With --exactly, make the store what the copy was, from SQLite
      or PostgreSQL into either; stop the server first. Nothing that waited in the copy is sent, and everybody must sign in again.
      The old store is kept beside the new one; in PostgreSQL, as the schema before_restore_… in the same database`,
  options: { all: { type: 'boolean' }, yes: { type: 'boolean' }, exactly: { type: 'boolean' } },
  async run([file = '', ...ids], config, { all, yes, exactly }) {
    refuseForProvider(config);
    refuseUnreadable(file);
    if (Number(exactly === true) + Number(all === true) + Number(ids.length > 0) > 1)
      throw new Refusal(400, 'Choose one: ids, --all or --exactly.');
    if (exactly === true) return restoreExactly(file, config);
    return withStore(config, (store) => {
      const beside = config.databaseUrl === null ? placeOf(config) : file;
      return openCopy(file, beside, (copy) =>
        restoreSome(store, copy, all === true ? 'all' : ids, yes === true),
      );
    });
  },
};

async function restoreSome(store: Store, copy: Db, ids: string[] | 'all', isSure: boolean): Promise<Outcome> {
  const differences = await findDifferences(store.db, copy);
  const listed = await Promise.all(
    differences.map(async (one) => ({ one, changed: await lastChange(store.db, one) })),
  );
  const lines = listed.map(({ one: { kind, id, title, what, isGone }, changed }) => {
    const how = isGone ? 'is gone and would come back as a draft' : `differs: ${what.join(', ')}`;
    const when = changed ? `; last change ${spokenMoment(new Date(changed.at))} by ${changed.by}` : '';
    return printable(`${kind} ${id} “${title}” ${how}${when}`);
  });
  if (ids !== 'all') refuseUnknown(differences, ids);
  if (differences.length === 0) return { data: [], text: 'No article or vacancy differs from the copy.' };
  if (ids.length === 0) {
    const data = listed.map(({ one: { row: _, ...one }, changed }) => ({ ...one, changed }));
    const how = 'To bring texts back, add their ids, or --all. Nothing was changed.';
    return { data, text: [...lines, how].join('\n') };
  }
  const chosen = lines.filter((_, index) => ids === 'all' || ids.includes(differences[index]?.id ?? ''));
  if (!isSure && !(await isAgreed(`${chosen.join('\n')}\nBring these back? Type "yes": `)))
    throw new Refusal(400, 'Nothing was changed.');
  const restored = await store.write((trx) => restoreTexts(trx, copy, ids));
  return {
    data: restored.map(({ kind, id, title, isGone }) => ({ kind, id, title, isDraft: isGone })),
    text: `Brought back: ${restored.map(({ id }) => id).join(', ')}.`,
  };
}

async function restoreExactly(file: string, config: Config) {
  const { aside, settled, leftOut } = await replace(file, config);
  const { failed, takenBack, dropped, onlyInOld, people, token } = settled;
  const invitation = token === null ? null : config.siteUrl + officePaths.enter(token);
  const has = people.map(({ email, role }) => `${email} (${role === 'all' ? 'everything' : 'articles'})`);
  const text = [
    `Restored ${file}.`,
    aside && `The previous store is now ${aside}; delete it when you no longer need it.`,
    leftOut.length > 0 && saidOfLeftOut(leftOut),
    `Nothing that waited in the copy will be sent. Replies taken back: ${takenBack}; failed and listed on their pages: ${failed}; other messages gone: ${dropped}.`,
    onlyInOld
      ? `Only in the previous store: ${onlyInOld.applications} applications, ${onlyInOld.enquiries} enquiries, ${onlyInOld.subscribers} subscribers. Whoever left the newsletter there has left it here.`
      : 'The previous store could not be read.',
    'Whoever was removed since the copy is back: remove them again.',
    invitation === null
      ? `Nobody has access to the office. To give it: ${connectCommand()} invite EMAIL`
      : `These have access to the office, without their passkeys: ${has.join(', ')}. To sign in, use this link; it works once and expires in a day: ${invitation}`,
    'You can now start the server.',
  ];
  const data = { restored: file, aside, leftOut, failed, takenBack, dropped, onlyInOld, people, invitation };
  return { data, text: text.filter(Boolean).join('\n') };
}

async function replace(file: string, config: Config) {
  const replacing = { read: readOld, settle: endWaiting };
  if (config.databaseUrl !== null) {
    const schema = `before_restore_${timeStamp().toLowerCase()}`;
    const replaced = await replaceSchema(file, config.databaseUrl, schema, replacing);
    return { ...replaced, aside: replaced.isThere ? `the schema ${schema}` : null };
  }
  const store = placeOf(config);
  if (!config.isStoreNamed && !existsSync(store)) throw noStore(`DATA_DIR: store not found: ${store}.`);
  const aside = `${store}.before-restore-${timeStamp()}`;
  prepareDataDir(config.dataDir);
  const settled = await replaceFile(file, store, aside, replacing);
  return { settled, leftOut: [], aside: existsSync(aside) ? aside : null };
}
