import type { FastifyRequest } from 'fastify';

import { replyTexts } from '#src/words/mail.ts';

import { Refusal } from '../lib/refusal.ts';
import * as ui from '../office/components.tsx';
import { fieldsOf, found, personOf, text } from '../office/form.ts';
import type { View } from '../office/frame.tsx';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { ById } from '../office/scope.tsx';
import type { Section } from '../office/section.ts';
import { fillIn, refuseEmpty } from '../replies/replies.ts';
import { replyMail } from '../replies/reply-mail.ts';
import { email, noMailServer, wordsOf } from '../replies/reply-page.tsx';
import {
  applicantsOf,
  type Choice,
  chosenOf,
  closeAnswered,
  type Mailbox,
  replyToRest,
  stopReplies,
  untouched,
} from './closing.ts';
import { closeVacancy, findVacancy, graceEnd, lockVacancy, vacancyState } from './vacancies.ts';

type Vacancy = NonNullable<Awaited<ReturnType<typeof findVacancy>>>;
type Applicants = Awaited<ReturnType<typeof applicantsOf>>;
type Chosen = Awaited<ReturnType<typeof chosenOf>>;

/** What is ticked on the form, or joined on the check page. */
const choiceOf = (fields: URLSearchParams): Choice => ({
  to: fields.getAll('to').flatMap((ids) => ids.split(',')),
});

/** The form's initial values. */
const suggested = new URLSearchParams({ ...replyTexts.no, to: untouched });

const pathOf = (id: string) => `${officePaths.vacancy(id)}/close`;
const isOpen = (row: Vacancy) => vacancyState(row) === 'open';
const titleOf = (row: Vacancy) => (isOpen(row) ? `Close ${row.name}` : `Answer the rest: ${row.name}`);

/** More lines than this are one. */
const mostLines = 100;

/** Who uses a mailbox, and what was said to them. */
const Who = ({ of: { people, notes } }: { of: Mailbox }) => (
  <>
    <ui.Values of={people.map(({ name }) => name)} />
    {people.length > 1 && ' (one address)'}
    {notes.length > 0 && ': '}
    <ui.Values of={notes} />
  </>
);

function Recipients({ of: mailboxes, choice }: { of: Applicants; choice: Choice }) {
  const isTicked = ({ id, isUntouched }: Mailbox) =>
    choice.to.includes(id) || (isUntouched && choice.to.includes(untouched));
  const fresh = mailboxes.filter(({ isUntouched }) => isUntouched);
  const isJoined = fresh.length > mostLines;
  const single = isJoined ? mailboxes.filter(({ isUntouched }) => !isUntouched) : mailboxes;
  return (
    <fieldset className="mb-4">
      <legend className="form-label">Who gets this answer?</legend>
      {mailboxes.length === 0 && <p>Nobody waits for an answer.</p>}
      {isJoined && (
        <ui.Tick
          label={`${ui.people(fresh.flatMap((one) => one.people).length)} to whom nothing was said yet`}
          {...{ name: 'to', value: untouched, defaultChecked: choice.to.includes(untouched) }}
        />
      )}
      {single.map((mailbox) => (
        <div key={mailbox.id}>
          <ui.Tick
            label={<Who of={mailbox} />}
            {...{ name: 'to', value: mailbox.id, defaultChecked: isTicked(mailbox) }}
          />
        </div>
      ))}
    </fieldset>
  );
}

/** Who gets the email, and what should be known of them. */
const Outlook = ({ of: { chosen } }: { of: Chosen }) => (
  <>
    <p>Emails start in 5 minutes; until then you can stop them. Applicants see it when theirs has left.</p>
    <ui.Fold summary="Who will get it" isOpen={chosen.some(({ notes }) => notes.length > 0)}>
      <ui.Rows
        items={chosen.flatMap(({ people, notes }) =>
          people.map(({ name, email }) => ({ title: name, facts: [email, ...notes].join(' · ') })),
        )}
      />
    </ui.Fold>
  </>
);

export function serveClosing({ store, config, onAct, onCheck, onGet, onPost }: Section): void {
  const path = pathOf(':id');
  const hasMail = config.smtpUrl !== null;

  const form = async (id: string, fields: URLSearchParams): Promise<View> => {
    const row = found(await findVacancy(store.db, id));
    const words = wordsOf(fields);
    const email = (
      <>
        <Recipients of={await applicantsOf(store.db, id)} choice={choiceOf(fields)} />
        <ui.Field label="Subject" name="subject" value={words.subject} required />
        <ui.MultilineField
          label="Text"
          name="text"
          value={words.text}
          rows={12}
          required
          hint="{name} and {vacancy} will be filled in."
        />
      </>
    );
    const body = (
      <ui.Form action={`${pathOf(id)}/check`}>
        <ui.Hidden values={{ version: String(row.version) }} />
        {hasMail ? email : noMailServer}
        <ui.Actions>
          {hasMail && <ui.Button isPrimary>Check</ui.Button>}
          {isOpen(row) && (
            <ui.Button formAction={pathOf(id)} formNoValidate>
              Close without an answer
            </ui.Button>
          )}
        </ui.Actions>
      </ui.Form>
    );
    return { title: titleOf(row), body };
  };

  onPost(
    path,
    async (trx, request) => {
      const { id } = request.params;
      const row = found(await lockVacancy(trx, id));
      if (text(request, 'version') !== '') refuseOther(row, request);
      await closeVacancy(trx, id);
      await closeAnswered(trx, id);
      const notice = graceEnd(row) === undefined ? 'closed' : 'closed-with-grace';
      return { to: telling(officePaths.vacancy(id), notice), did: 'closed' };
    },
    { again: (request) => form(request.params.id, typedIn(request)) },
  );

  onAct('stop', 'replies-stopped', 'stopped the replies for', stopReplies);
  if (!hasMail) {
    onGet(path, ({ params: { id } }) => form(id, suggested));
    return;
  }

  const check = async (request: FastifyRequest<ById>, fields: URLSearchParams): Promise<View> => {
    const row = found(await findVacancy(store.db, request.params.id));
    const words = wordsOf(fields);
    refuseEmpty(words);
    const choice = choiceOf(fields);
    const chosen = await chosenOf(store.db, row.id, choice);
    const [first] = chosen.people;
    const count = chosen.people.length;
    if (first === undefined) throw new Refusal(422, 'Choose who should get the reply.');
    const filled = { ...first, ...fillIn(words, { name: first.name, vacancy: row.name }) };
    const replyTo = personOf(request).email;
    const message = await replyMail(store.db, { ...filled, replyTo }, config.siteUrl);
    const hidden = {
      ...words,
      to: choice.to.join(),
      count: String(count),
      seen: chosen.seen,
      version: String(row.version),
    };
    const body = (
      <>
        <p>This will go to {ui.people(count)}. The first email:</p>
        {email(message, config.mailFrom ?? '')}
        <Outlook of={chosen} />
        <ui.Form action={`${pathOf(row.id)}/answer`} keeps>
          <ui.Hidden values={hidden} />
          <ui.Actions>
            <ui.Button isPrimary>
              {isOpen(row) ? 'Close and answer' : 'Answer'} {ui.people(count)}
            </ui.Button>
            <ui.Button formAction={`${pathOf(row.id)}/edit`}>Back to the text</ui.Button>
          </ui.Actions>
        </ui.Form>
      </>
    );
    return { title: `To ${ui.people(count)}`, body };
  };

  onCheck(path, `${path}/answer`, {
    form: ({ params: { id } }, typed) => form(id, typed ?? suggested),
    check,
    async act(trx, request) {
      const { id } = request.params;
      const row = found(await lockVacancy(trx, id));
      refuseOther(row, request);
      const fields = fieldsOf(request);
      const count = Number(text(request, 'count'));
      const which = { job: id, vacancy: row.name, ...choiceOf(fields), count, seen: text(request, 'seen') };
      await replyToRest(trx, { ...which, ...wordsOf(fields) }, personOf(request));
      if (row.closed_at === null) await closeVacancy(trx, id);
      return {
        to: telling(officePaths.vacancy(id), 'closed-answered'),
        did: 'closed and answered the rest of',
      };
    },
    // Nobody may be left to answer.
    again: (request) =>
      check(request, fieldsOf(request)).catch(() => form(request.params.id, fieldsOf(request))),
  });
}

const typedIn = (request: FastifyRequest) => (fieldsOf(request).has('text') ? fieldsOf(request) : suggested);

/** A page that was opened before somebody renamed, closed or reopened the vacancy. */
function refuseOther({ version }: { version: number }, request: FastifyRequest): void {
  if (Number(text(request, 'version')) !== version)
    throw new Refusal(409, 'Somebody has changed this vacancy in the meantime. Please check again.');
}
