import type { FastifyRequest } from 'fastify';

import { officePaths, vacancyPath } from '#src/paths.ts';

import { toHtml } from '../domain/article-file.ts';
import { noteAction } from '../domain/log.ts';
import { Refusal } from '../domain/refusal.ts';
import { freeId } from '../domain/taken.ts';
import { allVacancies, closeVacancy, openVacancy, readVacancy } from '../domain/vacancies.ts';
import { dayOf } from '../lusaka-time.ts';
import { preview } from './preview.ts';
import { button, field, html } from './view.ts';
import { fieldsOf, type Office, text } from './visit.ts';

type ById = { Params: { id: string } };
const names = ['name', 'type', 'lead', 'location', 'salary', 'closesAt', 'source'] as const;
type Draft = Partial<Record<(typeof names)[number] | 'version', string | null>>;

export function serveVacancies({ app, store, send }: Office): void {
  app.get(officePaths.vacancies, async (request, reply) => {
    const vacancies = await allVacancies(store.db);
    const body = html`<div>
      <p><a className="btn btn-primary" href=${officePaths.vacancy('new')}>Write a new one</a></p>
      <ul className="vstack gap-3">
        ${vacancies.map(
          ({ id, name, state, created_at }) => html`<li key=${id} className="card card-body">
            <a href=${officePaths.vacancy(id)}>${name}</a>
            <p className="small text-body-secondary">${state}, ${created_at.slice(0, 10)}</p>
            <div className="hstack gap-3">
              <a href=${`${officePaths.vacancy('new')}?from=${id}`}>Copy</a>
              ${state === 'open' && button(`${officePaths.vacancy(id)}/close`, `Close ${name}`)}
            </div>
          </li>`,
        )}
      </ul>
    </div>`;
    return send(request, reply, { title: 'Vacancies', body });
  });

  const draftOf = async (id: string): Promise<Draft> => {
    const row = await readVacancy(store.db, id);
    if (row === undefined) throw new Refusal(404, 'This vacancy is not here any more.');
    const closesAt = row.closes_at && dayOf(new Date(Date.parse(row.closes_at) - 1));
    return { ...row, closesAt, version: String(row.version) };
  };

  app.get<ById>(officePaths.vacancy(':id'), async (request, reply) => {
    const { id } = request.params;
    const { from } = request.query as { from?: string };
    const source = id === 'new' ? from : id;
    const draft = source === undefined ? {} : await draftOf(source);
    return send(request, reply, { title: draft.name || 'New vacancy', body: form(id, draft) });
  });

  app.post<ById>(officePaths.vacancy(':id'), async (request, reply) => {
    const { id } = request.params;
    const draft: Draft = Object.fromEntries(fieldsOf(request));
    if (text(request, 'action') === 'preview') {
      const shown = await preview(text(request, 'name'), toHtml(text(request, 'source')));
      return send(request, reply, { title: 'Preview', body: html`<div>${shown} ${form(id, draft)}</div>` });
    }
    const isNew = id === 'new';
    const opened = await store.erase(async (trx) => {
      const how = isNew ? {} : { replace: true, version: Number(draft.version) };
      const own = isNew ? await freeId(trx, 'vacancies', text(request, 'name')) : id;
      const vacancy = await openVacancy(trx, { file: fileOf(request, own), pictures: [] }, how);
      await noteAction(trx, request.person?.id ?? '', isNew ? 'opened the vacancy' : 'changed', vacancy.id);
      return vacancy;
    });
    return reply.redirect(officePaths.vacancy(opened.id), 303);
  });

  app.post<ById>(`${officePaths.vacancy(':id')}/close`, async (request, reply) => {
    const { id } = request.params;
    await store.write(async (trx) => {
      await closeVacancy(trx, id);
      await noteAction(trx, request.person?.id ?? '', 'closed the vacancy', id);
    });
    return reply.redirect(officePaths.vacancies, 303);
  });
}

function fileOf(request: FastifyRequest, id: string) {
  const source = text(request, 'source');
  const fields = Object.fromEntries(names.map((name) => [name, text(request, name)]));
  return { fields: { ...fields, id }, source, html: toHtml(source) };
}

function form(id: string, draft: Draft) {
  const line = (label: string, name: keyof Draft, hint?: string) =>
    field({ label, name, value: draft[name], hint, required: ['name', 'type'].includes(name) });
  return html`<form method="post" action=${officePaths.vacancy(id)} data-keep>
    <input type="hidden" name="version" value=${draft.version ?? ''} />
    ${line('Title', 'name')} ${line('Type', 'type', 'Such as full-time, part-time or internship')}
    ${line('In one sentence', 'lead')} ${line('Place', 'location')} ${line('Pay', 'salary')}
    ${field({ label: 'Last day to apply', name: 'closesAt', type: 'date', value: draft.closesAt })}
    ${field({ label: 'Text (Markdown)', name: 'source', value: draft.source, rows: 16 })}
    <div className="hstack gap-3">
      <button className="btn btn-primary" name="action" value="open">
        ${id === 'new' ? 'Open the vacancy' : 'Save and keep open'}
      </button>
      <button className="btn btn-outline-primary" name="action" value="preview" data-leaves>Preview</button>
      ${id !== 'new' && html`<a href=${vacancyPath(id)}>On the site</a>`}
    </div>
  </form>`;
}
