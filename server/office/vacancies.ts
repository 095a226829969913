import { vacancyPath } from '#src/paths.ts';

import { Refusal } from '../domain/refusal.ts';
import { freeId } from '../domain/taken.ts';
import { allVacancies, closeVacancy, openVacancy, readVacancy } from '../domain/vacancies.ts';
import { dayOf } from '../lusaka-time.ts';
import { officePaths } from '../office-paths.ts';
import { fileOf, previewAgain } from './texts.ts';
import { button, field, html, list } from './view.ts';
import { type ById, fieldsOf, type Office, queryOf, text } from './visit.ts';

type Draft = Record<string, string | null>;

export function serveVacancies({ app, store, config, send, onPost }: Office): void {
  app.get(officePaths.vacancies, async (request, reply) => {
    const vacancies = await allVacancies(store.db);
    const items = vacancies.map(({ id, name, state, created_at }) => ({
      path: officePaths.vacancy(id),
      title: name,
      facts: `${state}, ${created_at.slice(0, 10)}`,
      more: html`<div className="hstack gap-3">
        <a href=${`${officePaths.vacancy('new')}?from=${id}`}>Copy ${name}</a>
        ${state === 'open' && button(`${officePaths.vacancy(id)}/close`, `Close ${name}`)}
      </div>`,
    }));
    const body = html`<div>
      <p><a className="btn btn-primary" href=${officePaths.vacancy('new')}>Write a new one</a></p>
      ${list(items)}
    </div>`;
    return send(request, reply, { title: 'Vacancies', body });
  });

  app.get<ById>(officePaths.vacancy(':id'), async (request, reply) => {
    const { id } = request.params;
    const source = id === 'new' ? queryOf(request).get('from') : id;
    const draft = source === null ? {} : await draftOf(source);
    return send(request, reply, { title: draft.name || 'New vacancy', body: form(id, draft) });
  });

  const draftOf = async (id: string): Promise<Draft> => {
    const row = await readVacancy(store.db, id);
    if (row === undefined) throw new Refusal(404, 'This vacancy is not here any more.');
    const closesAt = row.closes_at && dayOf(new Date(Date.parse(row.closes_at) - 1));
    return { ...row, closesAt, version: String(row.version) };
  };

  app.post<ById>(`${officePaths.vacancy(':id')}/preview`, async (request, reply) => {
    const again = form(request.params.id, Object.fromEntries(fieldsOf(request)));
    const body = await previewAgain(request, config.siteUrl, again);
    return send(request, reply, { title: text(request, 'name') || 'Preview', body });
  });

  onPost(officePaths.vacancy(':id'), 'all', async (trx, request) => {
    const isNew = request.params.id === 'new';
    const id = isNew ? await freeId(trx, 'vacancies', text(request, 'name')) : request.params.id;
    const how = isNew ? {} : { replace: true, version: Number(text(request, 'version')) };
    await openVacancy(trx, { file: fileOf(request, { id }), pictures: [] }, how);
    return { to: officePaths.vacancy(id), did: isNew ? 'opened the vacancy' : 'changed', subject: id };
  });

  onPost(`${officePaths.vacancy(':id')}/close`, 'all', async (trx, request) => {
    const { id } = request.params;
    await closeVacancy(trx, id);
    return { to: officePaths.vacancies, did: 'closed the vacancy', subject: id };
  });
}

function form(id: string, draft: Draft) {
  const line = (label: string, name: string, hint?: string) =>
    field({ label, name, value: draft[name], hint, required: ['name', 'type'].includes(name) });
  return html`<form method="post" action=${officePaths.vacancy(id)} data-keep>
    <input type="hidden" name="version" value=${draft.version ?? ''} />
    ${line('Title', 'name')} ${line('Type', 'type', 'Such as full-time, part-time or internship')}
    ${line('In one sentence', 'lead')} ${line('Place', 'location')} ${line('Pay', 'salary')}
    ${field({ label: 'Last day to apply', name: 'closesAt', type: 'date', value: draft.closesAt })}
    ${field({ label: 'Text (Markdown)', name: 'source', value: draft.source, rows: 16 })}
    <div className="hstack flex-wrap gap-3">
      <button className="btn btn-primary">${id === 'new' ? 'Open the vacancy' : 'Save and keep open'}</button>
      <button className="btn btn-outline-primary" formAction=${`${officePaths.vacancy(id)}/preview`} data-leaves>
        Preview
      </button>
      ${id !== 'new' && html`<a href=${vacancyPath(id)}>On the site</a>`}
    </div>
  </form>`;
}
