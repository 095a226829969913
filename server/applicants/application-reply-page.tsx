import { replyTexts } from '#src/words/mail.ts';

import { officePaths } from '../office/office-paths.ts';
import { fillIn } from '../replies/replies.ts';
import type { Answered } from '../replies/reply-page.tsx';
import type { Db } from '../store/schema.ts';
import { comingFrom } from './application-page.tsx';
import { findApplication } from './application-search.ts';
import { countFollowers } from './news.ts';
import { otherApplications } from './other-applications.tsx';

const texts = Object.entries(replyTexts).map(([name, words]) => ({ name, ...words, asks: name === 'ask' }));
const emptyText = {
  name: 'empty',
  label: 'Blank email',
  subject: replyTexts.no.subject,
  text: '',
  after: '',
} as const;

async function read(db: Db, id: string) {
  const row = await findApplication(db, id);
  if (row === undefined) return undefined;
  const about = { name: row.name, vacancy: row.vacancyName ?? row.vacancy };
  return {
    to: row,
    texts: [...texts, emptyText].map((text) => ({ ...text, ...fillIn(text, about) })),
    isNotified: (await countFollowers(db, id)) > 0,
    others: await otherApplications(db, row),
  };
}

export const answeredApplication: Answered = {
  kind: 'application',
  path: officePaths.application,
  read,
  afterwards: [
    { value: 'shortlisted', label: 'Shortlisted' },
    { value: 'closed', label: 'Closed' },
    { value: '', label: 'Leave the status as it is' },
  ],
  comingFrom(fields) {
    const { tab, job } = comingFrom(fields);
    return { tab, ...(job && { job }) };
  },
};
