import type { Kysely, Transaction } from 'kysely';

import { mailUrl } from '#src/words/site.ts';

import type { Tables } from '../db/schema.ts';
import {
  type Answerable,
  type AnswerSender,
  refuseChanged,
  refuseEmpty,
  seenOf,
  type Words,
} from '../domain/answers.ts';
import { answerMail, type Message } from '../domain/mail-words.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  actions,
  button,
  type Choice,
  field,
  form,
  hidden,
  html,
  link,
  radios,
  whatsAppUrl,
} from './components.ts';
import { fieldsOf, found, personOf, queryOf } from './form.ts';
import type { View } from './frame.ts';
import type { Section } from './section.ts';

type Addressee = { id: string; name: string; email: string; phone: string; state: string };
type Text = Words & { name: string; label: string; after: string };

/** What is answered: applications, and enquiries. */
type Answered = {
  kind: Answerable;
  path: (id: string) => string;
  /** Whom to write to, and the texts to begin with, of which the first is the usual one. */
  read(db: Kysely<Tables>, id: string): Promise<{ to: Addressee; texts: Text[] } | undefined>;
  /** States to choose from. */
  afterwards: Choice[];
  /** What the address of the list that somebody came from says. */
  comingFrom: (fields: URLSearchParams) => Record<string, string>;
  /** Who sees an answer that is not sent as an email; undefined where nobody can. */
  unsent?: string;
  answer(trx: Transaction<Tables>, id: string, words: Words, after: string, by: AnswerSender): Promise<void>;
};

type Draft = Words & { after: string; seen: string };

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

/** An answer: write, see it as it arrives, send. */
export function serveAnswers(section: Section, answered: Answered): void {
  const { app, store, config, options, send, onGet, onPost } = section;
  const { kind, comingFrom, unsent } = answered;
  const path = `${answered.path(':id')}/answer`;
  const byEmail = config.smtpUrl !== null;
  const read = async (id: string) => found(await answered.read(store.db, id));
  const back = (id: string, fields: URLSearchParams) =>
    `${answered.path(id)}?${new URLSearchParams(comingFrom(fields))}`;

  onGet(path, async (request) => {
    const { to, texts } = await read(request.params.id);
    const query = queryOf(request);
    const chosen = texts.find(({ name }) => name === query.get('text')) ?? texts[0];
    const { subject = '', text = '', after = '' } = chosen ?? {};
    const seen = await seenOf(store.db, to.id, to.state, kind);
    return page(to, texts, { subject, text, after, seen }, query, personOf(request).email);
  });

  const page = (to: Addressee, texts: Text[], draft: Draft, from: URLSearchParams, me: string): View => {
    const { subject, text, after, seen } = draft;
    const here = answered.path(to.id);
    const others = new URLSearchParams(comingFrom(from));
    const hint = byEmail ? `To ${to.email}, from ${config.mailFrom}; replies come to ${me}.` : unsent;
    const body = html`<div>
      ${
        texts.length > 1 &&
        html`<nav className="hstack flex-wrap gap-3" aria-label="Texts">
          ${texts.map(({ name, label }) => html`<a key=${name} href=${`${here}/answer?text=${name}&${others}`}>${label}</a>`)}
        </nav>`
      }
      ${form(
        `${here}/answer/check`,
        html`<div className="mt-4">
          ${hidden({ seen, ...comingFrom(from) })} ${field({ label: 'Subject', name: 'subject', value: subject, required: true })}
          ${field({ label: 'Text', name: 'text', value: text, rows: 12, required: true, hint })}
          ${answered.afterwards.length > 0 && radios(`Afterwards the ${kind} is`, 'after', answered.afterwards, after)}
          ${actions(button(byEmail ? 'See the email' : 'See it', 'btn-primary'), html`<a href=${back(to.id, from)}>Back to ${to.name}</a>`)}
        </div>`,
      )}
    </div>`;
    return { title: `Answer ${to.name}`, body };
  };

  const draftIn = (fields: URLSearchParams): Draft => ({
    ...wordsOf(fields),
    after: fields.get('after') ?? '',
    seen: fields.get('seen') ?? '',
  });

  app.post<{ Params: { id: string } }>(`${path}/edit`, options, async (request, reply) => {
    const { to, texts } = await read(request.params.id);
    const fields = fieldsOf(request);
    return send(request, reply, page(to, texts, draftIn(fields), fields, personOf(request).email));
  });

  app.post<{ Params: { id: string } }>(`${path}/check`, options, async (request, reply) => {
    const { to } = await read(request.params.id);
    const fields = fieldsOf(request);
    const draft = draftIn(fields);
    refuseEmpty(draft);
    const here = answered.path(to.id);
    const id = kind === 'application' ? to.id : null;
    const letter = { ...draft, id, email: to.email, replyTo: personOf(request).email };
    const message = await answerMail(store.db, letter, config.siteUrl);
    const body = html`<div>
      ${byEmail ? email(message, config.mailFrom ?? '') : html`<p className="plain-text">${draft.text}</p>`}
      ${form(
        `${here}/answer`,
        html`<div>
          ${hidden({ ...draft, ...comingFrom(fields) })}
          ${actions(
            (byEmail || unsent) && button(byEmail ? 'Send it' : `Show it to ${to.name}`, 'btn-primary'),
            button('Back to the text', 'btn-outline-primary', { formAction: `${here}/answer/edit` }),
            !byEmail &&
              link(
                'Open in your email program',
                `${mailUrl(to.email, draft.subject)}&body=${encodeURIComponent(message.text)}`,
              ),
            !byEmail && to.phone && link('WhatsApp', whatsAppUrl(to.phone, message.text)),
          )}
        </div>`,
        { keeps: true },
      )}
    </div>`;
    return send(request, reply, { title: `To ${to.name}`, body });
  });

  onPost(path, async (trx, request) => {
    const { id } = request.params;
    const fields = fieldsOf(request);
    const person = personOf(request).id;
    const { after, seen, ...words } = draftIn(fields);
    if (!byEmail && !unsent) throw new Refusal(409, 'This server sends no email.');
    await refuseChanged(trx, id, seen, person, kind);
    await answered.answer(trx, id, words, after, { person, byEmail });
    const to = `${back(id, fields)}&done=${byEmail ? 'answered' : 'shown'}`;
    return { to, did: 'answered', subject: { kind, id } };
  });
}
