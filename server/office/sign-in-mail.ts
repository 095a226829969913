import * as site from '#src/words/site.ts';

import { dayMs } from '../lib/durations.ts';
import { addMessages } from '../outgoing/add-messages.ts';
import type { Kind } from '../outgoing/kinds.ts';
import { plainMail } from '../outgoing/plain-mail.ts';
import type { Trx } from '../store/schema.ts';
import { officePaths } from './office-paths.ts';
import { findValidLink, linkToken } from './people.ts';

export const signInMail: Kind = {
  retryForMs: dayMs,
  async compose(db, { about, recipient }, siteUrl) {
    const link = about ?? '';
    if ((await findValidLink(db, link)) === undefined) return undefined;
    return plainMail(recipient, 'Your sign-in link', [
      `Sign in to the office of ${site.name}: ${siteUrl}${officePaths.enter(await linkToken(db, link))}`,
      'The link works once and expires soon. If you were not expecting it, you can ignore this email.',
    ]);
  },
};

export function addSignInMail(trx: Trx, link: string, recipient: string): Promise<void> {
  return addMessages(trx, [{ kind: 'sign-in', urgency: 2, about: link, recipient }]);
}
