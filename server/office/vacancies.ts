import { vacancyPath } from '#src/paths.ts';

import { countByVacancy } from '../domain/application-search.ts';
import { freeId } from '../domain/ids.ts';
import { parseMoment } from '../domain/moments.ts';
import { allVacancies, closeVacancy, openVacancy, readVacancy } from '../domain/vacancies.ts';
import { isOpen } from '../domain/visible.ts';
import { dayOf, endOfDay, spokenDay } from '../local-time.ts';
import { officePaths } from '../office-paths.ts';
import { actions, button, counted, field, html, link, press, rows } from './components.ts';
import { found, queryOf, text } from './form.ts';
import { telling } from './notices.ts';
import type { Section } from './section.ts';
import { type FormValues, textForm } from './texts.ts';

export function serveVacancies({ store, onGet, onPost, onSave }: Section): void {
  onGet(officePaths.vacancies, async () => {
    const vacancies = await allVacancies(store.db);
    const applications = await countByVacancy(store.db, 'all');
    const items = vacancies.map(({ id, name, state, closes_at }) => {
      const until = state === 'open' && closes_at !== null && ` until ${spokenDay(lastDay(closes_at))}`;
      return {
        path: officePaths.vacancy(id),
        title: name,
        facts: `${state}${until || ''} · ${counted(applications.get(id) ?? 0, 'application')}`,
      };
    });
    const body = html`<div>
      ${link('Write a vacancy', officePaths.vacancy('new'), 'btn-primary')} ${rows(items)}
    </div>`;
    return { title: 'Vacancies', body };
  });

  onGet(officePaths.vacancy(':id'), async (request) => {
    const { id } = request.params;
    const source = id === 'new' ? queryOf(request).get('from') : id;
    const { state, ...draft } = source === null ? {} : await draftOf(source);
    const path = officePaths.vacancy(id);
    const body = html`<div>
      ${textOf(id, draft)}
      ${
        id !== 'new' &&
        actions(
          state === 'open' && press(`${path}/close`, 'Close'),
          link('Copy', `${officePaths.vacancy('new')}?from=${encodeURIComponent(id)}`),
          html`<a href=${vacancyPath(id)}>On the site</a>`,
        )
      }
    </div>`;
    return { title: String(draft.name ?? 'New vacancy'), body };
  });

  const draftOf = async (id: string): Promise<FormValues> => {
    const row = found(await readVacancy(store.db, id));
    const closesAt = row.closes_at && dayOf(lastDay(row.closes_at));
    return { ...row, closesAt, state: isOpen(row) ? 'open' : 'closed' };
  };

  onSave(officePaths.vacancy(':id'), 'vacancies', async (trx, request, { id: known, version }) => {
    const id = known ?? (await freeId(trx, 'vacancies', text(request, 'name')));
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
    await openVacancy(trx, vacancy, { replaces: known === undefined ? 'nothing' : { version } });
    const did = known === undefined ? 'opened' : 'changed';
    return { to: telling(officePaths.vacancy(id), 'opened'), did, subject: { kind: 'vacancy', id } };
  });

  onPost(`${officePaths.vacancy(':id')}/close`, async (trx, request) => {
    const { id } = request.params;
    await closeVacancy(trx, id);
    return {
      to: telling(officePaths.vacancy(id), 'closed'),
      did: 'closed',
      subject: { kind: 'vacancy', id },
    };
  });
}

/** The last day ends at midnight. */
const lastDay = (closesAt: string) => new Date(Date.parse(closesAt) - 1);

function textOf(id: string, draft: FormValues) {
  const line = (label: string, name: string, hint?: string) =>
    field({ label, name, value: draft[name], hint, required: ['name', 'type'].includes(name) });
  const fields = html`<div>
    ${line('Title', 'name')} ${line('Type', 'type', 'Such as full-time, part-time or internship')}
    ${line('In one sentence', 'lead')} ${line('Place', 'location')} ${line('Pay', 'salary')}
    ${field({ label: 'Last day to apply', name: 'closesAt', type: 'date', value: draft.closesAt })}
  </div>`;
  const save = button(id === 'new' ? 'Open the vacancy' : 'Save and keep open', 'btn-primary');
  return textForm(officePaths.vacancy(id), draft, fields, save);
}
