import type { FastifyRequest } from 'fastify';

import { replyTexts } from '#src/words/mail.ts';

import { spokenDay } from '../lib/local-time.ts';
import { Refusal } from '../lib/refusal.ts';
import {
  Actions,
  Button,
  counted,
  Field,
  Fold,
  Form,
  Hidden,
  MultilineField,
  Press,
  people,
  Rows,
  Tick,
  Values,
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
import {
  type Applicant,
  applicantsOf,
  chosenOf,
  type Group,
  groups,
  replyToRest,
  seenOfAll,
  stopReplies,
} from './closing.ts';
import { closeVacancy, findVacancy, graceEnd, lockVacancy, vacancyState } from './vacancies.ts';

const groupNames = {
  ...stateNames,
  asked: 'Asked, not answered yet',
  bots: 'Possible bots, closed without an email',
};

/** What is ticked: groups, and answered people by name; from the form, or joined on the check page. */
function choiceOf(fields: URLSearchParams) {
  const ticked = (name: string, joined: string) =>
    fields.has(joined) ? (fields.get(joined) ?? '').split(',') : fields.getAll(name);
  const states = ticked('state', 'states');
  return { groups: groups.filter((group) => states.includes(group)), named: ticked('named', 'nameds') };
}

/** The form's initial values. */
const suggested = new URLSearchParams({ ...replyTexts.no, states: 'received,read,asked,bots' });

const day = (time: string) => spokenDay(new Date(time));

/** What a reader should know before writing to somebody. */
const notesOn = ({ group, answered_at, asked_at, closed_at }: Applicant) => [
  asked_at && `asked on ${day(asked_at)}`,
  answered_at && group !== 'answered' && `another of theirs was answered on ${day(answered_at)}`,
  closed_at && `another of theirs was closed on ${day(closed_at)}`,
];

export function serveClosing({ app, store, config, options, send, onGet, onPost }: Section): void {
  const path = `${officePaths.vacancy(':id')}/close`;

  const page = async (id: string, fields: URLSearchParams): Promise<View> => {
    const row = found(await findVacancy(store.db, id));
    const all = await applicantsOf(store.db, id);
    const chosen = choiceOf(fields);
    const ends = await unsentReplies(
      store.db,
      all.people.flatMap(({ ids }) => ids),
    );
    const words = wordsOf(fields);
    const here = `${officePaths.vacancy(id)}/close`;
    const isOpen = vacancyState(row) === 'open';
    const version = String(row.version);
    const title = isOpen ? `Close ${row.name}` : `Answer the rest: ${row.name}`;
    if (config.smtpUrl === null) {
      const without = isOpen && (
        <Press action={here} values={{ version }}>
          Close without an answer
        </Press>
      );
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
    const members = (group: Group) =>
      group === 'bots' ? all.bots : all.people.filter((one) => one.group === group);
    const isAlways = (group: Group) => group !== 'asked' && group !== 'bots';
    const before = all.people.filter(({ group }) => group === 'answered');
    const body = (
      <Form action={`${here}/check`}>
        <Hidden values={{ version }} />
        <fieldset className="mb-4">
          <legend className="form-label">Who gets this answer?</legend>
          {groups.map((group) => {
            const { length } = members(group);
            if (length === 0 && !isAlways(group)) return null;
            const defaultChecked = chosen.groups.includes(group) && length > 0;
            const props = { name: 'state', value: group, defaultChecked };
            return (
              <div key={group}>
                <Tick
                  label={
                    <>
                      {`${groupNames[group]} (${length})`}
                      {!isAlways(group) && ': '}
                      {!isAlways(group) && <Values of={members(group).map(({ name }) => name)} />}
                    </>
                  }
                  {...props}
                />
              </div>
            );
          })}
          {before.length > 0 && <p className="mb-0">Written to before:</p>}
          {before.map((one) => {
            const { key, name, state, answered_at, ids } = one;
            const end = ids.map((id) => ends.get(id)).find((told) => told !== undefined);
            const words = [
              `, ${stateNames[state].toLowerCase()}, reply of ${day(answered_at ?? '')}`,
              end && `the email ${end}`,
              ...notesOn(one),
            ];
            const props = { name: 'named', value: key, defaultChecked: chosen.named.includes(key) };
            return (
              <div key={key}>
                <Tick
                  label={
                    <>
                      <bdi>{name}</bdi>
                      {words.filter(Boolean).join('; ')}
                    </>
                  }
                  {...props}
                />
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

  onPost(
    path,
    async (trx, request) => {
      const { id } = request.params;
      const row = found(await lockVacancy(trx, id));
      if (text(request, 'version') !== '') refuseOther(row, request);
      await closeVacancy(trx, id);
      const notice = graceEnd(row) === undefined ? 'closed' : 'closed-with-grace';
      return { to: telling(officePaths.vacancy(id), notice), did: 'closed' };
    },
    undefined,
    (request) => page(request.params.id, wordsIn(request)),
  );

  onPost(`${officePaths.vacancy(':id')}/stop`, async (trx, { params: { id } }) => {
    await stopReplies(trx, id);
    return { to: telling(officePaths.vacancy(id), 'replies-stopped'), did: 'stopped the replies for' };
  });

  if (config.smtpUrl === null) return;

  app.post<ById>(`${path}/edit`, options, async (request, reply) =>
    send(request, reply, await page(request.params.id, fieldsOf(request))),
  );

  const check = async (request: FastifyRequest<ById>): Promise<View> => {
    const row = found(await findVacancy(store.db, request.params.id));
    const fields = fieldsOf(request);
    const words = wordsOf(fields);
    refuseEmpty(words);
    const choice = choiceOf(fields);
    if (choice.groups.length + choice.named.length === 0)
      throw new Refusal(422, 'Choose who should get the reply.');
    const { chosen, bots } = await chosenOf(store.db, row.id, choice);
    const [first] = chosen;
    if (chosen.length + bots.length === 0)
      throw new Refusal(422, 'No applicants in these groups still need a reply.');
    const count = chosen.length;
    const isOpen = vacancyState(row) === 'open';
    const how = isOpen ? 'Close and answer' : 'Answer';
    const what = `${isOpen ? `${row.name} and ` : ''}${counted(bots.length, 'application')}`;
    const press = count > 0 ? `${how} ${people(count)}` : `Close ${what}`;
    const here = `${officePaths.vacancy(row.id)}/close`;
    const fromBots =
      bots.length === 1
        ? 'One application from a possible bot'
        : `${bots.length} applications from possible bots`;
    const message =
      first &&
      (await replyMail(
        store.db,
        {
          id: first.ids[0] ?? null,
          email: first.email,
          ...fillIn(words, { name: first.name, vacancy: row.name }),
          replyTo: personOf(request).email,
        },
        config.siteUrl,
      ));
    const body = (
      <>
        <p>
          {count > 0 ? `This will go to ${people(count)}` : 'Nobody gets an email'}.{' '}
          {bots.length > 0 && (
            <>
              {fromBots} will be closed without an email: <Values of={bots.map(({ name }) => name)} />.
            </>
          )}{' '}
          {message && 'The first email:'}
        </p>
        {message && email(message, config.mailFrom ?? '')}
        {count > 0 && (
          <>
            <p>
              Their own pages say it at once. The emails begin five minutes after the press; until then you
              can stop all of them, or one by answering that person or changing their status.
            </p>
            <Fold summary="Who will get it" isOpen={chosen.some((one) => notesOn(one).some(Boolean))}>
              <Rows
                items={chosen.map((one) => ({
                  title: one.name,
                  facts: [one.email, ...notesOn(one)].filter(Boolean).join(' · '),
                }))}
              />
            </Fold>
          </>
        )}
        <Form action={`${here}/answer`} keeps>
          <Hidden
            values={{
              ...words,
              states: choice.groups.join(),
              nameds: choice.named.join(),
              count: String(count),
              seen: seenOfAll({ chosen, bots }),
              version: String(row.version),
            }}
          />
          <Actions>
            <Button isPrimary>{press}</Button>
            <Button formAction={`${here}/edit`}>Back to the text</Button>
          </Actions>
        </Form>
      </>
    );
    return { title: count > 0 ? `To ${people(count)}` : row.name, body };
  };

  app.post<ById>(`${path}/check`, options, async (request, reply) =>
    send(request, reply, await check(request)),
  );

  onPost(
    `${path}/answer`,
    async (trx, request) => {
      const { id } = request.params;
      const row = found(await lockVacancy(trx, id));
      refuseOther(row, request);
      const fields = fieldsOf(request);
      const which = { job: id, vacancy: row.name, ...choiceOf(fields), seen: text(request, 'seen') };
      const count = Number(text(request, 'count'));
      await replyToRest(trx, { ...which, ...wordsOf(fields), count }, personOf(request));
      if (row.closed_at === null) await closeVacancy(trx, id);
      const to = telling(officePaths.vacancy(id), count > 0 ? 'closed-answered' : 'bots-closed');
      return { to, did: count > 0 ? 'closed and answered the rest of' : 'closed' };
    },
    undefined,
    // Nobody may be left to answer.
    (request) => check(request).catch(() => page(request.params.id, fieldsOf(request))),
  );
}

const wordsIn = (request: FastifyRequest) => (fieldsOf(request).has('text') ? fieldsOf(request) : suggested);

/** A page that was opened before somebody renamed, closed or reopened the vacancy. */
function refuseOther({ version }: { version: number }, request: FastifyRequest): void {
  if (Number(text(request, 'version')) !== version)
    throw new Refusal(409, 'Somebody has changed this vacancy in the meantime. Please check again.');
}
