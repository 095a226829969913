import { Refusal } from '../lib/refusal.ts';
import {
  Actions,
  Button,
  type Choice,
  Field,
  Form,
  Hidden,
  MultilineField,
  Radios,
  Tabs,
} from '../office/components.tsx';
import { fieldsOf, found, personOf, queryOf } from '../office/form.ts';
import type { View } from '../office/frame.tsx';
import { placeholderWords } from '../office/placeholders.ts';
import type { Section } from '../office/section.ts';
import type { Email } from '../outgoing/kinds.ts';
import type { Db, Trx } from '../store/schema.ts';
import {
  type Manner,
  type Repliable,
  refuseChanged,
  refuseEmpty,
  seenOf,
  type Words,
  type Writer,
} from './replies.ts';
import { replyMail } from './reply-mail.ts';

type Addressee = { id: string; name: string; email: string; state: string };
type Text = Words & { name: string; label: string; after: string; asks?: boolean };

/** The addressee, and the texts to begin with, the usual one first. `isNotified`: a push is sent as well. */
type About = { to: Addressee; texts: Text[]; isNotified?: boolean };

/** What is answered: applications, and enquiries. */
type Answered = {
  kind: Repliable;
  path: (id: string) => string;
  read(db: Db, id: string): Promise<About | undefined>;
  /** Statuses to choose from. */
  afterwards: Choice[];
  /** The query of the list from which the page was opened. */
  comingFrom: (fields: URLSearchParams) => Record<string, string>;
  answer(trx: Trx, id: string, words: Words, after: string, person: Writer, manner: Manner): Promise<void>;
};

/** `asks`: "1" for a question. `begun_at`: when the form was opened. */
type Draft = Words & { after: string; asks: string; seen: string; begun_at: string };

const manners = [
  { value: '', label: 'tells our decision' },
  { value: '1', label: 'asks a question (we still owe a reply)' },
];

export const wordsOf = (fields: URLSearchParams): Words => ({
  subject: (fields.get('subject') ?? '').trim(),
  text: (fields.get('text') ?? '').trim(),
});

export const noMailServer = (
  <p>
    This server does not send email yet. Call, use WhatsApp, or ask the person who runs it to set SMTP_URL.
  </p>
);

/** Shows an email as it will arrive. */
export function email(message: Email, from: string) {
  const lines = { From: from, 'Replies to': message.replyTo, To: message.to, Subject: message.subject };
  const placeholders = placeholderWords(message.subject, message.text);
  return (
    <>
      {placeholders && <p>{placeholders}</p>}
      {Object.entries(lines).map(
        ([name, value]) =>
          value && (
            <p key={name} className="mb-0">
              {name}: <bdi>{value}</bdi>
            </p>
          ),
      )}
      <p className="plain-text border-top py-3 mt-4" dir="auto">
        {message.text}
      </p>
    </>
  );
}

function refuseClosingQuestion({ asks, after }: Draft): void {
  if (asks && after === 'closed')
    throw new Refusal(
      422,
      'This email asks a question, so its application cannot be closed: choose another status.',
    );
}

/** Serves the steps of a reply: write it, see it as it will arrive, send it. */
export function serveReplies(section: Section, answered: Answered): void {
  const { store, config, onCheck, onGet } = section;
  const { kind, comingFrom } = answered;
  const path = `${answered.path(':id')}/answer`;
  const read = async (id: string) => found(await answered.read(store.db, id));
  const back = (id: string, fields: URLSearchParams) =>
    `${answered.path(id)}?${new URLSearchParams(comingFrom(fields))}`;

  if (config.smtpUrl === null) {
    onGet(path, async ({ params: { id } }) => {
      const { to } = await read(id);
      return { title: `Answer ${to.name}`, body: noMailServer };
    });
    return;
  }

  const page = (about: About, draft: Draft, from: URLSearchParams, me: string): View => {
    const { to, texts, isNotified } = about;
    const { subject, text, after, asks, seen, begun_at } = draft;
    const here = answered.path(to.id);
    const others = new URLSearchParams(comingFrom(from));
    const notified = isNotified ? ' and a notification to their phone' : '';
    const hint = `This sends an email to ${to.email}${notified}, from ${config.mailFrom}. Replies will come to ${me}.`;
    const body = (
      <>
        {texts.length > 1 && (
          <Tabs
            label="Texts"
            tabs={texts.map(({ name, label, ...words }) => ({
              label,
              path: `${here}/answer?text=${name}&${others}`,
              isCurrent: words.subject === subject && words.text === text,
            }))}
          />
        )}
        <Form action={`${here}/answer/check`}>
          <div className="mt-4">
            <Hidden values={{ seen, begun_at, ...comingFrom(from) }} />{' '}
            <Field label="Subject" name="subject" value={subject} required />
            <MultilineField label="Text" name="text" value={text} rows={12} required hint={hint} />
            <Radios legend="This email" name="asks" choices={manners} chosen={asks} />
            {answered.afterwards.length > 0 && (
              <Radios
                legend={`Afterwards, the ${kind} is`}
                name="after"
                choices={answered.afterwards}
                chosen={after}
              />
            )}
            <Actions>
              <Button isPrimary>See the email</Button>
              <a href={back(to.id, from)}>
                Back to <bdi>{to.name}</bdi>
              </a>
            </Actions>
          </div>
        </Form>
      </>
    );
    return { title: `Answer ${to.name}`, body };
  };

  const draftIn = (fields: URLSearchParams): Draft => ({
    ...wordsOf(fields),
    after: fields.get('after') ?? '',
    asks: fields.get('asks') === '1' ? '1' : '',
    seen: fields.get('seen') ?? '',
    begun_at: fields.get('begun_at') ?? '',
  });

  const begin = async ({ to, texts }: About, query: URLSearchParams): Promise<Draft> => {
    const chosen = texts.find(({ name }) => name === query.get('text')) ?? texts[0];
    const { subject = '', text = '', after = '', asks = false } = chosen ?? {};
    const seen = await seenOf(store.db, to.id, to.state, kind);
    return { subject, text, after, asks: asks ? '1' : '', seen, begun_at: new Date().toISOString() };
  };

  onCheck(path, path, {
    async form(request, typed) {
      const about = await read(request.params.id);
      const query = queryOf(request);
      const draft = typed ? draftIn(typed) : await begin(about, query);
      return page(about, draft, typed ?? query, personOf(request).email);
    },

    async check(request, fields) {
      const { to } = await read(request.params.id);
      const draft = draftIn(fields);
      refuseEmpty(draft);
      refuseClosingQuestion(draft);
      const here = answered.path(to.id);
      const ids = kind === 'application' ? [to.id] : [];
      const written = { ...draft, ids, email: to.email, replyTo: personOf(request).email };
      const message = await replyMail(store.db, written, config.siteUrl);
      const body = (
        <>
          {email(message, config.mailFrom ?? '')}
          {draft.asks && (
            <p>
              It asks a question, so we still owe a reply.
              {to.state === 'closed' && draft.after === '' && ' The application will be open again.'}
            </p>
          )}
          <Form action={`${here}/answer`} keeps>
            <Hidden values={{ ...draft, ...comingFrom(fields) }} />
            <Actions>
              <Button isPrimary>Send it</Button>
              <Button formAction={`${here}/answer/edit`}>Back to the text</Button>
            </Actions>
          </Form>
        </>
      );
      return { title: `To ${to.name}`, body };
    },

    async act(trx, request) {
      const { id } = request.params;
      const fields = fieldsOf(request);
      const person = personOf(request);
      const draft = draftIn(fields);
      refuseClosingQuestion(draft);
      const { after, asks, seen, begun_at, ...words } = draft;
      await refuseChanged(trx, id, seen, person.id, kind);
      await answered.answer(trx, id, words, after, person, { asks: asks !== '', begun_at });
      return {
        to: `${back(id, fields)}&done=answered`,
        did: asks ? 'asked something about' : 'answered',
        subject: { kind, id },
      };
    },
  });
}
