import type { ReactNode } from 'react';

import type { ApplicationState } from '#src/contract/application-status.ts';

import { Refusal } from '../lib/refusal.ts';
import {
  Actions,
  Button,
  Field,
  Form,
  Hidden,
  MultilineField,
  Press,
  Radios,
  Tabs,
} from '../office/components.tsx';
import { askedOf, fieldsOf, found, personOf, text } from '../office/form.ts';
import type { Change, Read, Request, Section } from '../office/open-section.ts';
import { placeholderWords } from '../office/placeholders.ts';
import type { Email } from '../outgoing/kinds.ts';
import type { Db } from '../store/schema.ts';
import type { Received } from '../store/submissions.ts';
import {
  endOf,
  refuseChanged,
  refuseEmpty,
  repliesTo,
  seenOf,
  storeReplies,
  takeBackReply,
  type Words,
} from './replies.ts';
import { replyMail } from './reply-mail.ts';

type Addressee = { id: string; name: string; email: string; state: string };
type After = ApplicationState | '';
type Text = Words & { name: string; label: string; after: After; asks?: boolean };

/**
 * The addressee, and the texts to begin with, the usual one first. `isNotified`: a push is sent as well. `others`: what else
 * came from the same address.
 */
type About = { to: Addressee; texts: Text[]; isNotified?: boolean; others?: ReactNode };

/** What is answered: applications, and enquiries. */
export type Answered = {
  kind: Received;
  path: (id: string) => string;
  read(db: Db, id: string): Promise<About | undefined>;
  /** Statuses to choose from. */
  afterwards: { value: After; label: string }[];
  /** The query of the list from which the page was opened. */
  comingFrom: (fields: URLSearchParams) => Record<string, string>;
};

/** `asks`: "1" for a question. */
type Draft = Words & { after: string; asks: string; seen: string };

const manners = [
  { value: '', label: 'tells our decision' },
  { value: '1', label: 'asks a question (we still owe a reply)' },
];

export const wordsOf = (fields: URLSearchParams): Words => ({
  subject: (fields.get('subject') ?? '').trim(),
  text: (fields.get('text') ?? '').trim(),
});

const draftIn = (fields: URLSearchParams): Draft => ({
  ...wordsOf(fields),
  after: fields.get('after') ?? '',
  asks: fields.get('asks') === '1' ? '1' : '',
  seen: fields.get('seen') ?? '',
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

/** What an application's or enquiry's page says, and all that can be pressed there, while an answer is on its way. */
export async function answerOnItsWay(
  db: Db,
  kind: Received,
  { id, path, from = {} }: { id: string; path: string; from?: Record<string, string> },
) {
  const last = (await repliesTo(db, id, kind)).at(-1);
  if (last === undefined || last.ended_at !== null) return undefined;
  return (
    <>
      <p>
        The answer {endOf(last)}. Until it has been sent, it can be taken back
        {kind === 'application' && ', and the applicant sees nothing of it'}.
      </p>
      {last.silent === 1 && <p>It was sent without confirmation: it may have arrived.</p>}
      <Press action={`${path}/take-back`} values={{ reply: last.id, ...from }}>
        Take it back
      </Press>
    </>
  );
}

/** Serves the steps of a reply: write it, see it as it will arrive, send it, take it back. */
export function serveReplies(section: Section, answered: Answered): void {
  const path = `${answered.path(':id')}/answer`;
  section.onPost(`${answered.path(':id')}/take-back`, takeBackAnswer(answered));
  if (section.config.smtpUrl === null) section.onGet(path, withoutMail(answered));
  else
    section.onCheck(path, path, {
      form: replyForm(answered),
      check: checkReply(answered),
      act: sendReply(answered),
    });
}

const read = async ({ store }: Section, answered: Answered, { params: { id } }: Request) =>
  found(await answered.read(store.db, id));

const back = ({ path, comingFrom }: Answered, id: string, fields: URLSearchParams) =>
  `${path(id)}?${new URLSearchParams(comingFrom(fields))}`;

export const withoutMail =
  (answered: Answered): Read =>
  async (request, section) => {
    const { to } = await read(section, answered, request);
    return { title: `Answer ${to.name}`, body: noMailServer };
  };

async function beginDraft({ to, texts }: About, { store }: Section, kind: Received, name: string | null) {
  const chosen = texts.find((one) => one.name === name) ?? texts[0];
  const { subject = '', text = '', after = '', asks = false } = chosen ?? {};
  const seen = await seenOf(store.db, to.id, to.state, kind);
  return { subject, text, after, asks: asks ? '1' : '', seen };
}

export const replyForm =
  (answered: Answered): Read =>
  async (request, section) => {
    const about = await read(section, answered, request);
    const { to, texts, isNotified } = about;
    const from = askedOf(request);
    const isTyped = request.method === 'POST';
    const draft = isTyped ? draftIn(from) : await beginDraft(about, section, answered.kind, from.get('text'));
    const here = `${answered.path(to.id)}/answer`;
    const query = answered.comingFrom(from);
    const others = new URLSearchParams(query);
    const notified = isNotified ? ' and a notification to their phone' : '';
    const hint = `This sends an email to ${to.email}${notified}, from ${section.config.mailFrom}. Replies will come to ${personOf(request).email}.`;
    const body = (
      <>
        {texts.length > 1 && (
          <Tabs
            label="Texts"
            tabs={texts.map(({ name, label, subject, text }) => ({
              label,
              path: `${here}?text=${name}&${others}`,
              isCurrent: subject === draft.subject && text === draft.text,
            }))}
          />
        )}
        <Form action={`${here}/check`}>
          <div className="mt-4">
            <Hidden values={{ seen: draft.seen, ...query }} />{' '}
            <Field label="Subject" name="subject" value={draft.subject} required />
            <MultilineField label="Text" name="text" value={draft.text} rows={12} required hint={hint} />
            <Radios legend="This email" name="asks" choices={manners} chosen={draft.asks} />
            {answered.afterwards.length > 0 && (
              <Radios
                legend={`Afterwards, the ${answered.kind} is`}
                name="after"
                choices={answered.afterwards}
                chosen={draft.after}
              />
            )}
            <Actions>
              <Button isPrimary>See the email</Button>
              <a href={back(answered, to.id, from)}>
                Back to <bdi>{to.name}</bdi>
              </a>
            </Actions>
          </div>
        </Form>
      </>
    );
    return { title: `Answer ${to.name}`, body };
  };

/** The status that the writer chose; null: the same. */
function afterOf({ afterwards }: Answered, { after, asks }: Draft): ApplicationState | null {
  const [chosen] = afterwards.filter(({ value }) => value === after);
  if (after !== '' && chosen === undefined) throw new Refusal(422, 'Choose another status.');
  if (asks && after === 'closed')
    throw new Refusal(
      422,
      'This email asks a question, so its application cannot be closed: choose another status.',
    );
  return chosen?.value || null;
}

export const checkReply =
  (answered: Answered): Read =>
  async (request, section) => {
    const { store, config } = section;
    const fields = fieldsOf(request);
    const { to, others } = await read(section, answered, request);
    const draft = draftIn(fields);
    refuseEmpty(draft);
    const after = afterOf(answered, draft);
    const here = `${answered.path(to.id)}/answer`;
    const application = answered.kind === 'application' ? to.id : null;
    const written = { ...draft, application, email: to.email, replyTo: personOf(request).email };
    const message = await replyMail(store.db, written, config.siteUrl);
    const body = (
      <>
        {others}
        {email(message, config.mailFrom ?? '')}
        {draft.asks && (
          <p>
            It asks a question, so we still owe a reply.
            {to.state === 'closed' && after === null && ' The application will be open again.'}
          </p>
        )}
        <Form action={here} keeps>
          <Hidden values={{ ...draft, ...answered.comingFrom(fields) }} />
          <Actions>
            <Button isPrimary>Send it</Button>
            <Button formAction={`${here}/edit`}>Back to the text</Button>
          </Actions>
        </Form>
      </>
    );
    return { title: `To ${to.name}`, body };
  };

export const sendReply =
  (answered: Answered): Change =>
  async (trx, request) => {
    const { id } = request.params;
    const { kind } = answered;
    const fields = fieldsOf(request);
    const person = personOf(request);
    const draft = draftIn(fields);
    const manner = { asks: draft.asks !== '', after: afterOf(answered, draft) };
    await refuseChanged(trx, id, draft.seen, person.id, kind);
    await storeReplies(trx, [{ [kind]: id, subject: draft.subject, text: draft.text }], person, manner);
    return {
      to: `${back(answered, id, fields)}&done=answered`,
      did: manner.asks ? 'asked something about' : 'answered',
      subject: { kind, id },
    };
  };

export const takeBackAnswer =
  (answered: Answered): Change =>
  async (trx, request) => {
    const { id } = request.params;
    await takeBackReply(trx, answered.kind, id, text(request, 'reply'));
    const to = `${back(answered, id, fieldsOf(request))}&done=taken-back`;
    return { to, did: 'took back the answer' };
  };
