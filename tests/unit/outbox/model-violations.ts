import { isPending } from '#src/outbox/due.ts';
import { keyOf } from '#src/outbox/submission.ts';

import type { Accounts, Page } from './model-accounts.ts';
import type { World } from './model-world.ts';

/** Checks what must hold whenever nothing moves. */
export function findViolations(accounts: Accounts, world: World, pages: readonly Page[]) {
  const { texts, textOf, violations, excused } = accounts;
  for (const page of pages) if (!page.actor.isAlive()) accounts.onEnd(page);
  const found = [...violations];
  const records = [...world.disk.values()];
  const alive = pages.filter(({ actor }) => actor.isAlive());
  for (const [number, text] of texts) {
    const { told, stored, isSubmitted, isSaved } = text;
    if (stored.length > 1 && !text.isAgain && !text.wasMemory)
      found.push(`text ${number} is stored under ${stored.join(' and ')}`);
    if (told.has('sent') && stored.length === 0) found.push(`text ${number} was told sent and is not stored`);
    if (told.has('refused') && stored.length > 0) found.push(`text ${number} was told refused and is stored`);
    const isOver = told.has('sent') && !text.isUnwritten && !text.isAgain && !text.wasMemory;
    for (const { isVisible, form } of isOver ? alive : [])
      if (isVisible && form?.phase === 'edit' && form.text === number)
        found.push(`text ${number} was told sent, and a form holds it`);
    if (text.isLeft || text.isDropped || told.has('sent') || told.has('refused')) continue;
    const isInForm = alive.some(({ form, sending }) => form?.text === number || sending.includes(number));
    const isHere = records.some((one) =>
      one.state === 'sent' ? textOf(one.id) === number : Number(one.fields.email) === number,
    );
    // It was typed again in one tab, and replaced in another that had seen it before.
    if (isHere || isInForm || !isSaved || (text.isAgain && !isSubmitted)) continue;
    if (!told.has('not kept')) found.push(`${isSubmitted ? 'submitted' : 'typed'} text ${number} is nowhere`);
  }
  for (const record of records) {
    const isToSee = ['waiting', 'refused'].includes(record.state) || accounts.isSlow(record);
    for (const { isVisible, form, listed } of isToSee ? alive : [])
      if (isVisible && form?.hold.id() !== record.id && !listed.includes(record.id))
        found.push(`${keyOf(record)} is on its way or waits, and a page shows it nowhere`);
    if (isPending(record) && alive.length === 0 && !world.device.isSyncWanted && !excused.has(record.id))
      found.push(`${keyOf(record)} waits, and nothing will send it`);
  }
  return found;
}
