import { expect } from 'vitest';

import type { OutboxEntry } from '#src/outbox/entry.ts';
import type { Outcome } from '#src/outbox/first-attempt.ts';
import { needsVisitor } from '#src/outbox/retry.ts';

import type { Actor, World } from './model-world.ts';

/** One request, and what its visitor was last told about it. */
export type Submission = {
  /** What it is about tells it apart, in the outbox and on its receipt. */
  about: string;
  /** The address in it, and those in its corrected versions. */
  emails: string[];
  key: string;
  told: Outcome['type'] | 'nothing';
  /** Whether its form is still there; then it has what was typed, as its draft has. */
  isOpen: boolean;
  /** Its answer came after the form was closed. */
  isUnheard: boolean;
  /** The visitor pressed something in the outbox, which tells from then on. */
  isPressed: boolean;
  isDeleted: boolean;
  /** Sent on the visitor's word, though the outbox said that it may be stored a second time. */
  isRisked: boolean;
};

export function newSubmission(number: number): Submission {
  return {
    about: `request ${number}`,
    emails: [`visitor${number}@example.com`],
    key: `key-${number}`,
    told: 'nothing',
    isOpen: true,
    isUnheard: false,
    isPressed: false,
    isDeleted: false,
    isRisked: false,
  };
}

/** The one that an entry stands for. */
export function submissionOf({ about }: OutboxEntry, submissions: Submission[]): Submission {
  const found = submissions.find((submission) => submission.about === about);
  if (found === undefined) throw new Error(`Nobody submitted ${about}`);
  return found;
}

/** Nothing lost, nothing twice, and each word true. */
export function checkAccounts(world: World, submissions: Submission[], pages: (Actor | undefined)[]): void {
  for (const submission of submissions) checkOne(world, submission);
  const entries = [...world.disk.entries.values()];
  const risked = submissions.filter(({ isRisked }) => isRisked).map(({ about }) => about);
  for (const entry of entries) if (!risked.includes(entry.about)) checkRejection(world, entry);
  const mayLeave = ({ id }: OutboxEntry) => !world.server.knows(id) && !world.server.hasObjected(id);
  const waiting = entries.filter((entry) => !needsVisitor(entry, world.clock.now) && mayLeave(entry));
  if (waiting.length > 0 && pages.every((page) => page === undefined || page.isDead()))
    expect(world.device.syncWanted, 'something waits, and nothing will send it').toBe(true);
  expect(world.watch.violations.join(' ')).toBe('');
}

/** The outbox shows an answer of the server; what was stored after all is not shown so. */
function checkRejection(world: World, { id, problem }: OutboxEntry): void {
  if (problem === undefined || world.device.wasLockless) return;
  expect(world.server.hasRefused(id), `${id} is shown as rejected`).toBe(true);
  expect(world.server.knows(id), `${id} is shown as rejected, and stored`).toBe(false);
}

function checkOne(world: World, submission: Submission): void {
  const { about, emails, key, told, isOpen, isUnheard, isPressed, isDeleted, isRisked } = submission;
  const rows = [...new Set(emails)].reduce((sum, email) => sum + world.server.rowsOf(email), 0);
  const entry = [...world.disk.entries.values()].find((one) => one.about === about);
  const where = `${key}, told ${told}, ${entry ? 'in the outbox' : 'not in the outbox'}`;
  // Without locks two senders may be on the way at once; the server's memory of keys keeps them apart, not their words.
  const mostOfOneVersion = Math.max(...emails.map(world.server.rowsOf));
  if (!isRisked)
    expect(world.device.wasLockless ? mostOfOneVersion : rows, `${where}: stored twice`).toBeLessThan(2);
  if (isDeleted) expect(entry, `${where}: came back after it was deleted`).toBeUndefined();
  if (isDeleted) return;
  // Answered when nobody watched any more: what another attempt may change is tried again.
  if (entry?.problem !== undefined && isUnheard && !world.device.wasLockless && !world.device.isUnnoted(key))
    expect(world.server.hasObjected(entry.id), `${where}: given up`).toBe(true);
  const wasKept = world.disk.everKept.has(about);
  if (told === 'sent') expect(rows, `${where}: not stored`).toBeGreaterThan(0);
  else if (told === 'refused' || told === 'not-kept') {
    // Without locks another page may send it too; what the device neither notes nor deletes it sends once this page is gone.
    const { wasLockless, isBroken, isUnnoted } = world.device;
    if (isPressed || wasLockless || isBroken(key) || isUnnoted(key)) return;
    expect(entry === undefined || entry.problem !== undefined, `${where}: will be sent all the same`).toBe(
      true,
    );
    if (told === 'refused') expect(rows, `${where}: stored`).toBe(0);
  } else if (wasKept && !(told === 'nothing' && isOpen))
    expect(rows > 0 || entry !== undefined, `${where}: lost`).toBe(true);
  if (rows > 0 && wasKept && entry === undefined && told !== 'sent' && told !== 'not-kept')
    expect(
      [...world.disk.receipts.values()].some((receipt) => receipt.about === about),
      `${where}: stored, and nobody says so`,
    ).toBe(true);
}
