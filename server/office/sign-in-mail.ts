import * as site from '#src/words/site.ts';

import { type Message, plainMail } from '../mail/plain-mail.ts';
import type { Mail } from '../mail/queue.ts';
import type { Db } from '../store/schema.ts';
import { officePaths } from './office-paths.ts';
import { findValidLink, linkToken } from './people.ts';

export async function signInMail(
  db: Db,
  { link, recipient }: Mail,
  siteUrl: string,
): Promise<Message | null> {
  if (link === null || (await findValidLink(db, link)) === undefined) return null;
  return plainMail(recipient, 'Your sign-in link', [
    `Sign in to the staff pages of ${site.name}: ${siteUrl}${officePaths.enter(await linkToken(db, link))}`,
    'The link works once and expires soon. If you were not expecting it, you can ignore this email.',
  ]);
}
