import { vacancyPath } from '#src/paths.ts';

import { freeId } from '../domain/ids.ts';
import { parseMoment } from '../domain/moments.ts';
import { allVacancies, closeVacancy, openVacancy, readVacancy } from '../domain/vacancies.ts';
import { dayOf, endOfDay } from '../local-time.ts';
import { officePaths } from '../office-paths.ts';
import { type FormValues, textForm } from './texts.ts';
import { button, field, html, texts } from './view.ts';
import { type ById, found, type Office, queryOf, text } from './visit.ts';

export function serveVacancies({ app, store, send, onPost }: Office): void {
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
    return send(request, reply, { title: 'Vacancies', body: texts(officePaths.vacancy('new'), items) });
  });

  app.get<ById>(officePaths.vacancy(':id'), async (request, reply) => {
    const { id } = request.params;
    const source = id === 'new' ? queryOf(request).get('from') : id;
    const draft = source === null ? {} : await draftOf(source);
    return send(request, reply, { title: String(draft.name ?? 'New vacancy'), body: form(id, draft) });
  });

  const draftOf = async (id: string): Promise<FormValues> => {
    const row = found(await readVacancy(store.db, id));
    const closesAt = row.closes_at && dayOf(new Date(Date.parse(row.closes_at) - 1));
    return { ...row, closesAt };
  };

  onPost(officePaths.vacancy(':id'), 'all', async (trx, request) => {
    const isNew = request.params.id === 'new';
    const id = isNew ? await freeId(trx, 'vacancies', text(request, 'name')) : request.params.id;
    const replaces = isNew ? 'nothing' : { version: Number(text(request, 'version')) };
    const closing = text(request, 'closesAt');
    const vacancy = {
      id,
      name: text(request, 'name'),
      type: text(request, 'type'),
      lead: text(request, 'lead') || null,
      location: text(request, 'location') || null,
      salary: text(request, 'salary') || null,
      source: text(request, 'source'),
      closesAt: closing === '' ? null : parseMoment('Last day to apply', closing, endOfDay),
    };
    await openVacancy(trx, vacancy, { replaces });
    return { to: officePaths.vacancy(id), did: isNew ? 'opened the vacancy' : 'changed', subject: id };
  });

  onPost(`${officePaths.vacancy(':id')}/close`, 'all', async (trx, request) => {
    const { id } = request.params;
    await closeVacancy(trx, id);
    return { to: officePaths.vacancies, did: 'closed the vacancy', subject: id };
  });
}

function form(id: string, draft: FormValues) {
  const line = (label: string, name: string, hint?: string) =>
    field({ label, name, value: draft[name], hint, required: ['name', 'type'].includes(name) });
  const fields = html`<div>
    ${line('Title', 'name')} ${line('Type', 'type', 'Such as full-time, part-time or internship')}
    ${line('In one sentence', 'lead')} ${line('Place', 'location')} ${line('Pay', 'salary')}
    ${field({ label: 'Last day to apply', name: 'closesAt', type: 'date', value: draft.closesAt })}
  </div>`;
  const buttons = html`<div className="hstack flex-wrap gap-3">
    <button className="btn btn-primary">${id === 'new' ? 'Open the vacancy' : 'Save and keep open'}</button>
    ${id !== 'new' && html`<a href=${vacancyPath(id)}>On the site</a>`}
  </div>`;
  return textForm(officePaths.vacancy(id), draft, fields, buttons);
}
