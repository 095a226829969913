import { answers } from '#src/content/answers.ts';
import { mailUrl } from '#src/content/company.ts';

import { answer, fillIn, refuseChanged, refuseEmpty, seenOf, type Words } from '../domain/answers.ts';
import { readApplication } from '../domain/application-search.ts';
import { answerMail, type Message } from '../domain/mail-words.ts';
import { officePaths } from '../office-paths.ts';
import { comingFrom } from './application.ts';
import { actions, button, field, form, hidden, html, link, radios, whatsAppUrl } from './components.ts';
import { fieldsOf, found, personOf, queryOf, text } from './form.ts';
import type { View } from './frame.ts';
import type { Section } from './section.ts';

const kinds = Object.entries(answers).map(([name, words]) => ({ name, ...words }));
const empty = { name: 'empty', label: 'Empty', subject: answers.no.subject, text: '', after: '' };
const afterwards = [
  { value: 'shortlisted', label: 'Shortlisted' },
  { value: 'closed', label: 'Closed' },
  { value: '', label: 'As it is' },
];

type Draft = Words & { after: string; seen: string; tab: string; job: string };

export const wordsOf = (fields: URLSearchParams): Words => ({
  subject: (fields.get('subject') ?? '').trim(),
  text: (fields.get('text') ?? '').trim(),
});

/** Shows an email as it will arrive. */
export function email(message: Message, from: string) {
  const lines = { From: from, 'Replies to': message.replyTo, To: message.to, Subject: message.subject };
  return html`<div>
    ${Object.entries(lines).map(([name, value]) => value && html`<p key=${name} className="mb-0">${name}: ${value}</p>`)}
    <p className="plain-text border-top py-3 mt-4">${message.text}</p>
  </div>`;
}

/** An answer to one application: write, see it as it arrives, send. */
export function serveAnswers({ app, store, config, options, send, onGet, onPost }: Section): void {
  const path = `${officePaths.application(':id')}/answer`;
  const byEmail = config.smtpUrl !== null;

  onGet(path, async (request) => {
    const { id } = request.params;
    const row = found(await readApplication(store.db, id));
    const query = queryOf(request);
    const { tab, job } = comingFrom(query);
    const kind = [...kinds, empty].find(({ name }) => name === query.get('text')) ?? kinds[0] ?? empty;
    const words = fillIn(kind, { name: row.name, vacancy: row.vacancyName ?? row.vacancy });
    const seen = await seenOf(store.db, id, row.state);
    return page(row, { ...words, after: kind.after, seen, tab, job }, personOf(request).email);
  });

  const page = (row: { id: string; name: string; email: string }, draft: Draft, me: string): View => {
    const { subject, text, after, seen, tab, job } = draft;
    const { search } = comingFrom(new URLSearchParams({ tab, job }));
    const here = officePaths.application(row.id);
    const hint = byEmail
      ? `To ${row.email}, from ${config.mailFrom}; replies come to ${me}.`
      : 'This server sends no email: the applicant sees it at their link.';
    const body = html`<div>
      <nav className="hstack flex-wrap gap-3" aria-label="Texts">
        ${[...kinds, empty].map(({ name, label }) => html`<a key=${name} href=${`${here}/answer?text=${name}&${search}`}>${label}</a>`)}
      </nav>
      ${form(
        `${here}/answer/check`,
        html`<div className="mt-4">
          ${hidden({ seen, tab, job })} ${field({ label: 'Subject', name: 'subject', value: subject, required: true })}
          ${field({ label: 'Text', name: 'text', value: text, rows: 12, required: true, hint })}
          ${radios('Afterwards the application is', 'after', afterwards, after)}
          ${actions(button(byEmail ? 'See the email' : 'See it', 'btn-primary'), html`<a href=${`${here}?${search}`}>Back to ${row.name}</a>`)}
        </div>`,
      )}
    </div>`;
    return { title: `Answer ${row.name}`, body };
  };

  const draftIn = (fields: URLSearchParams): Draft => {
    const { tab, job } = comingFrom(fields);
    return { ...wordsOf(fields), after: fields.get('after') ?? '', seen: fields.get('seen') ?? '', tab, job };
  };

  app.post<{ Params: { id: string } }>(`${path}/edit`, options, async (request, reply) => {
    const row = found(await readApplication(store.db, request.params.id));
    return send(request, reply, page(row, draftIn(fieldsOf(request)), personOf(request).email));
  });

  app.post<{ Params: { id: string } }>(`${path}/check`, options, async (request, reply) => {
    const row = found(await readApplication(store.db, request.params.id));
    const draft = draftIn(fieldsOf(request));
    refuseEmpty(draft);
    const here = officePaths.application(row.id);
    const message = await answerMail(
      store.db,
      { ...row, ...draft, replyTo: personOf(request).email },
      config.siteUrl,
    );
    const body = html`<div>
      ${byEmail ? email(message, config.mailFrom ?? '') : html`<p className="plain-text">${draft.text}</p>`}
      ${form(
        `${here}/answer`,
        html`<div>
          ${hidden(draft)}
          ${actions(
            button(byEmail ? 'Send it' : `Show it to ${row.name}`, 'btn-primary'),
            button('Back to the text', 'btn-outline-primary', { formAction: `${here}/answer/edit` }),
            !byEmail &&
              link(
                'Open in your email program',
                `${mailUrl(row.email, draft.subject)}&body=${encodeURIComponent(message.text)}`,
              ),
            !byEmail && link('WhatsApp', whatsAppUrl(row.mobile, message.text)),
          )}
        </div>`,
        { keeps: true },
      )}
    </div>`;
    return send(request, reply, { title: `To ${row.name}`, body });
  });

  onPost(
    path,
    async (trx, request) => {
      const { id } = request.params;
      const person = personOf(request).id;
      const { after, seen, tab, job, ...words } = draftIn(fieldsOf(request));
      await refuseChanged(trx, id, seen, person);
      await answer(trx, [id], words, after, { person, byEmail });
      const { search } = comingFrom(new URLSearchParams({ tab, job }));
      const done = byEmail ? 'answered' : 'shown';
      const to = `${officePaths.application(id)}?${search}&done=${done}`;
      return { to, did: 'answered' };
    },
    (request) => text(request, 'subject') + text(request, 'text'),
  );
}
