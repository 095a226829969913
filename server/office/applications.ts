import type { FastifyReply, FastifyRequest } from 'fastify';

import { mailUrl, promises } from '#src/content/company.ts';
import { applicationStates } from '#src/contract/application-status.ts';

import {
  type ApplicationFilter,
  findApplications,
  lateApplications,
  readApplication,
} from '../domain/application-search.ts';
import { deleteApplication, markApplication } from '../domain/applications.ts';
import { noteAction } from '../domain/log.ts';
import { Refusal } from '../domain/refusal.ts';
import { vacancyNames } from '../domain/vacancies.ts';
import { officePaths } from '../office-paths.ts';
import { sendCsv } from './csv.ts';
import { field, html, list, select } from './view.ts';
import { type ById, fieldsOf, found, type Office, pageOf, personOf, text } from './visit.ts';

const pageSize = 50;
const states = applicationStates.map((value) => ({ value, label: value }));
const all = { value: '', label: 'All' };

function filterOf(request: FastifyRequest): ApplicationFilter {
  return {
    job: text(request, 'job'),
    state: applicationStates.find((state) => state === text(request, 'state')),
    search: text(request, 'search'),
  };
}

export function serveApplications({ app, store, send, onPost }: Office): void {
  // A search names people, so that it is posted: no address and no log holds it.
  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = pageOf(fieldsOf(request));
    const filter = filterOf(request);
    const isFiltered = filter.job !== '' || filter.search !== '' || filter.state !== undefined;
    const rows = await findApplications(store.db, filter, pageSize + 1, page * pageSize);
    const late = isFiltered || page > 0 ? [] : await lateApplications(store.db, pageSize);
    const jobs = (await vacancyNames(store.db)).map(({ id, name }) => ({ value: id, label: name }));
    const turn = (label: string, to: number) =>
      html`<button className="btn btn-outline-primary btn-sm" name="page" value=${to}>${label}</button>`;
    const body = html`<form method="post" action=${officePaths.home}>
      ${select('Vacancy', 'job', [all, ...jobs], filter.job ?? '')}
      ${select('State', 'state', [all, ...states], filter.state ?? '')}
      ${field({ label: 'Name or email', name: 'search', value: filter.search })}
      <button className="btn btn-primary">Show</button>
      ${
        late.length > 0 &&
        html`<section>
          <h2>Not read within ${promises.application}</h2>
          ${list(late.map(itemOf))}
        </section>`
      }
      <h2>${isFiltered ? 'Found' : 'Newest first'}</h2>
      ${list(rows.slice(0, pageSize).map(itemOf))}
      <p className="hstack gap-3 mt-4">
        ${page > 0 && turn('Newer', page - 1)} ${rows.length > pageSize && turn('Older', page + 1)}
        <button className="btn btn-outline-primary btn-sm" formAction=${officePaths.applicationsCsv}>
          Download as CSV
        </button>
      </p>
    </form>`;
    return send(request, reply, { title: 'Applications', body });
  };
  app.get(officePaths.home, show);
  app.post(officePaths.home, show);

  app.post(officePaths.applicationsCsv, async (request, reply) => {
    const rows = await findApplications(store.db, filterOf(request));
    await store.write((trx) => noteAction(trx, personOf(request).id, 'downloaded applications'));
    return sendCsv(reply, 'applications', rows);
  });

  app.get<ById>(officePaths.application(':id'), async (request, reply) => {
    const row = found(await readApplication(store.db, request.params.id));
    const path = officePaths.application(row.id);
    const vacancy = row.vacancyName ?? row.vacancy;
    const body = html`<div>
      <p>${vacancy}, received ${day(row.received)}${row.flagged ? ', perhaps sent by a robot' : ''}</p>
      <p>
        <a href=${mailUrl(row.email, `Your application: ${vacancy}`)}>${row.email}</a>,${' '}
        <a href=${`tel:${row.mobile}`}>${row.mobile}</a>,${' '}
        <a href=${row.profile} rel="noopener noreferrer" target="_blank">${row.profile}</a>
      </p>
      <p className="plain-text">${row.description}</p>
      <form method="post" action=${path} data-keep>
        ${select('State', 'state', states, row.state)}
        ${field({ label: 'Message to the applicant', name: 'note', value: row.note, rows: 4, hint: 'The applicant sees it on the page of the application.' })}
        <button className="btn btn-primary">Save</button>
      </form>
      <form method="post" action=${`${path}/delete`}>
        <h2>Delete</h2>
        <label className="d-block mb-3"><input type="checkbox" name="sure" required /> Delete this application for good</label>
        <button className="btn btn-outline-primary">Delete</button>
      </form>
    </div>`;
    return send(request, reply, { title: row.name, body });
  });

  onPost(officePaths.application(':id'), 'all', async (trx, request) => {
    const { id } = request.params;
    const { state } = await markApplication(trx, id, text(request, 'state'), text(request, 'note'));
    return { to: officePaths.application(id), did: `marked an application as ${state}`, subject: id };
  });

  onPost(`${officePaths.application(':id')}/delete`, 'all', async (trx, request) => {
    const { id } = request.params;
    if (text(request, 'sure') === '') throw new Refusal(422, 'Tick the box to delete the application.');
    await deleteApplication(trx, id);
    return { to: officePaths.home, did: 'deleted an application', subject: id };
  });
}

function itemOf(row: Awaited<ReturnType<typeof findApplications>>[number]) {
  const facts = `${row.vacancyName ?? row.vacancy}, ${day(row.received)}, ${row.state}`;
  return { path: officePaths.application(row.id), title: row.name, facts };
}

function day(time: string): string {
  return time.slice(0, 10);
}
