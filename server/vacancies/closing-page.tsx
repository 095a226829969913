import { replyTexts } from '#src/words/mail.ts';

import { timeOf } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import * as ui from '../office/components.tsx';
import { fieldsOf, found, personOf, text } from '../office/form.ts';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { Change, Read, Request, Section } from '../office/open-section.ts';
import { fillIn, refuseEmpty } from '../replies/replies.ts';
import { replyMail } from '../replies/reply-mail.ts';
import { email, noMailServer, wordsOf } from '../replies/reply-page.tsx';
import type { Trx } from '../store/schema.ts';
import {
  answerChosen,
  type answersOnTheirWay,
  type Candidate,
  candidatesOf,
  chosenOf,
  closeChosen,
  mostAtOnce,
  mostListed,
  stopAnswers,
  ticked,
} from './closing.ts';
import { closeVacancy, findVacancy, graceEnd, lockVacancy, vacancyState } from './vacancies.ts';

type Vacancy = NonNullable<Awaited<ReturnType<typeof findVacancy>>>;

const now = () => new Date().toISOString();

/** What is ticked on the form, or joined on the check page. */
const toOf = (fields: URLSearchParams) => fields.getAll('to').flatMap((ids) => ids.split(','));

/** The form's initial values. */
const suggested = new URLSearchParams({ ...replyTexts.no, to: ticked });

const pathOf = (id: string) => `${officePaths.vacancy(id)}/close`;
const isOpen = (row: Vacancy) => vacancyState(row) === 'open';

/** More lines than this are one. */
const mostLines = 100;

function Recipients({ of: all, to }: { of: Candidate[]; to: string[] }) {
  const suggested = all.filter(({ isTicked }) => isTicked);
  const isJoined = suggested.length > mostLines;
  const isChosen = ({ id, isTicked }: Candidate) => to.includes(id) || (isTicked && to.includes(ticked));
  return (
    <fieldset className="mb-4">
      <legend className="form-label">Who gets this reply?</legend>
      {all.length === 0 && <p>Nobody is waiting for a reply.</p>}
      {all.length === mostListed && <p>These are the {mostListed} who wait longest.</p>}
      {isJoined && (
        <ui.Tick
          label={`${ui.people(suggested.length)} to whom nothing was said yet`}
          {...{ name: 'to', value: ticked, defaultChecked: suggested.some(isChosen) }}
        />
      )}
      {all
        .filter(({ isTicked }) => !(isJoined && isTicked))
        .map((one) => (
          <div key={one.id} className="hstack flex-wrap gap-2">
            <ui.Tick
              label={<bdi>{one.name}</bdi>}
              {...{ name: 'to', value: one.id, defaultChecked: isChosen(one) }}
            />{' '}
            {one.notes.length > 0 && (
              <a href={officePaths.application(one.id)}>
                <ui.Values of={one.notes} />
              </a>
            )}
          </div>
        ))}
    </fieldset>
  );
}

export function serveClosing({ onCheck, onPost }: Section): void {
  const path = pathOf(':id');
  onPost(path, closeOnly, { again: closingForm });
  onPost(`${path}/silently`, closeWithoutEmail, { again: checkAgain });
  onPost(`${officePaths.vacancy(':id')}/stop`, stopSending);
  const [form, check] = [closingForm, checkChosen];
  onCheck(path, `${path}/answer`, { form, check, act: closeAndAnswer, again: checkAgain });
}

/** The form again if nobody of those chosen is left. */
const checkAgain: Read = (request, section) =>
  checkChosen(request, section).catch(() => closingForm(request, section));

export const closingForm: Read = async (request, { store, config }) => {
  const { id } = request.params;
  const row = found(await findVacancy(store.db, id));
  const fields = fieldsOf(request).has('to') ? fieldsOf(request) : suggested;
  const words = wordsOf(fields);
  const all = await candidatesOf(store.db, id, now());
  const body = (
    <ui.Form action={`${pathOf(id)}/check`}>
      <ui.Hidden values={{ version: String(row.version) }} />
      {config.smtpUrl === null && noMailServer}
      <Recipients of={all} to={toOf(fields)} />
      {config.smtpUrl !== null && (
        <>
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
      )}
      <ui.Actions>
        {all.length > 0 && <ui.Button isPrimary>Check</ui.Button>}
        {isOpen(row) && (
          <ui.Button formAction={pathOf(id)} formNoValidate>
            Close without a reply
          </ui.Button>
        )}
      </ui.Actions>
    </ui.Form>
  );
  return { title: isOpen(row) ? `Close ${row.name}` : `Answer the rest: ${row.name}`, body };
};

/** The first email, the number, and two presses. After a 409, those are left out for whom something has changed. */
export const checkChosen: Read = async (request, { store, config }) => {
  const { id } = request.params;
  const fields = fieldsOf(request);
  const row = found(await findVacancy(store.db, id));
  const words = wordsOf(fields);
  const hasMail = config.smtpUrl !== null;
  if (hasMail) refuseEmpty(words);
  const all = await chosenOf(store.db, { job: id, to: toOf(fields), at: fields.get('at') ?? now() });
  const chosen = all.slice(0, mostAtOnce);
  const [first] = chosen;
  if (first === undefined) throw new Refusal(422, 'Choose who should get the reply.');
  const count = ui.people(chosen.length);
  const filled = {
    ...fillIn(words, { name: first.name, vacancy: row.name }),
    replyTo: personOf(request).email,
  };
  const message =
    hasMail &&
    (await replyMail(store.db, { ...filled, application: first.id, email: first.email }, config.siteUrl));
  const hidden = {
    ...words,
    to: chosen.map((one) => one.id).join(),
    count: String(chosen.length),
    at: now(),
    version: String(row.version),
  };
  const body = (
    <>
      {all.length > chosen.length && <p>These are the {count} who wait longest. Today counts the others.</p>}
      {message && (
        <>
          <p>This will go to {count}. The first email:</p>
          {email(message, config.mailFrom ?? '')}
          <p>
            Emails start in 5 minutes; until then you can stop them. Each applicant sees it once their email
            has been sent.
          </p>
        </>
      )}
      <ui.Fold summary="Who they are" isOpen={chosen.some(({ notes }) => notes.length > 0)}>
        <ui.Rows
          items={chosen.map(({ name, email, notes }) => ({
            title: name,
            facts: [email, ...notes].join(' · '),
          }))}
        />
      </ui.Fold>
      <ui.Form action={`${pathOf(id)}/answer`} keeps>
        <ui.Hidden values={hidden} />
        <ui.Actions>
          {hasMail && (
            <ui.Button isPrimary>
              {isOpen(row) ? 'Close and answer' : 'Answer'} {count}
            </ui.Button>
          )}
          <ui.Button formAction={`${pathOf(id)}/silently`} isPrimary={!hasMail}>
            Close {chosen.length === 1 ? 'this one' : `these ${chosen.length}`} without an email
          </ui.Button>
          <ui.Button formAction={`${pathOf(id)}/edit`}>Back</ui.Button>
        </ui.Actions>
      </ui.Form>
    </>
  );
  return { title: hasMail ? `To ${count}` : row.name, body };
};

/** Finds the vacancy that a page showed, and lets nobody change it before this transaction ends. */
async function lockShown(trx: Trx, request: Request): Promise<Vacancy> {
  const row = found(await lockVacancy(trx, request.params.id));
  if (Number(text(request, 'version')) !== row.version)
    throw new Refusal(409, 'Somebody has changed this vacancy in the meantime. Please check again.');
  return row;
}

const choiceOf = (request: Request) => ({
  job: request.params.id,
  to: toOf(fieldsOf(request)),
  at: text(request, 'at'),
  count: Number(text(request, 'count')),
});

export const closeOnly: Change = async (trx, request) => {
  const row = await lockShown(trx, request);
  await closeVacancy(trx, row.id);
  const notice = graceEnd(row) === undefined ? 'closed' : 'closed-with-grace';
  return { to: telling(officePaths.vacancy(row.id), notice), did: 'closed' };
};

export const closeAndAnswer: Change = async (trx, request) => {
  const row = await lockShown(trx, request);
  const choice = { ...choiceOf(request), vacancy: row.name };
  await answerChosen(trx, choice, wordsOf(fieldsOf(request)), personOf(request));
  if (row.closed_at === null) await closeVacancy(trx, row.id);
  return {
    to: telling(officePaths.vacancy(row.id), 'closed-answered'),
    did: 'closed and answered the rest of',
  };
};

export const closeWithoutEmail: Change = async (trx, request) => {
  const row = await lockShown(trx, request);
  await closeChosen(trx, choiceOf(request), personOf(request).id);
  if (row.closed_at === null) await closeVacancy(trx, row.id);
  return { to: telling(officePaths.vacancy(row.id), 'closed-silently'), did: 'closed without an email' };
};

export const stopSending: Change = async (trx, request) => {
  const { id } = request.params;
  if ((await stopAnswers(trx, id)) === 0) throw new Refusal(409, 'Nothing is left that could be stopped.');
  return { to: telling(officePaths.vacancy(id), 'answers-stopped'), did: 'stopped the answers for' };
};

/** What a page says of a vacancy's answers that are on their way, with [Stop]. */
export function OnTheirWay({ of: all, job, prefix = '' }: { of: OnTheWay; job: string; prefix?: string }) {
  const held = all.filter(({ isHeld }) => isHeld);
  const [first] = all.filter(({ isHeld }) => !isHeld);
  const stoppable = ui.counted(all.length - held.length, 'reply', 'replies');
  const isOne = all.length - held.length === 1;
  return (
    <>
      {first && (
        <>
          <p>
            {prefix}
            {first.due_at > now()
              ? `${stoppable} will be sent at ${timeOf(new Date(first.due_at))}.`
              : `${stoppable} ${isOne ? 'is' : 'are'} waiting to be sent.`}
          </p>
          <ui.Press action={`${officePaths.vacancy(job)}/stop`}>Stop</ui.Press>
        </>
      )}
      {held.length > 0 && (
        <p>
          {prefix}Being sent, or sent without confirmation, so no longer to be stopped:{' '}
          {held.map(({ id, name }) => (
            <span key={id}>
              <a href={officePaths.application(id)}>
                <bdi>{name}</bdi>
              </a>{' '}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

type OnTheWay = Awaited<ReturnType<typeof answersOnTheirWay>>;
