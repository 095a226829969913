import { statfs } from 'node:fs/promises';

import { sql } from 'kysely';

import { nothingStored } from '#src/words/errors.ts';

import { receiptsUsedUp } from './applicants/receipt.ts';
import { waitingForRoom } from './attachments/attachments.ts';
import { type Config, connectCommand } from './config.ts';
import { dayMs } from './lib/durations.ts';
import { spokenDay, spokenMoment } from './lib/local-time.ts';
import { counted, moment } from './office/components.tsx';
import type { Line, TodayOf } from './office/today.ts';
import { countWaiting } from './outgoing/queue.ts';
import { delayWords } from './outgoing/said.ts';
import { sampleFacts, sampleTexts } from './samples.ts';
import { lastBackup } from './store/facts.ts';
import type { Store } from './store/open-store.ts';
import { type StoreProblem, storeProblem } from './store/store-problems.ts';

/** Bytes. */
const leastRoom = 1e9;
const leastForWrites = 1e6;

/** Why no email leaves. */
export const mailToday: TodayOf = async ({ store: { db }, config: { smtpUrl } }) => {
  const waiting = await countWaiting(db);
  const waits = waiting === 1 ? '1 email waits' : `${waiting} emails wait`;
  const none = `${waits}, because no mail server is set up.`;
  const text = smtpUrl === null ? none : await delayWords(db, { waits });
  return { lines: waiting > 0 && text ? [{ text }] : [] };
};

/** What visitors do not get because a day's sum or the room for files is used up. */
async function usedUpLines({ db }: Store, { smtpUrl, receiptsPerDay, filesMaxMb }: Config): Promise<Line[]> {
  const receipts =
    smtpUrl === null || receiptsPerDay === 0 ? undefined : await receiptsUsedUp(db, receiptsPerDay);
  const files = await waitingForRoom(db, filesMaxMb);
  const said = (time: string) => spokenMoment(new Date(time)).replace(/^today, /, '');
  const texts = [
    receipts && `Since ${said(receipts)} applicants get no receipt: ${receiptsPerDay} were sent today.`,
    files &&
      `There is no room for files since ${said(files.since)}: ${files.count} ${files.count === 1 ? 'waits' : 'wait'}.`,
  ];
  return texts.filter((text) => text !== undefined).map((text) => ({ text }));
}

/** Tries a write that changes nothing. */
async function whyNotStored(store: Store): Promise<StoreProblem | undefined> {
  try {
    await store.write((trx) => sql`update facts set value = value where name = 'secret-key'`.execute(trx));
    return undefined;
  } catch (error) {
    const problem = storeProblem(error);
    if (problem === undefined) throw error;
    return problem;
  }
}

/** What is wrong with the server, and how it is doing. */
export const serverToday: TodayOf = async ({ store, config, builtAt }) => {
  const { db } = store;
  const { dataDir, databaseUrl, siteUrl } = config;
  const { at: last, since, isLate } = await lastBackup(db);
  const { bavail, bsize } = await statfs(dataDir);
  const room = bavail * bsize;
  const problems: Line[] = [];
  // Small writes may succeed to the last.
  const isFull = databaseUrl === null && room < leastForWrites;
  const problem = isFull ? 'full' : await whyNotStored(store);
  if (problem) problems.push({ text: `${nothingStored(problem)} Visitors are told to try again.` });
  const days = Math.floor((Date.now() - Date.parse(since)) / dayMs);
  const backup =
    last === null
      ? `No backup has been made in the ${counted(days, 'day')} since the first start.`
      : `The last backup is ${counted(days, 'day')} old (${moment(last)}).`;
  if (isLate) problems.push({ text: `${backup} Please tell the person who runs the server.` });
  if (databaseUrl === null && !isFull && room < leastRoom)
    problems.push({ text: 'Less than 1 GB is left on the disk.' });
  const isPublic = siteUrl.startsWith('https:');
  const samples = isPublic ? sampleFacts().length + (await sampleTexts(db)).length : 0;
  if (samples > 0)
    problems.push({
      text: `Visitors see ${samples} sample facts, articles and vacancies. Please tell the person who runs the server: “${connectCommand()} samples” lists them.`,
    });
  const line = [
    last === null ? 'No backup yet' : `Last backup ${moment(last)}`,
    `${counted(await countWaiting(db), 'email')} waiting`,
    databaseUrl === null && `${Math.floor(room / 1e9)} GB free on the disk`,
    `site built on ${spokenDay(new Date(builtAt))}`,
  ];
  const lines = [...(await usedUpLines(store, config)), ...problems];
  return { lines, server: `${line.filter(Boolean).join(', ')}.` };
};
