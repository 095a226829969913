import { answers } from '#src/words/mail.ts';

import { answer, fillIn } from '../domain/answers.ts';
import { readApplication } from '../domain/application-search.ts';
import { officePaths } from '../office-paths.ts';
import { serveAnswers } from './answers.ts';
import { comingFrom } from './application.ts';
import type { Section } from './section.ts';

const texts = Object.entries(answers).map(([name, words]) => ({ name, ...words }));
const emptyText = { name: 'empty', label: 'Empty', subject: answers.no.subject, text: '', after: '' };

/** Writes an answer to one application. */
export function serveApplicationAnswers(section: Section): void {
  serveAnswers(section, {
    kind: 'application',
    path: officePaths.application,
    async read(db, id) {
      const row = await readApplication(db, id);
      if (row === undefined) return undefined;
      const about = { name: row.name, vacancy: row.vacancyName ?? row.vacancy };
      const filled = [...texts, emptyText].map((text) => ({ ...text, ...fillIn(text, about) }));
      return { to: { ...row, phone: row.mobile }, texts: filled };
    },
    afterwards: [
      { value: 'shortlisted', label: 'Shortlisted' },
      { value: 'closed', label: 'Closed' },
      { value: '', label: 'as it is' },
    ],
    comingFrom(fields) {
      const { tab, job } = comingFrom(fields);
      return { tab, ...(job && { job }) };
    },
    unsent: 'This server sends no email: the applicant sees it at their link.',
    answer: (trx, id, words, after, by) => answer(trx, [id], words, after, by),
  });
}
