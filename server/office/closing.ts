import { answers } from '#src/content/answers.ts';
import { applicationStates } from '#src/contract/application-status.ts';

import { answerRest, fillIn, refuseEmpty, restOf } from '../domain/answers.ts';
import { countStates } from '../domain/application-search.ts';
import { answerMail } from '../domain/mail-words.ts';
import { Refusal } from '../domain/refusal.ts';
import { closeVacancy, readVacancy } from '../domain/vacancies.ts';
import { officePaths } from '../office-paths.ts';
import { email, wordsOf } from './answers.ts';
import { stateNames } from './application.ts';
import { actions, button, field, form, hidden, html, press, tick } from './components.ts';
import { fieldsOf, found, personOf, text } from './form.ts';
import { telling } from './notices.ts';
import type { Section } from './section.ts';

const undecided = ['received', 'read', 'shortlisted'] as const;
const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

export function serveClosing({ app, store, config, options, send, onGet, onPost }: Section): void {
  const path = `${officePaths.vacancy(':id')}/close`;
  const byEmail = config.smtpUrl !== null;

  onGet(path, async ({ params: { id } }) => {
    const row = found(await readVacancy(store.db, id));
    const counts = await countStates(store.db, id);
    const here = `${officePaths.vacancy(id)}/close`;
    const body = html`<div>
      ${form(
        `${here}/check`,
        html`<div>
          <fieldset className="mb-4">
            <legend className="form-label">Who gets this answer?</legend>
            ${undecided.map((state) => {
              const isTicked = state !== 'shortlisted' && counts[state] > 0;
              const props = { name: 'state', value: state, defaultChecked: isTicked };
              return html`<div key=${state}>${tick(`${stateNames[state]} (${counts[state]})`, props)}</div>`;
            })}
          </fieldset>
          ${field({ label: 'Subject', name: 'subject', value: answers.no.subject, required: true })}
          ${field({ label: 'Text', name: 'text', value: answers.no.text, rows: 12, required: true, hint: '{name} and {vacancy} are filled in.' })}
          ${actions(button('Check', 'btn-primary'))}
        </div>`,
      )}
      ${row.closed_at === null && press(here, 'Close without an answer')}
    </div>`;
    return { title: row.closed_at === null ? `Close ${row.name}` : `Answer the rest of ${row.name}`, body };
  });

  const statesIn = (list: string[]) => applicationStates.filter((state) => list.includes(state));

  app.post<{ Params: { id: string } }>(`${path}/check`, options, async (request, reply) => {
    const row = found(await readVacancy(store.db, request.params.id));
    const fields = fieldsOf(request);
    const words = wordsOf(fields);
    refuseEmpty(words);
    const states = statesIn(fields.getAll('state'));
    if (states.length === 0) throw new Refusal(422, 'Tick who gets the answer.');
    const rest = await restOf(store.db, row.id, states);
    const [first] = rest.people[0] ?? [];
    if (first === undefined)
      throw new Refusal(422, 'Nobody is left to answer here. Close it without an answer.');
    const count = rest.people.length;
    const filled = { ...first, ...fillIn(words, { name: first.name, vacancy: row.name }) };
    const message = await answerMail(
      store.db,
      { ...filled, replyTo: personOf(request).email },
      config.siteUrl,
    );
    const robots = rest.robots.length;
    const ofRobots = `${robots === 1 ? 'One application' : `${robots} applications`} of a robot ${robots === 1 ? 'is' : 'are'} closed without an email.`;
    const how = row.closed_at === null ? 'Close and answer' : 'Answer';
    const body = html`<div>
      <p>${people(count)}. ${robots > 0 && ofRobots} ${!byEmail && 'This server sends no email: they see it at their links.'}</p>
      ${byEmail ? email(message, config.mailFrom ?? '') : html`<p className="plain-text">${filled.text}</p>`}
      ${form(
        `${officePaths.vacancy(row.id)}/close/answer`,
        html`<div>
          ${hidden({ ...words, states: states.join(), count: String(count), seen: rest.seen })}
          ${actions(button(byEmail ? `${how} ${people(count)}` : `${how} ${people(count)} at their links`, 'btn-primary'))}
        </div>`,
      )}
    </div>`;
    return send(request, reply, { title: `To ${people(count)}`, body });
  });

  onPost(path, async (trx, { params: { id } }) => {
    await closeVacancy(trx, id);
    return {
      to: telling(officePaths.vacancy(id), 'closed'),
      did: 'closed',
      subject: { kind: 'vacancy', id },
    };
  });

  onPost(
    `${path}/answer`,
    async (trx, request) => {
      const { id } = request.params;
      const row = found(await readVacancy(trx, id));
      const states = statesIn(text(request, 'states').split(','));
      const which = { job: id, vacancy: row.name, states, seen: text(request, 'seen') };
      const by = { person: personOf(request).id, byEmail };
      const count = Number(text(request, 'count'));
      await answerRest(trx, { ...which, ...wordsOf(fieldsOf(request)), count }, by);
      if (row.closed_at === null) await closeVacancy(trx, id);
      const to = telling(officePaths.vacancy(id), 'closed-answered');
      return { to, did: 'closed and answered the rest of', subject: { kind: 'vacancy', id } };
    },
    (request) => text(request, 'subject') + text(request, 'text'),
  );
}
