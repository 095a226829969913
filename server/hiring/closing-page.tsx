import { applicationStates } from '#src/contract/application-status.ts';
import { replyTexts } from '#src/words/mail.ts';

import { spokenDay } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import { said } from '../mail/said.ts';
import {
  Actions,
  Button,
  Field,
  Fold,
  Form,
  Hidden,
  MultilineField,
  Press,
  people,
  Rows,
  Tick,
} from '../office/components.tsx';
import { fieldsOf, found, personOf, text } from '../office/form.ts';
import type { View } from '../office/frame.tsx';
import { telling } from '../office/notices.ts';
import { officePaths } from '../office/office-paths.ts';
import type { ById } from '../office/scope.tsx';
import type { Section } from '../office/section.ts';
import { fillIn, refuseEmpty, unsentReplies } from '../replies/replies.ts';
import { replyMail } from '../replies/reply-mail.ts';
import { email, noMailServer, wordsOf } from '../replies/reply-page.tsx';
import { stateNames } from './application-page.tsx';
import { applicantsOf, chosenOf, replyToRest, seenOfAll } from './closing.ts';
import { closeVacancy, findVacancy } from './vacancies.ts';

const undecided = ['received', 'read', 'shortlisted'] as const;
const statesIn = (list: string) => applicationStates.filter((state) => list.split(',').includes(state));
/** People ticked by name, from the check page. */
const namedIn = (fields: URLSearchParams): string[] => JSON.parse(fields.get('nameds') ?? '[]');
/** The form's initial values. */
const suggested = new URLSearchParams({ ...replyTexts.no, states: 'received,read' });

export function serveClosing({ app, store, config, options, send, onGet, onPost }: Section): void {
  const path = `${officePaths.vacancy(':id')}/close`;

  const page = async (id: string, fields: URLSearchParams): Promise<View> => {
    const row = found(await findVacancy(store.db, id));
    const applicants = (await applicantsOf(store.db, id)).people;
    const chosen = statesIn(fields.get('states') ?? '');
    const before = applicants.filter(({ answered_at }) => answered_at !== null);
    const ends = await unsentReplies(
      store.db,
      before.flatMap(({ ids }) => ids),
    );
    const named = namedIn(fields);
    const words = wordsOf(fields);
    const here = `${officePaths.vacancy(id)}/close`;
    const isOpen = row.closed_at === null;
    const title = isOpen ? `Close ${row.name}` : `Answer the rest: ${row.name}`;
    if (config.smtpUrl === null) {
      const without = isOpen && <Press action={here}>Close without an answer</Press>;
      return {
        title,
        body: (
          <>
            {noMailServer} {without}
          </>
        ),
      };
    }
    const without = { formAction: here, formNoValidate: true };
    const body = (
      <Form action={`${here}/check`}>
        <fieldset className="mb-4">
          <legend className="form-label">Who gets this answer?</legend>
          {undecided.map((state) => {
            const count = applicants.filter((one) => one.state === state && one.answered_at === null).length;
            const defaultChecked = chosen.includes(state) && count > 0;
            const props = { name: 'state', value: state, defaultChecked };
            return (
              <div key={state}>
                <Tick label={`${stateNames[state]} (${count})`} {...props} />
              </div>
            );
          })}
          {before.length > 0 && <p className="mb-0">Already answered:</p>}
          {before.map(({ key, name, state, answered_at, ids }) => {
            const day = spokenDay(new Date(answered_at ?? ''));
            const unsent = ids.map((one) => ends.get(one)).find((told) => told !== undefined);
            const how = unsent ? `; the email ${said(unsent)}` : '';
            const words = `${name}, ${stateNames[state].toLowerCase()}, answered on ${day}${how}`;
            const props = { name: 'named', value: key, defaultChecked: named.includes(key) };
            return (
              <div key={key}>
                <Tick label={words} {...props} />
              </div>
            );
          })}
        </fieldset>
        <Field label="Subject" name="subject" value={words.subject} required />
        <MultilineField
          label="Text"
          name="text"
          value={words.text}
          rows={12}
          required
          hint="{name} and {vacancy} will be filled in."
        />
        <Actions>
          <Button isPrimary>Check</Button>
          {isOpen && <Button {...without}>Close without an answer</Button>}
        </Actions>
      </Form>
    );
    return { title, body };
  };

  onGet(path, ({ params: { id } }) => page(id, suggested));

  onPost(path, async (trx, { params: { id } }) => {
    await closeVacancy(trx, id);
    return { to: telling(officePaths.vacancy(id), 'closed'), did: 'closed' };
  });

  if (config.smtpUrl === null) return;

  app.post<ById>(`${path}/edit`, options, async (request, reply) =>
    send(request, reply, await page(request.params.id, fieldsOf(request))),
  );

  app.post<ById>(`${path}/check`, options, async (request, reply) => {
    const row = found(await findVacancy(store.db, request.params.id));
    const fields = fieldsOf(request);
    const words = wordsOf(fields);
    refuseEmpty(words);
    const states = statesIn(fields.getAll('state').join());
    const named = fields.getAll('named');
    if (states.length + named.length === 0) throw new Refusal(422, 'Choose who should get the answer.');
    const rest = await applicantsOf(store.db, row.id);
    const chosen = chosenOf(rest.people, states, named);
    const [first] = chosen;
    if (first === undefined) throw new Refusal(422, 'No applicants in these groups still need an answer.');
    const count = chosen.length;
    const filled = {
      id: first.ids[0] ?? null,
      email: first.email,
      ...fillIn(words, { name: first.name, vacancy: row.name }),
    };
    const replyTo = personOf(request).email;
    const message = await replyMail(store.db, { ...filled, replyTo }, config.siteUrl);
    const robots = rest.robots.length;
    const how = row.closed_at === null ? 'Close and answer' : 'Answer';
    const here = `${officePaths.vacancy(row.id)}/close`;
    const ofRobots =
      robots === 1
        ? 'One application from a possible bot will be closed without an email.'
        : `${robots} applications from possible bots will be closed without an email.`;
    const body = (
      <>
        <p>
          This will go to {people(count)}. {robots > 0 && ofRobots} The first email:
        </p>
        {email(message, config.mailFrom ?? '')}
        <Fold summary="Who will get it">
          <Rows items={chosen.map(({ name, email }) => ({ title: name, facts: email }))} />
        </Fold>
        <Form action={`${here}/answer`} keeps>
          <Hidden
            values={{
              ...words,
              states: states.join(),
              nameds: JSON.stringify(named),
              count: String(count),
              seen: seenOfAll(chosen),
            }}
          />
          <Actions>
            <Button isPrimary>{`${how} ${people(count)}`}</Button>
            <Button formAction={`${here}/edit`}>Back to the text</Button>
          </Actions>
        </Form>
      </>
    );
    return send(request, reply, { title: `To ${people(count)}`, body });
  });

  onPost(`${path}/answer`, async (trx, request) => {
    const { id } = request.params;
    const row = found(await findVacancy(trx, id));
    const states = statesIn(text(request, 'states'));
    const named = namedIn(fieldsOf(request));
    const which = { job: id, vacancy: row.name, states, named, seen: text(request, 'seen') };
    const count = Number(text(request, 'count'));
    await replyToRest(trx, { ...which, ...wordsOf(fieldsOf(request)), count }, personOf(request));
    if (row.closed_at === null) await closeVacancy(trx, id);
    const to = telling(officePaths.vacancy(id), 'closed-answered');
    return { to, did: 'closed and answered the rest of' };
  });
}
