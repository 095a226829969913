import { mailUrl, telUrl } from '#src/content/company.ts';
import { applicationStates } from '#src/contract/application-status.ts';

import {
  type ApplicationFilter,
  countStates,
  findApplications,
  isLate,
  readApplication,
} from '../domain/application-search.ts';
import { deleteApplication, markApplication } from '../domain/applications.ts';
import { noteAction } from '../domain/log.ts';
import { Refusal } from '../domain/refusal.ts';
import { vacancyNames } from '../domain/vacancies.ts';
import { spokenDay } from '../local-time.ts';
import { officePaths } from '../office-paths.ts';
import {
  actions,
  button,
  empty,
  field,
  fold,
  form,
  html,
  link,
  moment,
  pager,
  radios,
  rows,
  select,
  tabs,
  tick,
} from './components.ts';
import { sendCsv } from './csv.ts';
import { fieldsOf, found, pageOf, personOf, queryOf, text } from './form.ts';
import type { View } from './frame.ts';
import { telling } from './notices.ts';
import type { Section } from './section.ts';

const pageSize = 50;
const names = { received: 'New', read: 'Read', shortlisted: 'Shortlisted', closed: 'Closed' } as const;
const deeds = {
  received: 'marked as new',
  read: 'read',
  shortlisted: 'shortlisted',
  closed: 'closed',
} as const;
const states = applicationStates.map((value) => ({ value, label: names[value] }));

/** What a list shows: a tab and a vacancy of the address, or a search that was posted. */
function wantedBy(fields: URLSearchParams) {
  const get = (name: string) => (fields.get(name) ?? '').trim();
  const state = applicationStates.find((one) => one === get('tab'));
  return { job: get('job'), state, search: get('search') } satisfies ApplicationFilter;
}

export function serveApplications({ app, store, options, send, onGet, onPost }: Section): void {
  onGet(officePaths.applications, async (request) => {
    const query = queryOf(request);
    const { received } = await countStates(store.db, query.get('job') ?? '');
    const isOpened = !query.has('tab');
    if (isOpened) query.set('tab', received > 0 ? 'received' : 'all');
    return listOf(query, isOpened && received === 0 ? 'Nothing new.' : undefined);
  });

  // A search names people, so that it is posted: no address and no log holds it.
  app.post(officePaths.applications, options, async (request, reply) =>
    send(request, reply, await listOf(fieldsOf(request))),
  );

  const listOf = async (query: URLSearchParams, notice?: string): Promise<View> => {
    const page = pageOf(query);
    const wanted = wantedBy(query);
    const counts = await countStates(store.db, wanted.job);
    const all = applicationStates.reduce((sum, state) => sum + counts[state], 0);
    const tabOf = (value: string, label: string, count: number) => ({
      label,
      path: `${officePaths.applications}?${new URLSearchParams({ tab: value, ...(wanted.job && { job: wanted.job }) })}`,
      count,
      isCurrent: wanted.search === '' && value === (wanted.state ?? 'all'),
    });
    const list = await findApplications(store.db, wanted, pageSize + 1, page * pageSize);
    const jobs = (await vacancyNames(store.db)).map(({ id, name }) => ({ value: id, label: name }));
    const nobody =
      wanted.search === '' ? 'No application here.' : 'Nobody found. Try a part of the name or address.';
    const none =
      all === 0 && wanted.job === '' ? 'No application yet. They arrive here and by email.' : nobody;
    const hidden = (['tab', 'job', 'search'] as const).map(
      (name) => html`<input key=${name} type="hidden" name=${name} value=${query.get(name) ?? ''} />`,
    );
    const body = html`<div>
      ${tabs('Applications by status', [
        ...states.map(({ value, label }) => tabOf(value, label, counts[value])),
        tabOf('all', 'All', all),
      ])}
      ${fold('Search and choose', searchForms(wanted, jobs), wanted.job !== '' || wanted.search !== '')}
      ${list.length === 0 ? empty(none) : rows(list.slice(0, pageSize).map(rowOf))}
      ${
        wanted.search === ''
          ? pager(officePaths.applications, query, page, list.length > pageSize)
          : list.length > pageSize &&
            html`<p>These are the first ${pageSize}. Search for a longer part of the name.</p>`
      }
      ${
        list.length > 0 &&
        form(
          officePaths.applicationsCsv,
          html`<div>${hidden} ${actions(button('Download these as CSV'))}</div>`,
        )
      }
    </div>`;
    return { title: 'Applications', notice, body };
  };

  app.post(officePaths.applicationsCsv, options, async (request, reply) => {
    const list = await findApplications(store.db, wantedBy(fieldsOf(request)));
    await store.write((trx) => noteAction(trx, personOf(request).id, 'downloaded applications'));
    return sendCsv(reply, 'applications', list);
  });

  onGet(officePaths.application(':id'), async ({ params }) => {
    const row = found(await readApplication(store.db, params.id));
    const path = officePaths.application(row.id);
    const vacancy = row.vacancyName ?? row.vacancy;
    const digits = row.mobile.replace(/\D/g, '').replace(/^0(?!0)/, '260');
    const body = html`<div>
      <p>
        <span className="badge">${names[row.state]}</span> ${vacancy}, received ${moment(row.received)}
      </p>
      ${row.flagged !== 0 && html`<p>Perhaps sent by a robot: it got no receipt.</p>`}
      <p>${row.email}, ${row.mobile}</p>
      ${actions(
        link('Call', telUrl(row.mobile)),
        link('WhatsApp', `https://wa.me/${digits}`),
        link('Email', mailUrl(row.email, `Your application: ${vacancy}`)),
        html`<a className="btn btn-outline-primary" href=${row.profile} rel="noopener noreferrer" target="_blank">Profile</a>`,
      )}
      <p className="plain-text mt-4">${row.description}</p>
      ${form(
        path,
        html`<div>
          ${radios('Status', 'state', states, row.state)}
          ${field({ label: 'Message to the applicant', name: 'note', value: row.note, rows: 4, hint: 'The applicant sees it on the page of the application.' })}
          ${actions(button('Save', 'btn-primary'))}
        </div>`,
        { keeps: true },
      )}
      ${fold(
        'Delete',
        form(
          `${path}/delete`,
          html`<div>${tick('Delete this application for good', { name: 'sure', required: true })} ${button('Delete')}</div>`,
        ),
      )}
    </div>`;
    return { title: row.name, body };
  });

  onPost(officePaths.application(':id'), async (trx, request) => {
    const { id } = request.params;
    const { state } = await markApplication(trx, id, text(request, 'state'), text(request, 'note'));
    const subject = { kind: 'application', id } as const;
    return { to: telling(officePaths.application(id), 'saved'), did: deeds[state], subject };
  });

  onPost(`${officePaths.application(':id')}/delete`, async (trx, request) => {
    if (text(request, 'sure') === '') throw new Refusal(422, 'Tick the box to delete the application.');
    await deleteApplication(trx, request.params.id);
    return { to: telling(officePaths.applications, 'deleted'), did: 'deleted an application' };
  });
}

function searchForms(wanted: ApplicationFilter, jobs: { value: string; label: string }[]) {
  return html`<div>
    <form action=${officePaths.applications}>
      <input type="hidden" name="tab" value=${wanted.state ?? 'all'} />
      ${select('Vacancy', 'job', [{ value: '', label: 'All' }, ...jobs], wanted.job ?? '')} ${button('Show')}
    </form>
    ${form(
      officePaths.applications,
      html`<div className="mt-4">
        ${field({ label: 'Name or email', name: 'search', value: wanted.search, required: true })}
        ${button('Search', 'btn-primary')}
      </div>`,
    )}
  </div>`;
}

function rowOf(row: Awaited<ReturnType<typeof findApplications>>[number]) {
  return {
    path: officePaths.application(row.id),
    title: row.name,
    badge: isLate(row) && 'late',
    facts: `${row.vacancyName ?? row.vacancy} · ${spokenDay(new Date(row.received))}`,
  };
}
